package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "A subtopology. Null lists were not observed.")
record Subtopology(
        @Schema(description = "Kafka's subtopology id.", example = "1")
        String subtopologyId,

        @Schema(description = "Tasks of it that were ever seen. Null when none was.", example = "6") @Nullable
        Integer taskCount,

        @Schema(description = "Topics it reads.") @Nullable List<String> sourceTopics,

        @Schema(description = "Patterns of topics it reads.") @Nullable
        List<String> sourceTopicRegex,

        @Schema(description = "Repartition topics it reads.") @Nullable
        List<String> repartitionSourceTopics,

        @Schema(description = "Repartition topics it writes.") @Nullable
        List<String> repartitionSinkTopics,

        @Schema(description = "Changelog topics of its stores.") @Nullable
        List<String> changelogTopics,

        @Schema(description = "Its stores, as its changelog topics name them.") @Nullable
        List<String> stores) {}
