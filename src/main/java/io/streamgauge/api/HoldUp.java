package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "A member that was behind in a rebalance.")
record HoldUp(
        @Schema(description = "The member.") RebalanceHolder member,

        @Schema(
                description =
                        "How long it was seen with a lower epoch than the group's, or running other tasks than it was told.",
                example = "1903")
        long behindMs) {}
