package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "A task that other members hold in a view and role.")
record TaskChange(
        @Schema(description = "The task.", example = "1_3") String taskId,

        @Schema(
                description = "owned, assigned or target.",
                example = "assigned",
                allowableValues = {"owned", "assigned", "target"})
        String view,

        @Schema(
                description = "active, standby or warmup.",
                example = "active",
                allowableValues = {"active", "standby", "warmup"})
        String role,

        @Schema(description = "Members that held it.") List<String> from,
        @Schema(description = "Members that hold it.") List<String> to) {}
