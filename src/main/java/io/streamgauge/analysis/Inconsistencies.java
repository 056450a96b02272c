package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What in a group's state cannot be true together. */
public final class Inconsistencies {

    /** More names than these are counted. */
    private static final int NAMED = 8;

    private Inconsistencies() {}

    /**
     * A sentence for each contradiction; empty when there is none. All of what contradicts stays in the state: which of it
     * is true cannot be told.
     */
    public static List<String> of(GroupState group) {
        List<String> sentences = new ArrayList<>();
        activeTwice(group, TaskView.ASSIGNED, "assigned as active to", sentences);
        activeTwice(group, TaskView.TARGET, "meant to be active on", sentences);
        outsideTheTopology(group, sentences);
        handsOutTasksThoughNotReady(group, sentences);
        return sentences;
    }

    /** As {@link #of}, of what the brokers call the group alone: what they say of tasks is told of these. */
    static List<String> ofState(GroupState group) {
        List<String> sentences = new ArrayList<>();
        handsOutTasksThoughNotReady(group, sentences);
        return sentences;
    }

    private static void activeTwice(GroupState group, TaskView view, String how, List<String> sentences) {
        Map<TaskId, List<String>> holders = new TreeMap<>();
        for (Member member : group.members()) {
            List<TaskId> active = member.view(view).active();
            if (active != null) {
                active.forEach(task ->
                        holders.computeIfAbsent(task, t -> new ArrayList<>()).add(member.memberId()));
            }
        }
        Map<List<String>, List<TaskId>> shared = new LinkedHashMap<>();
        holders.forEach((task, members) -> {
            if (members.size() > 1) {
                shared.computeIfAbsent(members, m -> new ArrayList<>()).add(task);
            }
        });
        shared.forEach((members, tasks) -> sentences.add("%s %s %s more than one member: %s."
                .formatted(named("Task", tasks), tasks.size() == 1 ? "is" : "are", how, list(members))));
    }

    private static void outsideTheTopology(GroupState group, List<String> sentences) {
        outside(group)
                .forEach((subtopology, outside) ->
                        sentences.add("Members have %s of subtopology %s, which the group's topology does not have."
                                .formatted(named("task", outside.tasks()), subtopology)));
    }

    /** Tasks of a subtopology that the topology does not have, and who has them in any view and role. */
    record Outside(Set<TaskId> tasks, Set<String> memberIds) {}

    /** By the id of the subtopology; empty when the topology is not known. */
    static Map<String, Outside> outside(GroupState group) {
        Map<String, Outside> outside = new TreeMap<>(TaskId::compareSubtopologies);
        if (group.subtopologies() == null) {
            return outside;
        }
        Set<String> known =
                group.subtopologies().stream().map(Subtopology::subtopologyId).collect(Collectors.toSet());
        // Tasks of one subtopology stand together, and there may be ten thousands of them.
        String seen = null;
        for (Member member : group.members()) {
            for (TaskView view : TaskView.values()) {
                for (TaskRole role : TaskRole.values()) {
                    List<TaskId> tasks = member.view(view).of(role);
                    if (tasks == null) {
                        continue;
                    }
                    for (TaskId task : tasks) {
                        String subtopology = task.subtopologyId();
                        if (subtopology.equals(seen)) {
                            continue;
                        }
                        if (known.contains(subtopology)) {
                            seen = subtopology;
                            continue;
                        }
                        Outside of = outside.computeIfAbsent(
                                subtopology, s -> new Outside(new TreeSet<>(), new TreeSet<>()));
                        of.tasks().add(task);
                        of.memberIds().add(member.memberId());
                    }
                }
            }
        }
        return outside;
    }

    /** While topics are missing or do not fit, the coordinator's target for the group's epoch has no task in it. */
    private static void handsOutTasksThoughNotReady(GroupState group, List<String> sentences) {
        if (group.state() != StreamsGroupState.NOT_READY
                || group.stateSource() != StateSource.BROKER
                || group.groupEpoch() == null
                || !group.groupEpoch().equals(group.assignmentEpoch())) {
            return;
        }
        int tasks = 0;
        for (Member member : group.members()) {
            List<TaskId> active = member.target().active();
            tasks += active == null ? 0 : active.size();
        }
        if (tasks > 0) {
            sentences.add(
                    ("The brokers call the group not ready, but in the same group epoch %d they hand out %s to its"
                                    + " members, which they do not while topics are missing.")
                            .formatted(group.groupEpoch(), tasks == 1 ? "1 active task" : tasks + " active tasks"));
        }
    }

    private static String named(String what, Collection<TaskId> tasks) {
        return (tasks.size() == 1 ? what + " " : what + "s ")
                + list(tasks.stream().map(TaskId::toString).toList());
    }

    private static String list(List<String> names) {
        return names.size() <= NAMED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, NAMED)) + " and " + (names.size() - NAMED) + " more";
    }
}
