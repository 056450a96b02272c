package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "One process of a rolling restart, stopped and started again or replaced by another.")
record RestartRound(
        @Schema(description = "The process.") RebalanceInstance instance,

        @Schema(description = "When the last of its members left.")
        Instant leftAt,

        @Schema(
                description =
                        "When the first of them was back; of a process that was replaced, when the other came, which may be before it left.")
        Instant backAt,

        @Schema(description = "Number of the rebalance in which it left.", example = "2")
        int leftIn,

        @Schema(description = "Number of the rebalance in which it, or the other, came.", example = "3")
        int backIn,

        @Schema(description = "The process that came instead. Null when the same came back.") @Nullable
        RebalanceInstance replacedBy) {}
