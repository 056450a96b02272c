package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "What the rebalances of a range come to.")
record RebalanceSummary(
        @Schema(description = "Begin of what was observed in the range.")
        Instant from,

        @Schema(description = "End of what was observed in the range.")
        Instant to,

        @Schema(description = "How many there were.", example = "8")
        int count,

        @Schema(description = "How many in an hour, on average. Null for less than a minute.", example = "6.2")
        @Nullable
        Double perHour,

        @Schema(description = "Number of the longest. Null when none was seen from its beginning to its end.") @Nullable
        Integer longest,

        @Schema(description = "How long that took.", example = "2842") @Nullable
        Long longestMs,

        @Schema(description = "Rolling restarts, in the order of time.")
        List<RollingRestart> rollingRestarts,

        @Schema(
                description =
                        "Processes that came twice and went twice, or more often, beside rolling restarts; the most frequent first.")
        List<FlappingInstance> flapping) {}
