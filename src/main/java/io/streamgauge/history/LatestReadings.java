package io.streamgauge.history;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * What was last read of live groups beside their states, and is not stored: only the process that reads a cluster has it,
 * and only the latest.
 */
@Component
public class LatestReadings {

    private record Key(long clusterId, String groupId) {}

    private final Map<Key, InputOffsets> offsets = new ConcurrentHashMap<>();

    /** Takes how far a group is in what it reads. */
    public void take(long clusterId, String groupId, InputOffsets read) {
        offsets.put(new Key(clusterId, groupId), read);
    }

    /** How far a group was in what it reads; empty when that was not read. */
    public Optional<InputOffsets> inputOffsets(long clusterId, String groupId) {
        return Optional.ofNullable(offsets.get(new Key(clusterId, groupId)));
    }

    /** Forgets a group that is no more, or is read by another process now. */
    public void forget(long clusterId, String groupId) {
        offsets.remove(new Key(clusterId, groupId));
    }
}
