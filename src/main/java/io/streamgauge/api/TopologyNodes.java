package io.streamgauge.api;

import io.streamgauge.history.TopologyDescription.Status;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "The topology description that the brokers keep of a group.")
record TopologyNodes(
        @Schema(description = "When it was read.", example = "2026-11-29T22:27:11.017Z")
        Instant readAt,

        @Schema(
                description =
                        "AVAILABLE when the brokers have it; NOT_STORED when they have none of this group, because they have no plugin for it or no member has sent it; UNSUPPORTED when their version keeps none.",
                example = "AVAILABLE")
        Status status,

        @Schema(
                description =
                        "The topology's epoch when it was read; where it is not the snapshot's, this is of another topology. Null when UNSUPPORTED.",
                example = "0")
        @Nullable
        Integer topologyEpoch,

        @Schema(description = "By id. Empty unless AVAILABLE.")
        List<SubtopologyNodes> subtopologies,

        @Schema(
                description =
                        "Stores that every instance fills from all partitions of a topic. Empty unless AVAILABLE.")
        List<GlobalStore> globalStores) {}
