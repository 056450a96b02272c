import {
  roleOf,
  type Member,
  type Rebalance,
  type RebalanceCause,
  type RebalanceHolder,
  type RebalanceInstance,
  type RebalancePage,
  type Role,
} from "../api/types";
import { between, count, duration, plural, shortId, timeIn } from "./format";
import { processNames, type Named } from "./members";
import { compareTaskIds } from "./tasks";

/** What was observed, in words; `more` says what of it is not known, or stands behind it. */
export interface Words {
  text: string;
  more?: string;
}

function addressOf({ host, port }: NonNullable<RebalanceHolder["endpoint"]>): string {
  return `${host}:${port}`;
}

/** A process after a restart is another one at the same endpoint; a reader takes the two for one. */
function named({ memberId, processId, endpoint }: RebalanceHolder, instanceId: string | null = null): Named {
  return {
    memberId,
    processId: endpoint ? addressOf(endpoint) : processId,
    instanceId,
    rackId: null,
    clientId: null,
    endpoint,
  };
}

/** The names of processes by member id, and by endpoint, of all that a page of rebalances and the group's members tell of. */
export function namesIn({ items, summary }: RebalancePage, members: readonly Member[]): Map<string, string> {
  const all = new Map<string, Named>(members.map((member) => [member.memberId, named(member, member.instanceId)]));
  const add = (holder: RebalanceHolder | null) => {
    if (holder && !all.has(holder.memberId)) all.set(holder.memberId, named(holder));
  };
  for (const { causes, moves, heldUpBy } of items) {
    for (const { memberId, processId, endpoint, instanceId } of causes) {
      if (memberId !== null) all.set(memberId, named({ memberId, processId, endpoint }, instanceId));
    }
    for (const { from, to } of moves) {
      add(from);
      add(to);
    }
    for (const { member } of heldUpBy) add(member);
  }
  const restarted = summary.rollingRestarts.flatMap(({ rounds }) =>
    rounds.flatMap(({ instance, replacedBy }) => (replacedBy ? [instance, replacedBy] : [instance])),
  );
  for (const { endpoint } of [...restarted, ...summary.flapping.map(({ instance }) => instance)]) {
    if (endpoint) add({ memberId: addressOf(endpoint), processId: null, endpoint });
  }
  const names = processNames([...all.values()]);
  for (const member of all.values()) {
    if (member.processId === null) names.set(member.memberId, member.instanceId ?? shortId(member.memberId));
  }
  return names;
}

/** What a process is known by again. */
export function instanceName({ endpoint, processId, instanceId, memberId }: RebalanceInstance, names: ReadonlyMap<string, string>): string {
  return endpoint ? (names.get(addressOf(endpoint)) ?? addressOf(endpoint)) : (instanceId ?? shortId(processId ?? memberId ?? "?"));
}

/** How long a rebalance took, as far as somebody looked. */
export function tookWords({ begunAt, begunAfter, endedAt, durationMs }: Rebalance): Words {
  if (endedAt === null) return { text: "still", more: "It goes on at the last observation." };
  if (durationMs !== null) return { text: duration(durationMs) };
  if (begunAt === null) return { text: "not known", more: "It went on already when the group was first seen." };
  if (begunAfter === null) return { text: "not known", more: "Nobody looked at the group meanwhile." };
  return { text: "between two looks", more: `at most ${duration(between(begunAfter, endedAt))}` };
}

/** A cause as many members share it. */
export interface CauseWords extends Words {
  at: string;
}

const MEMBERS: Partial<Record<RebalanceCause["kind"], string>> = {
  JOINED: "joined",
  RETURNED: "came back",
  LEFT: "left",
  EXPIRED: "expired",
  FENCED: "was fenced",
  GONE: "is gone",
};

const GROUPS: Partial<Record<RebalanceCause["kind"], string>> = {
  TOPOLOGY_CHANGED: "the topology changed",
  ASSIGNOR_CHANGED: "the assignor changed",
  PARTITIONS_CHANGED: "partitions changed",
  STANDBYS_CHANGED: "the number of standbys changed",
  WARMUP_PROMOTED: "a warm-up took over",
};

