package io.streamgauge.history;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.ObservationSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;

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
        Instant observedAt,
        Map<String, Instant> lastHeartbeatAt) {

    /**
     * A state that differs from the one before it.
     *
     * @param endedHeartbeats by member id: when each member that is gone or differs was last heard before
     */
    public record NewSnapshot(
            Instant at,
            ObservationSource source,
            GroupState state,
            List<String> changes,
            Map<String, Instant> endedHeartbeats) {}
}
