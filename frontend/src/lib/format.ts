import type { Exact, GroupState, Role } from "../api/types";

/** What stands where a value was not observed. Components add the words for screen readers. */
export const NOT_KNOWN = "—";

const GROUPED = new Intl.NumberFormat("en-US");

/** A count with thousands separators, exact also beyond 2^53. */
export function count(value: Exact): string {
  return typeof value === "string" && /^-?\d+$/.test(value) ? GROUPED.format(BigInt(value)) : GROUPED.format(Number(value));
}

/** A count that fits in a cell of the grid: at most four characters. */
export function shortCount(value: Exact): string {
  const number = Number(value);
  for (const [unit, letter] of [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (number >= unit) {
      const scaled = number / unit;
      return `${scaled < 10 ? Math.floor(scaled * 10) / 10 : Math.floor(scaled)}${letter}`;
    }
  }
  return String(number);
}

/** `1 member`, `2 members`. */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${GROUPED.format(number)} ${number === 1 ? one : many}`;
}

/** A size in binary units, as `12.4 MiB`. */
export function bytes(size: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = size;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** A length of time with two figures that matter: `820 ms`, `9.8 s`, `2 min 5 s`, `3 h 20 min`, `4 d 2 h`. */
export function duration(ms: number): string {
  const length = Math.max(0, ms);
  if (length < 1000) return `${Math.round(length)} ms`;
  if (length < 60_000) return `${Number((length / 1000).toFixed(1))} s`;
  const [big, bigUnit, small, smallUnit] =
    length < 3_600_000
      ? [Math.floor(length / 60_000), "min", Math.floor((length % 60_000) / 1000), "s"]
      : length < 86_400_000
        ? [Math.floor(length / 3_600_000), "h", Math.floor((length % 3_600_000) / 60_000), "min"]
        : [Math.floor(length / 86_400_000), "d", Math.floor((length % 86_400_000) / 3_600_000), "h"];
  return small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`;
}

/** The time of day in UTC, with milliseconds unless they are zero. */
export function utcTime(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const text = date.toISOString().slice(11, 23);
  return text.endsWith(".000") ? text.slice(0, 8) : text;
}

/** The day in UTC. */
export function utcDate(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : date.toISOString().slice(0, 10);
}

/** Day and time in UTC, without the zone's name. */
export function utcDateTime(instant: string): string {
  return `${utcDate(instant)} ${utcTime(instant)}`;
}

/** A span that names the day once when both ends share it. */
export function utcSpan(from: string, to: string): string {
  return utcDate(from) === utcDate(to)
    ? `${utcDate(from)} ${utcTime(from)} – ${utcTime(to)}`
    : `${utcDateTime(from)} – ${utcDateTime(to)}`;
}

/** Milliseconds between two instants. */
export function between(from: string, to: string): number {
  return new Date(to).getTime() - new Date(from).getTime();
}

/**
 * How long ago something was, told against `reference`: the wall clock for a live cluster, the last observed instant
 * for a recording, where "1 year ago" would be about the reader and not about the group.
 */
export function relative(at: string, reference: string, recorded: boolean): string {
  const ms = between(at, reference);
  if (recorded) return ms < 1 ? "at the end" : `${duration(roundedForReading(ms))} before the end`;
  return ms < 1000 ? "just now" : `${duration(roundedForReading(ms))} ago`;
}

function roundedForReading(ms: number): number {
  if (ms < 10_000) return ms;
  if (ms < 600_000) return Math.floor(ms / 1000) * 1000;
  return Math.floor(ms / 60_000) * 60_000;
}

/** An id short enough for a row, both ends kept because Kafka's ids differ anywhere: `JY2m…5KdA`. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 4)}…${id.slice(-4)}`;
}

const STATES: Record<GroupState, string> = {
  EMPTY: "Empty",
  NOT_READY: "Not ready",
  ASSIGNING: "Assigning",
  RECONCILING: "Reconciling",
  STABLE: "Stable",
  DEAD: "Dead",
  UNKNOWN: "Unknown",
};

/** A group's state in words. */
export function stateWord(state: GroupState): string {
  return STATES[state] ?? state;
}

const ROLES: Record<Role, string> = { active: "active", standby: "standby", warmup: "warm-up" };

/** A task's role in words. */
export function roleWord(role: Role): string {
  return ROLES[role];
}

/** Words as a sentence: a capital at its begin and a full stop at its end. */
export function sentence(words: string): string {
  const text = words.replace(/^./, (first) => first.toUpperCase());
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The end offset that stands for "unknown" on the wire. */
export function isUnknownOffset(offset: Exact): boolean {
  return String(offset) === "9223372036854775807";
}

/** A list in a sentence, cut when it is long: `0_3, 0_4 and 12 more`. */
export function listed(items: readonly string[], most = 12): string {
  return items.length <= most
    ? items.join(", ")
    : `${items.slice(0, most).join(", ")} and ${GROUPED.format(items.length - most)} more`;
}
