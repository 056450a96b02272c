package io.streamgauge.broker;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.Tasks;
import io.streamgauge.history.RestoreLag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment.TaskIds;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupSubtopologyDescription;
import org.apache.kafka.clients.admin.StreamsGroupSubtopologyDescription.TopicInfo;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.Node;
import org.jspecify.annotations.Nullable;

/** What a broker's description of a group says, in our words. Nothing is dropped and nothing added. */
final class DescribedGroup {

    /** The epoch of a static member that is away. */
    private static final int AWAY = -2;

    private DescribedGroup() {}

    /**
     * The state of a group.
     *
     * @param partitionCounts of topics, as far as they are known
     * @param before the group's state before, null for none: tasks that were seen of the same topology stay known
     * @return {@code before} itself where nothing changed
     */
    static GroupState of(
            StreamsGroupDescription group, Map<String, Integer> partitionCounts, @Nullable GroupState before) {
        List<Member> members = new ArrayList<>(group.members().size());
        for (StreamsGroupMemberDescription member : group.members()) {
            members.add(member(member, before == null ? null : before.member(member.memberId())));
        }
        List<Subtopology> subtopologies = subtopologies(group, members, before);
        return new GroupState(
                        group.groupId(),
                        state(group),
                        StateSource.BROKER,
                        group.groupEpoch(),
                        group.targetAssignmentEpoch(),
                        subtopologies == null ? null : group.topologyEpoch(),
                        group.assignorName().orElse(null),
                        coordinator(group.coordinator()),
                        members,
                        null,
                        DerivedEndpoints.of(
                                members, subtopologies, partitionCounts, before == null ? null : before.endpointMap()),
                        subtopologies)
                .sharing(before);
    }

    /** The state of a group that the brokers say is no more. */
    static GroupState gone(String groupId) {
        return ended(groupId, StreamsGroupState.DEAD);
    }

    /** The state of a streams group whose name is another kind of group now: nothing is known of it any more. */
    static GroupState replaced(String groupId) {
        return ended(groupId, StreamsGroupState.UNKNOWN);
    }

    /** The state of a group that has no member and whose description lacks a topology. */
    static GroupState emptyWithoutTopology(String groupId) {
        return ended(groupId, StreamsGroupState.EMPTY);
    }

    /** A group's type in capitals: {@code CONSUMER}, {@code CLASSIC}, {@code SHARE}, or {@code UNKNOWN}. */
    static String type(GroupListing group) {
        return group.type().orElse(GroupType.UNKNOWN).name();
    }

    private static GroupState ended(String groupId, StreamsGroupState state) {
        return new GroupState(
                groupId, state, StateSource.BROKER, null, null, null, null, null, List.of(), null, null, null);
    }

    private static StreamsGroupState state(StreamsGroupDescription group) {
        return switch (group.groupState()) {
            case EMPTY -> StreamsGroupState.EMPTY;
            case NOT_READY -> StreamsGroupState.NOT_READY;
            case ASSIGNING -> StreamsGroupState.ASSIGNING;
            case RECONCILING -> StreamsGroupState.RECONCILING;
            case STABLE -> StreamsGroupState.STABLE;
            case DEAD -> StreamsGroupState.DEAD;
            // Of other kinds of groups, or of a later broker.
            case PREPARING_REBALANCE, COMPLETING_REBALANCE, UNKNOWN -> StreamsGroupState.UNKNOWN;
        };
    }

    /** As Kafka writes voters: {@code 1@broker-1:9092}. */
    static @Nullable String coordinator(@Nullable Node node) {
        return node == null || node.isEmpty() ? null : node.idString() + "@" + node.host() + ":" + node.port();
    }

