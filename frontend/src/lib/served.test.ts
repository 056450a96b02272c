import { describe, expect, it } from "vitest";
import { detail, member } from "../../dev/fixture/world";
import type { EndpointMap, GroupDetail, Member } from "../api/types";
import { layOutGrid } from "./grid";
import { endpointName, gapsOf, servedRows } from "./served";

const COUNTS = "orders-app-counts-repartition";
const ALL = [0, 1, 2, 3, 4, 5];

type Endpoints = NonNullable<EndpointMap["endpoints"]>;

function host(name: string, active: Record<string, number[]> | null, standby: Record<string, number[]> = {}): Endpoints[number] {
  const list = (of: Record<string, number[]>) => Object.entries(of).map(([topic, partitions]) => ({ topic, partitions }));
  return {
    host: name, port: 1, memberIds: [], processIds: [], stores: null, active: active && list(active), standby: active && list(standby),
    partitions: list({ ...standby, ...active }),
  }; // prettier-ignore
}

function mapOf(...endpoints: Endpoints): EndpointMap {
  return { informationEpoch: 1, source: "HEARTBEAT", endpoints };
}

function runs(id: string, active: string[], of: Partial<Member> = {}): Member {
  return member(id, { endpoint: { host: id, port: 1 }, assigned: { active, standby: [], warmup: [] }, ...of });
}

const tasks = (subtopology: number, partitions: number[]) => partitions.map((partition) => `${subtopology}_${partition}`);
const BOTH = [runs("a", tasks(0, ALL)), runs("b", tasks(1, ALL))];

function gaps(map: EndpointMap, members: Member[] = BOTH, of: Partial<GroupDetail> = {}) {
  const state = detail("orders-app", 0, 1, { members, ...of });
  return gapsOf(map, state, layOutGrid(state));
}

describe("the gaps of an endpoint map", () => {
  it("are none when each partition has one active endpoint", () => {
    expect(gaps(mapOf(host("a", { orders: ALL }), host("b", { [COUNTS]: ALL }, { orders: ALL })))).toEqual({ gaps: [], tasks: 12 });
  });

  it("are the partitions that the map names nowhere, those of a store first", () => {
    const found = gaps(mapOf(host("a", { orders: [0, 1, 2] }), host("b", { [COUNTS]: [0, 5] })))?.gaps;
    expect(found?.map(({ kind, stores, topics, partitions }) => [kind, stores, topics, partitions])).toEqual([
      ["unlisted", ["counts"], [COUNTS], [1, 2, 3, 4]],
      ["unlisted", [], ["orders"], [3, 4, 5]],
    ]);
  });

  it("are the partitions that two endpoints have as active, the worst first", () => {
    const found = gaps(mapOf(host("a", { orders: ALL.slice(1), [COUNTS]: [4, 5] }), host("b", { [COUNTS]: ALL })))?.gaps;
    expect(found?.map(({ kind, partitions, endpoints }) => [kind, partitions, endpoints])).toEqual([
      ["twice", [4, 5], ["a:1", "b:1"]],
      ["unlisted", [0], []],
    ]);
  });

  it("are the tasks that run nowhere, with the endpoint that the map still names", () => {
    const map = mapOf(host("a", { orders: ALL }), host("b", { [COUNTS]: [0, 1, 2, 3] }));
    const found = gaps(map, [runs("a", tasks(0, ALL)), runs("b", tasks(1, [0, 1, 2]))])?.gaps;
    expect(found?.map(({ kind, taskIds, endpoints }) => [kind, taskIds, endpoints])).toEqual([["nobody", ["1_3", "1_4", "1_5"], ["b:1"]]]);
  });

  it("are the tasks of members without an endpoint", () => {
    const found = gaps(mapOf(host("a", { orders: ALL })), [runs("a", tasks(0, ALL)), runs("b", tasks(1, ALL), { endpoint: null })])?.gaps;
    expect(found?.map(({ kind, partitions }) => [kind, partitions])).toEqual([["no-endpoint", ALL]]);
  });

  it("take a partition for served that one of the topics of a subtopology has", () => {
    const [first] = detail("orders-app", 0, 1).subtopologies ?? [];
    const subtopologies = [{ ...first!, sourceTopics: ["orders", "returns"] }];
    expect(gaps(mapOf(host("a", { orders: [0, 1, 2], returns: ALL })), [runs("a", tasks(0, ALL))], { subtopologies })?.gaps).toEqual([]);
  });

  it.each<[string, EndpointMap, Partial<GroupDetail>]>([
    ["no map was observed", { informationEpoch: null, source: null, endpoints: null }, {}],
    ["no member has an endpoint", mapOf(), {}],
    ["roles are not told apart", mapOf(host("a", null)), {}],
    ["the topology is not known", mapOf(host("a", { orders: ALL })), { subtopologies: null }],
    ["nobody's tasks were observed", mapOf(host("a", { orders: ALL })), { members: [member("a", { assigned: null })] }],
  ])("are not known when %s", (_, map, of) => {
    expect(gaps(map, BOTH, of)).toBeNull();
  });
});

describe("the map by topic", () => {
  it("has a row an endpoint of each topic, in the order of their names as people count", () => {
    const rows = servedRows([host("app-10", { orders: [1] }), host("app-9", { orders: [0] }, { audit: [3] })], "topic");
    expect(rows.map(({ name, endpoint, active, standby }) => [name, endpoint, active, standby])).toEqual([
      ["audit", "app-9:1", [], [3]],
      ["orders", "app-9:1", [0], []],
      ["orders", "app-10:1", [1], []],
    ]);
  });

  it("keeps roles unknown that are not told apart", () => {
    const [row] = servedRows([{ ...host("a", null), partitions: [{ topic: "orders", partitions: [2] }] }], "topic");
    expect(row).toEqual({ name: "orders", endpoint: "a:1", active: null, standby: null, partitions: [2] });
  });
});

it("writes an IPv6 address in brackets", () => {
  expect(endpointName({ host: "fd00::7", port: 80 })).toBe("[fd00::7]:80");
});
