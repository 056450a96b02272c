package io.streamgauge.history;

import io.streamgauge.group.TaskView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Who held which tasks over a range of a group's versions, both ends inclusive; read without reading the states. */
public interface TaskHolds {

    /** How many holds in a view reach into a range. */
    long count(long groupKey, int first, int last, TaskView view);

    /** Each hold in a view that reaches into a range, in no order, read as they are consumed. */
    void forEach(long groupKey, int first, int last, TaskView view, Consumer<TaskHold> consumer);

    /** The members of a range, by member id and beginning. */
    List<MemberSpan> members(long groupKey, int first, int last);

    /** When versions of a range began, of those that are wanted and stored. */
    Map<Integer, Instant> times(long groupKey, int first, int last, Set<Integer> wanted);
}
