import { describe, expect, it } from "vitest";
import type { GroupState, Snapshot } from "../api/types";
import { describePosition, headPosition, indexOfVersion, layOutBand, leftOfMark, snapshotAtStep, spanOf, timeMarks } from "./band";

const BEGIN = Date.UTC(2026, 0, 1);

function snapshot(version: number, second: number, state: GroupState = "STABLE", changes: string[] = []): Snapshot {
  return {
    version,
    at: new Date(BEGIN + second * 1000).toISOString(),
    state,
    stateSource: "DERIVED",
    memberCount: 2,
    processCount: 1,
    activeTaskCount: 6,
    standbyTaskCount: 0,
    warmupTaskCount: 0,
    unassignedTaskCount: 0,
    openStatuses: [],
    changes,
  };
}

const SPAN = { from: BEGIN, to: BEGIN + 100_000 };

describe("a mark", () => {
  it("keeps half of its label's length from the ends of the scale", () => {
    expect(leftOfMark({ position: 0.01, label: "22:24" })).toBe("clamp(3ch, 1%, calc(100% - 3ch))");
  });
});

describe("the band in time", () => {
  it("joins snapshots of one state and ends with the last observed instant", () => {
    const { segments } = layOutBand([snapshot(1, 0), snapshot(2, 10), snapshot(3, 50, "RECONCILING")], SPAN, "time", "UTC");
    expect(segments).toEqual([
      { state: "STABLE", from: 0, to: 0.5 },
      { state: "RECONCILING", from: 0.5, to: 1 },
    ]);
  });

  it("has a tick where tasks moved and none where something else changed", () => {
    const snapshots = [snapshot(1, 0, "STABLE", ["0_1 joined"]), snapshot(2, 25, "STABLE", ["0_3 moved"]), snapshot(3, 50, "STABLE", ["epoch 3 → 4"])];
    expect(layOutBand(snapshots, SPAN, "time", "UTC").ticks).toEqual([0.25]);
  });

  it("begins with the state that held when the span does", () => {
    const band = layOutBand([snapshot(2, 10), snapshot(3, 50, "RECONCILING")], { from: BEGIN + 30_000, to: BEGIN + 70_000 }, "time", "UTC");
    expect(band.segments).toEqual([
      { state: "STABLE", from: 0, to: 0.5 },
      { state: "RECONCILING", from: 0.5, to: 1 },
    ]);
  });

  it("falls back to steps when all snapshots have one instant", () => {
    const band = layOutBand([snapshot(1, 0), snapshot(2, 0, "RECONCILING")], { from: BEGIN, to: BEGIN }, "time", "UTC");
    expect(band.scale).toBe("steps");
    expect(band.segments.map((segment) => segment.to)).toEqual([0.5, 1]);
  });

  it("fills the width with a single snapshot", () => {
    expect(layOutBand([snapshot(1, 0)], { from: BEGIN, to: BEGIN }, "time", "UTC").segments).toEqual([{ state: "STABLE", from: 0, to: 1 }]);
  });

  it("stays small with thousands of snapshots and never hides a state that is not well", () => {
    const snapshots = Array.from({ length: 5000 }, (_, index) => snapshot(index + 1, index, index % 2 ? "STABLE" : "NOT_READY", ["0_1 moved"]));
    const band = layOutBand(snapshots, spanOf(snapshots, null), "time", "UTC");
    expect(band.segments).toEqual([{ state: "NOT_READY", from: 0, to: 1 }]);
    expect(band.ticks.length).toBeLessThanOrEqual(201);
  });
});

describe("the head", () => {
  const snapshots = [snapshot(3, 0), snapshot(4, 20), snapshot(5, 20), snapshot(9, 80)];

  it("stands at the instant of its version", () => {
    expect(headPosition(snapshots, SPAN, "time", 9, null)).toBe(0.8);
    expect(headPosition(snapshots, SPAN, "steps", 3, null)).toBe(0.125);
  });

  it("is nowhere for a version that is not loaded", () => expect(headPosition(snapshots, SPAN, "time", 7, null)).toBeNull());

  it("stands at an instant within its version, and nowhere outside of what is drawn", () => {
    const instant = new Date(BEGIN + 90_000).toISOString();
    expect(headPosition(snapshots, SPAN, "time", 9, instant)).toBe(0.9);
    expect(headPosition(snapshots, { from: BEGIN, to: BEGIN + 50_000 }, "time", 9, instant)).toBeNull();
  });

  it("reaches every snapshot in steps", () => {
    expect([0, 0.3, 0.6, 0.99, 1].map((fraction) => snapshotAtStep(snapshots, fraction)?.version)).toEqual([3, 4, 5, 9, 9]);
  });

  it("finds versions in spite of gaps", () => {
    expect(snapshots.map((one) => indexOfVersion(snapshots, one.version))).toEqual([0, 1, 2, 3]);
    expect(indexOfVersion(snapshots, 6)).toBe(-1);
  });

  it("says version, instant, state and its place among equal instants", () => {
    expect(describePosition(snapshots, 5, null, "UTC")).toBe("Version 5, 2026-01-01 00:00:20 UTC, 2 of 2 at this instant, Stable, 2 members");
  });
});

describe("marks", () => {
  it("are round instants, at most eight", () => {
    const marks = timeMarks(BEGIN + 500, BEGIN + 304_000, "UTC");
    expect(marks.length).toBeLessThanOrEqual(8);
    expect(marks[0]?.label).toBe("00:01");
  });
  it("are round on the clocks of the zone, also where these are changed", () => {
    const half = timeMarks(BEGIN, BEGIN + 2 * 3_600_000, "Asia/Kolkata");
    expect(half.map(({ label }) => label)).toEqual(["05:30", "06:00", "06:30", "07:00", "07:30"]);
    expect(half[1]?.position).toBe(0.25);
    const change = Date.UTC(2026, 2, 29, 1);
    const night = timeMarks(change - 3 * 3_600_000, change + 3 * 3_600_000, "Europe/Berlin");
    expect(night.map(({ label, position }) => [label, Math.round(position * 6)])).toEqual([
      ["23:00", 0], ["00:00", 1], ["01:00", 2], ["03:00", 3], ["04:00", 4], ["05:00", 5], ["06:00", 6],
    ]); // prettier-ignore
    const days = timeMarks(change - 2 * 86_400_000, change + 2 * 86_400_000, "Europe/Berlin");
    expect(days.map(({ label }) => label)).toEqual(["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"]);
  });
  it("are none without a span", () => expect(timeMarks(BEGIN, BEGIN, "UTC")).toEqual([]));
});
