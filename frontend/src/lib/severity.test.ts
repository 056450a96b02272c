import { describe, expect, it } from "vitest";
import { severityOfStatus } from "./severity";

describe("the severity of a status", () => {
  it("is that of information for a delayed assignment, and a warning for a code that is not known", () => {
    expect([1, 5, 6, 9].map(severityOfStatus)).toEqual(["error", "information", "warning", "warning"]);
  });
});
