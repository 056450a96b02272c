package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "Something that was required of a group.")
record ReadinessRequirement(
        @Schema(
                description = "What was required.",
                example = "stable",
                allowableValues = {"stable", "standbys", "caughtUp", "balanced"})
        String requirement,

        @Schema(description = "Whether it is met. Null when that is not known, which counts as not.", example = "false")
        @Nullable
        Boolean met,

        @Schema(
                description = "Why, in a sentence with numbers.",
                example =
                        "The group is RECONCILING; its epoch is 12, its assignment's 12, and 4 members are at 11 to 12; every known task is assigned")
        String reason) {}
