package io.streamgauge.group;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The Interactive Query endpoint map of a group: which user endpoint serves which partitions, one entry per endpoint,
 * sorted by host and port.
 *
 * @param informationEpoch the coordinator's endpoint information epoch, null where the source has none
 */
public record EndpointMap(@Nullable Integer informationEpoch, Source source, List<EndpointPartitions> endpoints) {

    /** Where a map comes from: the members' heartbeat answers, or derived from assignments and topics. */
    public enum Source {
        HEARTBEAT,
        DERIVED
    }

    public EndpointMap {
        Map<Endpoint, EndpointPartitions> byEndpoint = new TreeMap<>();
        for (EndpointPartitions entry : endpoints) {
            byEndpoint.merge(entry.endpoint(), entry, EndpointPartitions::unitedWith);
        }
        endpoints = List.copyOf(byEndpoint.values());
    }
}
