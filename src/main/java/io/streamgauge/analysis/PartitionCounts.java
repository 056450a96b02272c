package io.streamgauge.analysis;

import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TopicPartitions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many partitions what a group reads has, where that follows from what was observed. */
public final class PartitionCounts {

    private PartitionCounts() {}

    /**
     * How many partitions keys are spread over in topics of a subtopology. Null when that does not follow from the state:
     * not every task was handed out, or the topics are not known to be of one size.
     *
     * @param topics of those that the subtopology reads; they are all asked about together
     */
    public static @Nullable Integer of(GroupState group, Subtopology subtopology, List<String> topics) {
        Set<Integer> seen = seen(group, subtopology);
        if (!handsOutEveryTask(group) || seen.isEmpty()) {
            return null;
        }
        int tasks = 1 + seen.stream().mapToInt(Integer::intValue).max().orElseThrow();
        List<String> inputs = subtopology.inputTopics();
        List<String> patterns = subtopology.sourceTopicRegex();
        if (seen.size() != tasks || (patterns != null && !patterns.isEmpty()) || inputs.isEmpty()) {
            return null;
        }
        return inputs.size() == 1 ? Integer.valueOf(tasks) : common(group.endpointMap(), inputs, topics, tasks);
    }

    /** The partitions of a subtopology that members, or the endpoint map, were ever seen with. */
    public static Set<Integer> seen(GroupState group, Subtopology subtopology) {
        Set<Integer> seen = new HashSet<>(subtopology.partitions() == null ? List.of() : subtopology.partitions());
        EndpointMap map = group.endpointMap();
        if (map != null) {
            map.endpoints().forEach(entry -> seen.addAll(partitions(entry, subtopology.inputTopics())));
        }
        return seen;
    }

    /** A stable group has each of its tasks on some member, and a broker names targets for all of them at once. */
    private static boolean handsOutEveryTask(GroupState group) {
        return group.state() == StreamsGroupState.STABLE
                || (group.state() == StreamsGroupState.RECONCILING && group.stateSource() == StateSource.BROKER);
    }

    /**
     * The size that some topics share, as the map shows it: an endpoint that has a task names that partition of each topic
     * that has it.
     */
    private static @Nullable Integer common(
            @Nullable EndpointMap map, List<String> inputs, List<String> topics, int tasks) {
        Set<Integer> any = new HashSet<>();
        List<Set<Integer>> each =
                topics.stream().<Set<Integer>>map(t -> new HashSet<>()).toList();
        if (map != null) {
            for (EndpointPartitions entry : map.endpoints()) {
                any.addAll(partitions(entry, inputs));
                for (int i = 0; i < topics.size(); i++) {
                    each.get(i).addAll(partitions(entry, List.of(topics.get(i))));
                }
            }
        }
        boolean alike = each.stream().distinct().count() == 1;
        if (any.size() != tasks || !alike || each.get(0).isEmpty()) {
            return null;
        }
        Set<Integer> partitions = each.get(0);
        return partitions.stream().allMatch(p -> p < partitions.size()) ? partitions.size() : null;
    }

    private static Set<Integer> partitions(EndpointPartitions entry, List<String> topics) {
        Set<Integer> partitions = new HashSet<>();
        for (TopicPartitions of : entry.partitions()) {
            if (topics.contains(of.topic())) {
                partitions.addAll(of.partitions());
            }
        }
        return partitions;
    }
}
