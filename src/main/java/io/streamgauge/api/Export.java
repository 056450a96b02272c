package io.streamgauge.api;

import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.GroupView;
import io.streamgauge.replay.RecordingService;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes everything that is stored of groups as one JSON document, a snapshot at a time: memory does not grow with the
 * length of the history. A document that ends before its last brace is incomplete.
 */
@Component
class Export {

    private static final String FORMAT = "streamgauge/export";
    private static final int FORMAT_VERSION = 1;
    private static final int PAGE = 500;

    private final GroupQueries queries;
    private final RecordingService recordings;
    private final JsonMapper json;

    Export(GroupQueries queries, RecordingService recordings, JsonMapper json) {
        this.queries = queries;
        this.recordings = recordings;
        this.json = json;
    }

    /** A state as it is stored, nothing derived and nothing left out. */
    record ExportedSnapshot(
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
            List<Member> members,
            List<MemberStatus> statuses,
            @Nullable ExportedEndpointMap endpointMap,
            @Nullable List<io.streamgauge.group.Subtopology> subtopologies,
            List<String> changes) {

        static ExportedSnapshot of(GroupView view) {
            SnapshotHeader header = view.snapshot().header();
            GroupState state = view.snapshot().state();
            EndpointMap map = state.endpointMap();
            return new ExportedSnapshot(
                    header.version(),
                    header.at(),
                    header.source(),
                    state.state(),
                    state.stateSource(),
                    state.groupEpoch(),
                    state.assignmentEpoch(),
                    state.topologyEpoch(),
                    state.assignor(),
                    state.coordinator(),
                    state.members().stream()
                            .map(m -> Representations.member(
                                    m, view.snapshot().lastHeartbeatAt().get(m.memberId())))
                            .toList(),
                    state.statuses(),
                    map == null ? null : ExportedEndpointMap.of(map),
                    state.subtopologies(),
                    header.changes());
        }
    }

    record ExportedEndpointMap(
            @Nullable Integer informationEpoch, EndpointMap.Source source, List<ExportedEndpoint> endpoints) {

        static ExportedEndpointMap of(EndpointMap map) {
            return new ExportedEndpointMap(
                    map.informationEpoch(),
                    map.source(),
                    map.endpoints().stream().map(ExportedEndpoint::of).toList());
        }
    }

    record ExportedEndpoint(
            String host,
            int port,
            @Nullable List<io.streamgauge.group.TopicPartitions> active,
            @Nullable List<io.streamgauge.group.TopicPartitions> standby,
            List<io.streamgauge.group.TopicPartitions> partitions) {

        static ExportedEndpoint of(EndpointPartitions entry) {
            return new ExportedEndpoint(
                    entry.endpoint().host(),
                    entry.endpoint().port(),
                    entry.active(),
                    entry.standby(),
                    entry.partitions());
        }
    }

    record ExportedError(
            @Nullable String memberId,
            @Nullable String instanceId,
            int code,
            @Nullable String message,
            @Nullable Integer sentMemberEpoch,
            @Nullable Integer knownMemberEpoch,
            Instant firstAt,
            Instant lastAt,
            int count) {

        static ExportedError of(ErrorRun run) {
            return new ExportedError(
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

    record ExportedOffsets(String memberId, Instant at, List<ExportedOffset> offsets) {

        static ExportedOffsets of(OffsetReport report) {
            return new ExportedOffsets(
                    report.memberId(),
                    report.at(),
                    report.offsets().stream().map(ExportedOffset::of).toList());
        }
    }

    record ExportedOffset(
            String taskId, @Nullable Long offset, @Nullable Long endOffset) {

        static ExportedOffset of(TaskOffset offset) {
            return new ExportedOffset(offset.task().toString(), offset.offset(), offset.endOffset());
        }
    }

    void write(Cluster cluster, List<GroupKey> groups, @Nullable Instant from, @Nullable Instant to, OutputStream out) {
        try (JsonGenerator generator = json.createGenerator(out)) {
            generator.writeStartObject();
            generator.writeStringProperty("format", FORMAT);
            generator.writeNumberProperty("version", FORMAT_VERSION);
            io.streamgauge.replay.Recording recording =
                    recordings.findByCluster(cluster.id()).orElse(null);
            generator.writePOJOProperty("cluster", Representations.cluster(cluster, recording));
            generator.writePOJOProperty(
                    "recording", recording == null ? null : Representations.recording(recording, cluster.groupCount()));
            generator.writePOJOProperty("from", from);
            generator.writePOJOProperty("to", to);
            generator.writeArrayPropertyStart("groups");
            for (GroupKey group : groups) {
                write(group, from, to, generator);
            }
            generator.writeEndArray();
            generator.writeEndObject();
        }
    }

    private void write(GroupKey group, @Nullable Instant from, @Nullable Instant to, JsonGenerator generator) {
        generator.writeStartObject();
        generator.writeStringProperty("groupId", group.groupId());
        generator.writePOJOProperty("observedAt", group.observedAt());
        generator.writeArrayPropertyStart("snapshots");
        queries.export(group, from, to, view -> generator.writePOJO(ExportedSnapshot.of(view)));
        generator.writeEndArray();
        generator.writeArrayPropertyStart("statuses");
        for (StatusInterval status : queries.statusIntervals(group, from, to)) {
            generator.writePOJO(status);
        }
        generator.writeEndArray();
        generator.writeArrayPropertyStart("errors");
        for (int page = 0; ; page++) {
            List<ErrorRun> errors = queries.errors(group, from, to, page, PAGE).items();
            errors.forEach(run -> generator.writePOJO(ExportedError.of(run)));
            if (errors.size() < PAGE) {
                break;
            }
        }
        generator.writeEndArray();
        generator.writeArrayPropertyStart("taskOffsets");
        queries.offsetReports(group, from, to, report -> generator.writePOJO(ExportedOffsets.of(report)));
        generator.writeEndArray();
        generator.writeEndObject();
    }
}
