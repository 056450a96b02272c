package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "A setting of a group on its brokers.")
record GroupConfig(
        @Schema(description = "Kafka's name of it.", example = "streams.num.standby.replicas")
        String name,

        @Schema(description = "Null when the brokers do not tell it.", example = "1") @Nullable
        String value,

        @Schema(
                description = "Whether it was set for this group; else it is the brokers' for every group.",
                example = "true")
        boolean own) {}
