import type { Exact, GroupDetail, GroupOffsets, InputOffset, Place, Role, TaskOffsets } from "../api/types";
import { progressOf } from "./lags";
import { compareTaskIds } from "./tasks";

/** What the rows of the lag view are: tasks, partitions that are read, or standby and warm-up copies. */
export type LagsOf = "task" | "partition" | "copy";

/** Numbers added up as far as they are known. */
export interface Sum {
  sum: Exact;
  known: number;
  unknown: number;
}

/** How far behind one subtopology is. */
export interface SubtopologyLag {
  subtopologyId: string;
  /** What it reads; null when its topology is not known and nothing was read. */
  topics: string[] | null;
  tasks: number;
  /** Of partitions; a task whose inputs were not read is one that is not known. */
  input: Sum;
  standby: Sum;
  warmup: Sum;
}

function summed(lags: Iterable<Exact | null>): Sum {
  let sum = 0n;
  let known = 0;
  let unknown = 0;
  for (const lag of lags) {
    if (lag === null) unknown++;
    else {
      known++;
      sum += BigInt(lag);
    }
  }
  return { sum: sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : String(sum), known, unknown };
}

/** Several sums as one. */
export function together(sums: readonly Sum[]): Sum {
  return {
    sum: summed(sums.map((one) => one.sum)).sum,
    known: sums.reduce((all, one) => all + one.known, 0),
    unknown: sums.reduce((all, one) => all + one.unknown, 0),
  };
}

/** The lags of each subtopology added up, in the order of their tasks. */
export function bySubtopology(tasks: readonly TaskOffsets[], detail: GroupDetail): SubtopologyLag[] {
  const of = new Map<string, TaskOffsets[]>();
  for (const task of tasks) {
    const known = of.get(task.subtopologyId);
    if (known) known.push(task);
    else of.set(task.subtopologyId, [task]);
  }
  return [...of].map(([subtopologyId, own]) => {
    const described = detail.subtopologies?.find((one) => one.subtopologyId === subtopologyId);
    const told = described ? [...(described.sourceTopics ?? []), ...(described.repartitionSourceTopics ?? [])] : [];
    const read = own.flatMap((task) => (task.inputs ?? []).map((one) => one.topic));
    const topics = [...new Set([...told, ...read])].sort();
    return {
      subtopologyId,
      topics: topics.length > 0 ? topics : null,
      tasks: own.length,
      input: summed(own.flatMap((task) => task.inputs?.map((one) => one.lag) ?? [null])),
      standby: summed(own.flatMap((task) => task.standbys.map((one) => one.lag))),
      warmup: summed(own.flatMap((task) => task.warmups.map((one) => one.lag))),
    };
  });
}

/** One line of the lag view. */
export interface LagRow {
  key: string;
  task: TaskOffsets;
  /** The partition, where rows are partitions. */
  input: InputOffset | null;
  /** The copy, where rows are copies; `progress` is the share restored, 0 to 1. */
  copy: { role: Role; place: Place; progress: number | null } | null;
  /** Records behind: of the task's or partition's input, or of the copy. */
  lag: Exact | null;
  /** What a search looks at, in lower case. */
  text: string;
}

/** What rows can be sorted by. */
export type LagSort = "lag" | "task" | "topic" | "restored";

/** The rows of the lag view, in the order of their tasks. */
export function lagRows(offsets: GroupOffsets, of: LagsOf, detail: GroupDetail, names: ReadonlyMap<string, string>): LagRow[] {
  const topicsOf = new Map(
    (detail.subtopologies ?? []).map((one) => [
      one.subtopologyId,
      [...(one.sourceTopics ?? []), ...(one.repartitionSourceTopics ?? []), ...(one.stores ?? [])],
    ]),
  );
  const rows: LagRow[] = [];
  const add = (task: TaskOffsets, row: Omit<LagRow, "task" | "text">, words: readonly (string | null | undefined)[]) => {
    rows.push({ ...row, task, text: [task.taskId, ...words].join(" ").toLowerCase() });
  };
  const holder = (place: Place | null) => (place ? [names.get(place.memberId), place.memberId] : []);
  for (const task of offsets.tasks) {
    const about = topicsOf.get(task.subtopologyId) ?? [];
    if (of === "task") {
      const read = (task.inputs ?? []).map((one) => one.topic);
      add(task, { key: task.taskId, input: null, copy: null, lag: task.lag }, [...about, ...read, ...holder(task.active)]);
    } else if (of === "partition") {
      for (const input of task.inputs ?? []) {
        add(task, { key: `${input.topic} ${input.partition}`, input, copy: null, lag: input.lag }, [input.topic]);
      }
    } else {
      for (const [role, places] of [["standby", task.standbys], ["warmup", task.warmups]] as const) {
        for (const place of places) {
          const copy = { role, place, progress: progressOf(place) };
          add(task, { key: `${task.taskId} ${place.memberId}`, input: null, copy, lag: place.lag }, [...about, ...holder(place)]);
        }
      }
    }
  }
  return rows;
}

/** The rows that have each word of a search. */
export function searched(rows: readonly LagRow[], search: string): readonly LagRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => row.text.includes(word)));
}

/** Rows in an order; what is not known comes last in either direction. */
export function sorted(rows: readonly LagRow[], by: LagSort, descending: boolean): LagRow[] {
  const turn = descending ? -1 : 1;
  const numbers = (of: (row: LagRow) => number | null) => (a: LagRow, b: LagRow) => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return turn * (left - right);
  };
  const compare = {
    lag: numbers((row) => (row.lag === null ? null : Number(row.lag))),
    restored: numbers((row) => row.copy?.progress ?? null),
    task: (a: LagRow, b: LagRow) => turn * compareTaskIds(a.task.taskId, b.task.taskId),
    topic: (a: LagRow, b: LagRow) =>
      turn * ((a.input?.topic ?? "").localeCompare(b.input?.topic ?? "") || (a.input?.partition ?? 0) - (b.input?.partition ?? 0)),
  }[by];
  return rows.toSorted(compare);
}

/** The copy of a task that is the most behind, and how many of its copies nobody knows that of. */
export function copiesOf(task: TaskOffsets): { copies: number; most: Exact | null; unknown: number } {
  const lags = [...task.standbys, ...task.warmups].map((place) => place.lag);
  const known = lags.filter((lag) => lag !== null);
  return {
    copies: lags.length,
    most: known.reduce<Exact | null>((most, lag) => (most === null || Number(lag) > Number(most) ? lag : most), null),
    unknown: lags.length - known.length,
  };
}
