import { roleOf, type GroupState, type Role, type Snapshot, type Status, type Timeline, type TimelineBar, type TimelineMember } from "../api/types";
import { between, capital, count, dateIn, dateTimeIn, duration, listed, nameWords, offsetIn, plural, roleWord, stateWord, timeIn } from "./format";
import { memberName, processGroups, threadOf } from "./members";
import { firstWhere } from "./search";
import type { Span } from "./window";

/** A stretch that is drawn, in milliseconds. */
export interface Bar {
  from: number;
  to: number;
  kind: Role | "state" | "status" | "nowhere" | "rebalance";
  /** What stands in it where there is room: the longest that fits. */
  texts: string[];
  /** All of it in words. */
  words: string;
  state?: GroupState;
}

/** Bars that do not overlap, in the order of time. */
export type Track = Bar[];

/** What stands beside a row of tracks. */
export interface Lane {
  id: string;
  name: string;
  detail: string;
  tracks: Track[];
  /** When somebody was there. */
  present: Span[];
  /** When all who were there were away or fenced. */
  absent: Span[];
}

const ROLES: readonly Role[] = ["active", "standby", "warmup"];

function time(instant: string): number {
  return new Date(instant).getTime();
}

function spoken(from: string, to: string | null, end: string | null, zone: string): string {
  const until = to ?? end;
  const length = until === null ? "" : `, ${duration(between(from, until))}`;
  return to === null
    ? `since ${dateTimeIn(from, zone)} ${offsetIn(from, zone)}${length}`
    : `${dateTimeIn(from, zone)} – ${dateIn(from, zone) === dateIn(to, zone) ? timeIn(to, zone) : dateTimeIn(to, zone)} ${offsetIn(to, zone)}${length}`;
}

/** The lanes of a timeline, each with a track for every role there is anywhere, so that lanes look alike. */
export function layOutLanes(timeline: Timeline, zone: string): Lane[] {
  const { members, by } = timeline;
  const end = timeline.to ?? timeline.from ?? "";
  const processes = processGroups(members);
  const byMember = new Map(members.map((member) => [member.memberId, member]));
  const nameOf = new Map(
    processes.flatMap((process) =>
      process.members.map((member) => [member.memberId, process.processId === null ? memberName(member) : process.name] as const),
    ),
  );
  const barsOf = new Map(timeline.items.map((lane) => [lane.id, lane.bars]));
  const roles = ROLES.filter((role) => timeline.items.some((lane) => lane.bars.some((bar) => bar.role === role)));
  const barOf = (bar: TimelineBar, who: string): Bar => {
    const role = roleOf(bar.role);
    const owner = bar.memberId === null ? null : byMember.get(bar.memberId);
    const holder = bar.memberId === null ? null : (nameOf.get(bar.memberId) ?? bar.memberId);
    const tasks = bar.taskCount > bar.tasks.length ? [] : [bar.tasks.join(" ")];
    return {
      from: time(bar.from),
      to: time(bar.to ?? end),
      kind: role,
      texts: holder === null ? [...tasks, count(bar.taskCount)] : [holder],
      words:
        holder === null
          ? `${who}: ${plural(bar.taskCount, `${roleWord(role)} task`)}, ${listed([...bar.tasks, ...unnamed(bar)], 12)}; ${spoken(bar.from, bar.to, timeline.to, zone)}`
          : `${who}: ${roleWord(role)} on ${holder}${owner ? ` (${memberName(owner)})` : ""}; ${spoken(bar.from, bar.to, timeline.to, zone)}`,
    };
  };
  const laneOf = (id: string, name: string, detail: string, own: readonly TimelineMember[]): Lane => {
    const bars = barsOf.get(id) ?? [];
    return {
      id,
      name,
      detail,
      tracks: roles.flatMap((role) => apart(bars.filter((bar) => bar.role === role).map((bar) => barOf(bar, name)))),
      ...presence(own, time(end)),
    };
  };
  if (by === "task") {
    return timeline.items.map(({ id, bars }) => {
      const [active = [], ...copies] = ROLES.map((role) => apart(bars.filter((bar) => bar.role === role).map((bar) => barOf(bar, id))));
      const tracks = [...active.map((track, index) => (index === 0 ? withGaps(track, active, id, time(end), zone) : track)), ...copies.flat()];
      return { id, name: id, detail: "", tracks: tracks.filter((track, index) => index === 0 || track.length > 0), present: [], absent: [] };
    });
  }
  const lanes = processes.flatMap((process) =>
    by === "process" && process.processId !== null
      ? [laneOf(process.processId, process.name, process.detail, process.members)]
      : process.members.map((member) => {
          const thread = threadOf(member);
          return by === "process"
            ? laneOf(member.memberId, memberName(member), "process not known", [member])
            : laneOf(member.memberId, process.processId === null ? memberName(member) : `${process.name}${thread === null ? "" : ` ${thread}`}`, memberName(member), [member]);
        }),
  );
  return lanes.filter((lane) => barsOf.has(lane.id));
}

/** The first track of a task's owners, and when it had none after it once had. */
function withGaps(track: Track, owners: readonly Track[], taskId: string, end: number, zone: string): Track {
  const held = owners.flat().sort((a, b) => a.from - b.from);
  const gaps: Bar[] = [];
  let reached = held[0]?.from ?? end;
  for (const bar of [...held.map(({ from, to }) => ({ from, to })), { from: end, to: end }]) {
    if (bar.from > reached) {
      const from = new Date(reached).toISOString();
      const to = bar.from === end ? null : new Date(bar.from).toISOString();
      gaps.push({ from: reached, to: bar.from, kind: "nowhere", texts: ["nowhere"], words: `${taskId}: nobody was assigned it; ${spoken(from, to, new Date(end).toISOString(), zone)}` });
    }
    reached = Math.max(reached, bar.to);
  }
  return [...track, ...gaps].sort((a, b) => a.from - b.from);
}

