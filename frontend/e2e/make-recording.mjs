/** A group id with everything that paths trip over. */
export const ODD_GROUP = "a/b c%2F é";

const TASKS = [0, 1, 2, 3];

function ids(subtopologyId, partitions) {
  return partitions.length === 0 ? [] : [{ subtopologyId, partitions }];
}

/** One heartbeat and its answer as a broker logs them; a field that is not given is as in an exchange without news. */
export function logLine({ at, correlationId, groupId, member, request, response }) {
  const time = new Date(at).toISOString().replace("T", " ").replace(".", ",").slice(0, 23);
  return `[${time}] DEBUG Completed request:${JSON.stringify({
    isForwarded: false,
    requestHeader: {
      requestApiKey: 88, requestApiVersion: 0, correlationId, clientId: member.clientId,
      requestApiKeyName: "STREAMS_GROUP_HEARTBEAT",
    },
    request: {
      groupId, memberId: member.id, memberEpoch: 1, endpointInformationEpoch: 0, instanceId: null, rackId: null,
      rebalanceTimeoutMs: -1, topology: null, activeTasks: null, standbyTasks: null, warmupTasks: null, processId: null,
      userEndpoint: null, clientTags: null, taskOffsets: null, taskEndOffsets: null, shutdownApplication: false, ...request,
    },
    response: {
      throttleTimeMs: 0, errorCode: 0, errorMessage: null, memberId: member.id, memberEpoch: 1, heartbeatIntervalMs: 5000,
      acceptableRecoveryLag: 0, taskOffsetIntervalMs: 60000, status: null, activeTasks: null, standbyTasks: null,
      warmupTasks: null, endpointInformationEpoch: 0, partitionsByUserEndpoint: null, ...response,
    },
    connection: "10.4.0.2:9092-10.4.0.20:50810-2-9",
    totalTimeMs: 1.2, requestQueueTimeMs: 0.1, localTimeMs: 1, remoteTimeMs: 0, throttleTimeMs: 0, responseQueueTimeMs: 0.1,
    sendTimeMs: 0.1, securityProtocol: "PLAINTEXT", principal: "User:ANONYMOUS", listener: "PLAINTEXT",
    clientInformation: { softwareName: "apache-kafka-java", softwareVersion: "4.3.0" },
  })} (kafka.request.logger)`; // prettier-ignore
}

/**
 * A small broker request log: two instances of a group join, share four tasks, and one leaves. It is written here and
 * not taken from a broker, because no application gets such a group id by accident.
 */
export function makeRecording() {
  const begin = Date.UTC(2026, 0, 15, 9, 30, 0);
  const lines = [];
  const exchange = (second, member, request, response) =>
    lines.push(logLine({ at: begin + second * 1000, correlationId: lines.length, groupId: ODD_GROUP, member, request, response }));
  const instance = (id, number) => ({
    id,
    clientId: `odd-${number}-StreamThread-1-consumer`,
    processId: `0d0d0d0d-0000-4000-8000-00000000000${number}`,
    userEndpoint: { host: `odd-${number}.example.internal`, port: 9000 + number },
  });
  const first = instance("AAAAAAAAQTxu5Zr1kLm6TA", 1);
  const second = instance("BBBBBBBBQTxu5Zr1kLm6TB", 2);
  const topology = {
    epoch: 0,
    subtopologies: [
      {
        subtopologyId: "0", sourceTopics: ["clicks"], sourceTopicRegex: [], repartitionSinkTopics: [], repartitionSourceTopics: [],
        stateChangelogTopics: [{ name: `${ODD_GROUP}-visits-changelog`, partitions: 0, replicationFactor: 0, topicConfigs: [] }],
        copartitionGroups: [],
      }, // prettier-ignore
    ],
  };
  const join = (member) => ({
    memberEpoch: 0, rebalanceTimeoutMs: 300000, topology, activeTasks: [], standbyTasks: [], warmupTasks: [],
    processId: member.processId, userEndpoint: member.userEndpoint, clientTags: [],
  }); // prettier-ignore
  const endpoint = (member, active) => ({
    userEndpoint: member.userEndpoint,
    activePartitions: active.length === 0 ? [] : [{ topic: "clicks", partitions: active }],
    standbyPartitions: [],
  });
  const none = { activeTasks: [], standbyTasks: [], warmupTasks: [] };

  exchange(0, first, join(first), {
    ...none,
    status: [{ statusCode: 5, statusDetail: "Assignment delayed due to the configured initial rebalance delay." }],
  });
  exchange(5, first, {}, { memberEpoch: 2, status: [], activeTasks: ids("0", TASKS), endpointInformationEpoch: 1, partitionsByUserEndpoint: [endpoint(first, TASKS)] });
  exchange(10, first, { memberEpoch: 2, activeTasks: ids("0", TASKS), standbyTasks: [], warmupTasks: [] }, { memberEpoch: 2, status: [], endpointInformationEpoch: 1 });
  exchange(12, second, join(second), { memberEpoch: 3, ...none, status: [], endpointInformationEpoch: 1 });
  exchange(15, first, { memberEpoch: 2 }, { memberEpoch: 2, status: [], activeTasks: ids("0", [0, 1]), standbyTasks: [], warmupTasks: [], endpointInformationEpoch: 1 });
  exchange(16, first, { memberEpoch: 2, activeTasks: ids("0", [0, 1]), standbyTasks: [], warmupTasks: [] }, { memberEpoch: 3, status: [], endpointInformationEpoch: 1 });
  exchange(17, second, { memberEpoch: 3 }, { memberEpoch: 3, status: [], activeTasks: ids("0", [2, 3]), standbyTasks: [], warmupTasks: [], endpointInformationEpoch: 2, partitionsByUserEndpoint: [endpoint(first, [0, 1]), endpoint(second, [2, 3])] });
  exchange(22, second, { memberEpoch: 3, activeTasks: ids("0", [2, 3]), standbyTasks: [], warmupTasks: [] }, { memberEpoch: 3, status: [], endpointInformationEpoch: 2 });
  exchange(27, first, { memberEpoch: 3 }, { memberEpoch: 3, status: [], endpointInformationEpoch: 2 });
  exchange(30, second, { memberEpoch: -1 }, { memberEpoch: -1, endpointInformationEpoch: 0 });
  lines.push("[2026-01-15 09:30:31,000] INFO A line of another logger (kafka.server.KafkaServer)");
  return `${lines.join("\n")}\n`;
}
