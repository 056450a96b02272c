import { useSyncExternalStore } from "react";

/** Whose time is shown: the viewer's, or UTC. */
export type ZoneChoice = "local" | "utc";

export const UTC = "UTC";
const KEY = "streamgauge.zone";
/** What browsers call UTC where the system's zone is that. */
const NAMES_OF_UTC: readonly string[] = [UTC, "Etc/UTC", "Etc/UCT", "Etc/GMT", "Etc/Universal", "Etc/Zulu", "GMT", "UCT", "Universal", "Zulu"];

function readChoice(): ZoneChoice {
  try {
    return localStorage.getItem(KEY) === "utc" ? "utc" : "local";
  } catch {
    return "local";
  }
}

function systemZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return NAMES_OF_UTC.includes(zone) ? UTC : zone;
}

let viewers = systemZone();
let shown = readChoice() === "utc" ? UTC : viewers;
const listeners = new Set<() => void>();

/** The viewer's own zone by its IANA name; `UTC` for every name of that. */
export function viewerZone(): string {
  return viewers;
}

/** Shows every instant in another zone from now on, and remembers it. */
export function chooseZone(choice: ZoneChoice): void {
  viewers = systemZone();
  shown = choice === "utc" ? UTC : viewers;
  try {
    if (choice === "local") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The zone that instants are shown in, by its IANA name; who uses it is drawn again when the viewer changes it. */
export function useZone(): string {
  return useSyncExternalStore(subscribe, () => shown);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** No zone changes its offset but at a quarter of an hour. */
const QUARTER = 900_000;
let last = { zone: "", quarter: Number.NaN, offset: 0 };

/** How far a zone's clocks are ahead of UTC at an instant, both in milliseconds. */
export function offsetAt(ms: number, zone: string): number {
  if (zone === UTC || Number.isNaN(ms)) return 0;
  const quarter = Math.floor(ms / QUARTER);
  if (last.zone === zone && last.quarter === quarter) return last.offset;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(quarter * QUARTER)) parts[type] = value;
  const year = Number(parts.year);
  const wall = new Date(0);
  wall.setUTCFullYear(parts.era?.startsWith("B") ? 1 - year : year, Number(parts.month) - 1, Number(parts.day));
  wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  last = { zone, quarter, offset: wall.getTime() - quarter * QUARTER };
  return last.offset;
}

/** The instant at which a zone's clocks show a time, given as if it were UTC; the earlier one where they show it twice. */
export function instantOfWall(wall: number, zone: string): number {
  const early = wall - offsetAt(wall - 86_400_000, zone);
  return early + offsetAt(early, zone) === wall ? early : wall - offsetAt(early, zone);
}
