package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "A stretch in which no member ran a task as active, as far as members and brokers told.")
record TaskGap(
        @Schema(description = "The task.", example = "1_3") String task,

        @Schema(description = "When it was first seen to run nowhere.")
        Instant from,

        @Schema(description = "When it was seen to run again. Null when it was not.") @Nullable
        Instant to,

        @Schema(description = "How long. Null when it did not run again.", example = "1340") @Nullable
        Long durationMs) {}
