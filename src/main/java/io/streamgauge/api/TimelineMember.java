package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "A member of the range, as it was last in it.")
record TimelineMember(
        @Schema(description = "The member.") String memberId,

        @Schema(description = "Its process. Null when not known.") @Nullable
        String processId,

        @Schema(description = "Its static identity. Null for dynamic members.") @Nullable
        String instanceId,

        @Schema(description = "Its rack. Null when not known.") @Nullable
        String rackId,

        @Schema(description = "Its client id. Null when not known.") @Nullable
        String clientId,

        @Schema(description = "Its user endpoint. Null when not known.") @Nullable
        Endpoint endpoint,

        @Schema(description = "When it was in the group, in order.")
        List<TimelineStretch> stretches) {}
