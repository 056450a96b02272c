package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StreamsGroupState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Counts the rebalances of a group as its states follow each other. */
final class RebalanceMarks {

    private RebalanceMarks() {}

    static RebalanceMark next(
            @Nullable RebalanceMark before, @Nullable GroupState stateBefore, GroupState state, Instant at) {
        boolean settled = isSettled(state);
        if (before == null || stateBefore == null) {
            return new RebalanceMark(settled ? 0 : 1, settled ? at : null);
        }
        boolean wasSettled = before.settledAt() != null;
        boolean begins = wasSettled && (!settled || highestEpoch(state) > highestEpoch(stateBefore));
        int count = before.count() + (begins ? 1 : 0);
        if (!settled) {
            return new RebalanceMark(count, null);
        }
        return new RebalanceMark(count, begins || !wasSettled ? at : before.settledAt());
    }

    private static boolean isSettled(GroupState state) {
        return state.state() != StreamsGroupState.ASSIGNING && state.state() != StreamsGroupState.RECONCILING;
    }

    private static int highestEpoch(GroupState state) {
        int highest = 0;
        for (Member member : state.members()) {
            if (member.memberEpoch() != null) {
                highest = Math.max(highest, member.memberEpoch());
            }
        }
        return highest;
    }
}
