import type { GroupDetail, HeartbeatError, Member, Snapshot, Status, Task } from "../api/types";
import { between, count, duration, listed, plural, sentence, shortId } from "./format";
import type { GridModel } from "./grid";
import { absenceOf, comparableEpoch, memberName, processNames, type Absence } from "./members";
import { compareTaskIds } from "./tasks";

/** Something wrong or worth knowing at one instant. Only what was observed is ever said. */
export interface Trouble {
  key: string;
  severity: "error" | "warning" | "information";
  title: string;
  /** What stands behind the title; task ids mostly. */
  subject?: string;
  detail?: string;
  since?: string;
}

const SEVERITY_OF_STATUS: Record<number, Trouble["severity"]> = {
  0: "warning",
  1: "error",
  2: "error",
  3: "error",
  4: "error",
  // A coordinator delays the first assignment of every group on purpose.
  5: "information",
  6: "warning",
};

/** How bad an open status is. A code that this version does not know cannot be called harmless. */
export function severityOfStatus(code: number): Trouble["severity"] {
  return SEVERITY_OF_STATUS[code] ?? "warning";
}

function inSentence(name: string): string {
  return /^[A-Z_]+$/.test(name) ? name.toLowerCase().replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase()) : name;
}

/** What else is loaded and can say something about the same instant. */
export interface Context {
  tasks?: readonly Task[] | undefined;
  snapshots?: readonly Snapshot[] | undefined;
  errors?: readonly HeartbeatError[] | undefined;
}

/** What is wrong with a group at the instant shown, the worst first. */
export function troubleOf(
  detail: GroupDetail,
  grid: GridModel,
  { tasks, snapshots, errors }: Context = {},
): Trouble[] {
  const names = processNames(detail.members);
  const label = (member: Member) => {
    const process = names.get(member.memberId);
    return member.processId === null || !process ? memberName(member) : `${process} (${memberName(member)})`;
  };
  const troubles = [
    ...nowhere(detail, grid, label, snapshots),
    // All of them were open at this instant; one that was closed since says so in closedAt.
    ...(detail.statuses ?? []).map((status) => ofStatus(status, detail)),
    ...refused(detail, errors ?? [], names),
    ...absences(detail, names),
    ...inconsistent(detail),
    ...epochs(detail, label),
    ...sharedProcess(detail, names),
    ...recovery(detail, tasks, label),
    ...starting(grid, label),
    ...silentBroker(detail),
  ];
  const order = { error: 0, warning: 1, information: 2 };
  return troubles.sort((a, b) => order[a.severity] - order[b.severity]);
}

function nowhere(
  detail: GroupDetail,
  grid: GridModel,
  label: (member: Member) => string,
  snapshots: readonly Snapshot[] | undefined,
): Trouble[] {
  if (grid.nowhere.size === 0) return [];
  const ids = [...grid.nowhere];
  const sentences: string[] = [];
  const holding = new Map<string, string[]>();
  const coming = new Map<string, string[]>();
  for (const { rows } of grid.processes) {
    for (const row of rows) {
      for (const cell of row.cells) {
        if (!grid.nowhere.has(cell.taskId) || cell.role !== "active") continue;
        const absent = row.member.away ? " is away, and keeps" : row.member.fenced ? " was fenced with" : null;
        const into = cell.phase === "target" ? coming : holding;
        const key = cell.phase === "target" ? label(row.member) : `${label(row.member)}${absent ?? " still holds, and must give up,"}`;
        into.set(key, [...(into.get(key) ?? []), cell.taskId]);
      }
    }
  }
  sentences.push(...fewSentences(holding, (who, what) => `${who} ${listed(what, 6)}.`));
  sentences.push(...fewSentences(coming, (who, what) => `${who} is to run ${listed(what, 6)}.`));
  if (detail.memberCount === 0) sentences.push("The group has no members.");
  return [
    {
      key: "nowhere",
      severity: detail.state === "EMPTY" || detail.state === "DEAD" ? "warning" : "error",
      title: ids.length === 1 ? "1 task runs nowhere" : `${count(ids.length)} tasks run nowhere`,
      subject: listed(ids, 16),
      detail: sentences.join(" ") || "No member is assigned them.",
      since: sinceUnassigned(detail, snapshots),
    },
  ];
}

const MOST_SENTENCES = 5;

