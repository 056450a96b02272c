package io.streamgauge.history;

import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A member's hold on a task, in one view and role.
 *
 * @param processId the member's process then, null when not known
 * @param toVersion the first version without it, null while it lasts
 * @param from null when it began in a version that retention removed
 * @param to null while it lasts
 */
public record TaskInterval(
        String memberId,
        @Nullable String processId,
        TaskView view,
        TaskRole role,
        int fromVersion,
        @Nullable Integer toVersion,
        @Nullable Instant from,
        @Nullable Instant to) {}
