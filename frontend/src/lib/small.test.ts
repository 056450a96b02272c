import { describe, expect, it } from "vitest";
import type { TaskInterval } from "../api/types";
import { layOutLags } from "./lags";
import { layOutLife } from "./life";
import { withShortIds } from "./memberIds";
import { ranges } from "./partitions";
import { compareTaskIds, parseTaskId } from "./tasks";

describe("task ids", () => {
  it("are a subtopology and a partition", () => {
    expect(parseTaskId("1_13")).toEqual({ subtopologyId: "1", partition: 13 });
    expect(parseTaskId("nonsense")).toBeNull();
  });
  it("sort as numbers", () => expect(["1_10", "0_2", "1_9", "10_0"].sort(compareTaskIds)).toEqual(["0_2", "1_9", "1_10", "10_0"]));
});

describe("partitions", () => {
  it("are written as ranges", () => {
    expect(ranges([5, 0, 1, 2])).toBe("0–2, 5");
    expect(ranges([0, 1])).toBe("0, 1");
    expect(ranges([])).toBe("");
  });
});

describe("lags", () => {
  it("leave out what is not known, so that no number is shown for it", () => {
    const place = (lag: number | null) => ({ memberId: "m", processId: null, offset: 50, endOffset: 100, lag, offsetAt: null });
    const task = { taskId: "1_0", subtopologyId: "1", partition: 0, stores: null, active: null, standbys: [place(null)], warmups: [], target: null };
    expect(layOutLags([task]).size).toBe(0);
    expect(layOutLags([{ ...task, standbys: [], warmups: [place(50)] }]).get("1_0 m")).toEqual({ lag: 50, progress: 0.5 });
  });
});

describe("a task's life", () => {
  const interval = (from: number, to: number | null, view: TaskInterval["view"], role: TaskInterval["role"] = "active"): TaskInterval => ({
    memberId: "m",
    processId: "p",
    view,
    role,
    fromVersion: 1,
    toVersion: null,
    from: new Date(from).toISOString(),
    to: to === null ? null : new Date(to).toISOString(),
  });

  it("shows when the task ran nowhere", () => {
    const life = layOutLife([interval(20, 40, "assigned"), interval(60, null, "assigned")], { from: 0, to: 100 }, () => "p");
    expect(life.nowhere).toEqual([
      { from: 0, to: 0.2 },
      { from: 0.4, to: 0.6 },
    ]);
  });

  it("does not count a standby as running", () => {
    expect(layOutLife([interval(0, null, "assigned", "standby")], { from: 0, to: 100 }, () => "p").nowhere).toEqual([{ from: 0, to: 1 }]);
  });

  it("never mixes what is owned with what is assigned", () => {
    const life = layOutLife([interval(0, 50, "owned"), interval(10, 60, "assigned")], { from: 0, to: 100 }, () => "p");
    expect(life.view).toBe("assigned");
    expect(life.rows[0]?.bars).toHaveLength(1);
  });
});

describe("sentences with member ids", () => {
  it("are shortened, and name the process that is known", () => {
    const names = new Map([["b7nWWJ16QKKr5q6ik8IKTg", "app-8083"]]);
    expect(withShortIds("b7nWWJ16QKKr5q6ik8IKTg is told to run active +0_4", names)).toBe("app-8083 (b7nW…IKTg) is told to run active +0_4");
    expect(withShortIds("_7k4QmZpR2aM0s8c3x3ey- left", names)).toBe("_7k4…3ey- left");
    expect(withShortIds("MISSING_INTERNAL_TOPICS opened: orders-app-counts-changelog", names)).toBe("MISSING_INTERNAL_TOPICS opened: orders-app-counts-changelog");
  });
});
