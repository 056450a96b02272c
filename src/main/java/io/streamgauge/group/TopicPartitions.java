package io.streamgauge.group;

import java.util.Comparator;
import java.util.List;

/**
 * Partitions of one topic, sorted and free of duplicates.
 *
 * @param partitions each 0 or greater
 */
public record TopicPartitions(String topic, List<Integer> partitions) {

    public TopicPartitions {
        partitions = Ascending.isStrictly(partitions, Comparator.naturalOrder())
                ? List.copyOf(partitions)
                : partitions.stream().sorted().distinct().toList();
    }
}
