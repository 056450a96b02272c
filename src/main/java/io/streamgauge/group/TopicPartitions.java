package io.streamgauge.group;

import java.util.List;

/**
 * Partitions of one topic, sorted and free of duplicates.
 *
 * @param partitions each 0 or greater
 */
public record TopicPartitions(String topic, List<Integer> partitions) {

    public TopicPartitions {
        partitions = isAscending(partitions)
                ? List.copyOf(partitions)
                : partitions.stream().sorted().distinct().toList();
    }

    private static boolean isAscending(List<Integer> partitions) {
        for (int i = 1; i < partitions.size(); i++) {
            if (partitions.get(i - 1) >= partitions.get(i)) {
                return false;
            }
        }
        return true;
    }
}
