package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.Recordings;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestDataJsonConverter;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseDataJsonConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Warm-up tasks, which no released broker hands out: {@code made-warmup.jsonl} is made here, through Kafka's own message
 * classes. A and B are members of warm-app, with an acceptable recovery lag of 100 records.
 */
class WarmupRecordingTests {

    private static final String FILE = "made-warmup.jsonl";
    private static final String COMMENT = "{\"comment\":\"Made by WarmupRecordingTests through Kafka's message classes,"
            + " not recorded: no released broker hands out warm-up tasks\"}";
    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");
    private static final short VERSION = 1;

    private final List<String> lines = new ArrayList<>(List.of(COMMENT));

    private static StreamsGroupHeartbeatRequestData request(String member, int epoch) {
        return new StreamsGroupHeartbeatRequestData()
                .setGroupId("warm-app")
                .setMemberId(member)
                .setMemberEpoch(epoch)
                .setRebalanceTimeoutMs(epoch == 0 ? 300_000 : -1);
    }

    private static StreamsGroupHeartbeatResponseData response(String member, int epoch) {
        return new StreamsGroupHeartbeatResponseData()
                .setMemberId(member)
                .setMemberEpoch(epoch)
                .setHeartbeatIntervalMs(5_000)
                .setTaskOffsetIntervalMs(60_000)
                .setAcceptableRecoveryLag(100)
                .setStatus(List.of());
    }

    private static List<StreamsGroupHeartbeatRequestData.TaskIds> owned(Integer... partitions) {
        return partitions.length == 0
                ? List.of()
                : List.of(new StreamsGroupHeartbeatRequestData.TaskIds()
                        .setSubtopologyId("0")
                        .setPartitions(List.of(partitions)));
    }

    private static List<StreamsGroupHeartbeatResponseData.TaskIds> assigned(Integer... partitions) {
        return partitions.length == 0
                ? List.of()
                : List.of(new StreamsGroupHeartbeatResponseData.TaskIds()
                        .setSubtopologyId("0")
                        .setPartitions(List.of(partitions)));
    }

    private static List<StreamsGroupHeartbeatRequestData.TaskOffset> offsets(long... byPartition) {
        List<StreamsGroupHeartbeatRequestData.TaskOffset> offsets = new ArrayList<>();
        for (int i = 0; i < byPartition.length; i++) {
            offsets.add(new StreamsGroupHeartbeatRequestData.TaskOffset()
                    .setSubtopologyId("0")
                    .setPartition(i + 1)
                    .setOffset(byPartition[i]));
        }
        return offsets;
    }

    private void beat(
            int second, StreamsGroupHeartbeatRequestData request, StreamsGroupHeartbeatResponseData response) {
        lines.add("{\"at\":\"" + START.plusSeconds(second) + "\",\"clientId\":\"warm-app-" + request.memberId()
                + "\",\"apiVersion\":" + VERSION + ",\"request\":"
                + StreamsGroupHeartbeatRequestDataJsonConverter.write(request, VERSION) + ",\"response\":"
                + StreamsGroupHeartbeatResponseDataJsonConverter.write(response, VERSION) + "}");
    }

