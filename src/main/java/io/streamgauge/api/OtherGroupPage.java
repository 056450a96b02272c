package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "One page of a list.")
record OtherGroupPage(
        @Schema(description = "The items of this page, in order.")
        List<OtherGroup> items,

        @Schema(description = "Which page, counted from 0.", example = "0")
        int page,

        @Schema(description = "How many items a full page has.", example = "25")
        int size,

        @Schema(description = "How many items there are on all pages.", example = "3")
        long total,

        @Schema(
                description =
                        "When the groups were last listed as a whole. Null when they never were, as those of a recording: then nothing is known of other groups.",
                example = "2026-11-29T22:30:02Z")
        @Nullable
        Instant listedAt) {}
