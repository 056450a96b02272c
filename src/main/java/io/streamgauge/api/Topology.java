package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(
        description =
                "The topology of a group: the topics of its subtopologies, which brokers tell with the group, and the nodes in them, which brokers since Kafka 4.4 may keep.")
record Topology(
        @Schema(description = "The snapshot that tells the subtopologies.", example = "42")
        int version,

        @Schema(description = "The instant that the snapshot is of.", example = "2026-11-29T22:27:13.681Z")
        Instant asOf,

        @Schema(description = "Epoch of the topology. Only brokers tell it; null from heartbeats.", example = "0")
        @Nullable
        Integer topologyEpoch,

        @Schema(description = "By id. Null when neither the topology nor any task was observed.") @Nullable
        List<Subtopology> subtopologies,

        @Schema(
                description =
                        "The nodes. Null when brokers were not asked for them, as always of recordings. Only the latest reading is kept: of an instant before it this is null.")
        @Nullable
        TopologyNodes description,

        @Schema(
                description =
                        "Why the nodes cannot be read now; what is shown is as it was last read. Null when they can, and where the past is asked for.")
        @Nullable
        ReadFailure readFailure) {}
