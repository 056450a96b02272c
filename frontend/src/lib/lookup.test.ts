import { describe, expect, it } from "vitest";
import { ApiError } from "../api/problem";
import { asked, curlOf, lookupPath, objectionTo, partOf, questionOf, type Question } from "./lookup";

const ALICE: Question = { what: "store", name: "counts", by: "key", value: "alice", serializer: "string" };
const of = (search: string) => questionOf(new URLSearchParams(search));

describe("a question to the lookup", () => {
  it.each<[string, Partial<Question>]>([
    ["store=counts&key=alice", {}],
    ["store=counts&key=42&serializer=long", { value: "42", serializer: "long" }],
    ["topic=orders&partition=3", { what: "topic", name: "orders", by: "partition", value: "3" }],
    ["store=counts&key=", { value: "" }],
  ])("is read from %s", (search, expected) => {
    const question = of(search);
    expect(question).toEqual({ ...ALICE, ...expected });
    const again = new URLSearchParams();
    for (const [name, value] of Object.entries(asked(question!))) if (value !== null) again.set(name, value);
    expect(String(again)).toBe(search);
  });

  it.each(["", "store=counts", "key=alice", "store=&partition=3"])("is none in half of one: %s", (search) => {
    expect(of(search)).toBeNull();
  });

  it.each([
    ["3", null],
    ["-1", "A partition is a whole number from 0."],
    ["three", "A partition is a whole number from 0."],
    ["99999999999", "No topic has so many partitions."],
  ])("has a partition: %s", (value, objection) => {
    expect(objectionTo({ ...ALICE, by: "partition", value })).toBe(objection);
  });

  it("becomes a command that a shell takes as it is", () => {
    const path = lookupPath("eu west", "a/b", { ...ALICE, value: "it's & $x" }, { at: "2026-11-29T22:24:43.900Z" });
    expect(curlOf(`http://h${path}`)).toBe(
      "curl 'http://h/api/v1/clusters/eu%20west/streams-groups/a%2Fb/endpoints/lookup?store=counts&key=it%27s+%26+%24x&at=2026-11-29T22%3A24%3A43.900Z'",
    );
  });
});

it.each<[number, string, string, ReturnType<typeof partOf>]>([
  [400, "key=x is no UUID", "urn:streamgauge:problem:invalid-parameter", "value"],
  [400, "partition=7 is not there; the partitions of counts are 0 to 5", "urn:streamgauge:problem:invalid-parameter", "value"],
  [400, "serializer=foo is not one of STRING, LONG", "urn:streamgauge:problem:invalid-parameter", "serializer"],
  [404, "Group 'a' has no store 'nope'", "urn:streamgauge:problem:store-not-found", "name"],
  [409, "How many partitions topic 'nope' has does not follow", "urn:streamgauge:problem:partitions-unknown", "value"],
  [404, "Group 'a' was first observed later", "urn:streamgauge:problem:before-first-snapshot", null],
  [503, "key=x", "urn:streamgauge:problem:test", null],
])("finds what a problem %i is about: %s", (status, message, type, part) => {
  expect(partOf(new ApiError(status, message, type))).toBe(part);
});
