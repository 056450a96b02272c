import { describe, expect, it } from "vitest";
import { detail, snapshotsOf } from "../../dev/fixture/world";
import { panned, rangeOf, snapshotsWithin, versionAtInstant, windowOf, zoomed } from "./window";

const BEGIN = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Ten hours with a snapshot at each. */
const details = Array.from({ length: 11 }, (_, hour) => detail("g", BEGIN + hour * HOUR, hour + 1));
const SNAPSHOTS = snapshotsOf({ details, changes: [], statuses: [], errors: [], lags: new Map() });
const END = iso(BEGIN + 10 * HOUR);
const ALL = { from: BEGIN, to: BEGIN + 10 * HOUR };

describe("the window in time", () => {
  it("is all there is, unless the address says otherwise", () => {
    expect(windowOf(null, SNAPSHOTS, END, null)).toEqual(ALL);
    expect(windowOf("nonsense", SNAPSHOTS, END, null)).toEqual(ALL);
    expect(windowOf("1d", SNAPSHOTS, END, null)).toEqual(ALL);
    expect(windowOf(`${iso(BEGIN + 5)}/${iso(BEGIN + 4)}`, SNAPSHOTS, END, null)).toEqual(ALL);
  });

  it("ends with what was observed last, and moves to an instant before", () => {
    expect(windowOf("1h", SNAPSHOTS, END, null)).toEqual({ from: ALL.to - HOUR, to: ALL.to });
    expect(windowOf("1h", SNAPSHOTS, END, iso(ALL.to - HOUR / 3))).toEqual({ from: ALL.to - HOUR, to: ALL.to });
    expect(windowOf("1h", SNAPSHOTS, END, iso(BEGIN + 3 * HOUR))).toEqual({ from: BEGIN + 2.5 * HOUR, to: BEGIN + 3.5 * HOUR });
    expect(windowOf("6h", SNAPSHOTS, END, iso(BEGIN))).toEqual({ from: BEGIN, to: BEGIN + 6 * HOUR });
  });

  it("is read back from the address as it was written", () => {
    const window = { from: BEGIN + 1234, to: BEGIN + 5678 };
    expect(windowOf(rangeOf(window, ALL), SNAPSHOTS, END, null)).toEqual(window);
    expect(rangeOf(ALL, ALL)).toBeNull();
  });

  it("keeps the instant under the pointer when it is zoomed, and never leaves what there is", () => {
    expect(zoomed(ALL, 0.5, BEGIN + 2 * HOUR, ALL)).toEqual({ from: BEGIN + HOUR, to: BEGIN + 6 * HOUR });
    expect(zoomed({ from: BEGIN, to: BEGIN + HOUR }, 100, BEGIN, ALL)).toEqual(ALL);
    const closest = zoomed({ from: BEGIN, to: BEGIN + 20 }, 0.001, BEGIN + 5, ALL);
    expect(closest.to - closest.from).toBe(10);
    expect(panned({ from: BEGIN + HOUR, to: BEGIN + 2 * HOUR }, -5 * HOUR, ALL)).toEqual({ from: BEGIN, to: BEGIN + HOUR });
  });

  it("has the snapshot that held when it begins", () => {
    const window = { from: BEGIN + 1.5 * HOUR, to: BEGIN + 3 * HOUR };
    expect(snapshotsWithin(SNAPSHOTS, window).map((one) => one.version)).toEqual([2, 3, 4]);
    expect(snapshotsWithin(SNAPSHOTS, { from: 0, to: 1 })).toEqual([]);
  });

  it("finds the version that held at an instant", () => {
    expect(versionAtInstant(SNAPSHOTS, iso(BEGIN - 1))).toBeNull();
    expect(versionAtInstant(SNAPSHOTS, iso(BEGIN + HOUR))).toBe(2);
    expect(versionAtInstant(SNAPSHOTS, iso(BEGIN + 99 * HOUR))).toBe(11);
  });
});
