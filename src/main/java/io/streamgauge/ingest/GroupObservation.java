package io.streamgauge.ingest;

import io.streamgauge.group.Departure;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.TaskOffset;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one sentence that every source speaks: at this instant, a group was so.
 *
 * @param at not before the group's observation before
 * @param heardMemberId the member whose heartbeat this is, null when it is none's
 * @param taskOffsets by member id, what members told of their tasks; a member that told nothing is missing
 * @param error an error that a member was answered, null when there was none
 * @param departure how members that are gone went, null when none is or the source does not tell it
 */
public record GroupObservation(
        ObservationSource source,
        Instant at,
        GroupState state,
        @Nullable String heardMemberId,
        Map<String, List<TaskOffset>> taskOffsets,
        @Nullable MemberError error,
        @Nullable Departure departure) {

    /**
     * What a heartbeat showed.
     *
     * @param taskOffsets what the heard member told of its tasks, null when it told nothing
     */
    public static GroupObservation ofHeartbeat(
            Instant at,
            GroupState state,
            @Nullable String heardMemberId,
            @Nullable List<TaskOffset> taskOffsets,
            @Nullable MemberError error,
            @Nullable Departure departure) {
        return new GroupObservation(
                ObservationSource.HEARTBEAT,
                at,
                state,
                heardMemberId,
                heardMemberId == null || taskOffsets == null ? Map.of() : Map.of(heardMemberId, taskOffsets),
                error,
                departure);
    }

    /** What the brokers' description showed. */
    public static GroupObservation ofDescription(
            Instant at, GroupState state, Map<String, List<TaskOffset>> taskOffsets) {
        return new GroupObservation(ObservationSource.DESCRIBE, at, state, null, taskOffsets, null, null);
    }
}
