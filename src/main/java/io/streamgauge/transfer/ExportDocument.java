package io.streamgauge.transfer;

import io.streamgauge.group.Condition;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import io.streamgauge.group.TopicPartitions;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.replay.Recording;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The parts of the document, as {@code docs/export.schema.json} describes them. */
final class ExportDocument {

    static final String FORMAT = "streamgauge/export";
    static final int VERSION = 1;

    private ExportDocument() {}

    record ClusterPart(String name, Cluster.Kind kind, Instant createdAt) {

        static ClusterPart of(Cluster cluster) {
            return new ClusterPart(cluster.name(), cluster.kind(), cluster.createdAt());
        }
    }

    record RecordingPart(
            String format,
            Recording.Status status,
            @Nullable String failure,
            @Nullable Long bytesTotal,
            long bytesRead,
            long lines,
            long heartbeats,
            long snapshotCount,
            Map<String, Long> skipped,
            List<Recording.LineError> errors,
            String timeZone,
            @Nullable LocalDate date,
            long sessionTimeoutMs,
            @Nullable Instant firstHeartbeatAt,
            @Nullable Instant lastHeartbeatAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt) {

        static RecordingPart of(Recording recording) {
            Recording.Progress progress = recording.progress();
            return new RecordingPart(
                    recording.format(),
                    recording.status(),
                    recording.failure(),
                    progress.bytesTotal(),
                    progress.bytesRead(),
                    progress.lines(),
                    progress.heartbeats(),
                    progress.snapshots(),
                    new TreeMap<>(progress.skipped()),
                    progress.errors(),
                    recording.timeZone().getId(),
                    recording.date(),
                    recording.sessionTimeout().toMillis(),
                    progress.firstHeartbeatAt(),
                    progress.lastHeartbeatAt(),
                    recording.startedAt(),
                    recording.finishedAt());
        }
    }

    /**
     * A state as it is stored, nothing derived and nothing left out.
     *
     * @param conditions since when the group shows what is wrong with it, in a group's first; null in others, from whose
     *     predecessors it follows
     */
    record SnapshotPart(
            int version,
            Instant at,
            ObservationSource source,
            StreamsGroupState state,
            StateSource stateSource,
            @Nullable Integer groupEpoch,
            @Nullable Integer assignmentEpoch,
            @Nullable Integer topologyEpoch,
            @Nullable String assignor,
            @Nullable String coordinator,
            List<MemberPart> members,
            @Nullable List<StatusPart> statuses,
            @Nullable EndpointMapPart endpointMap,
            @Nullable List<Subtopology> subtopologies,
            List<String> changes,
            RebalanceMark rebalances,
            @Nullable List<ConditionPart> conditions) {

        static SnapshotPart of(Snapshot snapshot, boolean first) {
            GroupState state = snapshot.state();
            EndpointMap map = state.endpointMap();
            return new SnapshotPart(
                    snapshot.header().version(),
                    snapshot.header().at(),
                    snapshot.header().source(),
                    state.state(),
                    state.stateSource(),
                    state.groupEpoch(),
                    state.assignmentEpoch(),
                    state.topologyEpoch(),
                    state.assignor(),
                    state.coordinator(),
                    state.members().stream()
                            .map(m ->
                                    MemberPart.of(m, snapshot.lastHeartbeatAt().get(m.memberId())))
                            .toList(),
                    state.statuses() == null
                            ? null
                            : snapshot.statuses().stream().map(StatusPart::of).toList(),
                    map == null ? null : EndpointMapPart.of(map),
                    state.subtopologies(),
                    snapshot.header().changes(),
                    snapshot.header().insight().rebalances(),
                    first
                            ? snapshot.header().insight().conditions().stream()
                                    .map(ConditionPart::of)
                                    .toList()
                            : null);
        }
    }

    record ConditionPart(
            String code, Condition.Kind kind, @Nullable String subject, Instant since) {

        static ConditionPart of(Condition condition) {
            return new ConditionPart(
                    condition.code(),
                    condition.subject().kind(),
                    condition.subject().id(),
                    condition.since());
        }
    }

