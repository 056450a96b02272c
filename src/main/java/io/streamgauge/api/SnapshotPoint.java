package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(description = "A snapshot's number and time.")
record SnapshotPoint(
        @Schema(description = "Number in its group.", example = "41")
        int version,

        @Schema(description = "When it began.") Instant at) {}