/** Why a rebalance began and what came to it, in the order of time; members of one process that did the same are one. */
export function causeWords(causes: readonly RebalanceCause[], names: ReadonlyMap<string, string>, zone: string): CauseWords[] {
  const alike = new Map<string, RebalanceCause[]>();
  causes.forEach((cause, index) => {
    const who = cause.memberId === null ? `${index}` : (names.get(cause.memberId) ?? cause.memberId);
    const key = `${cause.kind} ${who}`;
    alike.set(key, [...(alike.get(key) ?? []), cause]);
  });
  return [...alike.values()].map((same) => {
    const [first] = same as [RebalanceCause];
    const did = MEMBERS[first.kind];
    if (did === undefined || first.memberId === null) return { at: first.at, ...ofGroup(first) };
    const who = names.get(first.memberId) ?? shortId(first.memberId);
    const part = same.every((cause) => cause.wholeProcess === false);
    return {
      at: first.at,
      text: part ? `${plural(same.length, "member")} of ${who} ${same.length > 1 && did.startsWith("is") ? "are gone" : did}` : `${who} ${did}`,
      more: evidence(same, part, zone),
    };
  });
}

function ofGroup({ kind, from, to }: RebalanceCause): Words {
  const text = GROUPS[kind];
  if (text === undefined) return { text: "not known why", more: "nothing observed tells it" };
  return from === null && to === null ? { text } : { text, more: `${from ?? "not known"} → ${to ?? "not known"}` };
}

function evidence(same: readonly RebalanceCause[], part: boolean, zone: string): string | undefined {
  const [first] = same as [RebalanceCause];
  const said = !part && same.length > 1 ? [`with ${plural(same.length, "member")}`] : [];
  const heard = same.flatMap(({ lastHeardAt }) => (lastHeardAt === null ? [] : [lastHeardAt])).sort().at(-1);
  if (heard !== undefined && first.kind === "EXPIRED") {
    said.push(`last heard ${timeIn(heard, zone)}, ${duration(between(heard, same.at(-1)?.at ?? first.at))} before`);
  }
  if (first.errorCode !== null) said.push(`its heartbeat was answered with error ${first.errorCode}`);
  if (first.kind === "LEFT") said.push("it said so");
  if (first.kind === "GONE") said.push("left or expired: descriptions do not tell which");
  return said.length === 0 ? undefined : said.join("; ");
}

/** Which tasks ran nowhere, and for how long. */
export function nowhereWords(gaps: Rebalance["gaps"]): Words | null {
  if (gaps === null) return { text: "not known", more: "nobody looked at the group meanwhile" };
  if (gaps.length === 0) return null;
  const tasks = new Set(gaps.map(({ task }) => task)).size;
  const longest = Math.max(...gaps.map(({ durationMs }) => durationMs ?? -1));
  const open = new Set(gaps.filter(({ to }) => to === null).map(({ task }) => task)).size;
  return {
    text: `${plural(tasks, "task")}${longest < 0 ? "" : tasks === 1 ? `, ${duration(longest)}` : `, up to ${duration(longest)}`}`,
    more: open === 0 ? undefined : open === tasks ? "not seen to run again" : `${count(open)} of them not seen to run again`,
  };
}

/** A process that was behind, by the member of it that was longest. */
export function heldUpWords({ heldUpBy }: Rebalance, names: ReadonlyMap<string, string>): string[] {
  const longest = new Map<string, number>();
  for (const { member, behindMs } of heldUpBy) {
    const name = names.get(member.memberId) ?? shortId(member.memberId);
    longest.set(name, Math.max(behindMs, longest.get(name) ?? 0));
  }
  return [...longest].sort(([, a], [, b]) => b - a).map(([name, ms]) => `${name} ${duration(ms)}`);
}

/** How many tasks moved in each role. */
export function movedCounts({ moves }: Rebalance): Record<Role, number> {
  const moved = { active: 0, standby: 0, warmup: 0 };
  for (const { role } of moves) moved[roleOf(role)] += 1;
  return moved;
}

/** What a rebalance did to a task in a role: who had it before and has it after, and when nobody ran it. */
export interface TaskRow {
  task: string;
  role: Role;
  /** Null where the task stayed where it was. */
  move: Rebalance["moves"][number] | null;
  gaps: NonNullable<Rebalance["gaps"]>;
}

/** Every task that moved or ran nowhere, in the order of tasks, the active one first. */
export function taskRows({ moves, gaps }: Rebalance): TaskRow[] {
  const rows = moves.map((move): TaskRow => ({ task: move.task, role: roleOf(move.role), move, gaps: [] }));
  const active = new Map(rows.filter(({ role }) => role === "active").map((row) => [row.task, row]));
  for (const gap of gaps ?? []) {
    const row = active.get(gap.task) ?? { task: gap.task, role: "active", move: null, gaps: [] };
    if (!active.has(gap.task)) {
      active.set(gap.task, row);
      rows.push(row);
    }
    row.gaps.push(gap);
  }
  return rows.sort((a, b) => compareTaskIds(a.task, b.task) || a.role.localeCompare(b.role));
}
