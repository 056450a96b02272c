package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "A named set of streams groups: brokers that are polled, or one replayed recording.")
record Cluster(
        @Schema(description = "Unique name.", example = "sample")
        String name,

        @Schema(
                description = "LIVE for polled brokers, RECORDING for a replayed file.",
                example = "RECORDING",
                allowableValues = {"LIVE", "RECORDING"})
        String kind,

        @Schema(description = "When it was added here.", example = "2026-11-29T22:30:00Z")
        Instant createdAt,

        @Schema(description = "Streams groups ever observed in it.", example = "4")
        long groupCount,

        @Schema(description = "Of a RECORDING: its recording. Null for LIVE.", example = "1") @Nullable
        Long recordingId,

        @Schema(
                description = "The earliest instant observed. Null before the first.",
                example = "2026-11-29T22:23:38.612Z")
        @Nullable
        Instant firstAt,

        @Schema(
                description =
                        "The latest instant observed, which is the \"now\" of a recording. Null before the first.",
                example = "2026-11-29T22:27:13.681Z")
        @Nullable
        Instant lastAt,

        @Schema(description = "How reading it goes.") ClusterHealth health) {}
