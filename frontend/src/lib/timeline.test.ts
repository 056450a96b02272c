import { describe, expect, it } from "vitest";
import { detail, member, snapshotsOf, timelineOf } from "../../dev/fixture/world";
import type { Timeline } from "../api/types";
import { barAt, layOutHead, layOutLanes } from "./timeline";

const BEGIN = Date.UTC(2026, 10, 29, 22, 20, 0);
const iso = (second: number) => new Date(BEGIN + second * 1000).toISOString();
const holder = (id: string, active: string[], standby: string[] = []) =>
  member(id, { processId: `p-${id}`, endpoint: { host: `app-${id}.example`, port: 1 }, assigned: { active, standby, warmup: [] } });

/** `a` runs all; `b` joins and takes one after ten seconds in which nobody had it; `a` goes. */
const GROUP = {
  details: [
    detail("g", BEGIN, 1, { members: [holder("a", ["0_0", "0_1"])], unassignedTaskCount: 0 }),
    detail("g", BEGIN + 10_000, 2, { members: [holder("a", ["0_0"]), holder("b", [])], state: "RECONCILING", unassignedTaskCount: 1 }),
    detail("g", BEGIN + 20_000, 3, { members: [holder("a", ["0_0"]), holder("b", ["0_1"], ["0_0"])], unassignedTaskCount: 0 }),
    detail("g", BEGIN + 30_000, 4, { members: [holder("b", ["0_0", "0_1"])], unassignedTaskCount: 0 }),
  ],
  changes: [],
  statuses: [],
  errors: [],
  lags: new Map(),
};
const seconds = (bar: { from: number; to: number }) => [(bar.from - BEGIN) / 1000, (bar.to - BEGIN) / 1000];

describe("the lanes of a timeline", () => {
  it("have a bar for each stretch in which a process had the same tasks, named as people name processes", () => {
    const [a, b] = layOutLanes({ ...timelineOf(GROUP, "process"), to: iso(40) }, "UTC");
    expect([a?.name, b?.name]).toEqual(["app-a", "app-b"]);
    expect(a?.tracks[0]?.map(seconds)).toEqual([[0, 10], [10, 30]]);
    expect(a?.tracks[0]?.[1]?.texts).toEqual(["0_0", "1"]);
    expect(a?.present.map(seconds)).toEqual([[0, 30]]);
    expect(b?.present.map(seconds)).toEqual([[10, 40]]);
    expect(b?.tracks[0]?.[0]?.words).toBe("app-b: 1 active task, 0_1; 2026-11-29 22:20:20 – 22:20:30 UTC, 10 s");
    expect(b?.tracks[1]?.map((bar) => bar.kind)).toEqual(["standby"]);
  });

  it("name the owner in a task's bars, and say when it had none", () => {
    const lanes = layOutLanes({ ...timelineOf(GROUP, "task"), to: iso(40) }, "UTC");
    const moved = lanes.find((lane) => lane.id === "0_1");
    expect(moved?.tracks).toHaveLength(1);
    expect(moved?.tracks[0]?.map((bar) => [bar.kind, bar.texts[0], ...seconds(bar)])).toEqual([
      ["active", "app-a", 0, 10],
      ["nowhere", "nowhere", 10, 20],
      ["active", "app-b", 20, 40],
    ]);
  });

  it("veil a process while all of its members are away", () => {
    const timeline: Timeline = timelineOf(GROUP, "process");
    const away = { from: iso(5), to: iso(15), away: true, fenced: false };
    const here = { from: iso(0), to: iso(5), away: false, fenced: false };
    const members = timeline.members.map((one) => (one.memberId === "a" ? { ...one, stretches: [here, away] } : one));
    const [a] = layOutLanes({ ...timeline, members }, "UTC");
    expect(a?.present.map(seconds)).toEqual([[0, 15]]);
    expect(a?.absent.map(seconds)).toEqual([[5, 15]]);
  });

  it("find the bar that is pointed at, and one near it that is too narrow to be", () => {
    const track = [
      { from: 0, to: 10, kind: "active" as const, texts: [], words: "first" },
      { from: 50, to: 51, kind: "active" as const, texts: [], words: "second" },
    ];
    expect(barAt(track, 5, 2)?.words).toBe("first");
    expect(barAt(track, 48.5, 2)?.words).toBe("second");
    expect(barAt(track, 53, 2)?.words).toBe("second");
    expect(barAt(track, 30, 2)).toBeNull();
  });
});

describe("the head of a timeline", () => {
  it("joins snapshots of one state, and tells how many tasks ran nowhere and which statuses were open", () => {
    const status = { code: 1, name: "MISSING_SOURCE_TOPICS", detail: null, openedAt: iso(12), closedAt: null, lastSeenAt: iso(18), memberIds: ["a"] };
    const [state, nowhere, missing] = layOutHead(snapshotsOf(GROUP), iso(40), [status], "UTC");
    expect(state?.tracks[0]?.map((bar) => [bar.state, ...seconds(bar)])).toEqual([
      ["STABLE", 0, 10],
      ["RECONCILING", 10, 20],
      ["STABLE", 20, 40],
    ]);
    expect(nowhere?.tracks[0]?.map((bar) => [bar.texts[0], ...seconds(bar)])).toEqual([["1 task nowhere", 10, 20]]);
    expect(missing?.name).toBe("Missing source topics");
    expect(missing?.tracks[0]?.map(seconds)).toEqual([[12, 40]]);
  });

  it("does not claim that tasks ran where that is not known", () => {
    const unknown = GROUP.details.map((one) => ({ ...one, unassignedTaskCount: null }));
    expect(layOutHead(snapshotsOf({ ...GROUP, details: unknown }), null, [], "UTC").map((lane) => lane.id)).toEqual(["state"]);
  });
});
