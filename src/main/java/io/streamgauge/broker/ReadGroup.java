package io.streamgauge.broker;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A group that more is to be read of.
 *
 * @param coordinator the broker that described it, "" when not known
 * @param inputTopics that it reads
 * @param topologyEpoch with another, all that was read of it is of the past
 */
record ReadGroup(String coordinator, Set<String> inputTopics, int topologyEpoch) {

    /** The ids of groups by their coordinators, those of one in the order given. */
    static Map<String, List<String>> byCoordinator(Map<String, ReadGroup> groups) {
        return groups.entrySet().stream()
                .collect(Collectors.groupingBy(
                        group -> group.getValue().coordinator(),
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    }
}
