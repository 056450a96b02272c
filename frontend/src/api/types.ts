/**
 * The words of the REST API as the dashboard uses them. Every other file takes its types from here, so that where they
 * come from is decided in one place.
 */

export type GroupState = "EMPTY" | "NOT_READY" | "ASSIGNING" | "RECONCILING" | "STABLE" | "DEAD" | "UNKNOWN";
export type Role = "active" | "standby" | "warmup";
export type ViewName = "owned" | "assigned" | "target";

/** A 64-bit number: a string when a JavaScript number could not hold it exactly. */
export type Exact = number | string;

export interface Page<T> {
  items: T[];
  page: number;
  size: number;
  total: number;
}

export interface Cluster {
  name: string;
  kind: "LIVE" | "RECORDING";
  createdAt: string;
  groupCount: number;
  recordingId: string | null;
  firstAt: string | null;
  lastAt: string | null;
  health: { lastSuccessAt: string | null; lastErrorAt: string | null; lastError: string | null };
}

export interface StatusRef {
  code: number;
  name: string;
}

export interface GroupSummary {
  cluster: string;
  groupId: string;
  state: GroupState;
  stateSource: "BROKER" | "DERIVED";
  version: number;
  observedAt: string;
  changedAt: string;
  groupEpoch: number | null;
  assignmentEpoch: number | null;
  topologyEpoch: number | null;
  assignor: string | null;
  coordinator: string | null;
  memberCount: number;
  processCount: number;
  activeTaskCount: number | null;
  standbyTaskCount: number | null;
  warmupTaskCount: number | null;
  unassignedTaskCount: number | null;
  memberEpochs: { lowest: number; highest: number } | null;
  openStatuses: StatusRef[];
}

export interface View {
  active: string[] | null;
  standby: string[] | null;
  warmup: string[] | null;
}

export interface Member {
  memberId: string;
  memberEpoch: number | null;
  instanceId: string | null;
  rackId: string | null;
  clientId: string | null;
  clientHost: string | null;
  processId: string | null;
  topologyEpoch: number | null;
  endpoint: { host: string; port: number } | null;
  clientTags: Record<string, string> | null;
  classic: boolean | null;
  away: boolean;
  fenced: boolean;
  lastHeartbeatAt: string | null;
  heartbeatIntervalMs: number | null;
  taskOffsetIntervalMs: number | null;
  acceptableRecoveryLag: Exact | null;
  throttleTimeMs: number | null;
  owned: View | null;
  assigned: View | null;
  target: View | null;
}

export interface Subtopology {
  subtopologyId: string;
  taskCount: number | null;
  sourceTopics: string[] | null;
  sourceTopicRegex: string[] | null;
  repartitionSourceTopics: string[] | null;
  repartitionSinkTopics: string[] | null;
  changelogTopics: string[] | null;
  stores: string[] | null;
}

export interface Status {
  code: number;
  name: string;
  detail: string | null;
  openedAt: string;
  closedAt: string | null;
  lastSeenAt: string;
  memberIds: string[];
}

export interface GroupDetail extends GroupSummary {
  members: Member[];
  subtopologies: Subtopology[] | null;
  statuses: Status[];
}

export interface Place {
  memberId: string;
  processId: string | null;
  offset: Exact | null;
  endOffset: Exact | null;
  lag: Exact | null;
  offsetAt: string | null;
}

export interface TaskPlaces {
  active: Place | null;
  standbys: Place[];
  warmups: Place[];
}

export interface Task extends TaskPlaces {
  taskId: string;
  subtopologyId: string;
  partition: number;
  target: TaskPlaces | null;
}

export interface TaskInterval {
  memberId: string;
  processId: string | null;
  view: ViewName;
  role: Role;
  fromVersion: number;
  toVersion: number | null;
  from: string;
  to: string | null;
}

export interface TaskHistory {
  taskId: string;
  intervals: TaskInterval[];
}

export interface HeartbeatError {
  memberId: string | null;
  instanceId: string | null;
  code: number;
  name: string;
  message: string | null;
  explanation: string;
  sentMemberEpoch: number | null;
  knownMemberEpoch: number | null;
  firstAt: string;
  lastAt: string;
  count: number;
}

export interface TopicPartitions {
  topic: string;
  partitions: number[];
}

export interface Endpoint {
  host: string;
  port: number;
  memberIds: string[];
  processIds: string[];
  active: TopicPartitions[] | null;
  standby: TopicPartitions[] | null;
  partitions: TopicPartitions[];
}

