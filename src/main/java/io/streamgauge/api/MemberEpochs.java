package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "The span of the members' epochs; they differ while the group reconciles.")
record MemberEpochs(
        @Schema(description = "Lowest member epoch.", example = "13")
        int lowest,

        @Schema(description = "Highest member epoch.", example = "14")
        int highest) {}
