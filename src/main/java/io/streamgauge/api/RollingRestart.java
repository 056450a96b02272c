package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

@Schema(
        description =
                "Processes of a group that were stopped and started again, or replaced by others, one after another.")
record RollingRestart(
        @Schema(description = "When the first left, or the first of the others came.")
        Instant begunAt,

        @Schema(description = "When the last round was over.")
        Instant endedAt,

        @Schema(description = "At least two, in the order of their ends.")
        List<RestartRound> rounds) {}
