package io.streamgauge.replay;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One file of heartbeats or several, and what became of them. Its groups are those of the cluster of the same name.
 *
 * @param failure why it failed, in a sentence; null unless it did
 * @param timeZone of times in the file that have no offset
 * @param date of the file's first line, for times that lack a date or a year; null when not given
 * @param sessionTimeout after which a member that is not heard counts as gone
 * @param finishedAt when it ended, however it did; null before
 * @param bytesPerSecond how fast it is replayed, on the average since it began and with all waiting; null when it is not
 *     running or that is not known yet
 */
public record Recording(
        long id,
        String name,
        @Nullable Long clusterId,
        String format,
        Status status,
        @Nullable String failure,
        ZoneId timeZone,
        @Nullable LocalDate date,
        Duration sessionTimeout,
        Progress progress,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long bytesPerSecond) {

    /** No rate is told of less. */
    private static final Duration MEASURABLE = Duration.ofSeconds(1);

    /** Where a recording stands. */
    public enum Status {
        QUEUED,
        RUNNING,
        COMPLETED,
        FAILED,
        CANCELLED;

        /** Whether nothing more will happen to it. */
        public boolean isOver() {
            return this == COMPLETED || this == FAILED || this == CANCELLED;
        }
    }

    /**
     * How far the replay is.
     *
     * @param bytesTotal size of the file, null when it could not be read
     * @param skipped lines passed over, by {@link io.streamgauge.heartbeat.SkipReason#key()}
     * @param errors the first hundred lines that could not be read as they should
     * @param snapshots stored
     */
    public record Progress(
            @Nullable Long bytesTotal,
            long bytesRead,
            long lines,
            long heartbeats,
            long snapshots,
            Map<String, Long> skipped,
            List<LineError> errors,
            @Nullable Instant firstHeartbeatAt,
            @Nullable Instant lastHeartbeatAt) {

        public Progress {
            skipped = Map.copyOf(skipped);
            errors = List.copyOf(errors);
        }

        /** Nothing read yet. */
        public static Progress none(@Nullable Long bytesTotal) {
            return new Progress(bytesTotal, 0, 0, 0, 0, Map.of(), List.of(), null, null);
        }
    }

    /** What is wrong with a line, which is counted from 1. */
    public record LineError(long line, String message) {}

    Recording withFormat(String newFormat) {
        return new Recording(
                id,
                name,
                clusterId,
                newFormat,
                status,
                failure,
                timeZone,
                date,
                sessionTimeout,
                progress,
                createdAt,
                startedAt,
                finishedAt,
                bytesPerSecond);
    }

    Recording with(Status newStatus, @Nullable String newFailure, Progress newProgress, Instant now) {
        return new Recording(
                id,
                name,
                clusterId,
                format,
                newStatus,
                newFailure,
                timeZone,
                date,
                sessionTimeout,
                newProgress,
                createdAt,
                startedAt == null && newStatus == Status.RUNNING ? now : startedAt,
                newStatus.isOver() ? now : null,
                null);
    }

    /** The same with its rate as of now. */
    Recording measured(Instant now) {
        if (status != Status.RUNNING || startedAt == null || progress.bytesRead() == 0) {
            return this;
        }
        Duration running = Duration.between(startedAt, now);
        if (running.compareTo(MEASURABLE) < 0) {
            return this;
        }
        return new Recording(
                id,
                name,
                clusterId,
                format,
                status,
                failure,
                timeZone,
                date,
                sessionTimeout,
                progress,
                createdAt,
                startedAt,
                finishedAt,
                Math.round(progress.bytesRead() * 1000.0 / running.toMillis()));
    }

    /** How long the rest takes if it goes on like this; null when its rate or size is not known. */
    public @Nullable Duration timeLeft() {
        Long total = progress.bytesTotal();
        if (bytesPerSecond == null || bytesPerSecond == 0 || total == null) {
            return null;
        }
        return Duration.ofMillis(Math.round(Math.max(0, total - progress.bytesRead()) * 1000.0 / bytesPerSecond));
    }
}
