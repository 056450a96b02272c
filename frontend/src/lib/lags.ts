import type { Exact, Place, Task } from "../api/types";

/** How far a copy of a task is: records behind, and the share restored where both offsets are known. */
export interface Lag {
  lag: Exact;
  progress: number | null;
}

/** The key of a task on a member. */
export function lagKey(taskId: string, memberId: string): string {
  return `${taskId} ${memberId}`;
}

/** The share of a copy that is restored, 0 to 1; null when that is not known. */
export function progressOf({ offset, endOffset, lag }: Place): number | null {
  if (offset === null || endOffset === null || lag === null) return null;
  const all = Number(endOffset);
  return all <= 0 ? 1 : Math.min(1, Math.max(0, Number(offset) / all));
}

/** The lags of standbys and warm-ups by task and member. A lag that is not known is not in it. */
export function layOutLags(tasks: readonly Task[]): ReadonlyMap<string, Lag> {
  const lags = new Map<string, Lag>();
  for (const task of tasks) {
    for (const place of [...task.standbys, ...task.warmups]) {
      if (place.lag !== null) lags.set(lagKey(task.taskId, place.memberId), { lag: place.lag, progress: progressOf(place) });
    }
  }
  return lags;
}
