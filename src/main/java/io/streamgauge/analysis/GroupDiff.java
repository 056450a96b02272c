package io.streamgauge.analysis;

import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two states of one group.
 *
 * @param before null when the later state is the group's first
 * @param after null only together with an equal {@code before}
 * @param fields of the group that differ, such as its epochs; none when the later state is its first
 * @param joined ids of members that only the later state has, sorted
 * @param left ids of members that only the earlier state has, sorted
 * @param tasks holds that changed, sorted by view, task and role
 */
public record GroupDiff(
        @Nullable StreamsGroupState before,
        StreamsGroupState after,
        List<FieldChange> fields,
        List<String> joined,
        List<String> left,
        List<MemberChange> changed,
        List<TaskChange> tasks,
        List<MemberStatus> statusesOpened,
        List<MemberStatus> statusesClosed,
        @Nullable Integer endpointEpochBefore,
        @Nullable Integer endpointEpochAfter,
        boolean endpointsChanged,
        boolean topologyChanged) {

    /** A member that is in both states with other fields than the tasks it holds. */
    public record MemberChange(String memberId, List<FieldChange> fields) {}

    /**
     * A field of a member or of the group, its values as text, null where not known. A list of tasks, {@code assigned.standby}, is one
     * where it came to be known to be empty, or is not known any more to be.
     */
    public record FieldChange(
            String name, @Nullable String from, @Nullable String to) {}

    /**
     * A task that other members hold in a view and role.
     *
     * @param from ids of the members that held it and do not any more, sorted
     * @param to ids of the members that hold it and did not, sorted
     */
    public record TaskChange(TaskId task, TaskView view, TaskRole role, List<String> from, List<String> to) {}

    private static final Map<String, Function<Member, @Nullable Object>> FIELDS = memberFields();

    private static final Map<String, Function<GroupState, @Nullable Object>> GROUP_FIELDS = groupFields();

    /** An empty list as text. */
    private static final String NONE = "none";

    /** Compares two states; the earlier may be null, as before a group was first seen. */
    public static GroupDiff between(@Nullable GroupState before, GroupState after) {
        List<Pair> pairs = Pair.differing(before == null ? List.of() : before.members(), after.members());
        List<String> joined = new ArrayList<>();
        List<String> left = new ArrayList<>();
        List<MemberChange> changed = new ArrayList<>();
        for (Pair pair : pairs) {
            if (pair.was() == null) {
                joined.add(pair.memberId());
            } else if (pair.is() == null) {
                left.add(pair.memberId());
            } else {
                List<FieldChange> fields = fieldChanges(pair.was(), pair.is());
                if (!fields.isEmpty()) {
                    changed.add(new MemberChange(pair.memberId(), fields));
                }
            }
        }
        List<MemberStatus> statusesBefore = before == null ? List.of() : known(before.statuses());
        EndpointMap mapBefore = before == null ? null : before.endpointMap();
        EndpointMap mapAfter = after.endpointMap();
        return new GroupDiff(
                before == null ? null : before.state(),
                after.state(),
                before == null ? List.of() : changes(GROUP_FIELDS, before, after),
                joined,
                left,
                changed,
                taskChanges(pairs),
                without(known(after.statuses()), statusesBefore),
                without(statusesBefore, known(after.statuses())),
                mapBefore == null ? null : mapBefore.informationEpoch(),
                mapAfter == null ? null : mapAfter.informationEpoch(),
                !Objects.equals(mapBefore, mapAfter),
                !Objects.equals(before == null ? null : before.subtopologies(), after.subtopologies()));
    }

    private static List<MemberStatus> without(List<MemberStatus> all, Collection<MemberStatus> others) {
        Set<MemberStatus> known = new HashSet<>(others);
        return all.stream().filter(s -> !known.contains(s)).toList();
    }

    private static List<FieldChange> fieldChanges(Member was, Member is) {
        List<FieldChange> changes = changes(FIELDS, was, is);
        for (TaskView view : TaskView.values()) {
            for (TaskRole role : TaskRole.values()) {
                List<TaskId> from = was.view(view).of(role);
                List<TaskId> to = is.view(view).of(role);
                boolean learnt = from == null && to != null && to.isEmpty();
                boolean forgotten = to == null && from != null && from.isEmpty();
                if (learnt || forgotten) {
                    String list = (view + "." + role).toLowerCase(Locale.ROOT);
                    changes.add(new FieldChange(list, learnt ? null : NONE, learnt ? NONE : null));
                }
            }
        }
        return changes;
    }

    private static <T> List<FieldChange> changes(Map<String, Function<T, @Nullable Object>> fields, T was, T is) {
        List<FieldChange> changes = new ArrayList<>();
        fields.forEach((name, field) -> {
            Object from = field.apply(was);
            Object to = field.apply(is);
            if (!Objects.equals(from, to)) {
                changes.add(new FieldChange(
                        name, from == null ? null : from.toString(), to == null ? null : to.toString()));
            }
        });
        return changes;
    }

    private static Map<String, Function<GroupState, @Nullable Object>> groupFields() {
        Map<String, Function<GroupState, @Nullable Object>> fields = new LinkedHashMap<>();
        fields.put("groupEpoch", GroupState::groupEpoch);
        fields.put("assignmentEpoch", GroupState::assignmentEpoch);
        fields.put("topologyEpoch", GroupState::topologyEpoch);
        fields.put("assignor", GroupState::assignor);
        fields.put("coordinator", GroupState::coordinator);
        return fields;
    }

    private static <T> List<T> known(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static Map<String, Function<Member, @Nullable Object>> memberFields() {
        Map<String, Function<Member, @Nullable Object>> fields = new LinkedHashMap<>();
        fields.put("memberEpoch", Member::memberEpoch);
        fields.put("away", Member::away);
        fields.put("fenced", Member::fenced);
        fields.put("instanceId", Member::instanceId);
        fields.put("rackId", Member::rackId);
        fields.put("clientId", Member::clientId);
        fields.put("clientHost", Member::clientHost);
        fields.put("processId", Member::processId);
        fields.put("topologyEpoch", Member::topologyEpoch);
        fields.put("endpoint", Member::endpoint);
        fields.put("clientTags", Member::clientTags);
        fields.put("classic", Member::classic);
        fields.put("heartbeatIntervalMs", Member::heartbeatIntervalMs);
        fields.put("taskOffsetIntervalMs", Member::taskOffsetIntervalMs);
        fields.put("acceptableRecoveryLag", Member::acceptableRecoveryLag);
        fields.put("throttleTimeMs", Member::throttleTimeMs);
        return fields;
    }

    private static List<TaskChange> taskChanges(List<Pair> pairs) {
        List<TaskChange> changes = new ArrayList<>();
        for (TaskView view : TaskView.values()) {
            List<Pair> differing =
                    pairs.stream().filter(pair -> pair.differsIn(view)).toList();
            for (TaskRole role : TaskRole.values()) {
                Map<TaskId, List<String>> from = new TreeMap<>();
                Map<TaskId, List<String>> to = new TreeMap<>();
                for (Pair pair : differing) {
                    List<TaskId> held = Pair.tasks(pair.was(), view, role);
                    List<TaskId> holds = Pair.tasks(pair.is(), view, role);
                    collect(pair.memberId(), held, holds, from);
                    collect(pair.memberId(), holds, held, to);
                }
                Set<TaskId> moved = new TreeSet<>(from.keySet());
                moved.addAll(to.keySet());
                for (TaskId task : moved) {
                    changes.add(new TaskChange(
                            task, view, role, from.getOrDefault(task, List.of()), to.getOrDefault(task, List.of())));
                }
            }
        }
        return changes;
    }

    /** Collects what a member holds in one state and not in the other. */
    private static void collect(
            String memberId, List<TaskId> tasks, List<TaskId> others, Map<TaskId, List<String>> holders) {
        if (tasks.equals(others)) {
            return;
        }
        Set<TaskId> kept = new HashSet<>(others);
        for (TaskId task : tasks) {
            if (!kept.contains(task)) {
                holders.computeIfAbsent(task, t -> new ArrayList<>()).add(memberId);
            }
        }
    }

    /** A member in both states; null in the one that lacks it. */
    private record Pair(@Nullable Member was, @Nullable Member is) {

        /** Those that differ, in the order of their ids, in which both lists are. */
        static List<Pair> differing(List<Member> before, List<Member> after) {
            List<Pair> pairs = new ArrayList<>();
            int i = 0;
            int j = 0;
            while (i < before.size() || j < after.size()) {
                Member was = i < before.size() ? before.get(i) : null;
                Member is = j < after.size() ? after.get(j) : null;
                int order = was == null ? 1 : is == null ? -1 : was.memberId().compareTo(is.memberId());
                Pair pair = new Pair(order <= 0 ? was : null, order >= 0 ? is : null);
                i += order <= 0 ? 1 : 0;
                j += order >= 0 ? 1 : 0;
                // Sources hand over the same object for an unchanged member, so that most are done with at a glance.
                if (!Objects.equals(pair.was, pair.is)) {
                    pairs.add(pair);
                }
            }
            return pairs;
        }

        String memberId() {
            return Objects.requireNonNull(was == null ? is : was).memberId();
        }

        boolean differsIn(TaskView view) {
            return !Objects.equals(was == null ? null : was.view(view), is == null ? null : is.view(view));
        }

        /** Empty also where it is not known. */
        static List<TaskId> tasks(@Nullable Member member, TaskView view, TaskRole role) {
            return member == null ? List.of() : known(member.view(view).of(role));
        }
    }
}
