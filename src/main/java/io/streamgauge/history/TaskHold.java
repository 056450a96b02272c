package io.streamgauge.history;

import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import org.jspecify.annotations.Nullable;

/**
 * A member's hold on a task in one role.
 *
 * @param toVersion the first version without it, null while it lasts
 */
public record TaskHold(
        String memberId,
        TaskId task,
        TaskRole role,
        int fromVersion,
        @Nullable Integer toVersion) {}
