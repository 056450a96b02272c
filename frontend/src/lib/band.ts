import type { GroupState, Snapshot } from "../api/types";
import { plural, stateWord, utcDate, utcTime } from "./format";

/** Proportional to time, or one step for each snapshot: bursts of changes are only readable in steps. */
export type BandScale = "time" | "steps";

/** A run of snapshots in one state; positions are fractions of the band's width. */
export interface BandSegment {
  state: GroupState;
  from: number;
  to: number;
}

export interface Band {
  scale: BandScale;
  segments: BandSegment[];
  /** Where the assignment changed. */
  ticks: number[];
  marks: { position: number; label: string }[];
}

const MOST_SEGMENTS = 600;
const MOST_TICKS = 200;

/** Which state is drawn where several fall on the same few pixels: the one that a reader must not miss. */
const WEIGHT: Record<GroupState, number> = {
  STABLE: 0,
  EMPTY: 1,
  UNKNOWN: 2,
  ASSIGNING: 3,
  RECONCILING: 4,
  DEAD: 5,
  NOT_READY: 6,
};

function timeOf(snapshot: Snapshot): number {
  return new Date(snapshot.at).getTime();
}

/** Whether a snapshot's changes speak of tasks. */
export function changesAssignment(snapshot: Snapshot): boolean {
  return snapshot.changes.some((change) => /\b\w+_\d+\b|\btasks?\b|assign/i.test(change));
}

/** The span that the snapshots cover, up to `end` (the last observed instant) where that is later. */
export function spanOf(snapshots: readonly Snapshot[], end: string | null): { from: number; to: number } {
  const first = snapshots[0];
  const last = snapshots.at(-1);
  if (!first || !last) return { from: 0, to: 0 };
  return { from: timeOf(first), to: Math.max(timeOf(last), end === null ? 0 : new Date(end).getTime()) };
}

/** Draws the band of a group's snapshots, which are in the order of their versions. */
export function layOutBand(snapshots: readonly Snapshot[], end: string | null, wanted: BandScale): Band {
  const { from, to } = spanOf(snapshots, end);
  const scale = to > from ? wanted : "steps";
  const position = (index: number) => positionAt(snapshots, index, from, to, scale);
  const segments: BandSegment[] = [];
  const ticks: number[] = [];
  snapshots.forEach((snapshot, index) => {
    const start = position(index);
    const stop = index + 1 < snapshots.length ? position(index + 1) : 1;
    const previous = segments.at(-1);
    if (previous?.state === snapshot.state) previous.to = stop;
    else segments.push({ state: snapshot.state, from: start, to: stop });
    if (index > 0 && ticks.at(-1) !== start && changesAssignment(snapshot)) ticks.push(start);
  });
  return {
    scale,
    segments: segments.length > MOST_SEGMENTS ? bucketed(segments) : segments,
    ticks: thinned(ticks),
    marks: scale === "time" ? timeMarks(from, to) : stepMarks(snapshots),
  };
}

function positionAt(snapshots: readonly Snapshot[], index: number, from: number, to: number, scale: BandScale): number {
  const snapshot = snapshots[index];
  if (!snapshot) return 0;
  return scale === "steps" ? index / snapshots.length : (timeOf(snapshot) - from) / (to - from);
}

/** Where the head stands for a version; null when the version is not among the snapshots. */
export function headPosition(
  snapshots: readonly Snapshot[],
  end: string | null,
  wanted: BandScale,
  version: number,
): number | null {
  const { from, to } = spanOf(snapshots, end);
  const index = indexOfVersion(snapshots, version);
  if (index < 0) return null;
  const scale = to > from ? wanted : "steps";
  const start = positionAt(snapshots, index, from, to, scale);
  return scale === "steps" ? start + 0.5 / snapshots.length : start;
}

