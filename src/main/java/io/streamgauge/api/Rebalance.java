package io.streamgauge.api;

import io.streamgauge.group.RebalanceCause.Kind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "One rebalance of a group.")
record Rebalance(
        @Schema(description = "Counted from 1 in the group.", example = "4")
        int number,

        @Schema(
                description =
                        "The first observation that shows it. Null when it went on already when the group was first seen.",
                example = "2026-11-29T22:24:43.105Z")
        @Nullable
        Instant begunAt,

        @Schema(
                description =
                        "The last observation before it: it began between the two. Null from heartbeats, between which nothing goes unobserved, and where it is not known.")
        @Nullable
        Instant begunAfter,

        @Schema(
                description = "The first observation that shows it over. Null while it goes on.",
                example = "2026-11-29T22:24:45.348Z")
        @Nullable
        Instant endedAt,

        @Schema(
                description =
                        "From begunAt to endedAt. Null where that was not observed: it goes on, its beginning was not seen, or it passed between two looks at the group (then it took no longer than from begunAfter to endedAt).",
                example = "2243")
        @Nullable
        Long durationMs,

        @Schema(description = "Version of the first snapshot that shows it.", example = "35")
        int firstVersion,

        @Schema(description = "Version of the snapshot that shows its end, or of the latest.", example = "45")
        int lastVersion,

        @Schema(
                description =
                        "The group's epoch before, where the broker tells it, else the highest of its members. Null when not known.",
                example = "7")
        @Nullable
        Integer epochBefore,

        @Schema(description = "The same at the end.", example = "9") @Nullable
        Integer epochAfter,

        @Schema(description = "Kind of the first cause.", example = "EXPIRED")
        Kind trigger,

        @Schema(description = "Why it began, and what else came to it while it went on, in the order of time.")
        List<RebalanceCause> causes,

        @Schema(description = "Tasks assigned to others than before, by task and role.")
        List<TaskMove> moves,

        @Schema(
                description =
                        "When active tasks were seen to run nowhere, by task. Of a group that is looked at from time to time only what was so when it was looked at; null when it was not looked at meanwhile.")
        @Nullable
        List<TaskGap> gaps,

        @Schema(description = "Members that were behind, longest first.")
        List<HoldUp> heldUpBy) {}
