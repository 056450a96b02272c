package io.streamgauge.api;

import io.streamgauge.analysis.ErrorExplanation;
import io.streamgauge.analysis.Inconsistencies;
import io.streamgauge.analysis.Stores;
import io.streamgauge.analysis.TaskInputs;
import io.streamgauge.analysis.TaskTable;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.PartitionOffset;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StatusCode;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.InputOffsets;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.history.TopologyDescription;
import io.streamgauge.query.GroupQueries.ReportedOffset;
import io.streamgauge.query.GroupView;
import io.streamgauge.query.ReadingQueries;
import io.streamgauge.query.StatusPeriod;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns what the queries answer into what the API shows. */
final class Representations {

    private Representations() {}

    static Cluster cluster(
            io.streamgauge.history.Cluster cluster,
            io.streamgauge.replay.@Nullable Recording recording,
            ReadingQueries.@Nullable Reading reading) {
        ClusterHealth health = recording != null
                ? health(recording)
                : reading != null ? health(reading) : new ClusterHealth(null, null, null, false, null, null);
        return new Cluster(
                cluster.name(),
                cluster.kind().name(),
                cluster.createdAt(),
                cluster.groupCount(),
                recording == null ? null : recording.id(),
                cluster.firstAt(),
                cluster.lastAt(),
                health);
    }

    private static ClusterHealth health(io.streamgauge.replay.Recording recording) {
        String failure = recording.failure();
        Instant end = recording.finishedAt();
        return failure == null
                ? new ClusterHealth(end, null, null, false, null, null)
                : new ClusterHealth(null, end, failure, true, end, 1);
    }

    private static ClusterHealth health(ReadingQueries.Reading reading) {
        io.streamgauge.history.ReadFailure latest = reading.latest();
        return latest == null
                ? new ClusterHealth(reading.lastSuccessAt(), null, null, false, null, null)
                : new ClusterHealth(
                        reading.lastSuccessAt(),
                        latest.lastAt(),
                        latest.message(),
                        latest.until() == null,
                        latest.since(),
                        latest.count());
    }

    static ReadFailure failure(io.streamgauge.history.ReadFailure failure) {
        return new ReadFailure(
                failure.groupId(),
                failure.part(),
                failure.code(),
                failure.message(),
                failure.since(),
                failure.lastAt(),
                failure.count(),
                failure.until());
    }

    static RecordingEvent recordingEvent(io.streamgauge.replay.Recording recording) {
        io.streamgauge.replay.Recording.Progress progress = recording.progress();
        return new RecordingEvent(
                recording.id(),
                recording.name(),
                recording.status().name(),
                progress.bytesTotal(),
                progress.bytesRead(),
                progress.lines(),
                progress.heartbeats(),
                progress.snapshots());
    }

    static GroupSummary summary(
            String cluster,
            SnapshotHeader h,
            Instant observedAt,
            io.streamgauge.history.@Nullable ReadFailure readFailure,
            @Nullable RebalancesByHour rebalancesByHour,
            FindingCounts findings,
            @Nullable List<Member> members) {
        RebalanceMark mark = h.insight().rebalances();
        return new GroupSummary(
                cluster,
                h.groupId(),
                h.state(),
                h.stateSource(),
                h.version(),
                observedAt,
                h.at(),
                h.groupEpoch(),
                h.assignmentEpoch(),
                h.topologyEpoch(),
                h.assignor(),
                h.coordinator(),
                h.memberCount(),
                h.processCount(),
                h.activeTaskCount(),
                h.standbyTaskCount(),
                h.warmupTaskCount(),
                h.unassignedTaskCount(),
                epochs(h),
                statuses(h),
                mark.count(),
                mark.settledAt() == null,
                lastEnded(mark),
                rebalancesByHour,
                readFailure == null ? null : failure(readFailure),
                findings,
                members);
    }

    private static @Nullable Instant lastEnded(RebalanceMark mark) {
        return mark.count() == 0 ? null : mark.settledAt();
    }

