import type { EndpointMap, GroupDetail } from "../api/types";
import type { GridModel } from "./grid";

type Endpoints = NonNullable<EndpointMap["endpoints"]>;
type Host = Endpoints[number];

/** What the rows of the endpoint map are of. */
export type MapBy = "host" | "topic" | "store";

/** What one endpoint has of one topic or store. A role is null where the source does not tell roles apart. */
export interface ServedRow {
  name: string;
  endpoint: string;
  active: readonly number[] | null;
  standby: readonly number[] | null;
  /** All on the endpoint, in either role. */
  partitions: readonly number[];
}

/** An endpoint as one writes it; an IPv6 address in brackets. */
export function endpointName({ host, port }: { host: string; port: number }): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function byTopic(host: Host): ServedRow[] {
  const rows = new Map<string, ServedRow>();
  const endpoint = endpointName(host);
  for (const role of ["active", "standby", "partitions"] as const) {
    for (const { topic, partitions } of host[role] ?? []) {
      const row = rows.get(topic) ?? {
        name: topic,
        endpoint,
        active: host.active === null ? null : [],
        standby: host.standby === null ? null : [],
        partitions: [],
      };
      rows.set(topic, { ...row, [role]: partitions });
    }
  }
  return [...rows.values()];
}

function byStore(host: Host): ServedRow[] {
  const endpoint = endpointName(host);
  return (host.stores ?? []).map(({ store, active, standby, partitions }) => ({ name: store, endpoint, active, standby, partitions }));
}

/** The map by topic or by store, a row an endpoint, in the order of their names. */
export function servedRows(endpoints: Endpoints, by: "topic" | "store"): ServedRow[] {
  const order = new Intl.Collator("en", { numeric: true });
  return endpoints
    .flatMap(by === "topic" ? byTopic : byStore)
    .sort((a, b) => order.compare(a.name, b.name) || order.compare(a.endpoint, b.endpoint));
}

/**
 * Why partitions have no single endpoint that serves them: no member is assigned their tasks (`nobody`), though the map
 * may still name an endpoint; their members have no endpoint (`no-endpoint`); the map does not name the endpoint of their
 * members (`unlisted`); or it names several (`twice`).
 */
export type GapKind = "nobody" | "no-endpoint" | "unlisted" | "twice";

/** Partitions of one subtopology that no endpoint, or that several serve actively, for one reason. */
export interface Gap {
  kind: GapKind;
  subtopologyId: string;
  stores: readonly string[];
  topics: readonly string[];
  partitions: number[];
  taskIds: string[];
  /** The endpoints that the map names as active. */
  endpoints: string[];
}

/** What the endpoint map leaves open, and of how many tasks that was looked at. */
export interface Gaps {
  gaps: Gap[];
  tasks: number;
}

const WORST_FIRST: readonly GapKind[] = ["twice", "nobody", "unlisted", "no-endpoint"];

/**
 * Compares the endpoint map with the tasks that are known. Topics of one subtopology may differ in size: a partition is
 * served when one of them has it.
 *
 * @return null where nobody can say: no map, no endpoint at all, roles not told apart, or the topology not known
 */
export function gapsOf(map: EndpointMap, detail: GroupDetail, grid: GridModel): Gaps | null {
  if (!map.endpoints || map.endpoints.length === 0 || map.endpoints.some((one) => one.active === null)) return null;
  if (!grid.assignmentKnown) return null;
  const serving = new Map<string, Map<number, Set<string>>>();
  for (const one of map.endpoints) {
    const endpoint = endpointName(one);
    for (const { topic, partitions } of one.active ?? []) {
      const ofTopic = serving.get(topic) ?? new Map<number, Set<string>>();
      serving.set(topic, ofTopic);
      for (const partition of partitions) ofTopic.set(partition, (ofTopic.get(partition) ?? new Set()).add(endpoint));
    }
  }
  const reachable = new Set<string>();
  for (const member of detail.members) {
    if (member.endpoint === null) continue;
    for (const taskId of (member.assigned ?? member.owned)?.active ?? []) reachable.add(taskId);
  }
  const gaps = new Map<string, Gap>();
  let tasks = 0;
  for (const { subtopologyId, subtopology, taskIds } of grid.groups) {
    const topics = [...(subtopology?.sourceTopics ?? []), ...(subtopology?.repartitionSourceTopics ?? [])];
    if (topics.length === 0) continue;
    for (const taskId of taskIds) {
      tasks++;
      const partition = Number(taskId.slice(subtopologyId.length + 1));
      const endpoints = new Set(topics.flatMap((topic) => [...(serving.get(topic)?.get(partition) ?? [])]));
      const kind = kindOf(endpoints.size, grid.nowhere.has(taskId), reachable.has(taskId));
      if (kind === null) continue;
      const key = `${subtopologyId} ${kind}`;
      const gap = gaps.get(key) ?? { kind, subtopologyId, stores: subtopology?.stores ?? [], topics, partitions: [], taskIds: [], endpoints: [] };
      gaps.set(key, gap);
      gap.partitions.push(partition);
      gap.taskIds.push(taskId);
      for (const endpoint of endpoints) if (!gap.endpoints.includes(endpoint)) gap.endpoints.push(endpoint);
    }
  }
  if (tasks === 0) return null;
  // Stores are what is queried.
  const rank = (gap: Gap) => WORST_FIRST.indexOf(gap.kind) * 2 + (gap.stores.length > 0 ? 0 : 1);
  return { gaps: [...gaps.values()].sort((a, b) => rank(a) - rank(b)), tasks };
}

function kindOf(serving: number, nowhere: boolean, reachable: boolean): GapKind | null {
  if (serving > 1) return "twice";
  if (nowhere) return "nobody";
  if (serving === 1) return null;
  return reachable ? "unlisted" : "no-endpoint";
}
