package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "One page of a list.")
record FindingPage(
        @Schema(description = "The items of this page, in order.")
        List<Finding> items,

        @Schema(description = "Which page, counted from 0.", example = "0")
        int page,

        @Schema(description = "How many items a full page has.", example = "25")
        int size,

        @Schema(description = "How many items there are on all pages.", example = "3")
        long total) {}
