import type { Snapshot } from "../api/types";
import { spanOf } from "./band";
import { firstWhere } from "./search";

/** A stretch of time in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

const HOUR = 3_600_000;

/** Ranges that end with what was observed last, by the name that the address carries. */
export const RANGES = [
  ["1h", "1 h", HOUR],
  ["6h", "6 h", 6 * HOUR],
  ["1d", "1 d", 24 * HOUR],
] as const;

/** Nothing is drawn of less time than this. */
export const SHORTEST_MS = 10;

/** The range of the address as two instants, where it is one. */
function explicit(range: string | null): Span | null {
  const parts = range?.split("/") ?? [];
  if (parts.length !== 2) return null;
  const [from = Number.NaN, to = Number.NaN] = parts.map((part) => new Date(part).getTime());
  return to - from >= SHORTEST_MS ? { from, to } : null;
}

/**
 * What of a group's time is drawn: all of it, its end, or two instants. An instant that is shown and lies outside of a
 * range that ends with the last observation moves that range.
 */
export function windowOf(range: string | null, snapshots: readonly Snapshot[], end: string | null, instant: string | null): Span {
  const all = spanOf(snapshots, end);
  const own = explicit(range);
  if (own) return own;
  const length = RANGES.find(([name]) => name === range)?.[2];
  if (length === undefined || length >= all.to - all.from) return all;
  const at = instant === null ? all.to : new Date(instant).getTime();
  return at >= all.to - length ? { from: all.to - length, to: all.to } : centred(at, length, all);
}

function centred(at: number, length: number, all: Span): Span {
  const from = Math.max(all.from, Math.min(all.to - length, at - length / 2));
  return { from, to: from + length };
}

/** How the address says a window: nothing for all there is. */
export function rangeOf(window: Span, all: Span): string | null {
  if (window.from <= all.from && window.to >= all.to) return null;
  return `${new Date(window.from).toISOString()}/${new Date(window.to).toISOString()}`;
}

/** A window around a fixed instant, `factor` times as long, within what there is. */
export function zoomed(window: Span, factor: number, at: number, all: Span): Span {
  const length = Math.min(Math.max(SHORTEST_MS, (window.to - window.from) * factor), all.to - all.from);
  const share = (at - window.from) / (window.to - window.from || 1);
  return within({ from: at - share * length, to: at + (1 - share) * length }, all);
}

/** A window moved by some milliseconds, within what there is. */
export function panned(window: Span, by: number, all: Span): Span {
  return within({ from: window.from + by, to: window.to + by }, all);
}

function within(window: Span, all: Span): Span {
  const length = Math.min(window.to - window.from, all.to - all.from);
  const from = Math.round(Math.max(all.from, Math.min(all.to - length, window.from)));
  return { from, to: Math.max(from + SHORTEST_MS, Math.round(from + length)) };
}

/** The snapshots of a window, the one that held when it begins included. */
export function snapshotsWithin(snapshots: readonly Snapshot[], window: Span): Snapshot[] {
  const first = firstAfter(snapshots, window.from);
  const behind = firstAfter(snapshots, window.to);
  return snapshots.slice(Math.max(0, first - 1), behind);
}

/** The version that held at an instant, or null before the first. */
export function versionAtInstant(snapshots: readonly Snapshot[], instant: string): number | null {
  return snapshots[firstAfter(snapshots, new Date(instant).getTime()) - 1]?.version ?? null;
}

/** The index of the first snapshot that began after an instant. */
function firstAfter(snapshots: readonly Snapshot[], at: number): number {
  // Addresses and drawings know milliseconds, the API microseconds.
  return firstWhere(snapshots.length, (index) => new Date(snapshots[index]?.at ?? 0).getTime() > at);
}
