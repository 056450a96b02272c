package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "How much was found, by severity.")
record FindingCounts(
        @Schema(description = "What does not work.", example = "1")
        int error,

        @Schema(description = "What works, but not as it should.", example = "0")
        int warning,

        @Schema(description = "What is worth knowing.", example = "2")
        int info) {}
