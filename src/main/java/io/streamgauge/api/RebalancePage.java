package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "One page of a list, and what the whole of it comes to.")
record RebalancePage(
        @Schema(description = "The items of this page, newest first.")
        List<Rebalance> items,

        @Schema(description = "Which page, counted from 0.", example = "0")
        int page,

        @Schema(description = "How many items a full page has.", example = "25")
        int size,

        @Schema(description = "How many items there are on all pages.", example = "8")
        long total,

        @Schema(description = "Of all pages.") RebalanceSummary summary) {}
