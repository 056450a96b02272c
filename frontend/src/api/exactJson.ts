const STRING_OR_LONG = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/**
 * Quotes the integers of a JSON text that a JavaScript number would round, so that an offset of 9223372036854775807 is
 * still that offset after parsing. Texts without such numbers come back as they are.
 */
export function quoteLongs(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replace(STRING_OR_LONG, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}
