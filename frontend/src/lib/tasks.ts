/** A task id taken apart: `1_3` is partition 3 of subtopology 1. */
export interface TaskName {
  subtopologyId: string;
  partition: number;
}

/** Reads a task id; null when it is not one. */
export function parseTaskId(taskId: string): TaskName | null {
  const at = taskId.lastIndexOf("_");
  const partition = taskId.slice(at + 1);
  return at < 1 || !/^\d+$/.test(partition) ? null : { subtopologyId: taskId.slice(0, at), partition: Number(partition) };
}

/** Orders subtopology ids as numbers where they are numbers. */
export function compareSubtopologies(a: string, b: string): number {
  const numeric = Number(a) - Number(b);
  return Number.isNaN(numeric) ? a.localeCompare(b) : numeric;
}

/** Orders task ids by subtopology, then partition. */
export function compareTaskIds(a: string, b: string): number {
  const left = parseTaskId(a);
  const right = parseTaskId(b);
  if (!left || !right) return a.localeCompare(b);
  return compareSubtopologies(left.subtopologyId, right.subtopologyId) || left.partition - right.partition;
}
