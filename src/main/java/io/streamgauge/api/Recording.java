package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Schema(
        description =
                "A file of heartbeats and what became of it. Its groups are those of the cluster of the same name.")
record Recording(
        @Schema(description = "Ours.", example = "1") long id,

        @Schema(description = "Name of the recording and its cluster.", example = "sample")
        String name,

        @Schema(description = "The cluster its groups are in.", example = "sample")
        String cluster,

        @Schema(description = "The recorded form; auto until it is found out.", example = "broker-request-log")
        String format,

        @Schema(
                description = "QUEUED, RUNNING, COMPLETED, FAILED or CANCELLED.",
                example = "COMPLETED",
                allowableValues = {"QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"})
        String status,

        @Schema(description = "Why it failed, in a sentence. Null unless it did.") @Nullable
        String failure,

        @Schema(description = "Size of the file. Null when not known.", example = "928913") @Nullable
        Long bytesTotal,

        @Schema(description = "How much of it was read.", example = "928913")
        long bytesRead,

        @Schema(
                description = "How fast it is replayed, on the average since it began, with all waiting."
                        + " Null when it is not running or that is not known yet.",
                example = "4300000")
        @Nullable
        Long bytesPerSecond,

        @Schema(
                description = "How long the rest takes if it goes on like this, in milliseconds. Null when not known.",
                example = "90000")
        @Nullable
        Long timeLeftMs,

        @Schema(description = "Lines read.", example = "606")
        long lines,

        @Schema(description = "Streams group heartbeats among them.", example = "468")
        long heartbeats,

        @Schema(description = "Snapshots stored.", example = "120")
        long snapshotCount,

        @Schema(description = "Lines passed over, by reason.", example = "{\"other-api\":138}")
        Map<String, Long> skipped,

        @Schema(description = "The first hundred lines that could not be read as they should.")
        List<LineError> errors,

        @Schema(description = "Groups found so far. Null when its cluster is gone.", example = "4") @Nullable
        Long groupCount,

        @Schema(description = "Of times in the file without an offset.", example = "UTC")
        String timeZone,

        @Schema(description = "Day of the first line, for times without a date. Null when not given.") @Nullable
        LocalDate date,

        @Schema(description = "After how long a silent member counts as gone, in milliseconds.", example = "45000")
        long sessionTimeoutMs,

        @Schema(description = "Time of the first heartbeat. Null before one was read.") @Nullable
        Instant firstHeartbeatAt,

        @Schema(description = "Time of the latest heartbeat. Null before one was read.") @Nullable
        Instant lastHeartbeatAt,

        @Schema(description = "When it was given.") Instant createdAt,

        @Schema(description = "When its replay began. Null before.") @Nullable
        Instant startedAt,

        @Schema(description = "When its replay ended. Null before.") @Nullable
        Instant finishedAt) {}
