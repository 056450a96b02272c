package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "A task that a member held.")
record MemberHold(
        @Schema(description = "The task.", example = "1_3") String taskId,

        @Schema(
                description = "owned, assigned or target.",
                example = "assigned",
                allowableValues = {"owned", "assigned", "target"})
        String view,

        @Schema(
                description = "active, standby or warmup.",
                example = "active",
                allowableValues = {"active", "standby", "warmup"})
        String role,

        @Schema(description = "The first snapshot with it.", example = "12")
        int fromVersion,

        @Schema(description = "The first snapshot without it. Null while it lasts.") @Nullable
        Integer toVersion,

        @Schema(description = "When it began. Null when that was before the states that are kept.") @Nullable
        Instant from,

        @Schema(description = "When it ended. Null while it lasts.") @Nullable
        Instant to) {}
