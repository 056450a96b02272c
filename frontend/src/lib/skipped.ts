const WORDS: Record<string, string> = {
  "other-api": "requests of other APIs",
  "foreign-line": "lines of other loggers",
  "line-too-long": "lines that are too long",
  "no-timestamp": "without a date and time",
  truncated: "cut off in the middle",
  malformed: "malformed",
  "invalid-utf8": "not in UTF-8",
  "out-of-range": "with a number out of range",
  "time-backwards": "stamped before the lines above",
  "time-ahead": "stamped far ahead of the lines around",
};

/** Why lines were skipped, in words; a reason that is not known here is shown as it is. */
export function reasonWords(reason: string): string {
  return WORDS[reason] ?? reason;
}
