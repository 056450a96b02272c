package io.streamgauge.api;

import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.StatusPeriod;
import io.streamgauge.replay.RecordingService;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what is stored as one JSON document, a snapshot at a time: memory does not grow with the length of the
 * history. A document that ends before its last brace is incomplete.
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
        queries.export(
                group,
                from,
                to,
                view -> generator.writePOJO(new ExportedSnapshot(
                        Representations.detail(view, queries.openStatuses(view)),
                        Representations.endpoints(view.snapshot().state()),
                        view.snapshot().header().changes())));
        generator.writeEndArray();
        generator.writeArrayPropertyStart("statuses");
        for (StatusPeriod status : queries.statuses(group, null, from, to, null)) {
            generator.writePOJO(Representations.status(status));
        }
        generator.writeEndArray();
        generator.writeArrayPropertyStart("errors");
        for (int page = 0; ; page++) {
            List<HeartbeatError> errors = queries.errors(group, from, to, page, PAGE)
                    .map(Representations::error)
                    .items();
            errors.forEach(generator::writePOJO);
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

    /** A snapshot with what its group's resource leaves to resources of their own. */
    record ExportedSnapshot(GroupDetail group, EndpointMap endpointMap, List<String> changes) {}

    /** What a member told of its tasks. */
    record ExportedOffsets(String memberId, Instant at, List<ExportedOffset> offsets) {

        static ExportedOffsets of(OffsetReport report) {
            return new ExportedOffsets(
                    report.memberId(),
                    report.at(),
                    report.offsets().stream().map(ExportedOffset::of).toList());
        }
    }

    /** How far a member's copy of a task is. */
    record ExportedOffset(
            String taskId, @Nullable Long offset, @Nullable Long endOffset) {

        static ExportedOffset of(TaskOffset offset) {
            return new ExportedOffset(offset.task().toString(), offset.offset(), offset.endOffset());
        }
    }
}
