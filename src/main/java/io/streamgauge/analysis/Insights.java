package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each state of a group says in the light of those before it. */
public final class Insights {

    private Insights() {}

    /**
     * What the next state says.
     *
     * @param before of the state before; null for the first
     * @param stateBefore null for the first
     */
    public static Insight next(
            @Nullable Insight before, @Nullable GroupState stateBefore, GroupState state, Transition transition) {
        return new Insight(
                RebalanceMarks.next(before == null ? null : before.rebalances(), stateBefore, state, transition),
                List.of());
    }
}
