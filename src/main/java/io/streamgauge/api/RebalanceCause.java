package io.streamgauge.api;

import io.streamgauge.group.RebalanceCause.Kind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "Something that makes a group rebalance, with its evidence.")
record RebalanceCause(
        @Schema(
                description =
                        "RETURNED is a member that had been in the group before, under the same member or instance id. FENCED is one whose heartbeat the coordinator refused. GONE is one that left or expired: descriptions do not tell which. UNKNOWN when nothing observed tells it.",
                example = "EXPIRED")
        Kind kind,

        @Schema(description = "When it was observed.") Instant at,

        @Schema(description = "The member that it is about. Null when it is about the group.") @Nullable
        String memberId,

        @Schema(description = "Its instance id. Null for a dynamic member.") @Nullable
        String instanceId,

        @Schema(description = "Its process. Null when not known.") @Nullable
        String processId,

        @Schema(description = "Its user endpoint. Null when it has none.") @Nullable
        Endpoint endpoint,

        @Schema(description = "Its client id. Null when not known.") @Nullable
        String clientId,

        @Schema(
                description =
                        "Whether its process came or went with it: none of the process's members was there before, or is after. Null when that cannot be told.")
        @Nullable
        Boolean wholeProcess,

        @Schema(description = "When a member that went was last heard. Null where the source cannot know it.") @Nullable
        Instant lastHeardAt,

        @Schema(description = "What a fenced member was answered. Null for others.", example = "25") @Nullable
        Integer errorCode,

        @Schema(description = "What changed, as it was before. Null for members.", example = "subtopology 0: 6 tasks")
        @Nullable
        String from,

        @Schema(description = "What changed, as it is after. Null for members.", example = "subtopology 0: 12 tasks")
        @Nullable
        String to) {}
