package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "A stretch in which the tasks of a role in a lane stayed the same.")
record TimelineBar(
        @Schema(
                description = "active, standby or warmup.",
                example = "active",
                allowableValues = {"active", "standby", "warmup"})
        String role,

        @Schema(description = "When it began, or where the timeline does.")
        Instant from,

        @Schema(description = "When it ended. Null when it reaches to the timeline's end.") @Nullable
        Instant to,

        @Schema(description = "The first snapshot with it in the range.", example = "12")
        int version,

        @Schema(description = "How many tasks it stands for.", example = "4")
        int taskCount,

        @Schema(description = "The first 20 of them.") List<String> tasks,

        @Schema(description = "The member that holds the task. Null in lanes of processes and members.") @Nullable
        String memberId) {}
