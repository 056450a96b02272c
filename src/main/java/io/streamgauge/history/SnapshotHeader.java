package io.streamgauge.history;

import io.streamgauge.group.Insight;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the list of groups and of snapshots shows of one snapshot. Null is not known.
 *
 * @param at when the group came to be so
 * @param unassignedTaskCount known tasks that run nowhere
 * @param lowestMemberEpoch of members that are not away
 * @param statusCodes codes open for any member, sorted, each once; null where the source cannot know statuses
 * @param insight what the state says in the light of those before it
 * @param changes what differs from the snapshot before, in plain words
 */
public record SnapshotHeader(
        long groupKey,
        String groupId,
        int version,
        Instant at,
        ObservationSource source,
        StreamsGroupState state,
        StateSource stateSource,
        @Nullable Integer groupEpoch,
        @Nullable Integer assignmentEpoch,
        @Nullable Integer topologyEpoch,
        @Nullable String assignor,
        @Nullable String coordinator,
        int memberCount,
        @Nullable Integer processCount,
        @Nullable Integer activeTaskCount,
        @Nullable Integer standbyTaskCount,
        @Nullable Integer warmupTaskCount,
        @Nullable Integer unassignedTaskCount,
        @Nullable Integer lowestMemberEpoch,
        @Nullable Integer highestMemberEpoch,
        @Nullable List<Integer> statusCodes,
        Insight insight,
        List<String> changes) {

    public SnapshotHeader {
        statusCodes = statusCodes == null ? null : List.copyOf(statusCodes);
        changes = List.copyOf(changes);
    }
}