/** The version that was current at a fraction of the band: of snapshots with one instant, the last. */
export function versionAt(
  snapshots: readonly Snapshot[],
  end: string | null,
  wanted: BandScale,
  fraction: number,
): number | null {
  if (snapshots.length === 0) return null;
  const { from, to } = spanOf(snapshots, end);
  if (wanted === "steps" || to <= from) {
    const index = Math.min(snapshots.length - 1, Math.max(0, Math.floor(fraction * snapshots.length)));
    return snapshots[index]?.version ?? null;
  }
  const instant = from + fraction * (to - from);
  let low = 0;
  let high = snapshots.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const snapshot = snapshots[middle];
    if (snapshot && timeOf(snapshot) <= instant) low = middle;
    else high = middle - 1;
  }
  return snapshots[low]?.version ?? null;
}

/** The index of a version, or -1. Versions rise but can have gaps. */
export function indexOfVersion(snapshots: readonly Snapshot[], version: number): number {
  let low = 0;
  let high = snapshots.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = snapshots[middle]?.version ?? 0;
    if (found === version) return middle;
    if (found < version) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** What the slider says: version, instant and state, and its place among snapshots of the same instant. */
export function describePosition(snapshots: readonly Snapshot[], version: number): string {
  const index = indexOfVersion(snapshots, version);
  const snapshot = snapshots[index];
  if (!snapshot) return `Version ${version}`;
  let first = index;
  while (snapshots[first - 1]?.at === snapshot.at) first--;
  let last = index;
  while (snapshots[last + 1]?.at === snapshot.at) last++;
  const among = last > first ? `, ${index - first + 1} of ${last - first + 1} at this instant` : "";
  return `Version ${version}, ${utcDate(snapshot.at)} ${utcTime(snapshot.at)} UTC${among}, ${stateWord(snapshot.state)}, ${plural(snapshot.memberCount, "member")}`;
}

function bucketed(segments: readonly BandSegment[]): BandSegment[] {
  const buckets: (GroupState | undefined)[] = Array.from({ length: MOST_SEGMENTS });
  for (const segment of segments) {
    const first = Math.min(MOST_SEGMENTS - 1, Math.floor(segment.from * MOST_SEGMENTS));
    const last = Math.min(MOST_SEGMENTS - 1, Math.max(first, Math.ceil(segment.to * MOST_SEGMENTS) - 1));
    for (let bucket = first; bucket <= last; bucket++) {
      const known = buckets[bucket];
      if (known === undefined || WEIGHT[segment.state] > WEIGHT[known]) buckets[bucket] = segment.state;
    }
  }
  const merged: BandSegment[] = [];
  buckets.forEach((state, bucket) => {
    if (state === undefined) return;
    const previous = merged.at(-1);
    const to = (bucket + 1) / MOST_SEGMENTS;
    if (previous?.state === state) previous.to = to;
    else merged.push({ state, from: bucket / MOST_SEGMENTS, to });
  });
  return merged;
}

function thinned(ticks: readonly number[]): number[] {
  if (ticks.length <= MOST_TICKS) return [...ticks];
  return [...new Set(ticks.map((tick) => Math.round(tick * MOST_TICKS) / MOST_TICKS))];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500,
  SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND,
  MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY,
]; // prettier-ignore

/** Round instants to label between two, at most eight. */
export function timeMarks(from: number, to: number): { position: number; label: string }[] {
  if (to <= from) return [];
  const step = STEPS.find((candidate) => (to - from) / candidate <= 7) ?? 365 * DAY;
  const marks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const text = new Date(at).toISOString();
    const label =
      step >= DAY ? text.slice(0, 10) : step >= MINUTE ? text.slice(11, 16) : step >= SECOND ? text.slice(11, 19) : text.slice(11, 23);
    marks.push({ position: (at - from) / (to - from), label });
  }
  return marks;
}

function stepMarks(snapshots: readonly Snapshot[]): { position: number; label: string }[] {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => snapshots.length / step <= 10) ?? 2000;
  const marks: { position: number; label: string }[] = [];
  snapshots.forEach((snapshot, index) => {
    if (snapshot.version % every === 0 || snapshots.length === 1) {
      marks.push({ position: (index + 0.5) / snapshots.length, label: `v${snapshot.version}` });
    }
  });
  return marks;
}
