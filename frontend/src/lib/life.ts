import { roleOf, type Role, type TaskInterval } from "../api/types";

/** A stretch of a task's life on one process, as fractions of the span drawn. */
export interface LifeBar {
  from: number;
  to: number;
  role: Role;
  /** Null when it began before the states that are kept. */
  start: string | null;
  stop: string | null;
}

export interface LifeRow {
  key: string;
  name: string;
  bars: LifeBar[];
}

export interface Life {
  view: "assigned" | "owned";
  rows: LifeRow[];
  /** When no member was assigned the task as active. */
  nowhere: { from: number; to: number }[];
}

/**
 * A task's life by process. It is drawn from what the coordinator assigned, or from what members own where assignments
 * are not known; the two are never mixed.
 */
export function layOutLife(
  intervals: readonly TaskInterval[],
  span: { from: number; to: number },
  nameOf: (interval: TaskInterval) => string,
): Life {
  const view: Life["view"] = intervals.some((interval) => interval.view === "assigned") ? "assigned" : "owned";
  const width = span.to - span.from;
  const fraction = (instant: number) => (width <= 0 ? 0 : Math.min(1, Math.max(0, (instant - span.from) / width)));
  const rows = new Map<string, LifeRow>();
  const covered: { from: number; to: number }[] = [];
  for (const interval of intervals) {
    if (interval.view !== view) continue;
    const from = interval.from === null ? 0 : fraction(new Date(interval.from).getTime());
    const to = interval.to === null ? 1 : fraction(new Date(interval.to).getTime());
    const key = interval.processId ?? interval.memberId;
    const row = rows.get(key) ?? { key, name: nameOf(interval), bars: [] };
    row.bars.push({ from, to, role: roleOf(interval.role), start: interval.from, stop: interval.to });
    rows.set(key, row);
    if (interval.role === "active") covered.push({ from, to });
  }
  return {
    view,
    rows: [...rows.values()].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
    nowhere: width <= 0 ? [] : gaps(covered),
  };
}

function gaps(covered: { from: number; to: number }[]): { from: number; to: number }[] {
  const free: { from: number; to: number }[] = [];
  let reached = 0;
  for (const { from, to } of covered.sort((a, b) => a.from - b.from)) {
    if (from > reached) free.push({ from: reached, to: from });
    reached = Math.max(reached, to);
  }
  if (reached < 1) free.push({ from: reached, to: 1 });
  return free;
}
