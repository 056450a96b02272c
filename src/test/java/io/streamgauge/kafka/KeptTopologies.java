package io.streamgauge.kafka;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescriptionPlugin;
import org.jspecify.annotations.Nullable;

/**
 * A broker's plugin that keeps the topology descriptions that members send, in memory. Kafka brings none; a broker without
 * one asks no member for its description.
 */
public final class KeptTopologies implements StreamsGroupTopologyDescriptionPlugin {

    /** Settings of a broker in this JVM that has it. */
    public static final Map<String, String> SETTINGS =
            Map.of("group.streams.topology.description.plugin.class", KeptTopologies.class.getName());

    private final Map<String, Kept> topologies = new ConcurrentHashMap<>();

    private record Kept(int topologyEpoch, StreamsGroupTopologyDescription topology) {}

    @Override
    public void configure(Map<String, ?> settings) {
        // It has none.
    }

    @Override
    public CompletableFuture<Void> setTopology(
            String groupId, int topologyEpoch, StreamsGroupTopologyDescription topology) {
        topologies.put(groupId, new Kept(topologyEpoch, topology));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(String groupId) {
        topologies.remove(groupId);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<@Nullable StreamsGroupTopologyDescription> getTopology(String groupId, int topologyEpoch) {
        Kept kept = topologies.get(groupId);
        return CompletableFuture.completedFuture(
                kept == null || kept.topologyEpoch() != topologyEpoch ? null : kept.topology());
    }

    @Override
    public void close() {
        topologies.clear();
    }
}
