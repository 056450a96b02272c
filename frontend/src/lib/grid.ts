import type { GroupDetail, Member, Role, Subtopology, View } from "../api/types";
import { roleWord } from "./format";
import { epochToReach, isBehind, processGroups, type ProcessGroup } from "./members";
import { compareSubtopologies, parseTaskId } from "./tasks";

/**
 * How a member stands to a task. `held`: it runs the task, as far as the source can tell; `starting`: assigned, and the
 * member does not say yet that it runs it; `stopping`: it still says so, and is not assigned it any more; `target`: only
 * the target assignment gives it to the member.
 */
export type Phase = "held" | "starting" | "stopping" | "target";

/** One cell that is not empty. */
export interface Cell {
  taskId: string;
  column: number;
  role: Role;
  phase: Phase;
  /** The role that the target assignment has for the same member and task, when it is another one. */
  next: Role | "none" | null;
}

/** A member's row: only the cells that say something, in the order of their columns. */
export interface MemberRow {
  kind: "member";
  key: string;
  member: Member;
  cells: Cell[];
  /** How many tasks the coordinator assigned (or, where that is unknown, the member owns); null = not known. */
  counts: Record<Role, number | null>;
  behind: boolean;
}

export interface ProcessRows {
  process: ProcessGroup;
  rows: MemberRow[];
}

/** The columns of one subtopology. */
export interface ColumnGroup {
  subtopologyId: string;
  /** The first of its columns. */
  first: number;
  taskIds: string[];
  subtopology: Subtopology | null;
}

export interface GridModel {
  groups: ColumnGroup[];
  taskIds: string[];
  columnOf: ReadonlyMap<string, number>;
  processes: ProcessRows[];
  /** Tasks without a member that runs them or is about to: unassigned, or parked with members that are away or fenced. */
  nowhere: ReadonlySet<string>;
  /** Whether any member's active tasks were observed; without that, nobody can say which task runs nowhere. */
  assignmentKnown: boolean;
  memberCount: number;
}

const ROLES: readonly Role[] = ["active", "standby", "warmup"];

function rolesIn(view: View | null): Map<string, Role> | null {
  if (!view) return null;
  const roles = new Map<string, Role>();
  for (const role of ROLES) {
    for (const taskId of view[role] ?? []) if (!roles.has(taskId)) roles.set(taskId, role);
  }
  return roles;
}

/** The role that a view has for a task, if it names it. */
export function roleIn(view: View, taskId: string): Role | null {
  return ROLES.find((role) => view[role]?.includes(taskId)) ?? null;
}

function cellsOf(member: Member, columnOf: ReadonlyMap<string, number>): Cell[] {
  const owned = rolesIn(member.owned);
  const assigned = rolesIn(member.assigned);
  const target = rolesIn(member.target);
  const cells: Cell[] = [];
  for (const taskId of new Set([...(assigned?.keys() ?? []), ...(owned?.keys() ?? []), ...(target?.keys() ?? [])])) {
    const column = columnOf.get(taskId);
    if (column === undefined) continue;
    const has = owned?.get(taskId);
    const told = assigned?.get(taskId);
    const will = target?.get(taskId);
    const role = told ?? has ?? will;
    if (!role) continue;
    let phase: Phase;
    if (!told && !has) phase = "target";
    else if (!owned || !assigned) phase = "held";
    else if (told && has === told) phase = "held";
    else if (told) phase = "starting";
    else phase = "stopping";
    const next = !target || phase === "target" ? null : will === role ? null : (will ?? "none");
    cells.push({ taskId, column, role, phase, next });
  }
  return cells.sort((a, b) => a.column - b.column);
}

function sizeOf(view: View | null, role: Role): number | null {
  return view?.[role]?.length ?? null;
}

function columnsOf(detail: GroupDetail): ColumnGroup[] {
  /** The partitions of a subtopology's tasks by task id. */
  const bySubtopology = new Map<string, Map<string, number>>();
  const described = new Map<string, Subtopology>();
  const known = new Set<string>();
  for (const subtopology of detail.subtopologies ?? []) {
    described.set(subtopology.subtopologyId, subtopology);
    const partitions = new Map<string, number>();
    for (let partition = 0; partition < (subtopology.taskCount ?? 0); partition++) {
      const taskId = `${subtopology.subtopologyId}_${partition}`;
      partitions.set(taskId, partition);
      known.add(taskId);
    }
    bySubtopology.set(subtopology.subtopologyId, partitions);
  }
  for (const member of detail.members) {
    for (const view of [member.owned, member.assigned, member.target]) {
      for (const role of ROLES) {
        for (const taskId of view?.[role] ?? []) {
          if (known.has(taskId)) continue;
          known.add(taskId);
          const name = parseTaskId(taskId);
          if (!name) continue;
          const partitions = bySubtopology.get(name.subtopologyId);
          if (partitions) partitions.set(taskId, name.partition);
          else bySubtopology.set(name.subtopologyId, new Map([[taskId, name.partition]]));
        }
      }
    }
  }
  let first = 0;
  return [...bySubtopology]
    .sort(([a], [b]) => compareSubtopologies(a, b))
    .map(([subtopologyId, partitions]) => {
      const taskIds = [...partitions].sort(([, a], [, b]) => a - b).map(([taskId]) => taskId);
      const group = { subtopologyId, first, taskIds, subtopology: described.get(subtopologyId) ?? null };
      first += taskIds.length;
      return group;
    });
}

/** Lays a group's state out as members against tasks. Cells without content are not part of the model. */
export function layOutGrid(detail: GroupDetail): GridModel {
  const groups = columnsOf(detail);
  const taskIds = groups.flatMap((group) => group.taskIds);
  const columnOf = new Map(taskIds.map((taskId, column) => [taskId, column]));
  const runs = new Set<string>();
  const toReach = epochToReach(detail);
  let assignmentKnown = detail.members.length === 0;
  const processes = processGroups(detail.members).map((process) => ({
    process,
    rows: process.members.map((member): MemberRow => {
      const cells = cellsOf(member, columnOf);
      if (member.assigned?.active || member.owned?.active) assignmentKnown = true;
      if (!member.away && !member.fenced) {
        for (const cell of cells) {
          if (cell.role === "active" && (cell.phase === "held" || cell.phase === "starting")) runs.add(cell.taskId);
        }
      }
      const base = member.assigned ?? member.owned;
      return {
        kind: "member",
        key: member.memberId,
        member,
        cells,
        counts: { active: sizeOf(base, "active"), standby: sizeOf(base, "standby"), warmup: sizeOf(base, "warmup") },
        behind: isBehind(member, toReach),
      };
    }),
  }));
  const nowhere = assignmentKnown ? new Set(taskIds.filter((taskId) => !runs.has(taskId))) : new Set<string>();
  return { groups, taskIds, columnOf, processes, nowhere, assignmentKnown, memberCount: detail.members.length };
}

const PHASES: Record<Phase, string> = {
  held: "",
  starting: ", assigned and not yet running",
  stopping: ", runs it and must give it up",
  target: ", only in the target assignment",
};

/** A cell in words, for its title and for screen readers. */
export function describeCell(cell: Cell): string {
  const next =
    cell.next === null
      ? ""
      : cell.next === "none"
        ? "; the target assignment takes it away"
        : `; becomes ${roleWord(cell.next)} in the target assignment`;
  return `${cell.taskId} ${roleWord(cell.role)}${PHASES[cell.phase]}${next}`;
}
