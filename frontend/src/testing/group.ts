import { snapshotsOf } from "../../dev/fixture/world";
import type { GroupDetail } from "../api/types";
import { fake, fakeList } from "./api";

/** Fakes one group in one state, with all that its page asks for on any tab; returns the path of its resource. */
export function fakeGroupAt(state: GroupDetail, kind: "LIVE" | "RECORDING" = "RECORDING"): string {
  const { cluster, groupId } = state;
  const path = `/clusters/${encodeURIComponent(cluster)}/streams-groups/${encodeURIComponent(groupId)}`;
  const ofCluster = {
    name: cluster, kind, createdAt: state.changedAt, groupCount: 1, recordingId: null, firstAt: state.changedAt, lastAt: state.asOf,
    health: { lastSuccessAt: null, lastErrorAt: null, lastError: null, failing: false, errorSince: null, errorCount: null },
  }; // prettier-ignore
  fakeList("/clusters", [ofCluster]);
  fake(`/clusters/${encodeURIComponent(cluster)}`, ofCluster);
  fake(path, state);
  fakeList(`${path}/snapshots`, snapshotsOf({ details: [state], changes: [[]], statuses: [], errors: [], lags: new Map() }));
  fakeList(`${path}/tasks`, []);
  fakeList(`${path}/findings`, []);
  fake(`${path}/readiness`, {
    cluster, groupId, ready: true, state: state.state, version: state.version, asOf: state.asOf, observedAt: state.observedAt, readFailure: null,
    requirements: [{ requirement: "stable", met: true, reason: "It is STABLE" }],
  }); // prettier-ignore
  return path;
}
