package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "Partitions of a topic.")
record TopicPartitions(
        @Schema(description = "The topic.", example = "orders-app-counts-repartition")
        String topic,

        @Schema(description = "Sorted.", example = "[0,2,4]")
        List<Integer> partitions) {}
