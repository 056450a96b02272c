package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "Partitions of a store on an endpoint.")
record StorePartitions(
        @Schema(description = "The store.", example = "counts")
        String store,

        @Schema(description = "Its subtopology.", example = "1")
        String subtopologyId,

        @Schema(description = "Partitions it processes. Null when the source does not tell roles apart.") @Nullable
        List<Integer> active,

        @Schema(description = "Partitions it keeps a copy of. Null when the source does not tell roles apart.")
        @Nullable
        List<Integer> standby,

        @Schema(description = "All partitions on it.") List<Integer> partitions) {}
