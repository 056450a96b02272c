package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A group's tasks, each with the members that hold it. */
public final class TaskTable {

    private TaskTable() {}

    /**
     * One task.
     *
     * @param active the member assigned to process it, null when none is; of several, as an inconsistent description
     *     can name them, the first by id
     * @param target null when no member's target is known
     */
    public record Row(
            TaskId task,
            @Nullable Member active,
            List<Member> standbys,
            List<Member> warmups,
            @Nullable Target target) {}

    /** Where the coordinator wants a task to be. */
    public record Target(@Nullable Member active, List<Member> standbys, List<Member> warmups) {}

    /** Every task that is known to exist, sorted. */
    public static List<Row> of(GroupState group) {
        Map<TaskId, Holders> assigned = new TreeMap<>();
        Map<TaskId, Holders> target = new TreeMap<>();
        if (group.subtopologies() != null) {
            for (Subtopology subtopology : group.subtopologies()) {
                if (subtopology.partitions() != null) {
                    subtopology
                            .partitions()
                            .forEach(p -> assigned.put(new TaskId(subtopology.subtopologyId(), p), new Holders()));
                }
            }
        }
        boolean targetKnown = false;
        for (Member member : group.members()) {
            collect(member, TaskView.ASSIGNED, assigned);
            collect(member, TaskView.TARGET, target);
            targetKnown |= !member.target().isUnknown();
        }
        target.keySet().forEach(task -> assigned.computeIfAbsent(task, t -> new Holders()));
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<TaskId, Holders> entry : assigned.entrySet()) {
            Holders now = entry.getValue();
            Holders next = target.getOrDefault(entry.getKey(), new Holders());
            rows.add(new Row(
                    entry.getKey(),
                    now.active.isEmpty() ? null : now.active.get(0),
                    now.standbys,
                    now.warmups,
                    targetKnown
                            ? new Target(next.active.isEmpty() ? null : next.active.get(0), next.standbys, next.warmups)
                            : null));
        }
        return rows;
    }

    private static void collect(Member member, TaskView view, Map<TaskId, Holders> holders) {
        for (TaskRole role : TaskRole.values()) {
            List<TaskId> tasks = member.view(view).of(role);
            if (tasks != null) {
                tasks.forEach(t ->
                        holders.computeIfAbsent(t, k -> new Holders()).of(role).add(member));
            }
        }
    }

    private static final class Holders {

        private final List<Member> active = new ArrayList<>();
        private final List<Member> standbys = new ArrayList<>();
        private final List<Member> warmups = new ArrayList<>();

        private List<Member> of(TaskRole role) {
            return switch (role) {
                case ACTIVE -> active;
                case STANDBY -> standbys;
                case WARMUP -> warmups;
            };
        }
    }
}
