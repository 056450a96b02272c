import { logLine } from "./make-recording.mjs";

/** The cluster that {@link largeExport} is imported as has these. */
export const LARGE = { group: "order-pipeline", members: 500, tasks: 10_000, groups: 1_000 };

/** Subtopologies with how many tasks each has; those with a store have standbys. */
const SUBTOPOLOGIES = [
  { tasks: 4000, sources: ["orders"], sinks: ["order-pipeline-by-customer-repartition"], stores: [] },
  { tasks: 3000, repartitions: ["order-pipeline-by-customer-repartition"], stores: ["counts"] },
  { tasks: 1500, sources: ["payments", "refunds"], stores: ["balances", "refunds-seen"] },
  { tasks: 1000, sources: ["shipments"], stores: ["shipped"] },
  { tasks: 256, sources: ["customers"], stores: ["customers"] },
  { tasks: 200, sources: ["clicks"], stores: [] },
  { tasks: 32, sources: ["fx-rates"], stores: ["rates"] },
  { tasks: 12, sources: ["audit"], stores: [] },
];
const THREADS = 4;
const BEGIN = Date.UTC(2026, 10, 29, 22, 0, 0);

const iso = (second) => new Date(BEGIN + second * 1000).toISOString();
const digits = (number, length) => String(number).padStart(length, "0");

function subtopology(groupId, id, { tasks, sources = [], repartitions = [], sinks = [], stores }) {
  return {
    subtopologyId: String(id),
    partitions: Array.from({ length: tasks }, (_, partition) => partition),
    sourceTopics: sources,
    sourceTopicRegex: [],
    repartitionSourceTopics: repartitions,
    repartitionSinkTopics: sinks,
    changelogTopics: stores.map((store) => `${groupId}-${store}-changelog`),
  };
}

function member(groupId, index, of) {
  const process = Math.floor(index / THREADS);
  const zone = "abc"[process % 3];
  const processId = `${digits(process, 8)}-0000-4000-8000-${digits(groupId.length, 12)}`;
  return {
    memberId: `${digits(index, 4)}${Buffer.from(groupId).toString("base64url").padEnd(18, "x").slice(0, 18)}`,
    memberEpoch: 41,
    instanceId: null,
    rackId: `eu-1${zone}`,
    clientId: `${groupId}-${processId}-StreamThread-${(index % THREADS) + 1}-consumer`,
    clientHost: `/10.4.${process >> 8}.${process & 255}`,
    processId,
    topologyEpoch: 3,
    endpoint: { host: `${groupId.split("-")[0]}-${digits(process, 3)}.eu-1${zone}.example.internal`, port: 8080 },
    clientTags: { zone: `eu-1${zone}` },
    classic: false,
    away: false,
    fenced: false,
    lastHeartbeatAt: null,
    heartbeatIntervalMs: null,
    taskOffsetIntervalMs: null,
    acceptableRecoveryLag: null,
    throttleTimeMs: null,
    owned: null,
    ...of,
  };
}

function snapshot(groupId, version, second, of) {
  return {
    version,
    at: iso(second),
    source: "DESCRIBE",
    state: "STABLE",
    stateSource: "BROKER",
    groupEpoch: 41,
    assignmentEpoch: 41,
    topologyEpoch: 3,
    assignor: "sticky",
    coordinator: "broker 2",
    statuses: null,
    endpointMap: null,
    changes: [`${groupId}: version ${version}`],
    ...of,
  };
}

const empty = () => ({ active: [], standby: [], warmup: [] });

/** Which member has which task: a sticky assignment spreads each subtopology over all members, standbys elsewhere. */
function spread(subtopologies, members) {
  const views = Array.from({ length: members }, empty);
  let next = 0;
  subtopologies.forEach(({ tasks, stores }, id) => {
    for (let partition = 0; partition < tasks; partition++, next++) {
      const owner = (next * 7) % members;
      views[owner].active.push(`${id}_${partition}`);
      if (stores.length > 0 && members > THREADS) views[(owner + THREADS + (partition % 11)) % members].standby.push(`${id}_${partition}`);
    }
  });
  return views;
}

function copyOf({ active, standby, warmup }) {
  return { active: [...active], standby: [...standby], warmup: [...warmup] };
}

/** Takes a few tasks from their owners, hands others on with a warm-up, and lets a member fall behind. */
function disturb(assigned, target) {
  for (let nth = 0; nth < 60; nth++) {
    const from = (nth * 37) % assigned.length;
    const to = (from + 211) % assigned.length;
    const taskId = assigned[from].active.at(-1 - (nth % 3));
    if (!taskId || assigned[to].standby.includes(taskId)) continue;
    target[from].active = target[from].active.filter((one) => one !== taskId);
    target[to].active.push(taskId);
    // Every fifth is given up already, and nobody runs it.
    if (nth % 5 === 0) assigned[from].active = assigned[from].active.filter((one) => one !== taskId);
    else if (SUBTOPOLOGIES[Number(taskId.split("_")[0])].stores.length > 0) assigned[to].warmup.push(taskId);
  }
}

