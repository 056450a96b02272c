import type { GroupState, Snapshot } from "../api/types";
import type { Span } from "./window";
import { dateTimeIn, offsetIn, plural, stateWord } from "./format";
import { firstWhere } from "./search";
import { instantOfWall, offsetAt } from "./zone";

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
export function spanOf(snapshots: readonly Snapshot[], end: string | null): Span {
  const first = snapshots[0];
  const last = snapshots.at(-1);
  if (!first || !last) return { from: 0, to: 0 };
  return { from: timeOf(first), to: Math.max(timeOf(last), end === null ? 0 : new Date(end).getTime()) };
}

/** Draws the band of a group's snapshots in a span, which are in the order of their versions. */
export function layOutBand(snapshots: readonly Snapshot[], { from, to }: Span, wanted: BandScale, zone: string): Band {
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
    marks: scale === "time" ? timeMarks(from, to, zone) : stepMarks(snapshots),
  };
}

function positionAt(snapshots: readonly Snapshot[], index: number, from: number, to: number, scale: BandScale): number {
  const snapshot = snapshots[index];
  if (!snapshot) return 0;
  return scale === "steps" ? index / snapshots.length : Math.min(1, Math.max(0, (timeOf(snapshot) - from) / (to - from)));
}

/**
 * Where the head stands for an instant of a version; null when it is not in the span. In steps, and where no instant is
 * given, it is the version's beginning.
 */
export function headPosition(
  snapshots: readonly Snapshot[],
  { from, to }: Span,
  wanted: BandScale,
  version: number,
  instant: string | null,
): number | null {
  const index = indexOfVersion(snapshots, version);
  const snapshot = snapshots[index];
  if (!snapshot) return null;
  if (wanted === "steps" || to <= from) return (index + 0.5) / snapshots.length;
  const position = (new Date(instant ?? snapshot.at).getTime() - from) / (to - from);
  return position < 0 || position > 1 ? null : position;
}

/** The snapshot at a fraction of a band in steps. */
export function snapshotAtStep(snapshots: readonly Snapshot[], fraction: number): Snapshot | undefined {
  return snapshots[Math.min(snapshots.length - 1, Math.max(0, Math.floor(fraction * snapshots.length)))];
}

/** The index of a version, or -1. Versions rise but can have gaps. */
export function indexOfVersion(snapshots: readonly Snapshot[], version: number): number {
  const index = firstWhere(snapshots.length, (at) => (snapshots[at]?.version ?? 0) >= version);
  return snapshots[index]?.version === version ? index : -1;
}

/** What the slider says: version, instant and state, and its place among snapshots of the same instant. */
export function describePosition(snapshots: readonly Snapshot[], version: number, instant: string | null, zone: string): string {
  const index = indexOfVersion(snapshots, version);
  const snapshot = snapshots[index];
  if (!snapshot) return `Version ${version}`;
  let first = index;
  while (snapshots[first - 1]?.at === snapshot.at) first--;
  let last = index;
  while (snapshots[last + 1]?.at === snapshot.at) last++;
  const among = last > first ? `, ${index - first + 1} of ${last - first + 1} at this instant` : "";
  const at = instant ?? snapshot.at;
  return `Version ${version}, ${dateTimeIn(at, zone)} ${offsetIn(at, zone)}${among}, ${stateWord(snapshot.state)}, ${plural(snapshot.memberCount, "member")}`;
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

/** Instants between two that are round on a zone's clocks, to be labelled; at most eight. */
export function timeMarks(from: number, to: number, zone: string): { position: number; label: string }[] {
  if (to <= from) return [];
  const step = STEPS.find((candidate) => (to - from) / candidate <= 7) ?? 365 * DAY;
  const marks = [];
  let last = -Infinity;
  for (let wall = Math.ceil((from + offsetAt(from, zone)) / step) * step; ; wall += step) {
    const at = instantOfWall(wall, zone);
    if (at > to) return marks;
    // Where clocks are changed, a time of theirs can come before what is drawn, or fall on the one before.
    if (at < from || at <= last) continue;
    last = at;
    const text = new Date(at + offsetAt(at, zone)).toISOString();
    const label =
      step >= DAY ? text.slice(0, 10) : step >= MINUTE ? text.slice(11, 16) : step >= SECOND ? text.slice(11, 19) : text.slice(11, 23);
    marks.push({ position: (at - from) / (to - from), label });
  }
}

/** Where the middle of a mark's label stands, in CSS: at its position, and inside of the scale at its ends. */
export function leftOfMark({ position, label }: { position: number; label: string }): string {
  const half = `${(label.length + 1) / 2}ch`;
  return `clamp(${half}, ${position * 100}%, calc(100% - ${half}))`;
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
