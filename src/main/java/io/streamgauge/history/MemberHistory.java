package io.streamgauge.history;

import io.streamgauge.group.Member;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of a member, up to a version and instant: what came later is not told. Lists are by beginning. Of what was before
 * the first stored version only tasks keep the version with which they began.
 *
 * @param states what it was, without its epochs and tasks; with a gap where it was no member
 * @param errors what its heartbeats were answered with, also before it was a member
 */
public record MemberHistory(
        List<Span<Member>> states,
        List<Span<Epoch>> epochs,
        List<Span<Hold>> tasks,
        List<StatusInterval> statuses,
        List<ErrorRun> errors) {

    public MemberHistory {
        states = List.copyOf(states);
        epochs = List.copyOf(epochs);
        tasks = List.copyOf(tasks);
        statuses = List.copyOf(statuses);
        errors = List.copyOf(errors);
    }

    /**
     * An epoch that it had.
     *
     * @param memberEpoch null where it was not known
     */
    public record Epoch(@Nullable Integer memberEpoch) {}

    /** A task that it had, in a view and role. */
    public record Hold(TaskId task, TaskView view, TaskRole role) {}
}
