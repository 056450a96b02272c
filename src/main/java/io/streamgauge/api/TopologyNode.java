package io.streamgauge.api;

import io.streamgauge.history.TopologyDescription.NodeType;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "A node of a topology. Lists are sorted.")
record TopologyNode(
        @Schema(description = "Its name in the topology.", example = "KSTREAM-AGGREGATE-0000000003")
        String name,

        @Schema(description = "What it does.", example = "PROCESSOR")
        NodeType type,

        @Schema(
                description =
                        "That a source reads or a sink writes; a sink that chooses its topic by record has none, as have processors.")
        List<String> topics,

        @Schema(description = "That a processor uses.", example = "[\"counts\"]")
        List<String> stores,

        @Schema(description = "Nodes that it has records from.")
        List<String> predecessors,

        @Schema(description = "Nodes that have records from it.")
        List<String> successors) {}
