import type { GroupSummary } from "../api/types";
import type { GridModel } from "./grid";
import { NOWHERE } from "./gridLayout";

/** Names a cell of the assignment: the key of its row, and its task. */
export function gridCell(row: string, taskId: string): string {
  return `${row} ${taskId}`;
}

function cellsBy(grid: GridModel): Map<string, string> {
  const cells = new Map<string, string>();
  for (const { rows } of grid.processes) {
    for (const { key, cells: own } of rows) {
      for (const { taskId, role, phase, next } of own) cells.set(gridCell(key, taskId), `${role} ${phase} ${next}`);
    }
  }
  for (const taskId of grid.nowhere) cells.set(gridCell(NOWHERE, taskId), "");
  return cells;
}

/** The cells of an assignment that are new, or say something else than they did before. */
export function changedCells(before: GridModel, after: GridModel): Set<string> {
  const known = cellsBy(before);
  return new Set([...cellsBy(after)].flatMap(([cell, says]) => (known.get(cell) === says ? [] : [cell])));
}

/** What the list of groups tells that is told to have changed. */
const TOLD = {
  state: ({ state }: GroupSummary) => state,
  members: ({ memberCount, processCount }: GroupSummary) => `${memberCount} ${processCount}`,
  tasks: ({ activeTaskCount, standbyTaskCount, warmupTaskCount }: GroupSummary) => `${activeTaskCount} ${standbyTaskCount} ${warmupTaskCount}`,
  nowhere: ({ unassignedTaskCount }: GroupSummary) => String(unassignedTaskCount),
  epochs: ({ groupEpoch, assignmentEpoch, topologyEpoch, memberEpochs }: GroupSummary) =>
    `${groupEpoch} ${assignmentEpoch} ${topologyEpoch} ${memberEpochs?.lowest} ${memberEpochs?.highest}`,
  findings: ({ findings: { error, warning, info } }: GroupSummary) => `${error} ${warning} ${info}`,
} satisfies Record<string, (group: GroupSummary) => string>;

/** Names a cell of the list of groups. */
export function listCell(what: keyof typeof TOLD, groupId: string): string {
  return `${what} ${groupId}`;
}

/** The cells of a list of groups that tell something else than before, of groups that were in it. */
export function changedInList(before: readonly GroupSummary[], after: readonly GroupSummary[]): Set<string> {
  const known = new Map(before.map((group) => [group.groupId, group]));
  const cells = new Set<string>();
  for (const group of after) {
    const was = known.get(group.groupId);
    if (!was) continue;
    for (const what of Object.keys(TOLD) as (keyof typeof TOLD)[]) {
      if (TOLD[what](was) !== TOLD[what](group)) cells.add(listCell(what, group.groupId));
    }
  }
  return cells;
}
