package io.streamgauge.analysis;

import io.streamgauge.analysis.QueryEndpoints.Role;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.TopicPartitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint of a group's endpoint map differs between two states.
 *
 * @param before whether the earlier map has it
 * @param after whether the later map has it
 * @param served partitions that it serves in one of them only
 */
public record EndpointChange(Endpoint endpoint, boolean before, boolean after, List<Served> served) {

    /**
     * Partitions that an endpoint came to serve, or does not serve any more, in a role.
     *
     * @param role unknown where a map does not tell roles apart
     */
    public record Served(Role role, List<TopicPartitions> gained, List<TopicPartitions> lost) {}

    /** What differs, by host and port; of a map that was not observed nothing is known to differ. */
    public static List<EndpointChange> between(@Nullable EndpointMap before, @Nullable EndpointMap after) {
        if (before == null || after == null || before.endpoints().equals(after.endpoints())) {
            return List.of();
        }
        Map<Endpoint, EndpointPartitions> was = byEndpoint(before);
        Map<Endpoint, EndpointPartitions> is = byEndpoint(after);
        TreeSet<Endpoint> all = new TreeSet<>(was.keySet());
        all.addAll(is.keySet());
        List<EndpointChange> changes = new ArrayList<>();
        for (Endpoint endpoint : all) {
            EndpointPartitions from = was.get(endpoint);
            EndpointPartitions to = is.get(endpoint);
            List<Served> served = new ArrayList<>();
            for (Role role : Role.values()) {
                List<TopicPartitions> gained = without(in(role, to), in(role, from));
                List<TopicPartitions> lost = without(in(role, from), in(role, to));
                if (!gained.isEmpty() || !lost.isEmpty()) {
                    served.add(new Served(role, gained, lost));
                }
            }
            if (from == null || to == null || !served.isEmpty()) {
                changes.add(new EndpointChange(endpoint, from != null, to != null, served));
            }
        }
        return changes;
    }

    private static Map<Endpoint, EndpointPartitions> byEndpoint(EndpointMap map) {
        Map<Endpoint, EndpointPartitions> entries = new TreeMap<>();
        map.endpoints().forEach(entry -> entries.put(entry.endpoint(), entry));
        return entries;
    }

    private static List<TopicPartitions> in(Role role, @Nullable EndpointPartitions entry) {
        if (entry == null) {
            return List.of();
        }
        List<TopicPartitions> active = entry.active();
        List<TopicPartitions> standby = entry.standby();
        return switch (role) {
            case ACTIVE -> active == null ? List.of() : active;
            case STANDBY -> standby == null ? List.of() : standby;
            case UNKNOWN -> active == null && standby == null ? entry.partitions() : List.of();
        };
    }

    private static List<TopicPartitions> without(List<TopicPartitions> all, List<TopicPartitions> others) {
        List<TopicPartitions> left = new ArrayList<>();
        for (TopicPartitions topic : all) {
            List<Integer> partitions = new ArrayList<>(topic.partitions());
            others.stream()
                    .filter(o -> o.topic().equals(topic.topic()))
                    .forEach(o -> partitions.removeAll(new TreeSet<>(o.partitions())));
            if (!partitions.isEmpty()) {
                left.add(new TopicPartitions(topic.topic(), partitions));
            }
        }
        return left;
    }
}
