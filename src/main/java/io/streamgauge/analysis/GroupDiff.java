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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param joined ids of members that only the later state has, sorted
 * @param left ids of members that only the earlier state has, sorted
 * @param tasks holds that changed, sorted by view, task and role
 */
public record GroupDiff(
        @Nullable StreamsGroupState before,
        StreamsGroupState after,
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

    /** A member that is in both states with other fields than tasks. */
    public record MemberChange(String memberId, List<FieldChange> fields) {}

    /** A field of a member, its values as text, null where not known. */
    public record FieldChange(
            String name, @Nullable String from, @Nullable String to) {}

    /**
     * A task that other members hold in a view and role.
     *
     * @param from ids of the members that held it, sorted
     * @param to ids of the members that hold it, sorted
     */
    public record TaskChange(TaskId task, TaskView view, TaskRole role, List<String> from, List<String> to) {}

    private static final Map<String, Function<Member, @Nullable Object>> FIELDS = fields();

    /** Compares two states; the earlier may be null, as before a group was first seen. */
    public static GroupDiff between(@Nullable GroupState before, GroupState after) {
        Map<String, Member> old = byId(before);
        Map<String, Member> now = byId(after);
        List<String> joined =
                now.keySet().stream().filter(id -> !old.containsKey(id)).toList();
        List<String> left =
                old.keySet().stream().filter(id -> !now.containsKey(id)).toList();
        List<MemberChange> changed = new ArrayList<>();
        for (Member member : now.values()) {
            Member was = old.get(member.memberId());
            if (was != null && !was.equals(member)) {
                List<FieldChange> fields = fieldChanges(was, member);
                if (!fields.isEmpty()) {
                    changed.add(new MemberChange(member.memberId(), fields));
                }
            }
        }
        List<MemberStatus> statusesBefore = before == null ? List.of() : before.statuses();
        EndpointMap mapBefore = before == null ? null : before.endpointMap();
        EndpointMap mapAfter = after.endpointMap();
        return new GroupDiff(
                before == null ? null : before.state(),
                after.state(),
                joined,
                left,
                changed,
                taskChanges(old, now),
                without(after.statuses(), statusesBefore),
                without(statusesBefore, after.statuses()),
                mapBefore == null ? null : mapBefore.informationEpoch(),
                mapAfter == null ? null : mapAfter.informationEpoch(),
                !Objects.equals(mapBefore, mapAfter),
                !Objects.equals(before == null ? null : before.subtopologies(), after.subtopologies()));
    }

    private static Map<String, Member> byId(@Nullable GroupState state) {
        Map<String, Member> members = new TreeMap<>();
        if (state != null) {
            state.members().forEach(m -> members.put(m.memberId(), m));
        }
        return members;
    }

    private static List<MemberStatus> without(List<MemberStatus> all, Collection<MemberStatus> others) {
        Set<MemberStatus> known = new HashSet<>(others);
        return all.stream().filter(s -> !known.contains(s)).toList();
    }

    private static List<FieldChange> fieldChanges(Member was, Member is) {
        List<FieldChange> changes = new ArrayList<>();
        FIELDS.forEach((name, field) -> {
            Object from = field.apply(was);
            Object to = field.apply(is);
            if (!Objects.equals(from, to)) {
                changes.add(new FieldChange(
                        name, from == null ? null : from.toString(), to == null ? null : to.toString()));
            }
        });
        return changes;
    }

    private static Map<String, Function<Member, @Nullable Object>> fields() {
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

    private static List<TaskChange> taskChanges(Map<String, Member> old, Map<String, Member> now) {
        List<TaskChange> changes = new ArrayList<>();
        for (TaskView view : TaskView.values()) {
            for (TaskRole role : TaskRole.values()) {
                Map<TaskId, Set<String>> before = new HashMap<>();
                Map<TaskId, Set<String>> after = new HashMap<>();
                holders(old, now, view, role, before);
                holders(now, old, view, role, after);
                Set<TaskId> all = new TreeSet<>(before.keySet());
                all.addAll(after.keySet());
                for (TaskId task : all) {
                    Set<String> from = before.getOrDefault(task, Set.of());
                    Set<String> to = after.getOrDefault(task, Set.of());
                    if (!from.equals(to)) {
                        changes.add(new TaskChange(
                                task,
                                view,
                                role,
                                from.stream().sorted().toList(),
                                to.stream().sorted().toList()));
                    }
                }
            }
        }
        return changes;
    }

    /** Collects who holds what; members that are the same on both sides cannot differ in a task of their own. */
    private static void holders(
            Map<String, Member> members,
            Map<String, Member> others,
            TaskView view,
            TaskRole role,
            Map<TaskId, Set<String>> holders) {
        for (Member member : members.values()) {
            Member other = others.get(member.memberId());
            List<TaskId> tasks = member.view(view).of(role);
            if (tasks != null
                    && (other == null || !tasks.equals(other.view(view).of(role)))) {
                tasks.forEach(
                        t -> holders.computeIfAbsent(t, k -> new TreeSet<>()).add(member.memberId()));
            }
        }
    }
}
