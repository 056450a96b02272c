import { describe, expect, it } from "vitest";
import { detail, member } from "../../dev/fixture/world";
import type { GroupDetail, Status } from "../api/types";
import { layOutGrid } from "./grid";
import { troubleOf } from "./trouble";

const ALL = ["0_0", "0_1", "0_2", "0_3", "0_4", "0_5", "1_0", "1_1", "1_2", "1_3", "1_4", "1_5"];

function titles(of: Partial<GroupDetail>) {
  const group = detail("g", Date.UTC(2026, 0, 1), 1, of);
  return troubleOf(group, layOutGrid(group)).map((one) => `${one.severity}: ${one.title}`);
}

const running = member("JY2msHSqTAaeWlKAI5QdKA", { processId: "p1", assigned: { active: ALL, standby: [], warmup: [] } });

function status(code: number, name: string): Status {
  return { code, name, detail: "Why.", openedAt: "2026-01-01T00:00:00Z", closedAt: null, lastSeenAt: "2026-01-01T00:00:00Z", memberIds: [] };
}

describe("trouble", () => {
  it("is none where all is well", () => expect(titles({ members: [running] })).toEqual([]));

  it("names the tasks that run nowhere first", () => {
    expect(titles({ members: [member("m", { processId: "p", assigned: { active: ALL.slice(2), standby: [], warmup: [] } })] })).toEqual([
      "error: 2 tasks run nowhere",
    ]);
  });

  it("takes a delayed assignment for information and an unknown code for a warning", () => {
    expect(titles({ members: [running], statuses: [status(5, "ASSIGNMENT_DELAYED"), status(9, "unknown (9)"), status(1, "MISSING_SOURCE_TOPICS")] })).toEqual([
      "error: Missing source topics",
      "warning: unknown (9)",
      "information: Assignment delayed",
    ]);
  });

  it("tells a status that was open at this instant, whenever it was closed since", () => {
    expect(titles({ members: [running], statuses: [{ ...status(3, "MISSING_INTERNAL_TOPICS"), closedAt: "2026-01-01T00:01:00Z" }] })).toEqual([
      "error: Missing internal topics",
    ]);
  });

  it("calls nobody silent whose heartbeats were not observed", () => {
    expect(titles({ members: [{ ...running, lastHeartbeatAt: null, heartbeatIntervalMs: 2000 }] })).toEqual([]);
    expect(titles({ members: [{ ...running, lastHeartbeatAt: "2025-12-31T23:00:00Z", heartbeatIntervalMs: null }] })).toEqual([]);
  });

  it("says how long a member is silent", () => {
    expect(titles({ members: [{ ...running, lastHeartbeatAt: "2025-12-31T23:59:50.200Z", heartbeatIntervalMs: 2000 }] })).toEqual([
      "warning: p1 (JY2m…QdKA) silent for 9.8 s",
    ]);
  });

  it("flags both copies of a task in one process", () => {
    const second = member("95zqXpNCRLaehwItJM9KrA", { processId: "p1", assigned: { active: [], standby: ["1_5"], warmup: [] } });
    expect(titles({ members: [running, second] })).toEqual(["warning: p1 holds active and standby of the same task"]);
  });

  it("says each thing that contradicts another", () => {
    const group = detail("g", Date.UTC(2026, 0, 1), 1, { members: [running], inconsistencies: ["Task 0_0 is assigned twice.", "Nobody knows 9_0."] });
    expect(troubleOf(group, layOutGrid(group)).map((one) => `${one.severity}: ${one.title}: ${one.subject}`)).toEqual([
      "error: Inconsistent: Task 0_0 is assigned twice.",
      "error: Inconsistent: Nobody knows 9_0.",
    ]);
  });

  it("flags mixed topology epochs of a rolling update", () => {
    const second = member("95zqXpNCRLaehwItJM9KrA", { processId: "p2", topologyEpoch: 1 });
    expect(titles({ members: [running, second] })).toEqual(["warning: Members run different topologies"]);
  });

  it("does not invent a reason for a group that is not ready", () => {
    expect(titles({ state: "NOT_READY", members: [running] })).toEqual(["warning: Not ready, and no status says why"]);
  });
});

describe("refused heartbeats", () => {
  const error = {
    memberId: "b7nWs0aQTxu5Zr1kLm6TKg",
    instanceId: null,
    code: 25,
    name: "UNKNOWN_MEMBER_ID",
    message: null,
    explanation: "the group no longer has this member; it must rejoin",
    sentMemberEpoch: 9,
    knownMemberEpoch: null,
    firstAt: "2026-01-01T00:00:10Z",
    lastAt: "2026-01-01T00:00:20Z",
    count: 2,
  };
  const group = (from: string, to: string) => detail("g", 0, 1, { members: [running], changedAt: from, observedAt: to, asOf: to });
  const said = (of: GroupDetail) => troubleOf(of, layOutGrid(of), { errors: [error] });

  it("are told while their snapshot is the current one", () => {
    expect(said(group("2026-01-01T00:00:15Z", "2026-01-01T00:00:17Z"))).toMatchObject([
      {
        title: "Heartbeats of b7nW…6TKg are refused",
        subject: "UNKNOWN_MEMBER_ID, 2 times",
        detail: "The group no longer has this member; it must rejoin.",
      },
    ]);
  });

  it("are not told of another time", () => {
    expect(said(group("2026-01-01T00:00:00Z", "2026-01-01T00:00:09Z"))).toEqual([]);
    expect(said(group("2026-01-01T00:00:21Z", "2026-01-01T00:01:00Z"))).toEqual([]);
  });
});
