import { keepPreviousData, queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, dataOf } from "../api/client";
import type { FindingCode, GroupState, Page, Snapshot, Task } from "../api/types";
import type { Question } from "../lib/lookup";
import { usePolling } from "./live";

/** Identifies a group. */
export interface GroupKey {
  cluster: string;
  groupId: string;
}

/** Which state of a group is meant: that of an instant, or that of a version. */
export type AsOf = { at: string } | { version: number };

/** What the groups page asks for. */
export interface GroupsFilter {
  search: string;
  states: GroupState[];
  /** Names of statuses, any of which is open. */
  statuses: string[];
  /** Codes of findings, any of which is found. */
  findings: FindingCode[];
  sort: string;
  page: number;
  size: number;
}

const LIVE_EVERY_MS = 5_000;
/** Brokers are asked for offsets as often by default, and no event tells that they were. */
const OFFSETS_EVERY_MS = 15_000;
const PAGE = 1000;
/** More snapshots than this are neither loaded nor drawn; the page says so. */
export const MOST_SNAPSHOTS = 10_000;
/** How many snapshots are asked for to see what is new. */
const NEWEST = 50;
const MOST_TASKS = 20_000;
/** What nobody looks at any more is kept for going back a few steps, and no longer: each version may be megabytes. */
const KEPT_MS = 60_000;

/** A page of group summaries; the previous page stays while the next one loads. */
export function useGroups(cluster: string, filter: GroupsFilter, changing: boolean) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    queryKey: ["groups", cluster, filter],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups", {
          params: {
            path: { cluster },
            query: {
              search: filter.search || undefined,
              state: filter.states.length > 0 ? filter.states : undefined,
              status: filter.statuses.length > 0 ? filter.statuses : undefined,
              finding: filter.findings.length > 0 ? filter.findings : undefined,
              include: "rebalances",
              sort: filter.sort,
              page: filter.page,
              size: filter.size,
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: changing ? every : false,
  });
}

/** One state of a group with everything in it. What is past never changes, so it is never asked for again. */
export function groupQuery({ cluster, groupId }: GroupKey, asOf: AsOf | null) {
  return queryOptions({
    queryKey: ["group", cluster, groupId, asOf],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}", {
          params: { path: { cluster, groupId }, query: asOf ?? {} },
          signal,
        }),
      ),
    staleTime: asOf === null ? 0 : Infinity,
    gcTime: KEPT_MS,
  });
}

/** The group as of an instant or version, or as it is now. The state before stays on the page while the next one loads. */
export function useGroup(key: GroupKey, asOf: AsOf | null, changing: boolean) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    ...groupQuery(key, asOf),
    placeholderData: (previous) => (previous?.groupId === key.groupId && previous.cluster === key.cluster ? previous : undefined),
    refetchInterval: changing && asOf === null ? every : false,
  });
}

/** Whether the group can lose a process without losing anything else, as of an instant or version, or now. */
export function useReadiness({ cluster, groupId }: GroupKey, asOf: AsOf | null, changing: boolean) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    queryKey: ["readiness", cluster, groupId, asOf],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/readiness", {
          params: { path: { cluster, groupId }, query: { require: "stable,standbys,caughtUp", notReady: 200, ...asOf } },
          signal,
        }),
      ),
    placeholderData: (previous) => (previous?.groupId === groupId && previous.cluster === cluster ? previous : undefined),
    refetchInterval: changing && asOf === null ? every : false,
  });
}

const MOST_FINDINGS = 200;

/** What is found of the group as of an instant or version, or now, the worst first. */
export function useFindings({ cluster, groupId }: GroupKey, asOf: AsOf | null, changing: boolean) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    queryKey: ["findings", cluster, groupId, asOf],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/findings", {
          params: { path: { cluster, groupId }, query: { ...asOf, size: MOST_FINDINGS } },
          signal,
        }),
      ),
    placeholderData: (previous, query) => (query?.queryKey[1] === cluster && query.queryKey[2] === groupId ? previous : undefined),
    refetchInterval: changing && asOf === null ? every : false,
  });
}

/** Every task with its holders and offsets as of an instant or version. */
export function tasksQuery({ cluster, groupId }: GroupKey, asOf: AsOf) {
  return queryOptions({
    queryKey: ["tasks", cluster, groupId, asOf],
    queryFn: async ({ signal }) => {
      const tasks: Task[] = [];
      for (let page = 0; tasks.length < MOST_TASKS; page++) {
        const answer = await dataOf(
          api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/tasks", {
            params: { path: { cluster, groupId }, query: { ...asOf, page, size: PAGE } },
            signal,
          }),
        );
        tasks.push(...answer.items);
        if (answer.items.length < PAGE) break;
      }
      return tasks;
    },
    staleTime: 60_000,
    gcTime: KEPT_MS,
  });
}

