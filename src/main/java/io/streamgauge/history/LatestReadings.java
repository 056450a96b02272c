package io.streamgauge.history;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * What was last read of live groups beside their states: only the process that reads a cluster has it, and only the latest.
 * Of all this {@link ConfigHistory} keeps what groups are configured to, and nothing is kept of the rest.
 */
@Component
public class LatestReadings {

    private record Key(long clusterId, String groupId) {}

    private final Map<Key, Map<Class<?>, GroupReading>> readings = new ConcurrentHashMap<>();

    /** Takes what was read of a group; the older reading of the kind is forgotten. */
    public void take(long clusterId, String groupId, GroupReading read) {
        readings.computeIfAbsent(new Key(clusterId, groupId), key -> new ConcurrentHashMap<>())
                .put(read.getClass(), read);
    }

    /** The latest reading of a kind; empty when there was none. */
    public <R extends GroupReading> Optional<R> latest(Class<R> kind, long clusterId, String groupId) {
        return Optional.ofNullable(readings.getOrDefault(new Key(clusterId, groupId), Map.of())
                        .get(kind))
                .map(kind::cast);
    }

    /** Forgets a group that is no more, or is read by another process now. */
    public void forget(long clusterId, String groupId) {
        readings.remove(new Key(clusterId, groupId));
    }
}
