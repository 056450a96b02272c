package io.streamgauge.api;

import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "A streams group as of an instant, in short.")
record GroupSummary(
        @Schema(description = "The cluster it belongs to.", example = "sample")
        String cluster,

        @Schema(description = "Kafka's group id, which is the application id.", example = "orders-app")
        String groupId,

        @Schema(description = "The group's state. UNKNOWN when nothing observed tells it.", example = "STABLE")
        StreamsGroupState state,

        @Schema(
                description =
                        "BROKER when the broker named the state, DERIVED when it follows from the members' heartbeats.",
                example = "DERIVED")
        StateSource stateSource,

        @Schema(description = "Number of this snapshot in its group, from 1.", example = "42")
        int version,

        @Schema(
                description =
                        "The latest observation of the group, changed or not, up to the instant asked for. Of observations that changed nothing only the last is kept, so that in the middle of a quiet stretch this is the last change.",
                example = "2026-11-29T22:27:13.681Z")
        Instant observedAt,

        @Schema(description = "When the group came to be as it is here.", example = "2026-11-29T22:25:52.113Z")
        Instant changedAt,

        @Schema(description = "Only brokers tell it; null from heartbeats.", example = "9") @Nullable
        Integer groupEpoch,

        @Schema(description = "Only brokers tell it; null from heartbeats.", example = "9") @Nullable
        Integer assignmentEpoch,

        @Schema(description = "Only brokers tell it; null from heartbeats.", example = "0") @Nullable
        Integer topologyEpoch,

        @Schema(description = "Only brokers of 4.4 and later tell it.", example = "sticky") @Nullable
        String assignor,

        @Schema(description = "The broker that coordinates the group. Null when not known.", example = "broker-1:9092")
        @Nullable
        String coordinator,

        @Schema(description = "Members of the group.", example = "4")
        int memberCount,

        @Schema(description = "Distinct processes. Null when of no member the process is known.", example = "2")
        @Nullable
        Integer processCount,

        @Schema(description = "Tasks assigned as active. Null when no assignment is known.", example = "12") @Nullable
        Integer activeTaskCount,

        @Schema(description = "Tasks assigned as standby. Null when no assignment is known.", example = "6") @Nullable
        Integer standbyTaskCount,

        @Schema(description = "Tasks assigned as warm-up. Null when no assignment is known.", example = "0") @Nullable
        Integer warmupTaskCount,

        @Schema(
                description =
                        "Tasks that were seen before and run nowhere now: no member is assigned them as active, but for one that is away or fenced. Null when that cannot be told.",
                example = "0")
        @Nullable
        Integer unassignedTaskCount,

        @Schema(description = "Lowest and highest epoch of members that are not away. Null without such members.")
        @Nullable
        MemberEpochs memberEpochs,

        @Schema(
                description =
                        "Status codes open for any member. Null where the source cannot know them: only heartbeat answers carry statuses.")
        @Nullable
        List<OpenStatus> openStatuses,

        @Schema(
                description =
                        "Rebalances seen so far. A group that merely stops, or whose static member comes back, does not rebalance.",
                example = "8")
        int rebalanceCount,

        @Schema(description = "Whether one goes on.", example = "false")
        boolean rebalancing,

        @Schema(description = "When the last ended. Null while one goes on, and before the first.") @Nullable
        Instant lastRebalanceEndedAt,

        @Schema(description = "Rebalances begun in each hour of the last day. Null where they were not asked for.")
        @Nullable
        RebalancesByHour rebalancesByHour,

        @Schema(
                description =
                        "Why the group cannot be read from its brokers now; what is shown is as it was last read. Null when it can, and where the past is asked for.")
        @Nullable
        ReadFailure readFailure,

        @Schema(description = "How much is found of it; …/findings lists it.")
        FindingCounts findings,

        @Schema(description = "By member id. Null where they were not asked for.") @Nullable
        List<Member> members) {}
