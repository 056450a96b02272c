package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "Of the events cluster-added, cluster-removed and cluster-health.")
record ClusterEvent(
        @Schema(description = "The cluster.", example = "sample")
        String cluster) {}
