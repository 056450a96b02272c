import { describe, expect, it } from "vitest";
import { clusterPath, groupPath, isAddressable, recordingPath, segmentsOf } from "./names";

describe("segmentsOf", () => {
  for (const name of ["a/b c%2F é", "100%", "ünï", "%252F", "a?b#c", "plain", "  ", "a+b", "日本", "<b>\"'"]) {
    it(`gives the group ${JSON.stringify(name)} back as it is`, () => {
      expect(segmentsOf(new URL(groupPath("prod/eu", name), "http://host").pathname)).toEqual([
        "clusters",
        "prod/eu",
        "groups",
        name,
      ]);
    });
  }

  it("takes two dots for a name when the address has them", () => {
    expect(segmentsOf("/clusters/c/groups/..")).toEqual(["clusters", "c", "groups", ".."]);
  });

  it("takes a segment that is not percent-encoded as it stands", () => {
    expect(segmentsOf("/clusters/100%/groups/50%25")).toEqual(["clusters", "100%", "groups", "50%"]);
  });
});

describe("links", () => {
  it("carry the view state that is given and leave out what is null", () => {
    expect(groupPath("c", "g", { version: 4, tab: null, task: "1_2" })).toBe("/clusters/c/groups/g?version=4&task=1_2");
  });

  it("cannot be made to names that browsers take for directories", () => {
    expect(new URL(groupPath("c", ".."), "http://host").pathname).toBe("/clusters/c/");
    expect(["..", ".", "...", "a"].map(isAddressable)).toEqual([false, false, true, true]);
  });

  it("encode names once", () => {
    expect(clusterPath("a/b%")).toBe("/clusters/a%2Fb%25");
    expect(recordingPath("x y")).toBe("/recordings/x%20y");
  });
});
