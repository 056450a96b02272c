package io.streamgauge.group;

import java.util.HashMap;
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

    /** This map, made of the entries of an earlier one that are as they were, and that map itself where all are. */
    EndpointMap sharing(EndpointMap before) {
        if (equals(before)) {
            return before;
        }
        Map<Endpoint, EndpointPartitions> old = new HashMap<>();
        before.endpoints.forEach(entry -> old.put(entry.endpoint(), entry));
        return new EndpointMap(
                informationEpoch,
                source,
                endpoints.stream()
                        .map(entry -> entry.equals(old.get(entry.endpoint())) ? old.get(entry.endpoint()) : entry)
                        .toList());
    }
}