    private static Member member(StreamsGroupMemberDescription member, @Nullable Member before) {
        Tasks assigned = tasks(member.assignment(), before == null ? Tasks.UNKNOWN : before.assigned());
        // Mostly the same.
        Tasks target = tasks(member.targetAssignment(), before == null ? assigned : before.target());
        return new Member(
                member.memberId(),
                member.memberEpoch(),
                member.instanceId().orElse(null),
                member.rackId().orElse(null),
                named(member.clientId()),
                named(member.clientHost()),
                named(member.processId()),
                // A classic member has no topology of its own.
                member.topologyEpoch() < 0 ? null : member.topologyEpoch(),
                member.userEndpoint().map(e -> new Endpoint(e.host(), e.port())).orElse(null),
                member.clientTags(),
                member.isClassic(),
                member.memberEpoch() == AWAY,
                false,
                null,
                null,
                null,
                null,
                Tasks.UNKNOWN,
                assigned,
                target);
    }

    private static @Nullable String named(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** @param known what they are likely to be, and are not made again for */
    private static Tasks tasks(StreamsGroupMemberAssignment assignment, Tasks known) {
        if (areOf(assignment.activeTasks(), known.active())
                && areOf(assignment.standbyTasks(), known.standby())
                && areOf(assignment.warmupTasks(), known.warmup())) {
            return known;
        }
        return new Tasks(
                tasks(assignment.activeTasks()), tasks(assignment.standbyTasks()), tasks(assignment.warmupTasks()));
    }

    private static List<TaskId> tasks(Collection<TaskIds> ids) {
        List<TaskId> tasks = new ArrayList<>();
        for (TaskIds of : ids) {
            of.partitions().forEach(p -> tasks.add(new TaskId(of.subtopologyId(), p)));
        }
        return tasks;
    }

    /** Whether ids name these tasks, in their order. */
    private static boolean areOf(Collection<TaskIds> ids, @Nullable List<TaskId> tasks) {
        if (tasks == null) {
            return false;
        }
        int next = 0;
        for (TaskIds of : ids) {
            for (int partition : of.partitions()) {
                TaskId task = next < tasks.size() ? tasks.get(next) : null;
                if (task == null
                        || task.partition() != partition
                        || !task.subtopologyId().equals(of.subtopologyId())) {
                    return false;
                }
                next++;
            }
        }
        return next == tasks.size();
    }

    /** Null when the description came without a topology. */
    private static @Nullable List<Subtopology> subtopologies(
            StreamsGroupDescription group, List<Member> members, @Nullable GroupState before) {
        if (group.subtopologies().isEmpty()) {
            return null;
        }
        // What was seen of another topology says nothing of this one.
        GroupState same =
                before != null && Integer.valueOf(group.topologyEpoch()).equals(before.topologyEpoch()) ? before : null;
        List<Subtopology> old = same == null ? null : same.subtopologies();
        Map<String, BitSet> seen = new HashMap<>();
        for (Subtopology subtopology : old == null ? List.<Subtopology>of() : old) {
            if (subtopology.partitions() != null) {
                BitSet partitions = new BitSet();
                subtopology.partitions().forEach(partitions::set);
                seen.put(subtopology.subtopologyId(), partitions);
            }
        }
        for (Member member : members) {
            Member was = same == null ? null : same.member(member.memberId());
            see(member.assigned(), was == null ? null : was.assigned(), seen);
            see(member.target(), was == null ? null : was.target(), seen);
        }
        return group.subtopologies().stream()
                .map(s -> subtopology(s, seen.getOrDefault(s.subtopologyId(), new BitSet())))
                .sorted((a, b) -> TaskId.compareSubtopologies(a.subtopologyId(), b.subtopologyId()))
                .toList();
    }

    /** Adds the tasks of a view, unless they were seen before. */
    private static void see(Tasks view, @Nullable Tasks before, Map<String, BitSet> seen) {
        if (view.equals(before)) {
            return;
        }
        for (TaskRole role : TaskRole.values()) {
            List<TaskId> tasks = view.of(role);
            if (tasks != null) {
                tasks.forEach(task -> seen.computeIfAbsent(task.subtopologyId(), id -> new BitSet())
                        .set(task.partition()));
            }
        }
    }

    private static Subtopology subtopology(StreamsGroupSubtopologyDescription subtopology, BitSet partitions) {
        // A changelog has a partition for each task; 0 means that its size is not decided yet.
        int tasks = subtopology.stateChangelogTopics().values().stream()
                .mapToInt(TopicInfo::partitions)
                .max()
                .orElse(0);
        partitions.set(0, tasks);
        return new Subtopology(
                subtopology.subtopologyId(),
                partitions.isEmpty() ? null : partitions.stream().boxed().toList(),
                sorted(subtopology.sourceTopics()),
                null,
                sorted(subtopology.repartitionSourceTopics().keySet()),
                sorted(subtopology.repartitionSinkTopics()),
                sorted(subtopology.stateChangelogTopics().keySet()));
    }

    private static List<String> sorted(Collection<String> topics) {
        return topics.stream().sorted().toList();
    }

    /** The topics whose partition counts the endpoint map depends on; none when no member has a user endpoint. */
    static Set<String> topicsBehindEndpoints(StreamsGroupDescription group) {
        return group.members().stream().anyMatch(m -> m.userEndpoint().isPresent()) ? inputTopics(group) : Set.of();
    }

    /** The source and repartition topics that the group reads; none when the description came without a topology. */
    static Set<String> inputTopics(StreamsGroupDescription group) {
        Set<String> topics = new TreeSet<>();
        for (StreamsGroupSubtopologyDescription subtopology : group.subtopologies()) {
            topics.addAll(subtopology.sourceTopics());
            topics.addAll(subtopology.repartitionSourceTopics().keySet());
        }
        return topics;
    }

    /** How far copies of tasks are behind, as their members tell. */
    static RestoreLag restoreLag(GroupState state, Map<String, List<TaskOffset>> offsets, Instant at) {
        Long highest = null;
        int unknown = 0;
        for (Member member : state.members()) {
            Map<TaskId, TaskOffset> told = new HashMap<>();
            offsets.getOrDefault(member.memberId(), List.of()).forEach(offset -> told.put(offset.task(), offset));
            for (TaskRole role : List.of(TaskRole.STANDBY, TaskRole.WARMUP)) {
                List<TaskId> copies = member.assigned().of(role);
                for (TaskId task : copies == null ? List.<TaskId>of() : copies) {
                    TaskOffset offset = told.get(task);
                    Long lag = offset == null ? null : offset.lag();
                    if (lag == null) {
                        unknown++;
                    } else {
                        highest = highest == null ? lag : Long.valueOf(Math.max(highest, lag));
                    }
                }
            }
        }
        return new RestoreLag(at, highest, unknown);
    }

    /** What the members told of their tasks' changelogs, by member id; a member that told nothing is missing. */
    static Map<String, List<TaskOffset>> taskOffsets(StreamsGroupDescription group) {
        Map<String, List<TaskOffset>> offsets = new LinkedHashMap<>();
        for (StreamsGroupMemberDescription member : group.members()) {
            Map<TaskId, @Nullable Long> restored = new TreeMap<>();
            member.taskOffsets().forEach(o -> restored.put(new TaskId(o.subtopologyId(), o.partition()), o.offset()));
            Map<TaskId, @Nullable Long> ends = new TreeMap<>();
            member.taskEndOffsets().forEach(o -> ends.put(new TaskId(o.subtopologyId(), o.partition()), o.offset()));
            Set<TaskId> tasks = new TreeSet<>(restored.keySet());
            tasks.addAll(ends.keySet());
            if (!tasks.isEmpty()) {
                offsets.put(
                        member.memberId(),
                        tasks.stream()
                                .map(t -> new TaskOffset(t, restored.get(t), ends.get(t)))
                                .toList());
            }
        }
        return offsets;
    }
}
