package io.streamgauge.heartbeat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TopicPartitions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestDataJsonConverter;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseDataJsonConverter;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.RequestHeader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** A heartbeat in Kafka's own message classes, in each form that is recorded of it, and as it should be read. */
record KafkaHeartbeat(
        short version,
        Instant at,
        String clientId,
        int correlationId,
        StreamsGroupHeartbeatRequestData request,
        StreamsGroupHeartbeatResponseData response) {

    private static final DateTimeFormatter LOG4J =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS").withZone(ZoneOffset.UTC);

    static KafkaHeartbeat random(long seed) {
        return new Generator(new Random(seed)).heartbeat();
    }

    String sendingLine() {
        return prefix(at) + "Sending STREAMS_GROUP_HEARTBEAT request with header " + header()
                + " and timeout 29982 to node +1: " + request + " (org.apache.kafka.clients.NetworkClient)";
    }

    String receivedLine() {
        return prefix(at) + "Received STREAMS_GROUP_HEARTBEAT response from node +1 for request with header " + header()
                + ": " + response + " (org.apache.kafka.clients.NetworkClient)";
    }

    private String prefix(Instant instant) {
        return "[" + LOG4J.format(instant) + "] DEBUG [Consumer clientId=" + clientId + ", groupId=" + request.groupId()
                + "] ";
    }

    private RequestHeader header() {
        return new RequestHeader(ApiKeys.STREAMS_GROUP_HEARTBEAT, version, clientId, correlationId);
    }

    String brokerLine() {
        return RequestLine.PREFIX.replace("2026-11-29 22:23:38,612", LOG4J.format(at))
                + RequestLine.json(version, requestJson(), responseJson()).replace("\"client\"", quoted(clientId))
                + " (kafka.request.logger)";
    }

    String jsonl() {
        return "{\"at\":\"" + at + "\",\"clientId\":" + quoted(clientId) + ",\"apiVersion\":" + version
                + ",\"request\":" + requestJson() + ",\"response\":" + responseJson() + "}";
    }

    String requestJson() {
        return StreamsGroupHeartbeatRequestDataJsonConverter.write(request, version)
                .toString();
    }

    String responseJson() {
        return StreamsGroupHeartbeatResponseDataJsonConverter.write(response, version)
                .toString();
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }

    /** What each form of it should be read as. */
    HeartbeatExchange exchange(@Nullable String clientHost) {
        return new HeartbeatExchange(
                at,
                request.groupId(),
                request.memberId(),
                clientId,
                clientHost,
                new HeartbeatRequest(
                        request.memberEpoch(),
                        request.instanceId(),
                        request.rackId(),
                        topology(request.topology()),
                        requestTasks(request.activeTasks()),
                        requestTasks(request.standbyTasks()),
                        requestTasks(request.warmupTasks()),
                        request.processId(),
                        request.userEndpoint() == null
                                ? null
                                : new Endpoint(
                                        request.userEndpoint().host(),
                                        request.userEndpoint().port()),
                        tags(request.clientTags()),
                        offsets(request.taskOffsets()),
                        offsets(request.taskEndOffsets()),
                        request.shutdownApplication()),
                new HeartbeatResponse(
                        response.throttleTimeMs(),
                        response.errorCode(),
                        response.errorMessage(),
                        response.memberId(),
                        response.memberEpoch(),
                        response.heartbeatIntervalMs(),
                        lag(),
                        response.taskOffsetIntervalMs(),
                        each(response.status(), s -> new HeartbeatResponse.Status(s.statusCode(), s.statusDetail())),
                        responseTasks(response.activeTasks()),
                        responseTasks(response.standbyTasks()),
                        responseTasks(response.warmupTasks()),
                        response.endpointInformationEpoch(),
                        each(
                                response.partitionsByUserEndpoint(),
                                e -> new EndpointPartitions(
                                        new Endpoint(
                                                e.userEndpoint().host(),
                                                e.userEndpoint().port()),
                                        each(e.activePartitions(), KafkaHeartbeat::topicPartitions),
                                        each(e.standbyPartitions(), KafkaHeartbeat::topicPartitions),
                                        List.of()))));
    }

    private @Nullable Long lag() {
        long lag = version == 0 ? response.acceptableRecoveryLagLegacy() : response.acceptableRecoveryLag();
        return lag > 0 || (version == 1 && lag == 0) ? lag : null;
    }

    private static HeartbeatRequest.@Nullable Topology topology(StreamsGroupHeartbeatRequestData.@Nullable Topology t) {
        return t == null
                ? null
                : new HeartbeatRequest.Topology(
                        t.epoch(),
                        each(
                                t.subtopologies(),
                                s -> new Subtopology(
                                        s.subtopologyId(),
                                        null,
                                        s.sourceTopics(),
                                        s.sourceTopicRegex(),
                                        each(s.repartitionSourceTopics(), i -> i.name()),
                                        s.repartitionSinkTopics(),
                                        each(s.stateChangelogTopics(), i -> i.name()))));
    }

    private static @Nullable List<TaskId> requestTasks(@Nullable List<StreamsGroupHeartbeatRequestData.TaskIds> tasks) {
        return tasks == null
                ? null
                : tasks.stream()
                        .flatMap(t -> t.partitions().stream().map(p -> new TaskId(t.subtopologyId(), p)))
                        .toList();
    }

    private static @Nullable List<TaskId> responseTasks(
            @Nullable List<StreamsGroupHeartbeatResponseData.TaskIds> tasks) {
        return tasks == null
                ? null
                : tasks.stream()
                        .flatMap(t -> t.partitions().stream().map(p -> new TaskId(t.subtopologyId(), p)))
                        .toList();
    }

    private static TopicPartitions topicPartitions(StreamsGroupHeartbeatResponseData.TopicPartition t) {
        return new TopicPartitions(t.topic(), t.partitions());
    }

    private static @Nullable Map<String, String> tags(
            @Nullable List<StreamsGroupHeartbeatRequestData.KeyValue> keyValues) {
        if (keyValues == null) {
            return null;
        }
        Map<String, String> tags = new HashMap<>();
        keyValues.forEach(t -> tags.put(t.key(), t.value()));
        return tags;
    }

    private static @Nullable Map<TaskId, Long> offsets(
            @Nullable List<StreamsGroupHeartbeatRequestData.TaskOffset> taskOffsets) {
        if (taskOffsets == null) {
            return null;
        }
        Map<TaskId, Long> offsets = new HashMap<>();
        taskOffsets.forEach(o -> offsets.put(new TaskId(o.subtopologyId(), o.partition()), o.offset()));
        return offsets;
    }

    private static <A, B> @Nullable List<B> each(@Nullable List<A> list, java.util.function.Function<A, B> of) {
        return list == null ? null : list.stream().map(of).toList();
    }

    private static final class Generator extends RandomValues {

        Generator(Random random) {
            super(random);
        }

        KafkaHeartbeat heartbeat() {
            short version = (short) random.nextInt(2);
            StreamsGroupHeartbeatResponseData response = response();
            if (version == 0) {
                response.setAcceptableRecoveryLagLegacy(int32());
            } else {
                response.setAcceptableRecoveryLag(int64()).setTopologyDescriptionRequired(random.nextBoolean());
            }
            return new KafkaHeartbeat(
                    version,
                    Instant.ofEpochMilli(1_795_990_000_000L + random.nextInt(1_000_000_000)),
                    random.nextInt(4) == 0 ? "odd, id=(1) é" : "orders-app-StreamThread-1-consumer",
                    random.nextInt(Integer.MAX_VALUE),
                    request(),
                    response);
        }

        private StreamsGroupHeartbeatRequestData request() {
            return new StreamsGroupHeartbeatRequestData()
                    .setGroupId("g" + text())
                    .setMemberId("m" + text())
                    .setMemberEpoch(int32())
                    .setEndpointInformationEpoch(int32())
                    .setInstanceId(orNull(this::text))
                    .setRackId(orNull(this::text))
                    .setRebalanceTimeoutMs(int32())
                    .setTopology(orNull(() -> new StreamsGroupHeartbeatRequestData.Topology()
                            .setEpoch(int32())
                            .setSubtopologies(list(this::subtopology))))
                    .setActiveTasks(orNull(() -> list(this::requestTasks)))
                    .setStandbyTasks(orNull(() -> list(this::requestTasks)))
                    .setWarmupTasks(orNull(() -> list(this::requestTasks)))
                    .setProcessId(orNull(this::text))
                    .setUserEndpoint(orNull(() -> new StreamsGroupHeartbeatRequestData.Endpoint()
                            .setHost(text())
                            .setPort(port())))
                    .setClientTags(orNull(() -> list(this::keyValue)))
                    .setTaskOffsets(orNull(() -> list(this::offset)))
                    .setTaskEndOffsets(orNull(() -> list(this::offset)))
                    .setShutdownApplication(random.nextBoolean());
        }

        private StreamsGroupHeartbeatRequestData.Subtopology subtopology() {
            return new StreamsGroupHeartbeatRequestData.Subtopology()
                    .setSubtopologyId(text())
                    .setSourceTopics(list(this::name))
                    .setSourceTopicRegex(list(() -> random.nextBoolean() ? "[a-z]{1,3}.*" : "x']|(y=z)"))
                    .setRepartitionSinkTopics(list(this::name))
                    .setStateChangelogTopics(list(this::topicInfo))
                    .setRepartitionSourceTopics(list(this::topicInfo))
                    .setCopartitionGroups(list(() -> new StreamsGroupHeartbeatRequestData.CopartitionGroup()
                            .setSourceTopics(list(() -> (short) random.nextInt(3)))
                            .setRepartitionSourceTopics(list(() -> (short) random.nextInt(3)))));
        }

        private StreamsGroupHeartbeatRequestData.TopicInfo topicInfo() {
            return new StreamsGroupHeartbeatRequestData.TopicInfo()
                    .setName(name())
                    .setPartitions(int32())
                    .setReplicationFactor((short) random.nextInt())
                    .setTopicConfigs(list(this::keyValue));
        }

        private StreamsGroupHeartbeatRequestData.KeyValue keyValue() {
            return new StreamsGroupHeartbeatRequestData.KeyValue()
                    .setKey(text())
                    .setValue(text());
        }

        private StreamsGroupHeartbeatRequestData.TaskOffset offset() {
            return new StreamsGroupHeartbeatRequestData.TaskOffset()
                    .setSubtopologyId(text())
                    .setPartition(partition())
                    .setOffset(int64());
        }

        private StreamsGroupHeartbeatRequestData.TaskIds requestTasks() {
            return new StreamsGroupHeartbeatRequestData.TaskIds()
                    .setSubtopologyId(text())
                    .setPartitions(list(this::partition));
        }

        private StreamsGroupHeartbeatResponseData response() {
            return new StreamsGroupHeartbeatResponseData()
                    .setThrottleTimeMs(int32())
                    .setErrorCode((short) int32())
                    .setErrorMessage(orNull(this::text))
                    .setMemberId(text())
                    .setMemberEpoch(int32())
                    .setHeartbeatIntervalMs(int32())
                    .setTaskOffsetIntervalMs(int32())
                    .setStatus(orNull(() -> list(() -> new StreamsGroupHeartbeatResponseData.Status()
                            .setStatusCode((byte) random.nextInt(256))
                            .setStatusDetail(text()))))
                    .setActiveTasks(orNull(() -> list(this::responseTasks)))
                    .setStandbyTasks(orNull(() -> list(this::responseTasks)))
                    .setWarmupTasks(orNull(() -> list(this::responseTasks)))
                    .setEndpointInformationEpoch(int32())
                    .setPartitionsByUserEndpoint(orNull(
                            () -> list(() -> new StreamsGroupHeartbeatResponseData.EndpointToPartitions()
                                    .setUserEndpoint(new StreamsGroupHeartbeatResponseData.Endpoint()
                                            .setHost(text())
                                            .setPort(port()))
                                    .setActivePartitions(list(this::topicPartition))
                                    .setStandbyPartitions(list(this::topicPartition)))));
        }

        private StreamsGroupHeartbeatResponseData.TaskIds responseTasks() {
            return new StreamsGroupHeartbeatResponseData.TaskIds()
                    .setSubtopologyId(text())
                    .setPartitions(list(this::partition));
        }

        private StreamsGroupHeartbeatResponseData.TopicPartition topicPartition() {
            return new StreamsGroupHeartbeatResponseData.TopicPartition()
                    .setTopic(name())
                    .setPartitions(list(this::partition));
        }
    }
}