    private static @Nullable MemberEpochs epochs(SnapshotHeader h) {
        return h.lowestMemberEpoch() == null || h.highestMemberEpoch() == null
                ? null
                : new MemberEpochs(h.lowestMemberEpoch(), h.highestMemberEpoch());
    }

    private static @Nullable List<OpenStatus> statuses(SnapshotHeader h) {
        List<Integer> codes = h.statusCodes();
        return codes == null
                ? null
                : codes.stream()
                        .map(code -> new OpenStatus(code, StatusCode.nameOf(code)))
                        .toList();
    }

    /** @param readFailure why the group cannot be read now; null when it can, or when the past is asked for */
    static GroupDetail detail(
            GroupView view,
            List<StatusPeriod> statuses,
            io.streamgauge.history.@Nullable ReadFailure readFailure,
            FindingCounts findings) {
        return detail(
                view.cluster().name(),
                view.snapshot().header(),
                view.snapshot().state(),
                view.snapshot().lastHeartbeatAt(),
                statuses,
                view.asOf(),
                view.observedAt(),
                readFailure,
                findings);
    }

    static GroupDetail detail(
            String cluster,
            SnapshotHeader h,
            GroupState state,
            Map<String, Instant> lastHeartbeatAt,
            List<StatusPeriod> statuses,
            Instant asOf,
            Instant observedAt,
            io.streamgauge.history.@Nullable ReadFailure readFailure,
            FindingCounts findings) {
        RebalanceMark mark = h.insight().rebalances();
        return new GroupDetail(
                cluster,
                h.groupId(),
                h.state(),
                h.stateSource(),
                h.version(),
                asOf,
                observedAt,
                h.at(),
                h.groupEpoch(),
                h.assignmentEpoch(),
                h.topologyEpoch(),
                h.assignor(),
                h.coordinator(),
                h.memberCount(),
                h.processCount(),
                h.activeTaskCount(),
                h.standbyTaskCount(),
                h.warmupTaskCount(),
                h.unassignedTaskCount(),
                epochs(h),
                statuses(h),
                mark.count(),
                mark.settledAt() == null,
                lastEnded(mark),
                readFailure == null ? null : failure(readFailure),
                findings,
                Inconsistencies.of(state),
                members(state.members(), lastHeartbeatAt),
                subtopologies(state),
                state.statuses() == null
                        ? null
                        : statuses.stream().map(Representations::status).toList());
    }

    static List<Member> members(List<io.streamgauge.group.Member> members, Map<String, Instant> lastHeartbeatAt) {
        return members.stream()
                .map(m -> member(m, lastHeartbeatAt.get(m.memberId())))
                .toList();
    }

    /** A constant as the API writes those that are no states: in lower case. */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static @Nullable Endpoint endpoint(io.streamgauge.group.@Nullable Endpoint endpoint) {
        return endpoint == null ? null : new Endpoint(endpoint.host(), endpoint.port());
    }

    static List<TopicPartitions> topics(List<io.streamgauge.group.TopicPartitions> topics) {
        return topics.stream()
                .map(t -> new TopicPartitions(t.topic(), t.partitions()))
                .toList();
    }

    static Member member(io.streamgauge.group.Member m, @Nullable Instant lastHeartbeatAt) {
        return new Member(
                m.memberId(),
                m.memberEpoch(),
                m.instanceId(),
                m.rackId(),
                m.clientId(),
                m.clientHost(),
                m.processId(),
                m.topologyEpoch(),
                endpoint(m.endpoint()),
                m.clientTags(),
                m.classic(),
                m.away(),
                m.fenced(),
                lastHeartbeatAt,
                m.heartbeatIntervalMs(),
                m.taskOffsetIntervalMs(),
                m.acceptableRecoveryLag(),
                m.throttleTimeMs(),
                view(m.owned()),
                view(m.assigned()),
                view(m.target()));
    }

    private static @Nullable View view(Tasks tasks) {
        return tasks.isUnknown() ? null : new View(ids(tasks.active()), ids(tasks.standby()), ids(tasks.warmup()));
    }

