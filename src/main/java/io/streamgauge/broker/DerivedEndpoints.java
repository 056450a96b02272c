package io.streamgauge.broker;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.Member;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TopicPartitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The Interactive Query endpoint map as it follows from assignments and topics: descriptions do not carry the
 * coordinator's own.
 */
final class DerivedEndpoints {

    private DerivedEndpoints() {}

    /**
     * Each user endpoint with the source and repartition topics' partitions of its members' tasks. A task of a partition
     * that one of its topics lacks, as topics of one subtopology may differ in size, does not serve that topic.
     *
     * @param partitionCounts of topics, as far as they are known
     * @param before the group's map before, of which entries that are the same are not made again; null for none
     * @return null when what it depends on is not known: the topology, or the size of a topic that a task reads
     */
    static @Nullable EndpointMap of(
            List<Member> members,
            @Nullable List<Subtopology> subtopologies,
            Map<String, Integer> partitionCounts,
            @Nullable EndpointMap before) {
        List<Member> reachable =
                members.stream().filter(m -> m.endpoint() != null).toList();
        if (subtopologies == null) {
            return reachable.isEmpty() ? new EndpointMap(null, EndpointMap.Source.DERIVED, List.of()) : null;
        }
        Map<String, List<String>> topics = new HashMap<>();
        for (Subtopology subtopology : subtopologies) {
            topics.put(subtopology.subtopologyId(), subtopology.inputTopics());
        }
        Map<Endpoint, EndpointPartitions> known = new HashMap<>();
        if (before != null && before.source() == EndpointMap.Source.DERIVED) {
            before.endpoints().forEach(entry -> known.put(entry.endpoint(), entry));
        }
        List<EndpointPartitions> entries = new ArrayList<>();
        for (Member member : reachable) {
            List<TaskId> copies = new ArrayList<>(known(member.assigned().standby()));
            copies.addAll(known(member.assigned().warmup()));
            List<TopicPartitions> active = partitions(known(member.assigned().active()), topics, partitionCounts);
            List<TopicPartitions> standby = partitions(copies, topics, partitionCounts);
            if (active == null || standby == null || member.endpoint() == null) {
                return null;
            }
            EndpointPartitions same = known.get(member.endpoint());
            entries.add(
                    same != null && active.equals(same.active()) && standby.equals(same.standby())
                            ? same
                            : new EndpointPartitions(member.endpoint(), active, standby, List.of()));
        }
        return new EndpointMap(null, EndpointMap.Source.DERIVED, entries);
    }

    private static List<TaskId> known(@Nullable List<TaskId> tasks) {
        return tasks == null ? List.of() : tasks;
    }

    private static @Nullable List<TopicPartitions> partitions(
            List<TaskId> tasks, Map<String, List<String>> topics, Map<String, Integer> partitionCounts) {
        Map<String, List<Integer>> partitions = new TreeMap<>();
        for (TaskId task : tasks) {
            List<String> read = topics.get(task.subtopologyId());
            if (read == null) {
                return null;
            }
            for (String topic : read) {
                Integer count = partitionCounts.get(topic);
                if (count == null) {
                    return null;
                }
                if (task.partition() < count) {
                    partitions.computeIfAbsent(topic, t -> new ArrayList<>()).add(task.partition());
                }
            }
        }
        return partitions.entrySet().stream()
                .map(e -> new TopicPartitions(e.getKey(), e.getValue()))
                .toList();
    }
}
