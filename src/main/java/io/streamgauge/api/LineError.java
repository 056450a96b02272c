package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "What is wrong with a line.")
record LineError(
        @Schema(description = "Number of the line, from 1.", example = "17")
        long line,

        @Schema(description = "What is wrong, in a sentence.")
        String message) {}
