package io.streamgauge.transfer;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.replay.Recording;
import io.streamgauge.replay.Recording.Progress;
import io.streamgauge.replay.Recording.Status;
import io.streamgauge.replay.RecordingFile;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.replay.RecordingService.Outcome;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Stores what an export document holds, as a cluster of its own. */
@Service
public class Imports {

    /** The form of an imported cluster that was no recording. */
    private static final String FORMAT = "streamgauge-export";

    private final RecordingService recordings;
    private final GroupHistory history;
    private final ConfigHistory configs;
    private final GroupQueries queries;
    private final Clock clock;

    Imports(
            RecordingService recordings,
            GroupHistory history,
            ConfigHistory configs,
            GroupQueries queries,
            Clock clock) {
        this.recordings = recordings;
        this.history = history;
        this.configs = configs;
        this.queries = queries;
        this.clock = clock;
    }

    /**
     * Imports a document. It is read twice, first to see whether it is good, so that a bad one changes nothing.
     *
     * @param name of the new cluster
     * @param file with the document, gzip or zstd too
     * @throws InvalidExportException when the document is not as it must be
     * @throws io.streamgauge.replay.RecordingNameException when the name cannot be one
     * @throws io.streamgauge.history.ClusterExistsException when a cluster of that name exists
     * @throws io.streamgauge.replay.RecordingStoppedException when it was deleted meanwhile, or the service stopped
     * @throws io.streamgauge.history.HistoryException when the store fails; nothing is kept then
     */
    public Cluster run(String name, Path file) throws IOException {
        String free = recordings.freeName(name);
        ExportReader.Head head = read(file, new Nothing());
        Recording recording = recordings.restore(free, outcome(head, Files.size(file)), file, (clusterId, alive) -> {
            Writer writer = new Writer(history, configs, clusterId, alive);
            read(file, writer);
            writer.flush();
        });
        return queries.cluster(recording.name());
    }

    private static ExportReader.Head read(Path file, ExportReader.Content content) throws IOException {
        try (InputStream in = open(file)) {
            return ExportReader.read(in, content);
        }
    }

    private static InputStream open(Path file) throws IOException {
        try {
            return new RecordingFile(file).content();
        } catch (EOFException e) {
            throw new InvalidExportException(
                    "The compressed file ends in the middle; nothing was imported. Send it again, whole");
        }
    }

    private Outcome outcome(ExportReader.Head head, long bytes) {
        Outcome told = head.recording();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        if (told == null) {
            return new Outcome(
                    FORMAT,
                    Status.COMPLETED,
                    null,
                    ZoneOffset.UTC,
                    null,
                    Duration.ofSeconds(45),
                    new Progress(bytes, bytes, 0, 0, head.snapshots(), Map.of(), List.of(), null, null),
                    now,
                    now);
        }
        return told.status().isOver()
                ? told
                : new Outcome(
                        told.format(),
                        Status.FAILED,
                        "The replay was under way when this was exported; what it had stored by then is whole",
                        told.timeZone(),
                        told.date(),
                        told.sessionTimeout(),
                        told.progress(),
                        told.startedAt(),
                        now);
    }

    /** Takes everything and does nothing with it. */
    private static final class Nothing implements ExportReader.Content {

        @Override
        public void group(String groupId, Instant observedAt) {}

        @Override
        public void snapshot(NewSnapshot snapshot, long bytes) {}

        @Override
        public void error(ErrorRun run, long bytes) {}

        @Override
        public void silence(Silence silence, long bytes) {}

        @Override
        public void offsets(OffsetReport report, long bytes) {}

        @Override
        public void configs(GroupConfigs read, long bytes) {}

        @Override
        public void groupEnd() {}
    }

    /** Stores what a document holds, some of it at a time. */
    private static final class Writer implements ExportReader.Content {

        private static final int BATCH = 500;

        /** Of the document; a state in memory is several times as large. */
        private static final long BATCH_BYTES = 4 << 20;

        private final GroupHistory history;
        private final ConfigHistory configHistory;
        private final long clusterId;
        private final Runnable alive;

        private final List<GroupWrite> writes = new ArrayList<>();
        /** By group id: the first of each group, then the second of each, and so on. */
        private final List<Map<String, GroupConfigs>> configs = new ArrayList<>();

        private int configsOfGroup;
        private int pending;
        private long pendingBytes;

        private String groupId = "";
        private Instant observedAt = Instant.EPOCH;
        private @Nullable Instant lastAt;
        private List<NewSnapshot> snapshots = new ArrayList<>();
        private List<OffsetReport> offsets = new ArrayList<>();
        private List<ErrorRun> errors = new ArrayList<>();
        private List<Silence> silences = new ArrayList<>();

        Writer(GroupHistory history, ConfigHistory configHistory, long clusterId, Runnable alive) {
            this.history = history;
            this.configHistory = configHistory;
            this.clusterId = clusterId;
            this.alive = alive;
        }

        @Override
        public void group(String id, Instant observed) {
            groupId = id;
            observedAt = observed;
            lastAt = null;
            configsOfGroup = 0;
        }

        @Override
        public void snapshot(NewSnapshot snapshot, long bytes) {
            snapshots.add(snapshot);
            lastAt = snapshot.at();
            took(bytes);
        }

        @Override
        public void error(ErrorRun run, long bytes) {
            errors.add(run);
            took(bytes);
        }

        @Override
        public void silence(Silence silence, long bytes) {
            silences.add(silence);
            took(bytes);
        }

        @Override
        public void offsets(OffsetReport report, long bytes) {
            offsets.add(report);
            took(bytes);
        }

        @Override
        public void configs(GroupConfigs read, long bytes) {
            if (configsOfGroup == configs.size()) {
                configs.add(new HashMap<>());
            }
            configs.get(configsOfGroup++).put(groupId, read);
            took(bytes);
        }

        private void took(long bytes) {
            pending++;
            pendingBytes += bytes;
            if (pending >= BATCH || pendingBytes >= BATCH_BYTES) {
                // Not the group's end yet: were it cut off here, it would have been observed up to its last snapshot.
                endWrite(Objects.requireNonNullElse(lastAt, observedAt));
                flush();
            }
        }

        @Override
        public void groupEnd() {
            endWrite(observedAt);
            pending++;
            if (pending >= BATCH) {
                flush();
            }
        }

        private void endWrite(Instant observed) {
            writes.add(new GroupWrite(groupId, snapshots, offsets, errors, silences, observed, Map.of()));
            snapshots = new ArrayList<>();
            offsets = new ArrayList<>();
            errors = new ArrayList<>();
            silences = new ArrayList<>();
        }

        void flush() {
            alive.run();
            history.append(clusterId, writes);
            configs.forEach(read -> configHistory.take(clusterId, read));
            writes.clear();
            configs.clear();
            configsOfGroup = 0;
            pending = 0;
            pendingBytes = 0;
        }
    }
}
