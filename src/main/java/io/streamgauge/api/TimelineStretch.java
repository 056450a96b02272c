package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "A stretch of a member's being in its group.")
record TimelineStretch(
        @Schema(description = "When it began, or where the timeline does.")
        Instant from,

        @Schema(description = "When it ended. Null when it reaches to the timeline's end.") @Nullable
        Instant to,

        @Schema(description = "Whether it was a static member that had left and kept its place.")
        boolean away,

        @Schema(description = "Whether it was fenced.") boolean fenced) {}
