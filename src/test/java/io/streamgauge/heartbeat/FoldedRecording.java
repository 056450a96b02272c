package io.streamgauge.heartbeat;

import io.streamgauge.Recordings;
import io.streamgauge.group.EndpointPartitions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** A recording of real brokers read and folded as a replay does it. */
final class FoldedRecording {

    private final List<FoldStep> steps = new ArrayList<>();

    private FoldedRecording() {}

    static FoldedRecording of(String recording, Duration sessionTimeout) {
        return of(exchanges(recording), sessionTimeout);
    }

    static FoldedRecording of(List<HeartbeatExchange> exchanges, Duration sessionTimeout) {
        FoldedRecording folded = new FoldedRecording();
        HeartbeatFold fold = new HeartbeatFold(sessionTimeout);
        exchanges.forEach(exchange -> fold.apply(exchange, folded.steps::add));
        return folded;
    }

    static List<HeartbeatExchange> exchanges(String recording) {
        BrokerRequestLogReader reader = new BrokerRequestLogReader(ZoneOffset.UTC, null);
        List<HeartbeatExchange> exchanges = new ArrayList<>();
        for (String line : Recordings.lines(recording)) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            if (reader.read(bytes, 0, bytes.length) instanceof LineResult.Heartbeat heartbeat) {
                exchanges.add(heartbeat.exchange());
            }
        }
        return exchanges;
    }

    /** The same exchange with the entries of its endpoint map the other way round. */
    static HeartbeatExchange flipped(HeartbeatExchange exchange) {
        HeartbeatResponse r = exchange.response();
        if (r == null || r.partitionsByUserEndpoint() == null) {
            return exchange;
        }
        List<EndpointPartitions> entries = new ArrayList<>(r.partitionsByUserEndpoint());
        Collections.reverse(entries);
        return new HeartbeatExchange(
                exchange.at(),
                exchange.groupId(),
                exchange.memberId(),
                exchange.clientId(),
                exchange.clientHost(),
                exchange.request(),
                new HeartbeatResponse(
                        r.throttleTimeMs(),
                        r.errorCode(),
                        r.errorMessage(),
                        r.memberId(),
                        r.memberEpoch(),
                        r.heartbeatIntervalMs(),
                        r.acceptableRecoveryLag(),
                        r.taskOffsetIntervalMs(),
                        r.statuses(),
                        r.active(),
                        r.standby(),
                        r.warmup(),
                        r.endpointInformationEpoch(),
                        entries));
    }

    List<FoldStep> steps() {
        return steps;
    }

    List<FoldStep> steps(String groupId) {
        return steps.stream().filter(s -> s.state().groupId().equals(groupId)).toList();
    }

    FoldStep last(String groupId) {
        List<FoldStep> all = steps(groupId);
        return all.get(all.size() - 1);
    }

    /** The last step of a group up to an instant of the recordings' day, written like 22:23:30.185. */
    FoldStep asOf(String groupId, String time) {
        Instant at = Instant.parse("2026-11-29T" + time + "Z");
        return steps(groupId).stream()
                .filter(s -> !s.at().isAfter(at))
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    FoldStep error(String groupId, int code) {
        return steps(groupId).stream()
                .filter(s ->
                        s.error() != null && Objects.requireNonNull(s.error()).code() == code)
                .findFirst()
                .orElseThrow();
    }
}
