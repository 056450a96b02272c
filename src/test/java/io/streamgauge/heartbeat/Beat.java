package io.streamgauge.heartbeat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.States;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One heartbeat of group {@code g} in a test. What is not told is null, as on the wire. */
final class Beat {

    private final String memberId;
    private final int sentEpoch;
    private @Nullable String clientId;
    private boolean requestSeen = true;
    private boolean responseSeen;

    private @Nullable String instanceId;
    private HeartbeatRequest.@Nullable Topology topology;
    private @Nullable List<TaskId> owned;
    private @Nullable List<TaskId> ownedStandby;
    private @Nullable List<TaskId> ownedWarmup;
    private @Nullable String processId;
    private @Nullable Endpoint endpoint;
    private @Nullable Map<String, String> clientTags;
    private @Nullable Map<TaskId, Long> offsets;
    private @Nullable Map<TaskId, Long> endOffsets;
    private boolean shutdown;

    private int errorCode;
    private @Nullable String errorMessage;
    private int answeredEpoch;
    private @Nullable Integer heartbeatIntervalMs;
    private @Nullable Integer throttleTimeMs;
    private @Nullable Long acceptableRecoveryLag;
    private @Nullable List<HeartbeatResponse.Status> statuses = new ArrayList<>();
    private @Nullable List<TaskId> told;
    private @Nullable List<TaskId> toldStandby;
    private @Nullable List<TaskId> toldWarmup;
    private @Nullable Integer endpointEpoch = 0;
    private @Nullable List<EndpointPartitions> endpoints;

    private Beat(String memberId, int sentEpoch) {
        this.memberId = memberId;
        this.sentEpoch = sentEpoch;
    }

    static Beat of(String memberId, int epoch) {
        return new Beat(memberId, epoch);
    }

    /** A join as a client sends it: with a topology and the word that it runs nothing. */
    static Beat join(String memberId) {
        Beat beat = new Beat(memberId, HeartbeatRequest.JOIN)
                .topology(0, "0")
                .process("process-of-" + memberId)
                .owns();
        beat.ownedStandby = List.of();
        beat.ownedWarmup = List.of();
        return beat;
    }

    static Beat leave(String memberId) {
        return new Beat(memberId, HeartbeatRequest.LEAVE).answered(HeartbeatRequest.LEAVE);
    }

    static Beat away(String memberId) {
        return new Beat(memberId, HeartbeatRequest.AWAY).answered(HeartbeatRequest.AWAY);
    }

    Beat clientId(String id) {
        clientId = id;
        return this;
    }

    /** A log that has only the answer. */
    Beat withoutRequest() {
        requestSeen = false;
        return this;
    }

    Beat instance(String id) {
        instanceId = id;
        return this;
    }

    Beat topology(int epoch, String... subtopologyIds) {
        List<Subtopology> all = new ArrayList<>();
        for (String id : subtopologyIds) {
            all.add(new Subtopology(id, null, List.of("source-" + id), List.of(), List.of(), List.of(), List.of()));
        }
        topology = new HeartbeatRequest.Topology(epoch, all);
        return this;
    }

    Beat owns(String... tasks) {
        owned = States.tasks(tasks);
        return this;
    }

    Beat ownsStandby(String... tasks) {
        ownedStandby = States.tasks(tasks);
        return this;
    }

    Beat ownsWarmup(String... tasks) {
        ownedWarmup = States.tasks(tasks);
        return this;
    }

    Beat process(String id) {
        processId = id;
        return this;
    }

    Beat endpoint(String host, int port) {
        endpoint = new Endpoint(host, port);
        return this;
    }

    Beat tags(Map<String, String> tags) {
        clientTags = tags;
        return this;
    }

    Beat noOffsets() {
        offsets = Map.of();
        endOffsets = Map.of();
        return this;
    }

    Beat offset(String task, long offset) {
        offsets = new HashMap<>(offsets == null ? Map.of() : offsets);
        offsets.put(TaskId.parse(task), offset);
        return this;
    }

    Beat endOffset(String task, long offset) {
        endOffsets = new HashMap<>(endOffsets == null ? Map.of() : endOffsets);
        endOffsets.put(TaskId.parse(task), offset);
        return this;
    }

    Beat asksToShutDown() {
        shutdown = true;
        return this;
    }

    /** Answered without an error. */
    Beat answered(int epoch) {
        responseSeen = true;
        answeredEpoch = epoch;
        return this;
    }

    /** Answered with an error, all else zeroed as brokers do. */
    Beat refused(int code, @Nullable String message) {
        responseSeen = true;
        errorCode = code;
        errorMessage = message;
        return this;
    }

    Beat intervals(int heartbeatMs, int throttleMs) {
        heartbeatIntervalMs = heartbeatMs;
        throttleTimeMs = throttleMs;
        return this;
    }

    Beat recoveryLag(@Nullable Long lag) {
        acceptableRecoveryLag = lag;
        return this;
    }

    Beat told(String... tasks) {
        told = States.tasks(tasks);
        return this;
    }

    Beat toldStandby(String... tasks) {
        toldStandby = States.tasks(tasks);
        return this;
    }

    Beat toldWarmup(String... tasks) {
        toldWarmup = States.tasks(tasks);
        return this;
    }

    Beat status(int code, @Nullable String detail) {
        List<HeartbeatResponse.Status> all = new ArrayList<>(statuses == null ? List.of() : statuses);
        all.add(new HeartbeatResponse.Status(code, detail));
        statuses = all;
        return this;
    }

    /** As the draft's answers do when nothing changed. */
    Beat statusUnchanged() {
        statuses = null;
        return this;
    }

    Beat endpoints(@Nullable Integer epoch, EndpointPartitions... entries) {
        endpointEpoch = epoch;
        endpoints = List.of(entries);
        return this;
    }

    HeartbeatExchange at(Instant instant) {
        HeartbeatRequest request = new HeartbeatRequest(
                sentEpoch,
                instanceId,
                null,
                topology,
                owned,
                ownedStandby,
                ownedWarmup,
                processId,
                endpoint,
                clientTags,
                offsets,
                endOffsets,
                shutdown);
        HeartbeatResponse response = new HeartbeatResponse(
                throttleTimeMs,
                errorCode,
                errorMessage,
                errorCode == 0 ? memberId : null,
                answeredEpoch,
                heartbeatIntervalMs,
                acceptableRecoveryLag,
                null,
                statuses,
                told,
                toldStandby,
                toldWarmup,
                endpointEpoch,
                endpoints);
        return new HeartbeatExchange(
                instant, "g", memberId, clientId, null, requestSeen ? request : null, responseSeen ? response : null);
    }
}
