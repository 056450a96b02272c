package io.streamgauge.history;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.ObservationSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be stored of one group, in the order of time.
 *
 * @param observedAt when the group was last observed
 * @param lastHeartbeatAt by member id, of the members of the last state
 */
public record GroupWrite(
        String groupId,
        List<NewSnapshot> snapshots,
        List<OffsetReport> offsets,
        List<ErrorRun> errors,
        List<Silence> silences,
        Instant observedAt,
        Map<String, Instant> lastHeartbeatAt) {

    /**
     * A state that differs from the one before it.
     *
     * @param endedHeartbeats by member id: when each member that is gone or differs was last heard before
     * @param insight what the state says in the light of those before it
     * @param restored what is known of it beyond this moment; null when it is new
     */
    public record NewSnapshot(
            Instant at,
            ObservationSource source,
            GroupState state,
            List<String> changes,
            Map<String, Instant> endedHeartbeats,
            Insight insight,
            @Nullable Restored restored) {}

    /**
     * What is known of a snapshot that was stored elsewhere and is stored here again.
     *
     * @param version its number: any in a group's first snapshot, then one more than before
     * @param lastHeartbeatAt by member id: when each member was last heard while it was as it is here
     * @param statuses the open statuses, with their beginnings and the last answers that named them
     */
    public record Restored(int version, Map<String, Instant> lastHeartbeatAt, List<StatusInterval> statuses) {}
}
