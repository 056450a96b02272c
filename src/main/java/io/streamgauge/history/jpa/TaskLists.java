package io.streamgauge.history.jpa;

import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The task rows of one snapshot, by member, view and role. */
final class TaskLists {

    private record Key(String memberId, TaskView view, TaskRole role) {}

    private final Map<Key, List<TaskId>> lists = new HashMap<>();

    TaskLists(Iterable<TaskRow> rows) {
        for (TaskRow row : rows) {
            lists.computeIfAbsent(new Key(row.memberId, row.view, row.role), k -> new ArrayList<>())
                    .add(row.task());
        }
    }

    @Nullable
    List<TaskId> list(MemberRow member, TaskView view, TaskRole role) {
        return member.knows(view, role) ? lists.getOrDefault(new Key(member.memberId, view, role), List.of()) : null;
    }
}