/** A value that changes no more often than once in a while; the first one is given at once. */
function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    if (value === rested) return;
    const timer = setTimeout(
      () => {
        changedAt.current = Date.now();
        setRested(value);
      },
      Math.max(0, changedAt.current + restMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [value, rested, restMs]);
  return restMs === 0 || rested === undefined ? value : rested;
}

/**
 * Every task as of an instant or version, an object that stays the same while it says the same; those of the state before
 * stay meanwhile, and for as long as `restMs` says while states follow each other fast.
 */
export function useTasks(key: GroupKey, asOf: AsOf | undefined, restMs: number) {
  const rested = useRested(asOf, restMs);
  return useQuery({
    ...tasksQuery(key, rested ?? { version: 0 }),
    enabled: rested !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** The snapshots of a group in the order of their versions, the last `MOST_SNAPSHOTS` of them. */
export interface History {
  snapshots: Snapshot[];
  total: number;
}

async function pageOfSnapshots(
  { cluster, groupId }: GroupKey,
  page: number,
  size: number,
  signal: AbortSignal,
): Promise<Page<Snapshot>> {
  return dataOf(
    api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/snapshots", {
      params: { path: { cluster, groupId }, query: { page, size, sort: "version,desc" } },
      signal,
    }),
  );
}

function joined(versions: Iterable<Snapshot>, total: number): History {
  // The total also says how much retention has left of what is known.
  const most = Math.min(MOST_SNAPSHOTS, total);
  const snapshots = [...versions].sort((a, b) => a.version - b.version);
  return { snapshots: snapshots.slice(Math.max(0, snapshots.length - most)), total };
}

async function loadHistory(key: GroupKey, known: History | undefined, signal: AbortSignal): Promise<History> {
  const newestKnown = known?.snapshots.at(-1)?.version;
  if (known && newestKnown !== undefined) {
    const newest = await pageOfSnapshots(key, 0, NEWEST, signal);
    if (newest.items.some((snapshot) => snapshot.version === newestKnown)) {
      const byVersion = new Map([...known.snapshots, ...newest.items].map((snapshot) => [snapshot.version, snapshot]));
      return joined(byVersion.values(), newest.total);
    }
  }
  const byVersion = new Map<number, Snapshot>();
  let total = 0;
  for (let page = 0; page * PAGE < MOST_SNAPSHOTS; page++) {
    const answer = await pageOfSnapshots(key, page, PAGE, signal);
    total = answer.total;
    for (const snapshot of answer.items) byVersion.set(snapshot.version, snapshot);
    if (answer.items.length < PAGE) break;
  }
  return joined(byVersion.values(), total);
}

function historyKey({ cluster, groupId }: GroupKey) {
  return ["snapshots", cluster, groupId] as const;
}

/** The group's history; while the group changes, only what is new gets loaded. */
export function useHistory(key: GroupKey, client: QueryClient, changing: boolean) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    queryKey: historyKey(key),
    queryFn: ({ signal }) => loadHistory(key, client.getQueryData<History>(historyKey(key)), signal),
    refetchInterval: changing ? every : false,
  });
}

/** Forgets what is told over the group's whole life, because the group has a new snapshot. */
export async function forgetLife({ cluster, groupId }: GroupKey, client: QueryClient): Promise<void> {
  await Promise.all(
    ["statuses", "errors", "task-history", "timeline", "rebalances"].map((what) =>
      client.invalidateQueries({ queryKey: [what, cluster, groupId] }),
    ),
  );
}

/** Who held a task, from when to when. */
export function useTaskHistory({ cluster, groupId }: GroupKey, taskId: string) {
  return useQuery({
    queryKey: ["task-history", cluster, groupId, taskId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/tasks/{taskId}/history", {
          params: { path: { cluster, groupId, taskId } },
          signal,
        }),
      ),
  });
}

/** What a lane of the timeline stands for. */
export type LanesBy = "process" | "member" | "task";

