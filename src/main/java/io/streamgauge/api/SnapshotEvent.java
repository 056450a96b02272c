package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(description = "Of the event snapshot: a group has new snapshots.")
record SnapshotEvent(
        @Schema(description = "The group's cluster.", example = "sample")
        String cluster,

        @Schema(description = "The group.", example = "orders-app")
        String groupId,

        @Schema(description = "Of the latest. Of several within a moment only the latest is told.", example = "17")
        int version,

        @Schema(description = "When the group became so.", example = "2026-11-29T22:24:43.806Z")
        Instant changedAt) {}
