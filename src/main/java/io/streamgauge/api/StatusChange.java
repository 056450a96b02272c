package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "A status.")
record StatusChange(
        @Schema(description = "Number on the wire.", example = "1")
        int code,

        @Schema(description = "Kafka's name.") String name,

        @Schema(description = "The broker's words.") @Nullable
        String detail,

        @Schema(description = "The member that was told.") String memberId) {}
