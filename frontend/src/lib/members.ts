import type { GroupDetail, Member } from "../api/types";
import { between, duration, shortId } from "./format";

/** What a process takes its name from. */
export type Named = Pick<Member, "memberId" | "processId" | "instanceId" | "rackId" | "clientId" | "endpoint">;

/** The members that share one JVM, under a name that a person would use for it. */
export interface ProcessGroup<M extends Named = Member> {
  key: string;
  processId: string | null;
  name: string;
  detail: string;
  members: M[];
}

/** What keeps a member from doing its work, if anything. */
export interface Absence {
  word: "away" | "fenced" | "silent";
  text: string;
}

/** The number of a Streams thread, from the client id that Kafka Streams gives it. */
export function threadOf(member: Named): string | null {
  return member.clientId?.match(/-StreamThread-(\d+)/)?.[1] ?? null;
}

/** A member in a sentence: its instance id if it is static, else its short member id. */
export function memberName(member: Named): string {
  return member.instanceId ?? shortId(member.memberId);
}

function isAddress(host: string): boolean {
  return host.includes(":") || /^\d+(\.\d+){3}$/.test(host);
}

function hostLabel(host: string): string {
  return isAddress(host) ? host : (host.split(".")[0] ?? host);
}

/**
 * Groups members by process, in the order of their names. A host's first label names a process where that label is
 * unambiguous in the group; without an endpoint the process id does. Members whose process is not known stay together
 * at the end: nothing says that they share one.
 */
export function processGroups<M extends Named>(members: readonly M[]): ProcessGroup<M>[] {
  const byProcess = new Map<string | null, M[]>();
  for (const member of members) {
    const known = byProcess.get(member.processId);
    if (known) known.push(member);
    else byProcess.set(member.processId, [member]);
  }
  const endpoints = new Map<string | null, NonNullable<Named["endpoint"]>>();
  for (const [processId, own] of byProcess) {
    const endpoint = processId === null ? null : own.find((member) => member.endpoint)?.endpoint;
    if (endpoint) endpoints.set(processId, endpoint);
  }
  const labels = new Map<string, Set<string>>();
  const processesOfHost = new Map<string, number>();
  for (const { host } of endpoints.values()) {
    labels.set(hostLabel(host), (labels.get(hostLabel(host)) ?? new Set()).add(host));
    processesOfHost.set(host, (processesOfHost.get(host) ?? 0) + 1);
  }
  const groups = [...byProcess].map(([processId, own]): ProcessGroup<M> => {
    own.sort((a, b) => natural(threadOf(a) ?? "", threadOf(b) ?? "") || natural(memberName(a), memberName(b)));
    const endpoint = endpoints.get(processId);
    const racks = [...new Set(own.map((member) => member.rackId).filter((rack) => rack !== null))];
    if (processId === null) {
      return { key: "", processId, name: "process not known", detail: "", members: own };
    }
    if (!endpoint) {
      return { key: processId, processId, name: shortId(processId), detail: racks.join(", "), members: own };
    }
    const label = hostLabel(endpoint.host);
    const short = (labels.get(label)?.size ?? 0) === 1 ? label : endpoint.host;
    const alone = processesOfHost.get(endpoint.host) === 1;
    return {
      key: processId,
      processId,
      name: alone ? short : `${short}:${endpoint.port}`,
      detail: [...racks, alone ? `:${endpoint.port}` : shortId(processId)].join(" · "),
      members: own,
    };
  });
  return groups.sort((a, b) => Number(a.processId === null) - Number(b.processId === null) || natural(a.name, b.name));
}

function natural(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/**
 * Whether a member is away, fenced or silent. Silent means that more than two of its own heartbeat intervals passed
 * without one; where the interval or the last heartbeat is not known, nobody can say so.
 */
export function absenceOf(member: Member, observedAt: string): Absence | null {
  if (member.away) return { word: "away", text: "away" };
  if (member.fenced) return { word: "fenced", text: "fenced" };
  if (member.lastHeartbeatAt === null || !member.heartbeatIntervalMs) return null;
  const silence = between(member.lastHeartbeatAt, observedAt);
  return silence > 2 * member.heartbeatIntervalMs ? { word: "silent", text: `silent ${duration(silence)}` } : null;
}

/** The member epoch to compare with the group's: a member that is away has none. */
function comparableEpoch(member: Member): number | null {
  return member.memberEpoch !== null && member.memberEpoch >= 0 ? member.memberEpoch : null;
}

/** The epoch that members have to come to: the group's, or where nobody told it the highest that a member was given. */
export function epochToReach({ groupEpoch, memberEpochs }: Pick<GroupDetail, "groupEpoch" | "memberEpochs">): number | null {
  return groupEpoch ?? memberEpochs?.highest ?? null;
}

/** Whether a member has not come to that epoch. */
export function isBehind(member: Member, toReach: number | null): boolean {
  const epoch = comparableEpoch(member);
  return epoch !== null && toReach !== null && epoch < toReach;
}

/** The names of processes by member id, for sentences and tables. */
export function processNames(members: readonly Named[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const process of processGroups(members)) {
    for (const member of process.members) names.set(member.memberId, process.name);
  }
  return names;
}
