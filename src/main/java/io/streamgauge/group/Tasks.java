package io.streamgauge.group;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One view of a member's tasks. Each list is sorted by subtopology and partition and free of duplicates; a null list
 * is not known, an empty one is known to hold none.
 */
public record Tasks(
        @Nullable List<TaskId> active,
        @Nullable List<TaskId> standby,
        @Nullable List<TaskId> warmup) {

    /** Known to hold nothing. */
    public static final Tasks NONE = new Tasks(List.of(), List.of(), List.of());

    /** Nothing is known. */
    public static final Tasks UNKNOWN = new Tasks(null, null, null);

    public Tasks {
        active = sorted(active);
        standby = sorted(standby);
        warmup = sorted(warmup);
    }

    /** The list of one role, or null where it is not known. */
    public @Nullable List<TaskId> of(TaskRole role) {
        return switch (role) {
            case ACTIVE -> active;
            case STANDBY -> standby;
            case WARMUP -> warmup;
        };
    }

    /** Whether no list is known, so that the whole view is absent. */
    public boolean isUnknown() {
        return active == null && standby == null && warmup == null;
    }

    /** Whether two views name other tasks, in a role of which both are known. */
    public boolean differsFrom(Tasks other) {
        for (TaskRole role : TaskRole.values()) {
            List<TaskId> ours = of(role);
            List<TaskId> theirs = other.of(role);
            if (ours != null && theirs != null && !ours.equals(theirs)) {
                return true;
            }
        }
        return false;
    }

    /** This view with each non-null list of a message put in place of ours: null means unchanged. */
    public Tasks updatedBy(
            @Nullable List<TaskId> newActive, @Nullable List<TaskId> newStandby, @Nullable List<TaskId> newWarmup) {
        if (newActive == null && newStandby == null && newWarmup == null) {
            return this;
        }
        return new Tasks(
                newActive == null ? active : newActive,
                newStandby == null ? standby : newStandby,
                newWarmup == null ? warmup : newWarmup);
    }

    /** This view, made of the lists of an earlier one that are as they were, and that view itself where all are. */
    Tasks sharing(Tasks before) {
        return equals(before)
                ? before
                : new Tasks(
                        Shared.of(active, before.active),
                        Shared.of(standby, before.standby),
                        Shared.of(warmup, before.warmup));
    }

    /** This view without one active task. */
    public Tasks withoutActive(TaskId task) {
        if (active == null || !active.contains(task)) {
            return this;
        }
        return new Tasks(active.stream().filter(t -> !t.equals(task)).toList(), standby, warmup);
    }

    private static @Nullable List<TaskId> sorted(@Nullable List<TaskId> tasks) {
        if (tasks == null) {
            return null;
        }
        return Ascending.isStrictly(tasks, Comparator.naturalOrder())
                ? List.copyOf(tasks)
                : tasks.stream().sorted().distinct().toList();
    }
}
