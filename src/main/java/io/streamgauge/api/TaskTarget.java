package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "Where the coordinator wants a task to be.")
record TaskTarget(
        @Schema(description = "Who is to process it.") @Nullable
        Place active,

        @Schema(description = "Who is to keep a hot copy.") List<Place> standbys,
        @Schema(description = "Who is to catch up.") List<Place> warmups) {}
