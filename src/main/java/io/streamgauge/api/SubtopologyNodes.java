package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "The nodes of a subtopology.")
record SubtopologyNodes(
        @Schema(description = "Kafka's subtopology id.", example = "1")
        String subtopologyId,

        @Schema(description = "By name.") List<TopologyNode> nodes) {}
