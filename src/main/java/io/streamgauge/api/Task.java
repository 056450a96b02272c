package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "A task and who holds it.")
record Task(
        @Schema(description = "<subtopologyId>_<partition>.", example = "1_3")
        String taskId,

        @Schema(description = "Its subtopology.", example = "1")
        String subtopologyId,

        @Schema(description = "Its partition.", example = "3")
        int partition,

        @Schema(
                description =
                        "Stores that it has a partition of. Those without a changelog topic of their own are there only where the brokers keep a description of the topology. Null when not known.",
                example = "[\"counts\"]")
        @Nullable
        List<String> stores,

        @Schema(description = "Who is assigned to process it. Null when nobody is: it runs nowhere.") @Nullable
        Place active,

        @Schema(description = "Who keeps a hot copy.") List<Place> standbys,

        @Schema(description = "Who catches up to take it over.")
        List<Place> warmups,

        @Schema(description = "Where the coordinator wants it to be. Null when not known, as from heartbeats.")
        @Nullable
        TaskTarget target) {}
