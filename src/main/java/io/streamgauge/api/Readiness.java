package io.streamgauge.api;

import io.streamgauge.analysis.Readiness.Requirement;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.query.ReadinessQueries;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "Whether a group is known to be as it is required to be.")
record Readiness(
        @Schema(description = "The cluster it belongs to.", example = "prod")
        String cluster,

        @Schema(description = "Kafka's group id.", example = "orders-app")
        String groupId,

        @Schema(description = "Whether every requirement is met. One that is not known to be met is not.")
        boolean ready,

        @Schema(description = "The group's state when it was last observed.", example = "RECONCILING")
        StreamsGroupState state,

        @Schema(description = "Number of the snapshot that this is about.", example = "42")
        int version,

        @Schema(
                description =
                        "The instant this is about: the one asked for, the last at which the version asked for held, or the last observed.",
                example = "2026-11-29T22:27:13.681Z")
        Instant asOf,

        @Schema(
                description = "The latest observation of the group up to then whose time is kept.",
                example = "2026-11-29T22:27:13.681Z")
        Instant observedAt,

        @Schema(
                description =
                        "Why the group or its cluster cannot be read now; this is as it was last read. Null when it can, and where the past is asked for.")
        @Nullable
        ReadFailure readFailure,

        @Schema(description = "What was required, each once.")
        List<ReadinessRequirement> requirements) {

    static Readiness of(ReadinessQueries.Report report) {
        return new Readiness(
                report.view().cluster().name(),
                report.view().group().groupId(),
                report.ready(),
                report.view().snapshot().header().state(),
                report.view().snapshot().header().version(),
                report.view().asOf(),
                report.view().observedAt(),
                report.failure() == null ? null : Representations.failure(report.failure()),
                report.verdicts().stream()
                        .map(verdict ->
                                new ReadinessRequirement(name(verdict.requirement()), verdict.met(), verdict.reason()))
                        .toList());
    }

    /** As parameters and answers name a requirement. */
    static String name(Requirement requirement) {
        return switch (requirement) {
            case STABLE -> "stable";
            case STANDBYS -> "standbys";
            case CAUGHT_UP -> "caughtUp";
            case BALANCED -> "balanced";
        };
    }
}
