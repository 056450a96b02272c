package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Rebalance;
import io.streamgauge.analysis.RebalanceSpans;
import io.streamgauge.analysis.Rebalances;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.RebalanceMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomRebalancesTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");

    @Test
    void theCountOfARandomGroupIsThatOfTheRebalancesTold() {
        for (long seed = 0; seed < 300; seed++) {
            check(seed);
        }
    }

    private static void check(long seed) {
        Random random = new Random(seed);
        RandomGroups groups = new RandomGroups(seed, "g");
        List<Rebalance> told = new ArrayList<>();
        Rebalances rebalances = new Rebalances(null, null, told::add);
        List<Rebalance.Span> spans = new ArrayList<>();
        RebalanceSpans ofMarks = new RebalanceSpans(null, spans::add);
        Insight insight = null;
        GroupState before = null;
        Instant at = START;
        for (int version = 1; version <= 60; version++) {
            GroupState state = groups.next();
            insight = Insights.next(insight, before, state, Transition.at(at));
            RebalanceMark mark = insight.rebalances();
            rebalances.accept(version, at, mark, state);
            if (tells(mark, at)) {
                ofMarks.accept(version, at, mark, state.processCount());
            }
            before = state;
            at = at.plusSeconds(random.nextInt(20));
        }
        rebalances.finish();
        ofMarks.finish();
        int count = Objects.requireNonNull(insight).rebalances().count();
        assertThat(told)
                .as("seed %d", seed)
                .extracting(r -> r.span().number())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, count).boxed().toList());
        assertThat(told).as("seed %d", seed).extracting(Rebalance::span).containsExactlyElementsOf(spans);
        assertThat(told)
                .as("seed %d", seed)
                .allSatisfy(r -> assertThat(r.causes()).isNotEmpty());
    }

    /** What the store leaves out of the marks it reads. */
    private static boolean tells(RebalanceMark mark, Instant at) {
        return mark.settledAt() == null
                || mark.pendingSince() != null
                || !mark.causes().isEmpty()
                || at.equals(mark.begunAt())
                || at.equals(mark.settledAt());
    }
}