function fewSentences(by: ReadonlyMap<string, string[]>, say: (who: string, what: string[]) => string): string[] {
  const sentences = [...by].slice(0, MOST_SENTENCES).map(([who, what]) => say(who, what));
  return by.size > MOST_SENTENCES ? [...sentences, `${count(by.size - MOST_SENTENCES)} more members alike.`] : sentences;
}

/** The first of the unbroken run of snapshots, back from this one, in which some task had no owner. */
function sinceUnassigned(detail: GroupDetail, snapshots: readonly Snapshot[] | undefined): string | undefined {
  let since: string | undefined;
  for (const snapshot of (snapshots ?? []).filter((one) => one.version <= detail.version).reverse()) {
    if (!snapshot.unassignedTaskCount) return since;
    since = snapshot.at;
  }
  // The run reaches back beyond what is loaded, so its beginning is not known.
  return undefined;
}

function ofStatus(status: Status, detail: GroupDetail): Trouble {
  const members =
    status.memberIds.length === detail.memberCount
      ? "every member"
      : plural(status.memberIds.length, "member");
  return {
    key: `status-${status.code}-${status.openedAt}-${status.detail}`,
    severity: severityOfStatus(status.code),
    title: inSentence(status.name),
    detail: `${status.detail ? `${status.detail} ` : ""}Told to ${members}.`,
    since: status.openedAt,
  };
}

/** Heartbeats that were refused while this snapshot was the current one. */
function refused(detail: GroupDetail, errors: readonly HeartbeatError[], names: ReadonlyMap<string, string>): Trouble[] {
  const time = (instant: string) => new Date(instant).getTime();
  return errors
    .filter((error) => time(error.firstAt) <= time(detail.asOf) && time(error.lastAt) >= time(detail.changedAt))
    .map((error) => {
      const process = error.memberId === null ? undefined : names.get(error.memberId);
      const member = error.instanceId ?? (error.memberId === null ? "a member" : shortId(error.memberId));
      return {
        key: `refused ${error.memberId} ${error.instanceId} ${error.code} ${error.firstAt}`,
        severity: "warning",
        title: `Heartbeats of ${process === undefined ? member : `${process} (${member})`} are refused`,
        subject: `${error.name}${error.count > 1 ? `, ${count(error.count)} times` : ""}`,
        detail: sentence(error.explanation),
        since: error.firstAt,
      };
    });
}

function absences(detail: GroupDetail, names: ReadonlyMap<string, string>): Trouble[] {
  const absent = new Map<string, { word: Absence["word"]; members: Member[] }>();
  for (const member of detail.members) {
    const absence = absenceOf(member, detail.asOf);
    if (!absence) continue;
    const key = `${absence.word} ${member.processId ?? member.memberId}`;
    const known = absent.get(key) ?? { word: absence.word, members: [] };
    known.members.push(member);
    absent.set(key, known);
  }
  return [...absent].flatMap(([key, { word, members }]): Trouble[] => {
    const [first] = members;
    const process = first && first.processId !== null ? names.get(first.memberId) : undefined;
    const who =
      process === undefined
        ? listed(members.map(memberName))
        : `${process} (${members.length > 2 ? plural(members.length, "member") : members.map(memberName).join(", ")})`;
    const held = members.flatMap((member) => (member.assigned ?? member.owned)?.active ?? []).sort(compareTaskIds);
    const trouble = { key: `absent ${key}`, severity: "warning" as const };
    if (word === "away") {
      // With tasks, it is told among those that run nowhere.
      return held.length > 0 ? [] : [{ ...trouble, title: `${who} is away`, detail: "A static member; its place is kept." }];
    }
    if (word === "fenced") {
      return [{ ...trouble, title: `${who} was fenced`, detail: "It must abandon its tasks and join again." }];
    }
    // Of several threads the one heard last says how long the process is silent.
    const heard = members.map((member) => member.lastHeartbeatAt ?? "").sort().at(-1) ?? detail.asOf;
    return [
      {
        ...trouble,
        title: `${who} silent for ${duration(between(heard, detail.asOf))}`,
        detail: held.length > 0 ? `Active there: ${listed(held)}.` : undefined,
        since: heard,
      },
    ];
  });
}

function inconsistent(detail: GroupDetail): Trouble[] {
  return detail.inconsistencies.map((said) => ({
    key: `inconsistent ${said}`,
    severity: "error" as const,
    title: "Inconsistent",
    subject: said,
    detail: "What was observed contradicts itself. All of it is shown; which of it is true cannot be told.",
  }));
}

