package io.streamgauge.analysis;

import io.streamgauge.analysis.QueryEndpoints.Host;
import io.streamgauge.analysis.QueryEndpoints.Role;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.Tasks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where to ask for one partition of a topic or of a subtopology's stores. */
public final class QueryLookup {

    private QueryLookup() {}

    /** What says that an endpoint has the partition. */
    public enum Source {
        /** The endpoint map as members were told it. */
        HEARTBEAT,
        /** The endpoint map as it follows from assignments and topics. */
        DERIVED,
        /** No map: a member behind the endpoint is assigned the task. */
        ASSIGNMENT
    }

    /**
     * An endpoint.
     *
     * @param holders ids of its members that run and are assigned the task in this role; in either, where the role is
     *     not told
     */
    public record Place(Role role, Source source, Host host, List<String> holders) {}

    /**
     * The endpoints that have a partition of a topic, active first. What the map does not name is taken from assignments,
     * where the topic is all that its subtopology reads: of several topics one may have fewer partitions than tasks.
     *
     * @return null when nothing was observed that could tell
     */
    public static @Nullable List<Place> ofTopic(GroupState group, String topic, int partition) {
        Subtopology reader = reader(group, topic);
        boolean alone = reader != null && reader.inputTopics().equals(List.of(topic));
        return places(
                group,
                List.of(topic),
                reader == null ? null : new TaskId(reader.subtopologyId(), partition),
                partition,
                alone);
    }

    /**
     * The endpoints that have a partition of a subtopology's stores, active first. What the map does not name is taken
     * from assignments.
     *
     * @return null when nothing was observed that could tell
     */
    public static @Nullable List<Place> ofStores(GroupState group, Subtopology subtopology, int partition) {
        return places(
                group, subtopology.inputTopics(), new TaskId(subtopology.subtopologyId(), partition), partition, true);
    }

    /** The subtopology that reads a topic; null when none is known to. */
    public static @Nullable Subtopology reader(GroupState group, String topic) {
        return group.subtopologies() == null
                ? null
                : group.subtopologies().stream()
                        .filter(s -> s.inputTopics().contains(topic))
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable List<Place> places(
            GroupState group, List<String> topics, @Nullable TaskId task, int partition, boolean byAssignment) {
        EndpointMap map = group.endpointMap();
        List<Host> hosts = QueryEndpoints.of(group);
        List<Place> places = new ArrayList<>();
        if (map != null && hosts != null) {
            Source source = map.source() == EndpointMap.Source.DERIVED ? Source.DERIVED : Source.HEARTBEAT;
            for (Host host : hosts) {
                topics.stream()
                        .map(topic -> QueryEndpoints.role(host.entry(), topic, partition))
                        .filter(Objects::nonNull)
                        .min(Role::compareTo)
                        .ifPresent(role -> places.add(new Place(role, source, host, holders(group, host, task, role))));
            }
        }
        if (byAssignment && task != null) {
            places.addAll(assigned(group, task, places));
        }
        places.sort(Comparator.comparing(Place::role));
        return places.isEmpty() && map == null ? null : places;
    }

    private static List<String> holders(GroupState group, Host host, @Nullable TaskId task, Role role) {
        return task == null
                ? List.of()
                : host.memberIds().stream()
                        .filter(id -> holds(group.member(id), task, role))
                        .toList();
    }

    private static boolean holds(@Nullable Member member, TaskId task, Role role) {
        return member != null
                && member.runs()
                && roles(role).stream().anyMatch(r -> {
                    List<TaskId> tasks = member.assigned().of(r);
                    return tasks != null && tasks.contains(task);
                });
    }

    /** A warm-up has a copy as a standby has. */
    private static Set<TaskRole> roles(Role role) {
        return switch (role) {
            case ACTIVE -> EnumSet.of(TaskRole.ACTIVE);
            case STANDBY -> EnumSet.of(TaskRole.STANDBY, TaskRole.WARMUP);
            case UNKNOWN -> EnumSet.allOf(TaskRole.class);
        };
    }

    /** Endpoints of members with the task, in the roles in which the map names nobody. */
    private static List<Place> assigned(GroupState group, TaskId task, List<Place> mapped) {
        List<Place> more = new ArrayList<>();
        for (Role role : List.of(Role.ACTIVE, Role.STANDBY)) {
            if (mapped.stream().anyMatch(p -> p.role() == role || p.role() == Role.UNKNOWN)) {
                continue;
            }
            Map<Endpoint, List<String>> holders = new TreeMap<>();
            for (Member member : group.members()) {
                if (member.endpoint() != null && holds(member, task, role)) {
                    holders.computeIfAbsent(member.endpoint(), e -> new ArrayList<>())
                            .add(member.memberId());
                }
            }
            holders.forEach((endpoint, ids) -> {
                boolean named = Stream.concat(mapped.stream(), more.stream())
                        .anyMatch(p -> p.role() == Role.ACTIVE
                                && p.host().entry().endpoint().equals(endpoint));
                if (!named) {
                    more.add(new Place(
                            role,
                            Source.ASSIGNMENT,
                            QueryEndpoints.host(group, new EndpointPartitions(endpoint, null, null, List.of())),
                            ids));
                }
            });
        }
        return more;
    }

    /** Whether members were assigned other tasks in one state than in the other; what came to be known is no change. */
    public static boolean assignsOtherwise(GroupState before, GroupState after) {
        return Stream.concat(before.members().stream(), after.members().stream())
                .map(Member::memberId)
                .distinct()
                .anyMatch(id -> assignsOtherwise(before.member(id), after.member(id)));
    }

    private static boolean assignsOtherwise(@Nullable Member before, @Nullable Member after) {
        Tasks was = before == null ? Tasks.NONE : before.assigned();
        return was.differsFrom(after == null ? Tasks.NONE : after.assigned());
    }
}