    private static @Nullable List<String> ids(@Nullable List<TaskId> tasks) {
        return tasks == null ? null : tasks.stream().map(TaskId::toString).toList();
    }

    private static @Nullable List<Subtopology> subtopologies(GroupState state) {
        return state.subtopologies() == null
                ? null
                : state.subtopologies().stream()
                        .map(s -> subtopology(state.groupId(), s))
                        .toList();
    }

    private static Subtopology subtopology(String groupId, io.streamgauge.group.Subtopology s) {
        List<String> changelogs = s.changelogTopics();
        return new Subtopology(
                s.subtopologyId(),
                s.partitions() == null ? null : s.partitions().size(),
                s.sourceTopics(),
                s.sourceTopicRegex(),
                s.repartitionSourceTopics(),
                s.repartitionSinkTopics(),
                changelogs,
                changelogs == null
                        ? null
                        : changelogs.stream()
                                .map(t -> Objects.requireNonNullElse(Stores.nameIn(groupId, t), t))
                                .toList());
    }

    static Status status(StatusPeriod period) {
        return new Status(
                period.code(),
                StatusCode.nameOf(period.code()),
                period.detail(),
                period.openedAt(),
                period.closedAt(),
                period.lastSeenAt(),
                period.memberIds());
    }

    static Task task(TaskTable.Row row, Stores stores, Map<String, Map<TaskId, ReportedOffset>> offsets) {
        TaskTable.Target target = row.target();
        return new Task(
                row.task().toString(),
                row.task().subtopologyId(),
                row.task().partition(),
                stores.of(row.task().subtopologyId()),
                row.active() == null ? null : place(row.active(), row.task(), offsets),
                places(row.standbys(), row.task(), offsets),
                places(row.warmups(), row.task(), offsets),
                target == null
                        ? null
                        : new TaskTarget(
                                target.active() == null ? null : place(target.active(), row.task(), offsets),
                                places(target.standbys(), row.task(), offsets),
                                places(target.warmups(), row.task(), offsets)));
    }

    private static List<Place> places(
            List<io.streamgauge.group.Member> members, TaskId task, Map<String, Map<TaskId, ReportedOffset>> offsets) {
        return members.stream().map(m -> place(m, task, offsets)).toList();
    }

    private static Place place(
            io.streamgauge.group.Member member, TaskId task, Map<String, Map<TaskId, ReportedOffset>> offsets) {
        ReportedOffset reported =
                offsets.getOrDefault(member.memberId(), Map.of()).get(task);
        TaskOffset offset = reported == null ? null : reported.offset();
        return new Place(
                member.memberId(),
                member.processId(),
                offset == null ? null : offset.offset(),
                offset == null ? null : offset.endOffset(),
                offset == null ? null : offset.lag(),
                reported == null ? null : reported.at());
    }

    static GroupOffsets offsets(
            GroupView view,
            Map<String, Map<TaskId, ReportedOffset>> restored,
            @Nullable InputOffsets read,
            io.streamgauge.history.@Nullable ReadFailure failure) {
        GroupState state = view.snapshot().state();
        Map<TaskId, List<PartitionOffset>> inputs = read == null ? Map.of() : TaskInputs.of(state, read.partitions());
        Map<TaskId, TaskTable.Row> rows = new TreeMap<>();
        inputs.keySet().forEach(task -> rows.put(task, new TaskTable.Row(task, null, List.of(), List.of(), null)));
        TaskTable.of(state).forEach(row -> rows.put(row.task(), row));
        return new GroupOffsets(
                view.snapshot().header().version(),
                view.asOf(),
                read == null ? null : read.readAt(),
                failure == null ? null : failure(failure),
                inputs.isEmpty()
                        ? null
                        : TaskInputs.lag(
                                inputs.values().stream().flatMap(List::stream).toList()),
                rows.values().stream()
                        .map(row -> offsets(row, inputs.get(row.task()), restored))
                        .toList());
    }

