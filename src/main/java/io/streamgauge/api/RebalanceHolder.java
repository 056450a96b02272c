package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "A member in a rebalance.")
record RebalanceHolder(
        @Schema(description = "Its member id.", example = "S099ZDWQQhWq7kVhD3gBxA")
        String memberId,

        @Schema(description = "Its process. Null when not known.", example = "5d76e775-b4cb-475e-8bad-b6be27b927e9")
        @Nullable
        String processId,

        @Schema(description = "Its user endpoint. Null when it has none.") @Nullable
        Endpoint endpoint) {}
