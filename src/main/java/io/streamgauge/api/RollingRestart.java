package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

@Schema(description = "Processes of a group that left and came back one after another.")
record RollingRestart(
        @Schema(description = "When the first left.") Instant begunAt,
        @Schema(description = "When the last was back.") Instant endedAt,

        @Schema(description = "At least two, in the order of time.")
        List<RestartRound> rounds) {}
