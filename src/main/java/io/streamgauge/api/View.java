package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(
        description =
                "One view of a member's tasks, each list sorted by subtopology and partition. A null list is not known, an empty one is known to hold none.")
record View(
        @Schema(description = "Active tasks.", example = "[\"0_0\",\"1_2\"]") @Nullable
        List<String> active,

        @Schema(description = "Standby tasks.") @Nullable List<String> standby,
        @Schema(description = "Warm-up tasks.") @Nullable List<String> warmup) {}
