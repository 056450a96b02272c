package io.streamgauge.transfer;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.GroupRange;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.transfer.ExportDocument.ClusterPart;
import io.streamgauge.transfer.ExportDocument.ConfigsPart;
import io.streamgauge.transfer.ExportDocument.ErrorPart;
import io.streamgauge.transfer.ExportDocument.OffsetsPart;
import io.streamgauge.transfer.ExportDocument.RecordingPart;
import io.streamgauge.transfer.ExportDocument.SilencePart;
import io.streamgauge.transfer.ExportDocument.SnapshotPart;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.MinimalPrettyPrinter;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes everything that is stored of groups as one JSON document, a snapshot at a time: memory does not grow with the
 * length of the history. A document that ends before its last brace is incomplete.
 */
@Component
public class ExportWriter {

    /** Closes neither brackets nor the stream when it fails: half a document must not look whole. */
    private static final ObjectWriter JSON = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build()
            .writer()
            .with(new LineForEachEntry())
            .without(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .without(StreamWriteFeature.AUTO_CLOSE_TARGET);

    private final GroupQueries queries;
    private final ConfigHistory configs;
    private final RecordingService recordings;

    ExportWriter(GroupQueries queries, ConfigHistory configs, RecordingService recordings) {
        this.queries = queries;
        this.configs = configs;
        this.recordings = recordings;
    }

    /** Begins a line with each group, snapshot, error and report, so that a place in the document has a number. */
    private static final class LineForEachEntry extends MinimalPrettyPrinter {

        private static final int DEEPEST = 4;

        @Override
        public void beforeArrayValues(JsonGenerator generator) {
            lineWhereAnEntryBegins(generator);
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator generator) {
            generator.writeRaw(',');
            lineWhereAnEntryBegins(generator);
        }

        private static void lineWhereAnEntryBegins(JsonGenerator generator) {
            if (generator.streamWriteContext().getNestingDepth() <= DEEPEST) {
                generator.writeRaw('\n');
            }
        }
    }

    /**
     * Writes a document; the stream stays open.
     *
     * @param groups of the cluster, by id
     * @param from inclusive; null for open
     * @param to exclusive; null for open
     */
    public void write(
            Cluster cluster, List<GroupKey> groups, @Nullable Instant from, @Nullable Instant to, OutputStream out) {
        try (JsonGenerator generator = JSON.createGenerator(out)) {
            generator.writeStartObject();
            generator.writeStringProperty("format", ExportDocument.FORMAT);
            generator.writeNumberProperty("version", ExportDocument.VERSION);
            generator.writePOJOProperty("cluster", ClusterPart.of(cluster));
            generator.writePOJOProperty(
                    "recording",
                    recordings
                            .findByCluster(cluster.id())
                            .map(RecordingPart::of)
                            .orElse(null));
            generator.writePOJOProperty("from", from);
            generator.writePOJOProperty("to", to);
            generator.writeArrayPropertyStart("groups");
            for (GroupKey group : groups) {
                queries.range(group, from, to).ifPresent(range -> write(range, to, generator));
            }
            generator.writeEndArray();
            generator.writeEndObject();
            generator.writeRaw('\n');
        }
    }

    private void write(GroupRange range, @Nullable Instant to, JsonGenerator generator) {
        generator.writeStartObject();
        generator.writeStringProperty("groupId", range.group().groupId());
        generator.writePOJOProperty("observedAt", range.last());
        generator.writeArrayPropertyStart("snapshots");
        queries.forEachSnapshot(
                range,
                snapshot -> generator.writePOJO(
                        SnapshotPart.of(snapshot, snapshot.header().version() == range.firstVersion())));
        generator.writeEndArray();
        generator.writeArrayPropertyStart("errors");
        queries.forEachError(range, run -> generator.writePOJO(ErrorPart.of(run)));
        generator.writeEndArray();
        generator.writeArrayPropertyStart("silences");
        queries.forEachSilence(range, silence -> generator.writePOJO(SilencePart.of(silence)));
        generator.writeEndArray();
        generator.writeArrayPropertyStart("taskOffsets");
        queries.forEachOffsetReport(range, report -> generator.writePOJO(OffsetsPart.of(report)));
        generator.writeEndArray();
        generator.writeArrayPropertyStart("configs");
        configs.between(range.group().id(), range.from(), to)
                .forEach(read -> generator.writePOJO(ConfigsPart.of(read)));
        generator.writeEndArray();
        generator.writeEndObject();
    }
}
