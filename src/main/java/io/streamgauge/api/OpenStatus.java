package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "A status that is open for the group.")
record OpenStatus(
        @Schema(description = "Number on the wire.", example = "1")
        int code,

        @Schema(
                description = "Kafka's name, or unknown (n) for a code of a later broker.",
                example = "MISSING_SOURCE_TOPICS")
        String name) {}
