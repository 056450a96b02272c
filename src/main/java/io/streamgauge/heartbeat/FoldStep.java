package io.streamgauge.heartbeat;

import io.streamgauge.group.Departure;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.TaskOffset;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange, or the end of a member's session, made of its group.
 *
 * @param at the instant it became true
 * @param state the same object as in the group's step before when nothing changed
 * @param answeredMemberId the member whose heartbeat was answered without an error, null for none
 * @param taskOffsets all offsets that member has told so far, sorted by task, when it told some since its answered
 *     heartbeat before; else null
 * @param error the error that was answered, or null
 * @param departure how a member went that is gone with this step; null where none did, or was replaced or refused
 */
public record FoldStep(
        Instant at,
        GroupState state,
        @Nullable String answeredMemberId,
        @Nullable List<TaskOffset> taskOffsets,
        @Nullable MemberError error,
        @Nullable Departure departure) {}
