package io.streamgauge.group;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A member of a streams group as last observed. Null means that the source has not told; durations are milliseconds.
 *
 * @param memberEpoch the epoch the coordinator last answered with; -2 while a static member is away
 * @param clientTags null when not told, empty when the member has none
 * @param classic whether it uses the classic protocol; heartbeats do not tell
 * @param away a static member that left with -2; its tasks stay parked with it
 * @param fenced the coordinator refused its epoch or instance id; it must abandon its tasks and rejoin
 * @param acceptableRecoveryLag in records; null when the broker does not provide it
 * @param owned what the member said it runs; {@link Tasks#UNKNOWN} when it has not
 * @param assigned what the coordinator told it to run
 * @param target where the coordinator wants to get to; heartbeats do not tell
 */
public record Member(
        String memberId,
        @Nullable Integer memberEpoch,
        @Nullable String instanceId,
        @Nullable String rackId,
        @Nullable String clientId,
        @Nullable String clientHost,
        @Nullable String processId,
        @Nullable Integer topologyEpoch,
        @Nullable Endpoint endpoint,
        @Nullable Map<String, String> clientTags,
        @Nullable Boolean classic,
        boolean away,
        boolean fenced,
        @Nullable Integer heartbeatIntervalMs,
        @Nullable Integer taskOffsetIntervalMs,
        @Nullable Long acceptableRecoveryLag,
        @Nullable Integer throttleTimeMs,
        Tasks owned,
        Tasks assigned,
        Tasks target) {

    /** Kafka's default of {@code acceptable.recovery.lag}, in records, for members of which it is not told. */
    public static final long DEFAULT_ACCEPTABLE_RECOVERY_LAG = 10_000;

    public Member {
        clientTags = clientTags == null ? null : sorted(clientTags);
    }

    private static Map<String, String> sorted(Map<String, String> tags) {
        // Most members have none, and are made anew with each heartbeat or description.
        return tags.size() < 2 ? Map.copyOf(tags) : Collections.unmodifiableMap(new TreeMap<>(tags));
    }

    /** This member, made of the parts of an earlier observation of it that are as they were: they are kept once. */
    Member sharing(Member before) {
        if (equals(before)) {
            return before;
        }
        return new Member(
                before.memberId,
                memberEpoch,
                Shared.of(instanceId, before.instanceId),
                Shared.of(rackId, before.rackId),
                Shared.of(clientId, before.clientId),
                Shared.of(clientHost, before.clientHost),
                Shared.of(processId, before.processId),
                topologyEpoch,
                Shared.of(endpoint, before.endpoint),
                Shared.of(clientTags, before.clientTags),
                classic,
                away,
                fenced,
                heartbeatIntervalMs,
                taskOffsetIntervalMs,
                acceptableRecoveryLag,
                throttleTimeMs,
                owned.sharing(before.owned),
                assigned.sharing(before.assigned),
                target.sharing(before.target));
    }

    /** The member without what a rebalance moves: its epoch and its tasks, which are all unknown then. */
    public Member withoutAssignment() {
        return new Member(
                memberId,
                null,
                instanceId,
                rackId,
                clientId,
                clientHost,
                processId,
                topologyEpoch,
                endpoint,
                clientTags,
                classic,
                away,
                fenced,
                heartbeatIntervalMs,
                taskOffsetIntervalMs,
                acceptableRecoveryLag,
                throttleTimeMs,
                Tasks.UNKNOWN,
                Tasks.UNKNOWN,
                Tasks.UNKNOWN);
    }

    /** Whether it can run what it is assigned: neither away nor fenced. */
    public boolean runs() {
        return !away && !fenced;
    }

    /** One of the three views; {@link Tasks#UNKNOWN} where the source cannot know it. */
    public Tasks view(TaskView view) {
        return switch (view) {
            case OWNED -> owned;
            case ASSIGNED -> assigned;
            case TARGET -> target;
        };
    }
}
