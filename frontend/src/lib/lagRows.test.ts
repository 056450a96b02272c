import { describe, expect, it } from "vitest";
import { detail } from "../../dev/fixture/world";
import type { GroupOffsets, InputOffset, Place, TaskOffsets } from "../api/types";
import { bySubtopology, copiesOf, lagRows, searched, sorted, together } from "./lagRows";

const STATE = detail("orders-app", 0, 1);
const NAMES = new Map([["a", "app-8081"], ["b", "app-8082"]]);

const input = (topic: string, partition: number, lag: number | null): InputOffset => ({ topic, partition, lag, committedOffset: 1, endOffset: 2 });

function place(memberId: string, lag: number | string | null, of: Partial<Place> = {}): Place {
  return { memberId, processId: null, offset: null, endOffset: null, offsetAt: null, ...of, lag: lag as number | null };
}

function task(taskId: string, of: Partial<TaskOffsets>): TaskOffsets {
  const [subtopologyId = "", partition = ""] = taskId.split("_");
  return { taskId, subtopologyId, partition: Number(partition), lag: null, inputs: null, active: null, standbys: [], warmups: [], ...of };
}

function offsets(...tasks: TaskOffsets[]): GroupOffsets {
  return { version: 1, asOf: "1970-01-01T00:00:00Z", readAt: "1970-01-01T00:00:00Z", readFailure: null, lag: null, tasks };
}

const TASKS = [
  task("0_0", { lag: 5, inputs: [input("orders", 0, 5)], active: place("a", null) }),
  task("0_10", { lag: 0, inputs: [input("orders", 10, 0)], active: place("b", null) }),
  task("0_9", { lag: null, inputs: [input("orders", 9, null), input("returns", 9, 7)] }),
  task("1_0", { standbys: [place("b", 240, { offset: 10, endOffset: 250 }), place("a", null)], warmups: [place("c", 0, { offset: 3, endOffset: 3 })] }),
];

describe("lags by subtopology", () => {
  it("add up what is known and count what is not", () => {
    const [first, second] = bySubtopology(TASKS, STATE);
    expect(first).toMatchObject({ subtopologyId: "0", topics: ["orders", "returns"], tasks: 3, input: { sum: 12, known: 3, unknown: 1 } });
    expect(second).toMatchObject({ input: { sum: 0, known: 0, unknown: 1 }, standby: { sum: 240, known: 1, unknown: 1 }, warmup: { sum: 0, known: 1, unknown: 0 } });
    expect(together([first!.input, second!.input])).toEqual({ sum: 12, known: 3, unknown: 2 });
  });

  it("stay exact beyond 2^53", () => {
    const far = "9007199254740993";
    const [first] = bySubtopology([task("0_0", { standbys: [place("a", far), place("b", 2)] })], STATE);
    expect(first?.standby.sum).toBe("9007199254740995");
  });

  it("do not claim topics where the topology is not known", () => {
    expect(bySubtopology([task("0_0", {})], { ...STATE, subtopologies: null })[0]?.topics).toBeNull();
  });
});

describe("the rows of lags", () => {
  const ids = (rows: readonly { key: string }[]) => rows.map((row) => row.key);

  it("are tasks, the most behind first, what is not known last, in either direction", () => {
    const rows = lagRows(offsets(...TASKS), "task", STATE, NAMES);
    expect(ids(sorted(rows, "lag", true))).toEqual(["0_0", "0_10", "0_9", "1_0"]);
    expect(ids(sorted(rows, "lag", false))).toEqual(["0_10", "0_0", "0_9", "1_0"]);
    expect(ids(sorted(rows, "task", true))).toEqual(["1_0", "0_10", "0_9", "0_0"]);
  });

  it("are the partitions that were read", () => {
    const rows = lagRows(offsets(...TASKS), "partition", STATE, NAMES);
    expect(ids(sorted(rows, "topic", false))).toEqual(["orders 0", "orders 9", "orders 10", "returns 9"]);
    expect(ids(sorted(rows, "lag", true))).toEqual(["returns 9", "orders 0", "orders 10", "orders 9"]);
  });

  it("are copies, with how much is restored", () => {
    const rows = lagRows(offsets(...TASKS), "copy", STATE, NAMES);
    expect(sorted(rows, "restored", false).map((row) => [row.key, row.copy?.role, row.copy?.progress])).toEqual([
      ["1_0 b", "standby", 0.04],
      ["1_0 c", "warmup", 1],
      ["1_0 a", "standby", null],
    ]);
  });

  it.each([
    ["0_1", ["0_10"]],
    ["orders app-8082", ["0_10"]],
    ["COUNTS", ["1_0"]],
    ["returns", ["0_9"]],
    ["  ", ["0_0", "0_10", "0_9", "1_0"]],
    ["nope", []],
  ])("are searched by each word of %j", (search, expected) => {
    expect(ids(searched(lagRows(offsets(...TASKS), "task", { ...STATE, subtopologies: STATE.subtopologies!.slice(1) }, NAMES), search))).toEqual(expected);
  });
});

it("tells the copy of a task that is the most behind", () => {
  expect(copiesOf(TASKS[3]!)).toEqual({ copies: 3, most: 240, unknown: 1 });
  expect(copiesOf(TASKS[0]!)).toEqual({ copies: 0, most: null, unknown: 0 });
});
