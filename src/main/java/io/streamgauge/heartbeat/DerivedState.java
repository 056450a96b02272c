package io.streamgauge.heartbeat;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StatusCode;
import io.streamgauge.group.StreamsGroupState;
import java.util.List;

/**
 * The state of a group as its members' heartbeats show it. Heartbeats do not carry the group's state; the rules follow
 * what the coordinator's own state depends on ({@code StreamsGroup.updateGroupState}, Kafka 4.4).
 */
final class DerivedState {

    private DerivedState() {}

    /**
     * @param memberSeen whether the group ever had a member: one of which only refused joins were seen is not known to
     *     be empty
     */
    static StreamsGroupState of(GroupState group, boolean memberSeen) {
        if (group.members().isEmpty()) {
            return memberSeen ? StreamsGroupState.EMPTY : StreamsGroupState.UNKNOWN;
        }
        if (hasStatus(
                group,
                StatusCode.MISSING_SOURCE_TOPICS,
                StatusCode.INCORRECTLY_PARTITIONED_TOPICS,
                StatusCode.MISSING_INTERNAL_TOPICS)) {
            return StreamsGroupState.NOT_READY;
        }
        if (hasStatus(group, StatusCode.ASSIGNMENT_DELAYED)) {
            return StreamsGroupState.ASSIGNING;
        }
        if (isReconciling(group)) {
            return StreamsGroupState.RECONCILING;
        }
        // Of a log that begins in the middle of a group's life nobody can say that all is where it should be.
        boolean allKnown = group.members().stream().allMatch(m -> m.assigned().active() != null);
        return allKnown ? StreamsGroupState.STABLE : StreamsGroupState.UNKNOWN;
    }

    private static boolean hasStatus(GroupState group, StatusCode... codes) {
        List<MemberStatus> statuses = group.statuses();
        if (statuses == null) {
            return false;
        }
        for (MemberStatus status : statuses) {
            Member told = group.member(status.memberId());
            // Who is away or fenced is told nothing any more; its last answer is old.
            boolean current = told != null && told.runs();
            for (StatusCode code : codes) {
                if (current && status.code() == code.code()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isReconciling(GroupState group) {
        Integer epoch = group.members().get(0).memberEpoch();
        for (Member member : group.members()) {
            boolean behind = epoch != null && member.memberEpoch() != null && !epoch.equals(member.memberEpoch());
            if (behind || member.away() || member.fenced() || member.owned().differsFrom(member.assigned())) {
                return true;
            }
        }
        List<?> unassigned = group.unassignedTasks();
        return unassigned != null && !unassigned.isEmpty();
    }
}
