package io.streamgauge.ingest;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.TaskOffset;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one sentence that every source speaks: at this instant, a group was so.
 *
 * @param at not before the group's observation before
 * @param heardMemberId the member whose heartbeat this is, null when it is none's
 * @param taskOffsets what that member told of its tasks, null when it told nothing
 * @param error an error that a member was answered, null when there was none
 */
public record GroupObservation(
        ObservationSource source,
        Instant at,
        GroupState state,
        @Nullable String heardMemberId,
        @Nullable List<TaskOffset> taskOffsets,
        @Nullable MemberError error) {}
