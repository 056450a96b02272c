package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.streamgauge.group.Condition;
import io.streamgauge.group.Insight;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import io.streamgauge.group.RebalanceMark;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EndedInsightsTests {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00Z");

    private static Instant at(int second) {
        return T0.plusSeconds(second);
    }

    private static Insight insight(int count, @Nullable Integer settled, Condition... conditions) {
        return new Insight(new RebalanceMark(count, settled == null ? null : at(settled)), List.of(conditions));
    }

    private static Condition condition(String code, int since, int evidence) {
        return new Condition(code, Condition.Subject.GROUP, at(since), Map.of("count", evidence));
    }

    @Test
    void rebalancesAreToldThatBeginOrEndAndEachChangeOnceInPartsThatFollowEachOther() {
        EndedInsights earlier = new EndedInsights(insight(1, 0), at(0));
        earlier.next(insight(2, null), at(1));
        earlier.next(insight(2, 5), at(5));
        earlier.next(insight(3, 7), at(7));
        earlier.next(insight(4, null), at(9));
        assertThat(earlier.begun()).isEqualTo(3);
        assertThat(earlier.rebalances())
                .extracting(
                        EndedInsights.Rebalance::number,
                        EndedInsights.Rebalance::begunAt,
                        EndedInsights.Rebalance::endedAt)
                .containsExactly(tuple(2, at(1), at(5)), tuple(3, at(7), at(7)), tuple(4, at(9), null));

        EndedInsights later = new EndedInsights(insight(4, null), at(9));
        later.next(insight(4, null), at(10));
        later.next(insight(4, 11), at(11));
        later.next(insight(4, 11), at(12));
        assertThat(later.begun()).isZero();
        assertThat(later.rebalances()).containsExactly(new EndedInsights.Rebalance(4, null, at(11), null));
    }

    @Test
    void aRebalanceThatBeganInAnEarlierPartIsToldWithItsBeginningWhenItEnds() {
        EndedInsights later = new EndedInsights(begun(4, null), at(9));
        later.next(begun(4, at(11)), at(11));
        assertThat(later.rebalances()).containsExactly(new EndedInsights.Rebalance(4, at(3), at(11), null));
    }

    @Test
    void aRebalanceThatGoesOnAfterItsEndIsToldOnceWithItsLastEnd() {
        EndedInsights insights = new EndedInsights(begun(3, at(0)), at(0));
        insights.next(begun(4, at(5)), at(5));
        insights.next(begun(4, null), at(7));
        insights.next(begun(4, at(9)), at(9));
        assertThat(insights.rebalances()).containsExactly(new EndedInsights.Rebalance(4, at(3), at(9), null));
    }

    @Test
    void aRebalanceIsToldWithTheFirstOfItsCausesAndOneThatReturnsWithinThePartAsReturned() {
        EndedInsights insights = new EndedInsights(begun(3, at(0)), at(0));
        insights.next(pending(3, 1, cause(Kind.LEFT, 1)), at(1));
        insights.next(begun(4, at(2), cause(Kind.TOPOLOGY_CHANGED, 2)), at(2));
        insights.next(begun(5, at(6), cause(Kind.JOINED, 6), cause(Kind.EXPIRED, 6)), at(6));
        insights.next(begun(6, at(8)), at(8));
        assertThat(insights.rebalances())
                .extracting(EndedInsights.Rebalance::number, EndedInsights.Rebalance::trigger)
                .containsExactly(tuple(4, cause(Kind.LEFT, 1)), tuple(5, cause(Kind.RETURNED, 6)), tuple(6, null));
    }

    @Test
    void theCauseOfARebalanceThatWasSeenBeforeThePartIsNotTakenFromThePart() {
        EndedInsights insights = new EndedInsights(pending(3, 1), at(2));
        insights.next(caused(4, 1, cause(Kind.TOPOLOGY_CHANGED, 3)), at(3));
        assertThat(insights.rebalances()).containsExactly(new EndedInsights.Rebalance(4, at(1), null, null));

        EndedInsights whole = new EndedInsights(pending(3, 2, cause(Kind.LEFT, 2)), at(2));
        whole.next(caused(4, 2, cause(Kind.TOPOLOGY_CHANGED, 3)), at(3));
        assertThat(whole.rebalances())
                .containsExactly(new EndedInsights.Rebalance(4, at(2), null, cause(Kind.LEFT, 2)));
    }

    private static RebalanceCause cause(Kind kind, int second) {
        return new RebalanceCause(kind, at(second), "m", null, "p", null, null, true, null, null, null, null);
    }

    private static Insight pending(int count, int since, RebalanceCause... causes) {
        return new Insight(new RebalanceMark(count, at(0), null, at(0), at(since), null, List.of(causes)), List.of());
    }

    private static Insight caused(int count, int begun, RebalanceCause... causes) {
        return new Insight(new RebalanceMark(count, at(begun), null, null, null, null, List.of(causes)), List.of());
    }

    private static Insight begun(int count, @Nullable Instant settledAt, RebalanceCause... causes) {
        return new Insight(new RebalanceMark(count, at(3), null, settledAt, null, null, List.of(causes)), List.of());
    }

    @Test
    void aConditionIsToldWhenItEndsWithItsLastEvidenceAndAgainWhenItCameAgain() {
        EndedInsights insights = new EndedInsights(insight(0, 0, condition("A", 0, 1)), at(0));
        insights.next(insight(0, 0, condition("A", 0, 2), condition("B", 1, 1)), at(1));
        insights.next(insight(0, 0, condition("A", 2, 7), condition("B", 1, 1)), at(2));
        insights.next(insight(0, 0, condition("B", 1, 1)), at(3));
        assertThat(insights.conditions())
                .containsExactly(
                        new EndedInsights.EndedCondition(condition("A", 0, 2), at(2)),
                        new EndedInsights.EndedCondition(condition("A", 2, 7), at(3)));
    }
}
