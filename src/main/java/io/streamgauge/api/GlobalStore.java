package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "A store that every instance fills from all partitions of a topic.")
record GlobalStore(
        @Schema(description = "Reads the topic.") TopologyNode source,

        @Schema(description = "Fills the store.") TopologyNode processor) {}
