package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "Partitions that an endpoint serves in one map and not in the other.")
record ServedChange(
        @Schema(
                description = "ACTIVE, STANDBY, or UNKNOWN when the source does not tell roles apart.",
                example = "ACTIVE",
                allowableValues = {"ACTIVE", "STANDBY", "UNKNOWN"})
        String role,

        @Schema(description = "Only in the other.") List<TopicPartitions> gained,
        @Schema(description = "Only in the one.") List<TopicPartitions> lost) {}
