package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(description = "One process of a rolling restart.")
record RestartRound(
        @Schema(description = "The process.") RebalanceInstance instance,

        @Schema(description = "When the last of its members left.")
        Instant leftAt,

        @Schema(description = "When the first of them was back.")
        Instant backAt,

        @Schema(description = "Number of the rebalance in which it left.", example = "2")
        int leftIn,

        @Schema(description = "Number of the rebalance in which it came back.", example = "3")
        int backIn) {}
