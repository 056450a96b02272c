package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;

@Schema(description = "What is left of snapshots that were older than they are kept.")
record RemovedRange(
        @Schema(
                description =
                        "What is told of: the snapshots themselves, which are only counted, rebalances or findings.",
                example = "rebalances",
                allowableValues = {"snapshots", "rebalances", "findings"})
        String kind,

        @Schema(description = "The first version that was removed.", example = "1")
        int fromVersion,

        @Schema(description = "The first version after the range.", example = "501")
        int toVersion,

        @Schema(description = "When the first version that was removed began.")
        Instant from,

        @Schema(description = "When the first version after the range began.")
        Instant to,

        @Schema(
                description =
                        "How many snapshots were removed, rebalances began, or findings ended in the range and with the version after it.")
        int count,

        @Schema(
                description =
                        "One for each rebalance that began or ended (number, begunAt, endedAt, and of one that began in the range trigger, subject, subjectId and endpoint: the kind of its first cause, and whom it is about) and each finding that ended (code, severity, subject, subjectId, since, until), but at most a thousand. What is left out is not known, or came not in this range: a rebalance that went on over its end is in the next range too, with the same number.")
        List<Map<String, Object>> entries) {}