export interface EndpointMap {
  informationEpoch: number | null;
  source: "HEARTBEAT" | "DERIVED" | null;
  endpoints: Endpoint[] | null;
}

export interface EndpointPlace {
  role: "ACTIVE" | "STANDBY" | "UNKNOWN";
  host: string;
  port: number;
  memberIds: string[];
  processIds: string[];
}

export interface EndpointLookup {
  topic: string;
  partition: number;
  informationEpoch: number | null;
  places: EndpointPlace[];
}

export interface Snapshot {
  version: number;
  at: string;
  state: GroupState;
  stateSource: "BROKER" | "DERIVED";
  memberCount: number;
  processCount: number;
  activeTaskCount: number | null;
  standbyTaskCount: number | null;
  warmupTaskCount: number | null;
  unassignedTaskCount: number | null;
  openStatuses: StatusRef[];
  changes: string[];
}

export interface StatusChange {
  code: number;
  name: string;
  detail: string | null;
}

export interface SnapshotDiff {
  from: { version: number; at: string };
  to: { version: number; at: string };
  state: { from: GroupState; to: GroupState } | null;
  joined: string[];
  left: string[];
  changed: { memberId: string; fields: { name: string; from: string | null; to: string | null }[] }[];
  tasks: { taskId: string; view: ViewName; role: Role; from: string[]; to: string[] }[];
  statusesOpened: StatusChange[];
  statusesClosed: StatusChange[];
  endpointsChanged: boolean;
  topologyChanged: boolean;
}

export interface Recording {
  id: string;
  name: string;
  cluster: string;
  format: string;
  status: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
  failure: string | null;
  bytesTotal: number | null;
  bytesRead: number;
  lines: number;
  heartbeats: number;
  skipped: Record<string, number>;
  errors: { line: number; message: string }[];
  groupCount: number | null;
  snapshotCount: number | null;
  timeZone: string;
  sessionTimeoutMs: number;
  firstHeartbeatAt: string | null;
  lastHeartbeatAt: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** RFC 9457, as every error of the API. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  instance?: string;
}

type InPath<Path> = Path extends undefined ? { path?: never } : { path: Path };

interface Get<Path, Query, Answer> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  get: {
    parameters: { query?: Query; header?: never; cookie?: never } & InPath<Path>;
    requestBody?: never;
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": Answer } };
      default: { headers: Record<string, unknown>; content: { "application/problem+json": Problem } };
    };
  };
}

interface Delete<Path> {
  delete: {
    parameters: { query?: never; header?: never; path: Path; cookie?: never };
    requestBody?: never;
    responses: {
      204: { headers: Record<string, unknown>; content?: never };
      default: { headers: Record<string, unknown>; content: { "application/problem+json": Problem } };
    };
  };
}

interface Paging {
  page?: number;
  size?: number;
  sort?: string;
}
interface AsOf {
  at?: string;
  version?: number;
}
interface InCluster {
  cluster: string;
}
interface InGroup extends InCluster {
  groupId: string;
}

export interface paths {
  "/api/v1/clusters": Get<undefined, Paging, Page<Cluster>>;
  "/api/v1/clusters/{cluster}": Get<InCluster, undefined, Cluster>;
  "/api/v1/clusters/{cluster}/streams-groups": Get<
    InCluster,
    Paging & { search?: string; state?: GroupState[]; at?: string },
    Page<GroupSummary>
  >;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}": Get<InGroup, AsOf, GroupDetail>;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/tasks": Get<
    InGroup,
    AsOf & Paging & { role?: string; member?: string; search?: string },
    Page<Task>
  >;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/tasks/{taskId}/history": Get<
    InGroup & { taskId: string },
    undefined,
    TaskHistory
  >;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/statuses": Get<
    InGroup,
    Paging & { at?: string; from?: string; to?: string; open?: boolean },
    Page<Status>
  >;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/errors": Get<
    InGroup,
    Paging & { from?: string; to?: string },
    Page<HeartbeatError>
  >;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/endpoints": Get<InGroup, AsOf, EndpointMap>;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/endpoints/lookup": Get<
    InGroup,
    AsOf & { topic: string; partition: number },
    EndpointLookup
  >;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/snapshots": Get<
    InGroup,
    Paging & { from?: string; to?: string },
    Page<Snapshot>
  >;
  "/api/v1/clusters/{cluster}/streams-groups/{groupId}/diff": Get<InGroup, { from: string; to: string }, SnapshotDiff>;
  "/api/v1/recordings": Get<undefined, Paging, Page<Recording>>;
  "/api/v1/recordings/{id}": Get<{ id: string }, undefined, Recording> & Delete<{ id: string }>;
}
