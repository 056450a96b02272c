package io.streamgauge.query;

import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.history.MemberSpan;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who ran what over a range of instants, in lanes.
 *
 * @param view whose word the bars are: what was assigned, or what members owned where assignments are not known
 * @param from where the lanes begin: with the range, with the group, or later when {@code cut}
 * @param to the last instant of the range at which the group was observed
 * @param cut whether the range held too much, so that only its end is told
 * @param members by member id, each with the stretches in which it was there
 * @param lanes in order
 */
public record Timeline(TaskView view, Instant from, Instant to, boolean cut, List<Presence> members, List<Lane> lanes) {

    /** What a lane stands for. */
    public enum By {
        PROCESS,
        MEMBER,
        TASK
    }

    /**
     * Bars of one process, member or task.
     *
     * @param id of the process, member or task; of the member where its process is not known
     * @param bars by role, then beginning
     */
    public record Lane(String id, List<Bar> bars) {}

    /**
     * A stretch in which nothing about a role in a lane changed.
     *
     * @param from when it began, or where the lanes do
     * @param to when it ended, null when it reaches to the end of the range
     * @param version the first snapshot with it in the range
     * @param taskCount how many tasks
     * @param tasks the first of them, in order
     * @param memberId who holds the task; null but in a task's lane
     */
    public record Bar(
            TaskRole role,
            Instant from,
            @Nullable Instant to,
            int version,
            int taskCount,
            List<TaskId> tasks,
            @Nullable String memberId) {}

    /**
     * A member as it was last in the range.
     *
     * @param stretches in order, those that follow each other alike united
     */
    public record Presence(MemberSpan last, List<Stretch> stretches) {}

    /**
     * A stretch of a member's being there.
     *
     * @param to null when it reaches to the end of the range
     */
    public record Stretch(Instant from, @Nullable Instant to, boolean away, boolean fenced) {}
}
