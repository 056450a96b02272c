package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "A partition that a task reads, with how far the group is in it.")
record InputOffset(
        @Schema(description = "A source or repartition topic.", example = "orders")
        String topic,

        @Schema(description = "The partition.", example = "3")
        int partition,

        @Schema(
                description =
                        "Offset of the next record to process, as the group committed it. Null when it committed none.",
                example = "5000")
        @Nullable
        Long committedOffset,

        @Schema(description = "Offset after the last record. Null when it could not be read.", example = "5240")
        @Nullable
        Long endOffset,

        @Schema(
                description =
                        "Records not processed yet, never negative. Null when unknown; a partition that never had a record has 0.",
                example = "240")
        @Nullable
        Long lag) {}
