package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "A task in a role that was assigned to one member and then to another.")
record TaskMove(
        @Schema(description = "The task.", example = "1_3") String task,

        @Schema(description = "active, standby or warmup.", example = "active")
        String role,

        @Schema(description = "Who had it. Null for nobody.") @Nullable
        RebalanceHolder from,

        @Schema(description = "Who has it then. Null for nobody.") @Nullable
        RebalanceHolder to) {}
