package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "How far a group is in what it reads, and how far its tasks' copies are restored.")
record GroupOffsets(
        @Schema(description = "The snapshot that tells who holds the tasks.", example = "42")
        int version,

        @Schema(
                description = "The instant that the snapshot and the copies are of.",
                example = "2026-11-29T22:27:13.681Z")
        Instant asOf,

        @Schema(
                description =
                        "When the ends of the topics were read; the committed offsets were read moments before. Null when not read yet, as always of recordings. Only the latest reading is kept: of an instant before it this is null.",
                example = "2026-11-29T22:27:11.017Z")
        @Nullable
        Instant readAt,

        @Schema(
                description =
                        "Why not everything can be read now; what is shown is as it was last read. Null when it can, and where the past is asked for.")
        @Nullable
        ReadFailure readFailure,

        @Schema(
                description =
                        "Records that the group has not processed yet. Null when that of one partition is unknown.",
                example = "1890")
        @Nullable
        Long lag,

        @Schema(description = "By task id.") List<TaskOffsets> tasks) {}