    /** A runs 0_0 to 0_3; B joins and warms 0_1, 0_2 and 0_3 up, of which only 0_1 comes near enough. */
    private List<String> made() {
        beat(
                0,
                request("A", 0)
                        .setTopology(new StreamsGroupHeartbeatRequestData.Topology()
                                .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                                        .setSubtopologyId("0")
                                        .setSourceTopics(List.of("clicks"))
                                        .setStateChangelogTopics(
                                                List.of(new StreamsGroupHeartbeatRequestData.TopicInfo()
                                                        .setName("warm-app-counts-changelog"))))))
                        .setProcessId("process-a")
                        .setActiveTasks(List.of())
                        .setStandbyTasks(List.of())
                        .setWarmupTasks(List.of()),
                response("A", 1)
                        .setActiveTasks(assigned(0, 1, 2, 3))
                        .setStandbyTasks(List.of())
                        .setWarmupTasks(List.of()));
        beat(5, request("A", 1).setActiveTasks(owned(0, 1, 2, 3)), response("A", 1));
        beat(
                6,
                request("B", 0)
                        .setProcessId("process-b")
                        .setActiveTasks(List.of())
                        .setStandbyTasks(List.of())
                        .setWarmupTasks(List.of()),
                response("B", 2)
                        .setActiveTasks(List.of())
                        .setStandbyTasks(List.of())
                        .setWarmupTasks(assigned(1, 2, 3)));
        long unknown = Long.MAX_VALUE;
        beat(
                11,
                request("B", 2)
                        .setWarmupTasks(owned(1, 2, 3))
                        .setTaskOffsets(offsets(0, 0, 0))
                        .setTaskEndOffsets(offsets(unknown, unknown, unknown)),
                response("B", 2));
        beat(12, request("A", 1), response("A", 2));
        beat(
                16,
                request("B", 2).setTaskOffsets(offsets(899, 500, 10)).setTaskEndOffsets(offsets(1_000, 1_000, unknown)),
                response("B", 2));
        beat(
                21,
                request("B", 2).setTaskOffsets(offsets(900, 500, 20)).setTaskEndOffsets(offsets(1_000, 1_001, unknown)),
                response("B", 2));
        beat(22, request("A", 2), response("A", 3).setActiveTasks(assigned(0, 2, 3)));
        beat(27, request("A", 3).setActiveTasks(owned(0, 2, 3)), response("A", 3));
        beat(28, request("B", 2), response("B", 3).setActiveTasks(assigned(1)).setWarmupTasks(assigned(2, 3)));
        beat(
                33,
                request("B", 3)
                        .setActiveTasks(owned(1))
                        .setWarmupTasks(owned(2, 3))
                        .setTaskOffsets(offsets(1_000, 500, 30))
                        .setTaskEndOffsets(offsets(1_000, 1_500, unknown)),
                response("B", 3));
        return lines;
    }

    private static FoldedRecording folded() {
        HeartbeatReader reader = HeartbeatFormat.HEARTBEAT_JSONL.reader(ZoneOffset.UTC, null);
        List<HeartbeatExchange> exchanges = new ArrayList<>();
        for (String line : Recordings.lines(FILE)) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            if (reader.read(bytes, 0, bytes.length) instanceof LineResult.Heartbeat heartbeat) {
                exchanges.add(heartbeat.exchange());
            }
        }
        return FoldedRecording.of(exchanges, Duration.ofSeconds(45));
    }

    private static @Nullable Long lag(FoldStep step, String task) {
        return Objects.requireNonNull(step.taskOffsets()).stream()
                .filter(o -> o.task().equals(TaskId.parse(task)))
                .map(TaskOffset::lag)
                .reduce(null, (a, b) -> b);
    }

    @Test
    void theCommittedRecordingIsTheOneMadeHere() {
        assertThat(Recordings.lines(FILE)).isEqualTo(made());
    }

    @Test
    void aWarmupTaskIsCaughtUpAtTheAcceptableLagAndThenPromoted() {
        FoldedRecording folded = folded();
        assertThat(lag(folded.asOf("warm-app", "22:00:16"), "0_1")).isEqualTo(101);
        assertThat(lag(folded.asOf("warm-app", "22:00:21"), "0_1")).isEqualTo(100);
        assertThat(folded.last("warm-app").state().members())
                .filteredOn(m -> m.memberId().equals("B"))
                .singleElement()
                .satisfies(b -> {
                    assertThat(b.acceptableRecoveryLag()).isEqualTo(100);
                    assertThat(b.owned().active()).containsExactly(new TaskId("0", 1));
                    assertThat(b.assigned().warmup()).containsExactly(new TaskId("0", 2), new TaskId("0", 3));
                });
    }

    @Test
    void oneNeverCatchesUpAndTheLagOfOneIsUnknown() {
        FoldedRecording folded = folded();
        assertThat(lag(folded.asOf("warm-app", "22:00:21"), "0_2")).isEqualTo(501);
        assertThat(lag(folded.last("warm-app"), "0_2")).isEqualTo(1_000);
        assertThat(lag(folded.asOf("warm-app", "22:00:11"), "0_1")).isNull();
        assertThat(lag(folded.last("warm-app"), "0_3")).isNull();
    }
}