    record MemberPart(
            String memberId,
            @Nullable Integer memberEpoch,
            @Nullable String instanceId,
            @Nullable String rackId,
            @Nullable String clientId,
            @Nullable String clientHost,
            @Nullable String processId,
            @Nullable Integer topologyEpoch,
            @Nullable Endpoint endpoint,
            @Nullable Map<String, String> clientTags,
            @Nullable Boolean classic,
            boolean away,
            boolean fenced,
            @Nullable Instant lastHeartbeatAt,
            @Nullable Integer heartbeatIntervalMs,
            @Nullable Integer taskOffsetIntervalMs,
            @Nullable Long acceptableRecoveryLag,
            @Nullable Integer throttleTimeMs,
            @Nullable TasksPart owned,
            @Nullable TasksPart assigned,
            @Nullable TasksPart target) {

        static MemberPart of(Member m, @Nullable Instant lastHeartbeatAt) {
            return new MemberPart(
                    m.memberId(),
                    m.memberEpoch(),
                    m.instanceId(),
                    m.rackId(),
                    m.clientId(),
                    m.clientHost(),
                    m.processId(),
                    m.topologyEpoch(),
                    m.endpoint(),
                    m.clientTags(),
                    m.classic(),
                    m.away(),
                    m.fenced(),
                    lastHeartbeatAt,
                    m.heartbeatIntervalMs(),
                    m.taskOffsetIntervalMs(),
                    m.acceptableRecoveryLag(),
                    m.throttleTimeMs(),
                    TasksPart.of(m.owned()),
                    TasksPart.of(m.assigned()),
                    TasksPart.of(m.target()));
        }
    }

    record TasksPart(
            @Nullable List<String> active,
            @Nullable List<String> standby,
            @Nullable List<String> warmup) {

        static @Nullable TasksPart of(Tasks tasks) {
            return tasks.isUnknown()
                    ? null
                    : new TasksPart(ids(tasks.active()), ids(tasks.standby()), ids(tasks.warmup()));
        }

        private static @Nullable List<String> ids(@Nullable List<TaskId> tasks) {
            return tasks == null ? null : tasks.stream().map(TaskId::toString).toList();
        }
    }

    record StatusPart(String memberId, int code, @Nullable String detail, Instant openedAt, Instant lastSeenAt) {

        static StatusPart of(StatusInterval status) {
            return new StatusPart(
                    status.memberId(), status.code(), status.detail(), status.openedAt(), status.lastSeenAt());
        }
    }

    record EndpointMapPart(
            @Nullable Integer informationEpoch, EndpointMap.Source source, List<EndpointPart> endpoints) {

        static EndpointMapPart of(EndpointMap map) {
            return new EndpointMapPart(
                    map.informationEpoch(),
                    map.source(),
                    map.endpoints().stream().map(EndpointPart::of).toList());
        }
    }

    record EndpointPart(
            String host,
            int port,
            @Nullable List<TopicPartitions> active,
            @Nullable List<TopicPartitions> standby,
            List<TopicPartitions> partitions) {

        static EndpointPart of(EndpointPartitions entry) {
            return new EndpointPart(
                    entry.endpoint().host(),
                    entry.endpoint().port(),
                    entry.active(),
                    entry.standby(),
                    entry.partitions());
        }
    }

    record ErrorPart(
            @Nullable String memberId,
            @Nullable String instanceId,
            int code,
            @Nullable String message,
            @Nullable Integer sentMemberEpoch,
            @Nullable Integer knownMemberEpoch,
            Instant firstAt,
            Instant lastAt,
            int count) {

        static ErrorPart of(ErrorRun run) {
            return new ErrorPart(
                    run.error().memberId(),
                    run.error().instanceId(),
                    run.error().code(),
                    run.error().message(),
                    run.error().sentMemberEpoch(),
                    run.error().knownMemberEpoch(),
                    run.firstAt(),
                    run.lastAt(),
                    run.count());
        }
    }

    record SilencePart(
            String memberId,
            Instant heardAt,
            Instant endedAt,
            @Nullable Integer heartbeatIntervalMs) {

        static SilencePart of(Silence silence) {
            return new SilencePart(
                    silence.memberId(), silence.heardAt(), silence.endedAt(), silence.heartbeatIntervalMs());
        }
    }

    record OffsetsPart(String memberId, Instant at, List<OffsetPart> offsets) {

        static OffsetsPart of(OffsetReport report) {
            return new OffsetsPart(
                    report.memberId(),
                    report.at(),
                    report.offsets().stream().map(OffsetPart::of).toList());
        }
    }

    record ConfigsPart(Instant readAt, Map<String, SettingPart> settings) {

        static ConfigsPart of(GroupConfigs configs) {
            Map<String, SettingPart> settings = new TreeMap<>();
            configs.values()
                    .forEach((name, value) ->
                            settings.put(name, new SettingPart(value.value(), value.own(), value.since())));
            return new ConfigsPart(configs.readAt(), settings);
        }
    }

    record SettingPart(@Nullable String value, boolean own, Instant since) {}

    record OffsetPart(
            String taskId, @Nullable Long offset, @Nullable Long endOffset) {

        static OffsetPart of(TaskOffset offset) {
            return new OffsetPart(offset.task().toString(), offset.offset(), offset.endOffset());
        }
    }
}
