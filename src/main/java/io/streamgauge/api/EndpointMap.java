package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "Where the group answers Interactive Queries.")
record EndpointMap(
        @Schema(description = "The coordinator's endpoint information epoch.", example = "42") @Nullable
        Integer informationEpoch,

        @Schema(
                description =
                        "HEARTBEAT as members were told, DERIVED from assignments and topics. Null without a map.",
                example = "HEARTBEAT",
                allowableValues = {"HEARTBEAT", "DERIVED"})
        @Nullable
        String source,

        @Schema(description = "By host and port, one entry an endpoint. Null when no map was observed.") @Nullable
        List<EndpointHost> endpoints) {}
