package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(
        description =
                "A process as it is known again after a restart: by its endpoint, else its process id, else its instance id, else the member.")
record RebalanceInstance(
        @Schema(description = "Its user endpoint. Null when it has none.") @Nullable
        Endpoint endpoint,

        @Schema(description = "Its process. Null when not known.") @Nullable
        String processId,

        @Schema(description = "Its instance id. Null for a dynamic member.") @Nullable
        String instanceId,

        @Schema(description = "The member, where nothing else is known.") @Nullable
        String memberId) {}