function largeGroup() {
  const before = spread(SUBTOPOLOGIES, LARGE.members);
  const assigned = before.map(copyOf);
  const target = before.map(copyOf);
  disturb(assigned, target);
  const subtopologies = SUBTOPOLOGIES.map((one, id) => subtopology(LARGE.group, id, one));
  const members = (of) => before.map((_, index) => member(LARGE.group, index, of(index)));
  return {
    groupId: LARGE.group,
    observedAt: iso(600),
    snapshots: [
      snapshot(LARGE.group, 1, 0, { members: members((index) => ({ assigned: before[index], target: before[index] })), subtopologies }),
      snapshot(LARGE.group, 2, 540, {
        state: "RECONCILING",
        groupEpoch: 42,
        assignmentEpoch: 42,
        members: members((index) => ({ memberEpoch: index % 37 === 0 ? 41 : 42, assigned: assigned[index], target: target[index] })),
        subtopologies,
      }),
    ],
    errors: [],
    taskOffsets: assigned.map((view, index) => ({
      memberId: member(LARGE.group, index, {}).memberId,
      at: iso(550),
      offsets: [...view.standby, ...view.warmup].map((taskId, nth) => {
        const end = 20_000 + ((index * 131 + nth * 17) % 9000) * 1000;
        const restored = view.warmup.includes(taskId) ? 0.1 + ((nth * 13) % 85) / 100 : 1;
        return { taskId, offset: Math.max(0, Math.floor(end * restored) - ((index * 7 + nth) % 5) * ((nth % 4) * 60)), endOffset: end };
      }),
    })),
  };
}

function smallGroup(number) {
  const groupId = `${["billing", "fraud", "search", "stock", "mail"][number % 5]}-${digits(number, 4)}`;
  const members = 2 + (number % 12);
  const shape = [
    { tasks: 6 + (number % 18), sources: ["events"], stores: [] },
    { tasks: 6 + (number % 7), sources: ["keys"], stores: ["seen"] },
  ];
  const views = spread(shape, members);
  const moving = number % 25 === 0;
  if (moving) views[0].active.pop();
  return {
    groupId,
    observedAt: iso(600),
    snapshots: [
      snapshot(groupId, 1, number % 500, {
        state: moving ? "RECONCILING" : "STABLE",
        members: views.map((view, index) => member(groupId, index, { assigned: view, target: view })),
        subtopologies: shape.map((one, id) => subtopology(groupId, id, one)),
      }),
    ],
    errors: [],
    taskOffsets: [],
  };
}

/** An export document of one group with 500 members and 10,000 tasks, and of small ones, a thousand together if not told otherwise. */
export function largeExport(count = LARGE.groups) {
  const groups = [largeGroup(), ...Array.from({ length: count - 1 }, (_, number) => smallGroup(number))];
  groups.sort((a, b) => (a.groupId < b.groupId ? -1 : 1));
  return JSON.stringify({
    format: "streamgauge/export",
    version: 1,
    cluster: { name: "large", kind: "LIVE", createdAt: iso(0) },
    recording: null,
    from: null,
    to: null,
    groups,
  });
}

function ids(taskIds) {
  const partitions = new Map();
  for (const taskId of taskIds) {
    const [id, partition] = taskId.split("_");
    partitions.set(id, [...(partitions.get(id) ?? []), Number(partition)]);
  }
  return [...partitions].map(([subtopologyId, of]) => ({ subtopologyId, partitions: of }));
}

/**
 * A broker request log of the large group: everybody joins within two seconds, then a task moves from one member to
 * another, half a second for each of the two, for as long as asked. Nobody heartbeats for the mere sake of it, so it must
 * be replayed with a session timeout of a day.
 */
export function* largeLog(seconds) {
  const views = spread(SUBTOPOLOGIES, LARGE.members);
  let correlationId = 0;
  const line = (second, index, request, response) => {
    const { memberId: id, clientId } = member(LARGE.group, index, {});
    const calm = { heartbeatIntervalMs: 40_000_000, status: [], memberEpoch: 2, ...response };
    return `${logLine({ at: BEGIN + second * 1000, correlationId: correlationId++, groupId: LARGE.group, member: { id, clientId }, request: { memberEpoch: 2, ...request }, response: calm })}\n`;
  };
  const topology = {
    epoch: 3,
    subtopologies: SUBTOPOLOGIES.map(({ sources = [], repartitions = [], sinks = [], stores }, id) => ({
      subtopologyId: String(id),
      sourceTopics: sources,
      sourceTopicRegex: [],
      repartitionSinkTopics: sinks,
      repartitionSourceTopics: repartitions.map((name) => ({ name, partitions: 0, replicationFactor: 0, topicConfigs: [] })),
      stateChangelogTopics: stores.map((store) => ({ name: `${LARGE.group}-${store}-changelog`, partitions: 0, replicationFactor: 0, topicConfigs: [] })),
      copartitionGroups: [],
    })),
  };
  for (let index = 0; index < LARGE.members; index++) {
    const { processId, endpoint: userEndpoint, rackId } = member(LARGE.group, index, {});
    const { active, standby } = views[index];
    yield line(
      index / 250,
      index,
      { memberEpoch: 0, rebalanceTimeoutMs: 300_000, topology, activeTasks: [], standbyTasks: [], warmupTasks: [], processId, userEndpoint, rackId, clientTags: [] },
      { activeTasks: ids(active), standbyTasks: ids(standby), warmupTasks: [] },
    );
  }
  for (let second = 3; second < seconds; second++) {
    const from = (second * 37) % LARGE.members;
    const to = (from + 211) % LARGE.members;
    const moved = views[from].active.pop();
    if (moved === undefined) continue;
    views[to].active.push(moved);
    for (const [at, index] of [[second, from], [second + 0.5, to]]) {
      yield line(at, index, {}, { activeTasks: ids(views[index].active), standbyTasks: ids(views[index].standby), warmupTasks: [] });
    }
  }
}
