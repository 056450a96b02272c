package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "Where to ask for a partition.")
record EndpointLookup(
        @Schema(description = "The store asked for. Null when a topic was.", example = "counts") @Nullable
        String store,

        @Schema(description = "The topic asked for. Null when a store was.", example = "orders-app-counts-repartition")
        @Nullable
        String topic,

        @Schema(description = "The partition asked for, or that of the key.", example = "3")
        int partition,

        @Schema(description = "How many partitions there are. Null when not known.", example = "6") @Nullable
        Integer partitionCount,

        @Schema(description = "The task that has it. Null when not known.", example = "1_3") @Nullable
        String taskId,

        @Schema(description = "The coordinator's endpoint information epoch.", example = "42") @Nullable
        Integer informationEpoch,

        @Schema(
                description =
                        "When tasks were last assigned otherwise, if the endpoint map did not change with that or since: it may name endpoints of before. Null when the map is not older.")
        @Nullable
        Instant mapOutdatedBy,

        @Schema(
                description =
                        "Endpoints that have it: active first, then standbys, the least behind first and those of unknown lag last. Empty when none has, null when nothing was observed that could tell.")
        @Nullable
        List<EndpointPlace> places) {}
