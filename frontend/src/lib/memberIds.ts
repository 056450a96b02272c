import { shortId } from "./format";

/** Kafka's member ids are UUIDs in URL-safe base64: 22 characters in mixed case, which the names of topics rarely are. */
const MEMBER_ID = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?![\w-])/g;

/** A sentence of the server with its member ids shortened, and with the process where that is known. */
export function withShortIds(sentence: string, names: ReadonlyMap<string, string>): string {
  return sentence.replace(MEMBER_ID, (id) => {
    const process = names.get(id);
    return process === undefined ? shortId(id) : `${process} (${shortId(id)})`;
  });
}
