package io.streamgauge.history;

import io.streamgauge.group.GroupState;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A stored state of a group.
 *
 * @param lastHeartbeatAt by member id: when it was last heard, where that was within this snapshot's reach. A member
 *     that was heard on, at instants not kept, is missing
 * @param statuses the open statuses with their intervals so far
 */
public record Snapshot(
        SnapshotHeader header, GroupState state, Map<String, Instant> lastHeartbeatAt, List<StatusInterval> statuses) {

    public Snapshot {
        lastHeartbeatAt = Map.copyOf(lastHeartbeatAt);
        statuses = List.copyOf(statuses);
    }
}
