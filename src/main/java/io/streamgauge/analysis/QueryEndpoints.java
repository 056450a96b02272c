package io.streamgauge.analysis;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.TopicPartitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a group answers Interactive Queries. */
public final class QueryEndpoints {

    private QueryEndpoints() {}

    /**
     * One user endpoint with the members that are behind it now.
     *
     * @param processIds of those of its members whose process is known
     */
    public record Host(EndpointPartitions entry, List<String> memberIds, List<String> processIds) {}

    /** What an endpoint has of a partition. */
    public enum Role {
        ACTIVE,
        STANDBY,
        /** The source does not tell roles apart. */
        UNKNOWN
    }

    /** The endpoint map with members; null when the group's map was not observed. */
    public static @Nullable List<Host> of(GroupState group) {
        EndpointMap map = group.endpointMap();
        if (map == null) {
            return null;
        }
        Map<Endpoint, List<Member>> members = new TreeMap<>();
        for (Member member : group.members()) {
            if (member.endpoint() != null) {
                members.computeIfAbsent(member.endpoint(), e -> new ArrayList<>())
                        .add(member);
            }
        }
        return map.endpoints().stream()
                .map(entry -> host(entry, members.getOrDefault(entry.endpoint(), List.of())))
                .toList();
    }

    /** An entry, of the map or not, with the members behind its endpoint. */
    static Host host(GroupState group, EndpointPartitions entry) {
        return host(
                entry,
                group.members().stream()
                        .filter(m -> entry.endpoint().equals(m.endpoint()))
                        .toList());
    }

    private static Host host(EndpointPartitions entry, List<Member> behind) {
        return new Host(
                entry,
                behind.stream().map(Member::memberId).toList(),
                behind.stream()
                        .flatMap(m -> Stream.ofNullable(m.processId()))
                        .distinct()
                        .sorted()
                        .toList());
    }

    /** What an endpoint has of a partition; null for nothing. */
    static @Nullable Role role(EndpointPartitions entry, String topic, int partition) {
        if (contains(entry.active(), topic, partition)) {
            return Role.ACTIVE;
        }
        if (contains(entry.standby(), topic, partition)) {
            return Role.STANDBY;
        }
        return contains(entry.partitions(), topic, partition) ? Role.UNKNOWN : null;
    }

    private static boolean contains(@Nullable List<TopicPartitions> topics, String topic, int partition) {
        return topics != null
                && topics.stream()
                        .anyMatch(t -> t.topic().equals(topic) && t.partitions().contains(partition));
    }
}
