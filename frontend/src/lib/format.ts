import type { Exact, GroupState, Role } from "../api/types";
import { offsetAt, UTC } from "./zone";

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

/** What a zone's calendar and clocks show at an instant, as `2026-11-29T22:24:44.812Z` would for UTC; null for no instant. */
function wallOf(instant: string, zone: string): string | null {
  const ms = new Date(instant).getTime();
  return Number.isNaN(ms) ? null : new Date(ms + offsetAt(ms, zone)).toISOString();
}

/** The time of day in a zone, with milliseconds unless they are zero. */
export function timeIn(instant: string, zone: string): string {
  const text = wallOf(instant, zone)?.slice(11, 23);
  return text === undefined ? instant : text.endsWith(".000") ? text.slice(0, 8) : text;
}

/** The day in a zone. */
export function dateIn(instant: string, zone: string): string {
  return wallOf(instant, zone)?.slice(0, 10) ?? instant;
}

/** Day and time in a zone, without the zone's name. */
export function dateTimeIn(instant: string, zone: string): string {
  return `${dateIn(instant, zone)} ${timeIn(instant, zone)}`;
}

/** What follows a time to tell its zone: `UTC`, `UTC+1`, `UTC−3:30`. It depends on the instant where clocks are changed. */
export function offsetIn(instant: string, zone: string): string {
  const minutes = Math.round(offsetAt(new Date(instant).getTime(), zone) / 60_000);
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? "−" : "+"}${Math.floor(size / 60)}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** An instant exactly: in the viewer's zone and in UTC, on a line each, and once where both show the same. */
export function exactly(instant: string, viewers: string): string {
  const utc = `${dateTimeIn(instant, UTC)} UTC`;
  const own = `${dateTimeIn(instant, viewers)} ${offsetIn(instant, viewers)}`;
  return own === utc ? utc : `${own} (${viewers})\n${utc}`;
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

/** A name on the wire in words: `missing source topics`. */
export function nameWords(name: string): string {
  return name.toLowerCase().replaceAll("_", " ");
}

/** Words with a capital at their begin. */
export function capital(words: string): string {
  return words.replace(/^./, (first) => first.toUpperCase());
}

/** Words as a sentence: a capital at its begin and a full stop at its end. */
export function sentence(words: string): string {
  const text = capital(words);
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
