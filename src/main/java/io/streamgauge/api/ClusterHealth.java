package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "How reading a cluster goes.")
record ClusterHealth(
        @Schema(
                description = "When it was last read without an error. Null before the first time.",
                example = "2026-11-29T22:30:02Z")
        @Nullable
        Instant lastSuccessAt,

        @Schema(description = "When reading it last failed. Null when it never did.") @Nullable
        Instant lastErrorAt,

        @Schema(description = "What failed last, and what to do, in a sentence. Null when nothing did.") @Nullable
        String lastError,

        @Schema(
                description =
                        "Whether it cannot be read now, or not all of it. What is shown of its groups is then as it was last read.",
                example = "false")
        boolean failing,

        @Schema(description = "Since when the last error was met. Null when there was none.") @Nullable
        Instant errorSince,

        @Schema(description = "How often the last error was met in a row. Null when there was none.", example = "14")
        @Nullable
        Integer errorCount) {}
