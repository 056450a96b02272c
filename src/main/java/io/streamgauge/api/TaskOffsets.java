package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "How far a task is in what it reads, and how far its copies are.")
record TaskOffsets(
        @Schema(description = "<subtopologyId>_<partition>.", example = "1_3")
        String taskId,

        @Schema(description = "Its subtopology.", example = "1")
        String subtopologyId,

        @Schema(description = "Its partition.", example = "3")
        int partition,

        @Schema(
                description =
                        "Records of its inputs that are not processed yet. Null when that of one of them is unknown.",
                example = "240")
        @Nullable
        Long lag,

        @Schema(description = "By topic. Null when not read.") @Nullable
        List<InputOffset> inputs,

        @Schema(description = "Who is assigned to process it. Null when nobody is: it runs nowhere.") @Nullable
        Place active,

        @Schema(description = "Who keeps a hot copy, and how far that is restored.")
        List<Place> standbys,

        @Schema(description = "Who catches up to take it over, and how far that is.")
        List<Place> warmups) {}
