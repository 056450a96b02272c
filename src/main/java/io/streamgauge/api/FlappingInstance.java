package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "A process that came and went again and again.")
record FlappingInstance(
        @Schema(description = "The process.") RebalanceInstance instance,

        @Schema(description = "How often it came.", example = "2")
        int came,

        @Schema(description = "How often it went.", example = "2")
        int went) {}
