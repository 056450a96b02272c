package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "Who ran what over a range, in lanes.")
record Timeline(
        @Schema(
                description = "process, member or task.",
                example = "process",
                allowableValues = {"process", "member", "task"})
        String by,

        @Schema(
                description =
                        "Whose word the bars are: assigned, or owned where assignments are not known. Null when the range holds nothing of the group.",
                example = "assigned",
                allowableValues = {"assigned", "owned"})
        @Nullable
        String view,

        @Schema(
                description =
                        "Where the lanes begin: with the range, with the group, or later where it is cut. Null when the range holds nothing of the group.")
        @Nullable
        Instant from,

        @Schema(
                description =
                        "The last instant of the range at which the group was observed. Null when the range holds nothing of the group.")
        @Nullable
        Instant to,

        @Schema(
                description =
                        "Whether the range holds more than 100,000 holds of tasks, so that only its end is told, from where the lanes begin.")
        boolean cut,

        @Schema(description = "Every member of the range, by member id.")
        List<TimelineMember> members,

        @Schema(description = "The lanes of this page, by id.")
        List<TimelineLane> items,

        @Schema(description = "Which page, counted from 0.", example = "0")
        int page,

        @Schema(description = "How many lanes a full page has.", example = "25")
        int size,

        @Schema(description = "How many lanes there are on all pages.", example = "3")
        long total) {}