function epochs(detail: GroupDetail, label: (member: Member) => string): Trouble[] {
  const troubles: Trouble[] = [];
  const { groupEpoch, topologyEpoch } = detail;
  if (groupEpoch !== null) {
    const behind = detail.members.filter((member) => {
      const epoch = comparableEpoch(member);
      return epoch !== null && epoch < groupEpoch;
    });
    if (behind.length > 0) {
      troubles.push({
        key: "behind",
        severity: "information",
        title: `${plural(behind.length, "member")} behind group epoch ${groupEpoch}`,
        subject: listed(behind.map((member) => `${label(member)} at ${member.memberEpoch}`), 6),
      });
    }
  }
  const topologies = new Map<number, Member[]>();
  for (const member of detail.members) {
    if (member.topologyEpoch !== null) {
      topologies.set(member.topologyEpoch, [...(topologies.get(member.topologyEpoch) ?? []), member]);
    }
  }
  if (topologies.size > 1) {
    troubles.push({
      key: "topologies",
      severity: "warning",
      title: "Members run different topologies",
      detail: [...topologies]
        .sort(([a], [b]) => a - b)
        .map(([epoch, members]) => `Topology epoch ${epoch}: ${listed(members.map(label), 6)}.`)
        .join(" ") + (topologyEpoch === null ? "" : ` The group is at ${topologyEpoch}.`),
    });
  }
  return troubles;
}

function sharedProcess(detail: GroupDetail, names: ReadonlyMap<string, string>): Trouble[] {
  const active = new Map<string, string>();
  for (const member of detail.members) {
    if (member.processId === null) continue;
    for (const taskId of member.assigned?.active ?? []) active.set(`${member.processId} ${taskId}`, taskId);
  }
  const troubles = new Map<string, string[]>();
  for (const member of detail.members) {
    for (const taskId of member.assigned?.standby ?? []) {
      if (member.processId !== null && active.has(`${member.processId} ${taskId}`)) {
        const process = names.get(member.memberId) ?? member.processId;
        troubles.set(process, [...(troubles.get(process) ?? []), taskId]);
      }
    }
  }
  return [...troubles].map(([process, taskIds]) => ({
    key: `shared-${process}`,
    severity: "warning",
    title: `${process} holds active and standby of the same task`,
    subject: listed(taskIds),
    detail: "If that process stops, both copies are gone.",
  }));
}

function recovery(detail: GroupDetail, tasks: readonly Task[] | undefined, label: (member: Member) => string): Trouble[] {
  const members = new Map(detail.members.map((member) => [member.memberId, member]));
  return (tasks ?? []).flatMap((task) =>
    task.standbys.flatMap((place): Trouble[] => {
      const member = members.get(place.memberId);
      const accepted = member?.acceptableRecoveryLag ?? null;
      if (!member || place.lag === null || accepted === null || BigInt(place.lag) <= BigInt(accepted)) return [];
      return [
        {
          key: `lag-${task.taskId}-${place.memberId}`,
          severity: "warning",
          title: `${task.taskId} has a standby ${count(place.lag)} records behind`,
          detail: `On ${label(member)}, which accepts ${count(accepted)}.`,
          since: undefined,
        },
      ];
    }),
  );
}

function starting(grid: GridModel, label: (member: Member) => string): Trouble[] {
  const waiting: string[] = [];
  let tasks = 0;
  for (const { rows } of grid.processes) {
    for (const row of rows) {
      const ids = row.cells.filter((cell) => cell.phase === "starting" && cell.role === "active").map((cell) => cell.taskId);
      tasks += ids.length;
      if (ids.length > 0) waiting.push(`${listed(ids)} on ${label(row.member)}`);
    }
  }
  return waiting.length === 0
    ? []
    : [
        {
          key: "starting",
          severity: "information",
          title: `${plural(tasks, "task")} assigned, and not yet reported as running`,
          subject: listed(waiting, 6),
        },
      ];
}

function silentBroker(detail: GroupDetail): Trouble[] {
  if (detail.state !== "NOT_READY" || (detail.openStatuses ?? []).length > 0) return [];
  return [
    {
      key: "not-ready",
      severity: "warning",
      title: "Not ready, and no status says why",
      detail:
        detail.stateSource === "BROKER"
          ? "The broker's describe gives the state without a reason; reasons stand in heartbeat answers only."
          : undefined,
    },
  ];
}