    static GroupConfigs configs(
            io.streamgauge.history.@Nullable GroupConfigs read, io.streamgauge.history.@Nullable ReadFailure failure) {
        return new GroupConfigs(
                read == null ? null : read.readAt(),
                failure == null ? null : failure(failure),
                read == null
                        ? null
                        : read.values().entrySet().stream()
                                .map(e -> new GroupConfig(
                                        e.getKey(),
                                        e.getValue().value(),
                                        e.getValue().own()))
                                .toList());
    }

    static Topology topology(
            GroupView view, @Nullable TopologyDescription read, io.streamgauge.history.@Nullable ReadFailure failure) {
        GroupState state = view.snapshot().state();
        return new Topology(
                view.snapshot().header().version(),
                view.asOf(),
                state.topologyEpoch(),
                subtopologies(state),
                read == null ? null : nodes(read),
                failure == null ? null : failure(failure));
    }

    private static TopologyNodes nodes(TopologyDescription read) {
        return new TopologyNodes(
                read.readAt(),
                read.status(),
                read.topologyEpoch(),
                read.subtopologies().stream()
                        .map(s -> new SubtopologyNodes(
                                s.subtopologyId(),
                                s.nodes().stream().map(Representations::node).toList()))
                        .toList(),
                read.globalStores().stream()
                        .map(s -> new GlobalStore(node(s.source()), node(s.processor())))
                        .toList());
    }

    private static TopologyNode node(TopologyDescription.Node node) {
        return new TopologyNode(
                node.name(), node.type(), node.topics(), node.stores(), node.predecessors(), node.successors());
    }

    private static TaskOffsets offsets(
            TaskTable.Row row,
            @Nullable List<PartitionOffset> inputs,
            Map<String, Map<TaskId, ReportedOffset>> restored) {
        TaskId task = row.task();
        return new TaskOffsets(
                task.toString(),
                task.subtopologyId(),
                task.partition(),
                inputs == null ? null : TaskInputs.lag(inputs),
                inputs == null
                        ? null
                        : inputs.stream()
                                .map(i -> new InputOffset(i.topic(), i.partition(), i.committed(), i.end(), i.lag()))
                                .toList(),
                row.active() == null ? null : place(row.active(), task, restored),
                places(row.standbys(), task, restored),
                places(row.warmups(), task, restored));
    }

    static HeartbeatError error(ErrorRun run) {
        return new HeartbeatError(
                run.error().memberId(),
                run.error().instanceId(),
                run.error().code(),
                ErrorExplanation.nameOf(run.error().code()),
                run.error().message(),
                ErrorExplanation.of(run.error()),
                run.error().sentMemberEpoch(),
                run.error().knownMemberEpoch(),
                run.firstAt(),
                run.lastAt(),
                run.count());
    }

    static Snapshot snapshot(SnapshotHeader h) {
        return new Snapshot(
                h.version(),
                h.at(),
                h.state(),
                h.stateSource(),
                h.memberCount(),
                h.processCount(),
                h.activeTaskCount(),
                h.standbyTaskCount(),
                h.warmupTaskCount(),
                h.unassignedTaskCount(),
                statuses(h),
                h.changes());
    }

    static Recording recording(io.streamgauge.replay.Recording r, @Nullable Long groupCount) {
        io.streamgauge.replay.Recording.Progress p = r.progress();
        return new Recording(
                r.id(),
                r.name(),
                r.name(),
                r.format(),
                r.status().name(),
                r.failure(),
                p.bytesTotal(),
                p.bytesRead(),
                r.bytesPerSecond(),
                r.timeLeft() == null ? null : r.timeLeft().toMillis(),
                p.lines(),
                p.heartbeats(),
                p.snapshots(),
                p.skipped(),
                p.errors().stream()
                        .map(e -> new LineError(e.line(), e.message()))
                        .toList(),
                groupCount,
                r.timeZone().getId(),
                r.date(),
                r.sessionTimeout().toMillis(),
                p.firstHeartbeatAt(),
                p.lastHeartbeatAt(),
                r.createdAt(),
                r.startedAt(),
                r.finishedAt());
    }
}
