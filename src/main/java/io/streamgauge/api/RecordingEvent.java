package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "Of the event recording: it was added, its replay went on, or it ended.")
record RecordingEvent(
        @Schema(description = "Of the recording.", example = "1")
        long id,

        @Schema(description = "The cluster its groups are in.", example = "sample")
        String cluster,

        @Schema(
                description = "QUEUED, RUNNING, COMPLETED, FAILED or CANCELLED.",
                example = "RUNNING",
                allowableValues = {"QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"})
        String status,

        @Schema(description = "Size of the file. Null when not known.", example = "928913") @Nullable
        Long bytesTotal,

        @Schema(description = "How much of it was read.", example = "400000")
        long bytesRead,

        @Schema(description = "Lines read.", example = "261")
        long lines,

        @Schema(description = "Streams group heartbeats among them.", example = "201")
        long heartbeats,

        @Schema(description = "Snapshots stored.", example = "52")
        long snapshotCount) {}
