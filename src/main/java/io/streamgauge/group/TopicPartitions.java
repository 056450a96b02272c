package io.streamgauge.group;

import java.util.List;

/**
 * Partitions of one topic, sorted and free of duplicates.
 *
 * @param partitions each 0 or greater
 */
public record TopicPartitions(String topic, List<Integer> partitions) {

    public TopicPartitions {
        partitions = partitions.stream().sorted().distinct().toList();
    }
}
