package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "Where to ask for a partition.")
record EndpointLookup(
        @Schema(description = "The topic asked for.", example = "orders-app-counts-repartition")
        String topic,

        @Schema(description = "The partition asked for.", example = "3")
        int partition,

        @Schema(description = "The coordinator's endpoint information epoch.", example = "42") @Nullable
        Integer informationEpoch,

        @Schema(
                description =
                        "Endpoints that hold it, active first. Empty when none does, null when no map was observed.")
        @Nullable
        List<EndpointPlace> places) {}