/** Who ran what over a range in milliseconds; null is open. */
export function useTimeline(
  { cluster, groupId }: GroupKey,
  by: LanesBy,
  range: { from: number | null; to: number | null },
  search: string,
) {
  const instant = (ms: number | null) => (ms === null ? undefined : new Date(ms).toISOString());
  return useQuery({
    queryKey: ["timeline", cluster, groupId, by, range, search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/timeline", {
          params: {
            path: { cluster, groupId },
            query: { by, from: instant(range.from), to: instant(range.to), search: search || undefined, size: PAGE },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** A page of the rebalances of a range, newest first, and what all of them come to; null leaves an end of the range open. */
export function useRebalances(
  { cluster, groupId }: GroupKey,
  range: { from: number | null; to: number | null },
  page: number,
  size: number,
) {
  const instant = (ms: number | null) => (ms === null ? undefined : new Date(ms).toISOString());
  return useQuery({
    queryKey: ["rebalances", cluster, groupId, range, page, size],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/rebalances", {
          params: { path: { cluster, groupId }, query: { from: instant(range.from), to: instant(range.to), page, size } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Every status of the group's life, newest first. */
export function useStatuses({ cluster, groupId }: GroupKey) {
  return useQuery({
    queryKey: ["statuses", cluster, groupId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/statuses", {
          params: { path: { cluster, groupId }, query: { size: PAGE } },
          signal,
        }),
      ),
  });
}

/** The heartbeats that were answered with an error, counted by member and error. */
export function useHeartbeatErrors({ cluster, groupId }: GroupKey) {
  return useQuery({
    queryKey: ["errors", cluster, groupId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/errors", {
          params: { path: { cluster, groupId }, query: { size: PAGE } },
          signal,
        }),
      ),
  });
}

/** Where interactive queries find which partitions, at a version. */
export function useEndpoints({ cluster, groupId }: GroupKey, version: number) {
  return useQuery({
    queryKey: ["endpoints", cluster, groupId, version],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/endpoints", {
          params: { path: { cluster, groupId }, query: { version } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** How far the group is in what it reads, and how far its copies are; of now, or as of an instant or version. */
export function useOffsets({ cluster, groupId }: GroupKey, asOf: AsOf | null, changing: boolean) {
  return useQuery({
    queryKey: ["offsets", cluster, groupId, asOf],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/offsets", {
          params: { path: { cluster, groupId }, query: asOf ?? {} },
          signal,
        }),
      ),
    gcTime: KEPT_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === cluster && query.queryKey[2] === groupId ? previous : undefined),
    refetchInterval: changing && asOf === null ? OFFSETS_EVERY_MS : false,
  });
}

/** The topics of the subtopologies at a version, and their nodes where brokers keep them; live ones are read soon after. */
export function useTopology({ cluster, groupId }: GroupKey, version: number, live: boolean) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    queryKey: ["topology", cluster, groupId, version],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/topology", {
          params: { path: { cluster, groupId }, query: { version } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (live && query.state.data?.description === null ? every : false),
  });
}

/** What the group is configured to on its brokers. */
export function useConfigs({ cluster, groupId }: GroupKey, version: number, live: boolean) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    queryKey: ["configs", cluster, groupId, version],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/configs", {
          params: { path: { cluster, groupId }, query: { version } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (live && query.state.data?.configs === null ? every : false),
  });
}

/**
 * Whom to ask, active first, as of an instant or version or now. While the answer of another state comes, the one before
 * stays, if it is to the same question.
 */
export function useLookup(
  { cluster, groupId }: GroupKey,
  asOf: AsOf | null,
  version: number,
  question: Question | null,
  changing: boolean,
) {
  const every = usePolling(LIVE_EVERY_MS);
  return useQuery({
    // Of what is now there is a new answer with every version.
    queryKey: ["lookup", cluster, groupId, question, asOf, asOf === null ? version : null],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/endpoints/lookup", {
          params: { path: { cluster, groupId }, query: question === null ? {} : { ...queryOf(question), ...asOf } },
          signal,
        }),
      ),
    enabled: question !== null,
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey.slice(0, 4)) === JSON.stringify(["lookup", cluster, groupId, question]) ? previous : undefined,
    refetchInterval: changing && asOf === null ? every : false,
  });
}

function queryOf({ what, name, by, value, serializer }: Question) {
  return { [what]: name, ...(by === "key" ? { key: value, serializer } : { partition: Number(value) }) };
}

/** What differs between two versions. */
export function useDiff({ cluster, groupId }: GroupKey, from: number | null, to: number | null) {
  return useQuery({
    queryKey: ["diff", cluster, groupId, from, to],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/clusters/{cluster}/streams-groups/{groupId}/diff", {
          params: { path: { cluster, groupId }, query: { from: String(from), to: String(to) } },
          signal,
        }),
      ),
    enabled: from !== null && to !== null,
    placeholderData: keepPreviousData,
  });
}
