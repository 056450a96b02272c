package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Condition;
import io.streamgauge.group.Insight;
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
        EndedInsights earlier = new EndedInsights(insight(1, 0));
        earlier.next(insight(2, null), at(1));
        earlier.next(insight(2, 5), at(5));
        earlier.next(insight(3, 7), at(7));
        earlier.next(insight(4, null), at(9));
        assertThat(earlier.begun()).isEqualTo(3);
        assertThat(earlier.rebalances())
                .containsExactly(
                        new EndedInsights.Rebalance(2, at(1), at(5)),
                        new EndedInsights.Rebalance(3, at(7), at(7)),
                        new EndedInsights.Rebalance(4, at(9), null));

        EndedInsights later = new EndedInsights(insight(4, null));
        later.next(insight(4, null), at(10));
        later.next(insight(4, 11), at(11));
        later.next(insight(4, 11), at(12));
        assertThat(later.begun()).isZero();
        assertThat(later.rebalances()).containsExactly(new EndedInsights.Rebalance(4, null, at(11)));
    }

    @Test
    void aRebalanceThatBeganInAnEarlierPartIsToldWithItsBeginningWhenItEnds() {
        EndedInsights later = new EndedInsights(begun(4, null));
        later.next(begun(4, at(11)), at(11));
        assertThat(later.rebalances()).containsExactly(new EndedInsights.Rebalance(4, at(3), at(11)));
    }

    private static Insight begun(int count, @Nullable Instant settledAt) {
        return new Insight(new RebalanceMark(count, at(3), null, settledAt, null, null, List.of()), List.of());
    }

    @Test
    void aConditionIsToldWhenItEndsWithItsLastEvidenceAndAgainWhenItCameAgain() {
        EndedInsights insights = new EndedInsights(insight(0, 0, condition("A", 0, 1)));
        insights.next(insight(0, 0, condition("A", 0, 2), condition("B", 1, 1)), at(1));
        insights.next(insight(0, 0, condition("A", 2, 7), condition("B", 1, 1)), at(2));
        insights.next(insight(0, 0, condition("B", 1, 1)), at(3));
        assertThat(insights.conditions())
                .containsExactly(
                        new EndedInsights.EndedCondition(condition("A", 0, 2), at(2)),
                        new EndedInsights.EndedCondition(condition("A", 2, 7), at(3)));
    }
}
