import type { ColumnGroup, GridModel, MemberRow, ProcessRows } from "./grid";
import type { ProcessGroup } from "./members";

/** What a search leaves of a grid. */
export interface Found {
  grid: GridModel;
  tasks: number;
  members: number;
}

/**
 * The part of a grid that a search asks for. A cell fits when each word of the search fits its task (id, topics, stores)
 * or its member (ids, host, process, rack); the rows and columns of cells that fit stay, and so do tasks and members that
 * fit by themselves. What stands where a row and a column meet is always shown. A blank search leaves everything.
 */
export function searchGrid(grid: GridModel, search: string): Found {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { grid, tasks: grid.taskIds.length, members: grid.memberCount };
  const tests = words.map((word) => testOf(grid, word));
  const keptTasks = new Set<string>();
  for (const group of grid.groups) {
    for (const taskId of group.taskIds) if (tests.every((test) => test.tasks.has(taskId))) keptTasks.add(taskId);
  }
  const keptRows = new Set<string>();
  for (const { process, rows } of grid.processes) {
    for (const row of rows) {
      const fits = tests.map((test) => test.member(process, row));
      if (fits.every(Boolean)) keptRows.add(row.key);
      for (const cell of row.cells) {
        if (!tests.every((test, index) => fits[index] || test.tasks.has(cell.taskId))) continue;
        keptRows.add(row.key);
        keptTasks.add(cell.taskId);
      }
    }
  }
  const narrowed = narrow(grid, keptTasks, keptRows);
  return { grid: narrowed, tasks: narrowed.taskIds.length, members: narrowed.memberCount };
}

interface WordTest {
  tasks: ReadonlySet<string>;
  member: (process: ProcessGroup, row: MemberRow) => boolean;
}

function testOf(grid: GridModel, word: string): WordTest {
  // The whole id of a task means that task, and not also 1_30 or a member whose id happens to have 1_3 in it.
  if (grid.columnOf.has(word)) return { tasks: new Set([word]), member: () => false };
  // So is what the ids of a subtopology's tasks begin with.
  const own = grid.groups.find((group) => `${group.subtopologyId.toLowerCase()}_` === word);
  if (own) return { tasks: new Set(own.taskIds), member: () => false };
  const names = grid.groups.map((group) => namesOf(group).map((name) => name.toLowerCase()));
  // So does the whole name of a store or topic, which other names may have in them: counts, and app-counts-changelog.
  const exact = names.some((own) => own.includes(word));
  const tasks = new Set<string>();
  grid.groups.forEach((group, index) => {
    const fits = names[index]?.some((name) => (exact ? name === word : name.includes(word)));
    for (const taskId of group.taskIds) if (fits || (!exact && taskId.startsWith(word))) tasks.add(taskId);
  });
  return { tasks, member: (process, { member }) => textOf(process, member).includes(word) };
}

function namesOf({ subtopology }: ColumnGroup): string[] {
  if (!subtopology) return [];
  return [
    ...(subtopology.sourceTopics ?? []),
    ...(subtopology.sourceTopicRegex ?? []),
    ...(subtopology.repartitionSourceTopics ?? []),
    ...(subtopology.repartitionSinkTopics ?? []),
    ...(subtopology.changelogTopics ?? []),
    ...(subtopology.stores ?? []),
  ];
}

function textOf(process: ProcessGroup, member: MemberRow["member"]): string {
  const { endpoint } = member;
  return [
    process.name,
    member.memberId,
    member.instanceId,
    member.clientId,
    member.clientHost,
    member.processId,
    member.rackId,
    endpoint && `${endpoint.host}:${endpoint.port}`,
  ]
    .filter(Boolean)
    .join("\n")
    .toLowerCase();
}

function narrow(grid: GridModel, keptTasks: ReadonlySet<string>, keptRows: ReadonlySet<string>): GridModel {
  let first = 0;
  const groups = grid.groups
    .map((group): ColumnGroup => {
      const taskIds = group.taskIds.filter((taskId) => keptTasks.has(taskId));
      const narrowed = { ...group, first, taskIds };
      first += taskIds.length;
      return narrowed;
    })
    .filter((group) => group.taskIds.length > 0);
  const taskIds = groups.flatMap((group) => group.taskIds);
  const columnOf = new Map(taskIds.map((taskId, column) => [taskId, column]));
  const processes = grid.processes
    .map(({ process, rows }): ProcessRows => ({
      process,
      rows: rows
        .filter((row) => keptRows.has(row.key))
        .map((row) => ({
          ...row,
          cells: row.cells.flatMap((cell) => {
            const column = columnOf.get(cell.taskId);
            return column === undefined ? [] : [{ ...cell, column }];
          }),
        })),
    }))
    .filter(({ rows }) => rows.length > 0);
  return {
    groups,
    taskIds,
    columnOf,
    processes,
    nowhere: new Set([...grid.nowhere].filter((taskId) => keptTasks.has(taskId))),
    assignmentKnown: grid.assignmentKnown,
    memberCount: processes.reduce((sum, { rows }) => sum + rows.length, 0),
  };
}
