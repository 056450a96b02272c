package io.streamgauge.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything known of one streams group at one instant. Two equal states are the same snapshot.
 *
 * @param groupEpoch only describe tells it; null from heartbeats, as are the assignment and topology epochs, assignor
 *     and coordinator
 * @param members sorted by member id
 * @param statuses open statuses, sorted by code, detail and member; null where the source cannot know them: only
 *     heartbeat answers carry statuses
 * @param endpointMap null when no map was observed
 * @param subtopologies sorted by id; null when neither topology nor task was observed
 */
public record GroupState(
        String groupId,
        StreamsGroupState state,
        StateSource stateSource,
        @Nullable Integer groupEpoch,
        @Nullable Integer assignmentEpoch,
        @Nullable Integer topologyEpoch,
        @Nullable String assignor,
        @Nullable String coordinator,
        List<Member> members,
        @Nullable List<MemberStatus> statuses,
        @Nullable EndpointMap endpointMap,
        @Nullable List<Subtopology> subtopologies) {

    private static final Comparator<Member> BY_ID = Comparator.comparing(Member::memberId);

    public GroupState {
        members = sorted(members);
        statuses = statuses == null ? null : List.copyOf(statuses);
        subtopologies = subtopologies == null ? null : List.copyOf(subtopologies);
    }

    private static List<Member> sorted(List<Member> members) {
        return Ascending.isStrictly(members, BY_ID)
                ? List.copyOf(members)
                : members.stream().sorted(BY_ID).toList();
    }

    /**
     * This state, made of the parts of the group's state before that are as they were, and that state itself where all is:
     * what a source makes anew at each look is then kept once, and compared at a glance.
     */
    public GroupState sharing(@Nullable GroupState before) {
        if (before == null || equals(before)) {
            return before == null ? this : before;
        }
        return new GroupState(
                before.groupId,
                state,
                stateSource,
                groupEpoch,
                assignmentEpoch,
                topologyEpoch,
                Shared.of(assignor, before.assignor),
                Shared.of(coordinator, before.coordinator),
                members.stream()
                        .map(member -> {
                            Member was = before.member(member.memberId());
                            return was == null ? member : member.sharing(was);
                        })
                        .toList(),
                Shared.of(statuses, before.statuses),
                endpointMap == null || before.endpointMap == null
                        ? endpointMap
                        : endpointMap.sharing(before.endpointMap),
                Shared.of(subtopologies, before.subtopologies));
    }

    /** This state under another name. */
    public GroupState withState(StreamsGroupState name) {
        return new GroupState(
                groupId,
                name,
                stateSource,
                groupEpoch,
                assignmentEpoch,
                topologyEpoch,
                assignor,
                coordinator,
                members,
                statuses,
                endpointMap,
                subtopologies);
    }

    /** The member of that id, or null. */
    public @Nullable Member member(String memberId) {
        int low = 0;
        int high = members.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Member member = members.get(middle);
            int order = member.memberId().compareTo(memberId);
            if (order == 0) {
                return member;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** Tasks assigned in a role; null when that of any member is not known, or whether there are members at all. */
    public @Nullable Integer taskCount(TaskRole role) {
        int count = 0;
        if (members.isEmpty() && !isKnownToHaveNoMember()) {
            return null;
        }
        for (Member member : members) {
            List<TaskId> tasks = member.assigned().of(role);
            if (tasks == null) {
                return null;
            }
            count += tasks.size();
        }
        return count;
    }

    /** Distinct processes; null when that of any member is not known, or whether there are members at all. */
    public @Nullable Integer processCount() {
        Set<String> processes = new HashSet<>();
        for (Member member : members) {
            if (member.processId() == null) {
                return null;
            }
            processes.add(member.processId());
        }
        return members.isEmpty() && !isKnownToHaveNoMember() ? null : processes.size();
    }

    private boolean isKnownToHaveNoMember() {
        return members.isEmpty() && state != StreamsGroupState.UNKNOWN;
    }

    /**
     * Tasks known to exist that run nowhere, sorted: no member is assigned them as active, but for one that is away or
     * fenced. Null when that cannot be said: a member whose assignment is not known may hold them, and a group without
     * members or without a seen task has none to miss.
     */
    public @Nullable List<TaskId> unassignedTasks() {
        if (subtopologies == null || members.isEmpty()) {
            return null;
        }
        Set<TaskId> assigned = new HashSet<>();
        for (Member member : members) {
            List<TaskId> active = member.assigned().active();
            if (active == null) {
                return null;
            }
            if (member.runs()) {
                assigned.addAll(active);
            }
        }
        List<TaskId> unassigned = new ArrayList<>();
        boolean known = false;
        for (Subtopology subtopology : subtopologies) {
            if (subtopology.partitions() == null) {
                continue;
            }
            known = true;
            for (int partition : subtopology.partitions()) {
                TaskId task = new TaskId(subtopology.subtopologyId(), partition);
                if (!assigned.contains(task)) {
                    unassigned.add(task);
                }
            }
        }
        return known ? unassigned : null;
    }
}
