package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

@Schema(description = "How many rebalances began in each hour of a day.")
record RebalancesByHour(
        @Schema(description = "Begin of the first hour.", example = "2026-11-28T23:00:00Z")
        Instant from,

        @Schema(
                description =
                        "24 numbers, one for each hour; the last is the hour of the instant asked for, or of a recording's end.")
        List<Integer> counts) {}
