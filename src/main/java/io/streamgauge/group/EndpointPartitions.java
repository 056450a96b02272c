package io.streamgauge.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one user endpoint serves, sorted by topic. The released message (Kafka 4.1 and later) tells active from standby
 * partitions; the draft only names all partitions on the node.
 *
 * @param active null when the source does not tell roles apart
 * @param standby null when the source does not tell roles apart
 * @param partitions all partitions on the node, whatever their role
 */
public record EndpointPartitions(
        Endpoint endpoint,
        @Nullable List<TopicPartitions> active,
        @Nullable List<TopicPartitions> standby,
        List<TopicPartitions> partitions) {

    private static final Comparator<TopicPartitions> BY_TOPIC = Comparator.comparing(TopicPartitions::topic);

    public EndpointPartitions {
        active = active == null ? null : united(active);
        standby = standby == null ? null : united(standby);
        List<TopicPartitions> all = new ArrayList<>(partitions);
        if (active != null) {
            all.addAll(active);
        }
        if (standby != null) {
            all.addAll(standby);
        }
        partitions = united(all);
    }

    /** This and another entry of the same endpoint as one, in whichever order they came. */
    public EndpointPartitions unitedWith(EndpointPartitions other) {
        return new EndpointPartitions(
                endpoint,
                concatenated(active, other.active),
                concatenated(standby, other.standby),
                concatenatedKnown(partitions, other.partitions));
    }

    private static @Nullable List<TopicPartitions> concatenated(
            @Nullable List<TopicPartitions> a, @Nullable List<TopicPartitions> b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return concatenatedKnown(a, b);
    }

    private static List<TopicPartitions> concatenatedKnown(List<TopicPartitions> a, List<TopicPartitions> b) {
        List<TopicPartitions> both = new ArrayList<>(a);
        both.addAll(b);
        return both;
    }

    private static List<TopicPartitions> united(List<TopicPartitions> entries) {
        if (Ascending.isStrictly(entries, BY_TOPIC)) {
            return List.copyOf(entries);
        }
        Map<String, List<Integer>> byTopic = new TreeMap<>();
        for (TopicPartitions entry : entries) {
            byTopic.computeIfAbsent(entry.topic(), t -> new ArrayList<>()).addAll(entry.partitions());
        }
        return byTopic.entrySet().stream()
                .map(e -> new TopicPartitions(e.getKey(), e.getValue()))
                .toList();
    }
}
