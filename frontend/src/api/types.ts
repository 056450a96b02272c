/**
 * The words of the REST API as the dashboard uses them. Every other file takes its types from here, so that where they
 * come from is decided in one place: `schema.d.ts`, generated from the OpenAPI document by `npm run gen:api`.
 */
import type { components } from "./schema";

export type { paths } from "./schema";

type Schemas = components["schemas"];

export type Cluster = Schemas["Cluster"];
export type OtherGroup = Schemas["OtherGroup"];
export type ReadFailure = Schemas["ReadFailure"];
export type GroupSummary = Schemas["GroupSummary"];
export type GroupDetail = Schemas["GroupDetail"];
export type GroupState = Schemas["GroupSummary"]["state"];
export type StatusRef = Schemas["OpenStatus"];
export type Member = Schemas["Member"];
export type View = Schemas["View"];
export type Subtopology = Schemas["Subtopology"];
export type Topology = Schemas["Topology"];
export type TopologyNodes = Schemas["TopologyNodes"];
export type TopologyNode = Schemas["TopologyNode"];
export type GroupConfigs = Schemas["GroupConfigs"];
export type Status = Schemas["Status"];
export type Task = Schemas["Task"];
export type Place = Schemas["Place"];
export type TaskHistory = Schemas["TaskHistory"];
export type TaskInterval = Schemas["TaskHold"];
export type Timeline = Schemas["Timeline"];
export type TimelineBar = Schemas["TimelineBar"];
export type TimelineMember = Schemas["TimelineMember"];
export type HeartbeatError = Schemas["HeartbeatError"];
export type EndpointMap = Schemas["EndpointMap"];
export type EndpointLookup = Schemas["EndpointLookup"];
export type GroupOffsets = Schemas["GroupOffsets"];
export type TaskOffsets = Schemas["TaskOffsets"];
export type InputOffset = Schemas["InputOffset"];
export type TopicPartitions = Schemas["TopicPartitions"];
export type Snapshot = Schemas["Snapshot"];
export type SnapshotDiff = Schemas["SnapshotDiff"];
export type Rebalance = Schemas["Rebalance"];
export type RebalanceCause = Schemas["RebalanceCause"];
export type RebalanceHolder = Schemas["RebalanceHolder"];
export type RebalanceInstance = Schemas["RebalanceInstance"];
export type RebalancePage = Schemas["RebalancePage"];
export type RebalancesByHour = Schemas["RebalancesByHour"];
export type Finding = Schemas["Finding"];
export type FindingCode = Schemas["Finding"]["code"];
export type FindingCounts = Schemas["FindingCounts"];
export type Readiness = Schemas["Readiness"];
export type Recording = Schemas["Recording"];
export type Problem = Schemas["Problem"];

/** The roles that a task can have on a member. */
export type Role = keyof View;

/** Reads a role from a field that the document types as text. */
export function roleOf(text: string): Role {
  return text === "standby" || text === "warmup" ? text : "active";
}

/**
 * A 64-bit number: a string where a JavaScript number would not hold it exactly; see `exactJson.ts`. The generated
 * types say number, because that is what it is on the wire.
 */
export type Exact = number | string;

/** One page of a list. */
export interface Page<T> {
  items: T[];
  page: number;
  size: number;
  total: number;
}