function unnamed(bar: TimelineBar): string[] {
  return bar.taskCount > bar.tasks.length ? [`${count(bar.taskCount - bar.tasks.length)} more`] : [];
}

/** Spreads bars over as few tracks as keep them from covering each other; one track where there is none. */
function apart(bars: Bar[]): Track[] {
  const tracks: Track[] = [[]];
  for (const bar of bars.sort((a, b) => a.from - b.from || a.to - b.to)) {
    const free = tracks.find((track) => (track.at(-1)?.to ?? -Infinity) <= bar.from);
    if (free) free.push(bar);
    else tracks.push([bar]);
  }
  return tracks;
}

/** When any of the members was there, and when all who were there were away or fenced. */
function presence(members: readonly TimelineMember[], end: number): Pick<Lane, "present" | "absent"> {
  const steps: { at: number; here: number; off: number }[] = [];
  for (const { stretches } of members) {
    for (const { from, to, away, fenced } of stretches) {
      const off = away || fenced ? 1 : 0;
      steps.push({ at: time(from), here: 1, off }, { at: to === null ? end : time(to), here: -1, off: -off });
    }
  }
  steps.sort((a, b) => a.at - b.at);
  const present: Span[] = [];
  const absent: Span[] = [];
  let here = 0;
  let off = 0;
  steps.forEach((step, index) => {
    here += step.here;
    off += step.off;
    const to = steps[index + 1]?.at;
    if (to === undefined || to === step.at || here === 0) return;
    extend(present, step.at, to);
    if (off === here) extend(absent, step.at, to);
  });
  return { present, absent };
}

function extend(spans: Span[], from: number, to: number): void {
  const last = spans.at(-1);
  if (last?.to === from) last.to = to;
  else spans.push({ from, to });
}

/** What stands above the lanes: the group's state, tasks that ran nowhere, and statuses, each a lane of its own. */
export function layOutHead(snapshots: readonly Snapshot[], end: string | null, statuses: readonly Status[], zone: string): Lane[] {
  const last = snapshots.at(-1)?.at ?? null;
  const until = end !== null && last !== null && end > last ? end : last;
  const head = [
    lane("state", "Group state", [runs(snapshots, until, (one) => one.state, (state, from, to) => ({
      kind: "state",
      state,
      texts: [stateWord(state)],
      words: `${stateWord(state)}, ${spoken(from, to, until, zone)}`,
    }))]),
  ];
  const nowhere = runs(
    snapshots,
    until,
    (one) => one.unassignedTaskCount || null,
    (tasks, from, to) => ({
      kind: "nowhere",
      texts: [`${plural(tasks, "task")} nowhere`, count(tasks)],
      words: `${plural(tasks, "task")} ran nowhere, ${spoken(from, to, until, zone)}`,
    }),
  );
  if (nowhere.length > 0) head.push(lane("nowhere", "Run nowhere", [nowhere]));
  const byName = new Map<string, Bar[]>();
  for (const status of statuses) {
    const bars = byName.get(status.name) ?? [];
    bars.push({
      from: time(status.openedAt),
      to: time(status.closedAt ?? until ?? status.lastSeenAt),
      kind: "status",
      texts: [status.name],
      words: `${status.name}, told to ${plural(status.memberIds.length, "member")}; ${spoken(status.openedAt, status.closedAt, until, zone)}`,
    });
    byName.set(status.name, bars);
  }
  for (const [name, bars] of byName) head.push(lane(`status ${name}`, capital(nameWords(name)), apart(bars)));
  return head;
}

function lane(id: string, name: string, tracks: Track[]): Lane {
  return { id, name, detail: "", tracks, present: [], absent: [] };
}

/** Snapshots that follow each other with the same value, as one bar; none where it is null. */
function runs<T extends string | number>(
  snapshots: readonly Snapshot[],
  until: string | null,
  valueOf: (snapshot: Snapshot) => T | null,
  barOf: (value: T, from: string, to: string | null) => Omit<Bar, "from" | "to">,
): Track {
  const track: Track = [];
  let value: T | null = null;
  let since = "";
  const close = (to: string | null) => {
    if (value !== null) track.push({ from: time(since), to: time(to ?? until ?? since), ...barOf(value, since, to) });
  };
  for (const snapshot of snapshots) {
    const next = valueOf(snapshot);
    if (next === value) continue;
    close(snapshot.at);
    value = next;
    since = snapshot.at;
  }
  close(null);
  return track.filter((bar) => bar.to > bar.from || bar === track.at(-1));
}

/** The bar of a track at an instant, or near it where bars are narrower than can be pointed at. */
export function barAt(track: Track, at: number, slack: number): Bar | null {
  const index = firstEndingAfter(track, at);
  const inside = track[index];
  if (inside && inside.from <= at) return inside;
  const before = track[index - 1];
  const near = [inside, before].filter((bar): bar is Bar => bar !== undefined && Math.max(bar.from - at, at - bar.to) <= slack);
  return near[0] ?? null;
}

/** The index of the first bar that ends after an instant. */
export function firstEndingAfter(track: Track, at: number): number {
  return firstWhere(track.length, (index) => (track[index]?.to ?? 0) > at);
}
