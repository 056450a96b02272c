package io.streamgauge.replay.jpa;

import io.streamgauge.replay.Recording;
import io.streamgauge.replay.Recording.LineError;
import io.streamgauge.replay.Recording.Progress;
import io.streamgauge.replay.RecordingStore.Stored;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

@Entity
@Table(name = "recording")
@SuppressWarnings("NullAway.Init")
class RecordingRow {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TypeReference<Map<String, Long>> COUNTS = new TypeReference<>() {};
    private static final TypeReference<List<LineError>> ERRORS = new TypeReference<>() {};

    @Id
    @GeneratedValue(generator = "recording_seq")
    @SequenceGenerator(name = "recording_seq", sequenceName = "recording_seq", allocationSize = 1)
    long id;

    @Column(name = "name", nullable = false, updatable = false, length = 200)
    String name;

    @Column(name = "cluster_id", updatable = false)
    @Nullable
    Long clusterId;

    @Column(name = "format", nullable = false, length = 40)
    String format;

    @Enumerated(EnumType.STRING)
    @Column(name = "status", nullable = false, length = 20)
    Recording.Status status;

    @Column(name = "failure", length = 4000)
    @Nullable
    String failure;

    @Column(name = "file", nullable = false, updatable = false, length = 4000)
    String file;

    @Column(name = "owned_file", nullable = false, updatable = false)
    boolean ownedFile;

    @Column(name = "content_hash", updatable = false, length = 64)
    @Nullable
    String contentHash;

    @Column(name = "time_zone", nullable = false, updatable = false, length = 100)
    String timeZone;

    @Column(name = "first_day", updatable = false)
    @Nullable
    LocalDate date;

    @Column(name = "session_timeout_ms", nullable = false, updatable = false)
    long sessionTimeoutMs;

    @Column(name = "bytes_total")
    @Nullable
    Long bytesTotal;

    @Column(name = "bytes_read", nullable = false)
    long bytesRead;

    @Column(name = "line_count", nullable = false)
    long lineCount;

    @Column(name = "heartbeat_count", nullable = false)
    long heartbeatCount;

    @Column(name = "snapshot_count", nullable = false)
    long snapshotCount;

    @Column(name = "skipped", nullable = false, length = 10_000)
    String skipped;

    @Column(name = "errors", nullable = false, length = 1_000_000)
    String errors;

    @Column(name = "first_heartbeat_at")
    @Nullable
    Instant firstHeartbeatAt;

    @Column(name = "last_heartbeat_at")
    @Nullable
    Instant lastHeartbeatAt;

    @Column(name = "created_at", nullable = false, updatable = false)
    Instant createdAt;

    @Column(name = "started_at")
    @Nullable
    Instant startedAt;

    @Column(name = "finished_at")
    @Nullable
    Instant finishedAt;

    @Column(name = "leased_until")
    @Nullable
    Instant leasedUntil;

    void take(Recording recording) {
        format = recording.format();
        status = recording.status();
        failure = recording.failure();
        startedAt = recording.startedAt();
        finishedAt = recording.finishedAt();
        Progress progress = recording.progress();
        bytesTotal = progress.bytesTotal();
        bytesRead = progress.bytesRead();
        lineCount = progress.lines();
        heartbeatCount = progress.heartbeats();
        snapshotCount = progress.snapshots();
        skipped = JSON.writeValueAsString(progress.skipped());
        errors = JSON.writeValueAsString(progress.errors());
        firstHeartbeatAt = progress.firstHeartbeatAt();
        lastHeartbeatAt = progress.lastHeartbeatAt();
    }

    Recording recording() {
        return new Recording(
                id,
                name,
                clusterId,
                format,
                status,
                failure,
                ZoneId.of(timeZone),
                date,
                Duration.ofMillis(sessionTimeoutMs),
                new Progress(
                        bytesTotal,
                        bytesRead,
                        lineCount,
                        heartbeatCount,
                        snapshotCount,
                        JSON.readValue(skipped, COUNTS),
                        JSON.readValue(errors, ERRORS),
                        firstHeartbeatAt,
                        lastHeartbeatAt),
                createdAt,
                startedAt,
                finishedAt,
                null);
    }

    Stored stored() {
        return new Stored(recording(), Path.of(file), ownedFile);
    }
}
