package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Rebalance;
import io.streamgauge.analysis.RebalanceSummary;
import io.streamgauge.analysis.Rebalances;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.RebalanceCause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rebalances that recordings of real brokers tell are those that were made to happen. */
class RebalancesOfRecordingsTests {

    private static List<Rebalance> rebalances(String recording, Duration sessionTimeout, String groupId) {
        List<Rebalance> told = new ArrayList<>();
        Rebalances rebalances = new Rebalances(null, null, told::add);
        Map<String, Instant> heard = new HashMap<>();
        Insight insight = null;
        GroupState before = null;
        int version = 0;
        for (FoldStep step : FoldedRecording.of(recording, sessionTimeout).steps(groupId)) {
            if (!step.state().equals(before)) {
                insight = Insights.next(
                        insight,
                        before,
                        step.state(),
                        new Transition(step.at(), null, step.departure(), step.error(), Map.copyOf(heard)));
                rebalances.accept(++version, step.at(), insight.rebalances(), step.state());
                before = step.state();
            }
            if (step.answeredMemberId() != null) {
                heard.put(step.answeredMemberId(), step.at());
            }
        }
        rebalances.finish();
        assertThat(Objects.requireNonNull(insight).rebalances().count()).isEqualTo(told.size());
        return told;
    }

    /** Like {@code 22:24:43.105 EXPIRED 8082, EXPIRED 8082: 7-9}. */
    private static String inShort(Rebalance rebalance) {
        return rebalance.span().begunAt().toString().substring(11, 23) + " "
                + rebalance.causes().stream()
                        .map(RebalancesOfRecordingsTests::inShort)
                        .collect(Collectors.joining(", "))
                + ": " + rebalance.epochBefore() + "-" + rebalance.epochAfter();
    }

    private static String inShort(RebalanceCause cause) {
        return cause.kind() + " "
                + (cause.endpoint() == null ? "?" : cause.endpoint().port());
    }

    /** Like {@code ACTIVE 1_2 8082-8081}. */
    private static List<String> moves(Rebalance rebalance) {
        return rebalance.moves().stream()
                .map(m -> m.role() + " " + m.task() + " " + port(m.from()) + "-" + port(m.to()))
                .toList();
    }

    private static String port(Rebalance.Holder holder) {
        return holder == null ? "" : String.valueOf(holder.endpoint().port());
    }

    @Test
    void theOrdersScenarioIsToldAsItHappened() {
        List<Rebalance> told = rebalances("broker-request-4.4.0-orders.log", Duration.ofSeconds(10), "orders-app");

        assertThat(told)
                .extracting(RebalancesOfRecordingsTests::inShort)
                .containsExactly(
                        "22:23:38.612 JOINED 8081, JOINED 8081: null-4",
                        "22:23:58.968 JOINED 8082, JOINED 8082: 4-6",
                        "22:24:18.647 JOINED 8083: 6-7",
                        "22:24:43.105 EXPIRED 8082, EXPIRED 8082: 7-9",
                        "22:25:09.060 EXPIRED 8083: 9-10",
                        "22:25:16.180 RETURNED 8083: 10-11",
                        "22:25:39.536 JOINED 8082, JOINED 8082: 11-13",
                        "22:25:51.398 LEFT 8083: 13-14");
        assertThat(told).allSatisfy(r -> assertThat(r.span().duration()).isLessThan(Duration.ofSeconds(3)));
        assertThat(moves(told.get(0)))
                .hasSize(12)
                .contains("ACTIVE 0_0 -8081", "ACTIVE 1_5 -8081")
                .allMatch(move -> move.startsWith("ACTIVE "));
        assertThat(moves(told.get(3)))
                .containsExactly(
                        "ACTIVE 0_4 8082-8083",
                        "ACTIVE 0_5 8082-8083",
                        "STANDBY 1_1 8082-8083",
                        "ACTIVE 1_2 8082-8081",
                        "STANDBY 1_2 8081-8083",
                        "ACTIVE 1_3 8082-8081",
                        "STANDBY 1_3 8081-8083",
                        "STANDBY 1_4 8082-8081",
                        "STANDBY 1_5 8082-8081");
        // The standby that could only be built where another member had given the task up came after all was at rest.
        assertThat(moves(told.get(1))).contains("STANDBY 1_0 -8082");
        assertThat(told.get(1).span().settledAt()).isEqualTo("2026-11-29T22:24:01.533Z");
    }

    @Test
    void aCrashTellsWhenItsMembersWereLastHeardAndWhichTasksRanNowhere() {
        Rebalance crash = rebalances("broker-request-4.4.0-orders.log", Duration.ofSeconds(10), "orders-app")
                .get(3);

        assertThat(crash.causes())
                .extracting(RebalanceCause::lastHeardAt)
                .containsExactly(Instant.parse("2026-11-29T22:24:33.105Z"), Instant.parse("2026-11-29T22:24:33.720Z"));
        assertThat(crash.gaps())
                .extracting(gap -> gap.task() + " "
                        + Duration.between(gap.from(), Objects.requireNonNull(gap.to()))
                                .toMillis())
                .containsExactly("0_4 1340", "0_5 1340", "1_2 2072", "1_3 2243");
        assertThat(crash.heldUpBy().get(0).member().endpoint().port()).isEqualTo(8083);
    }

    @Test
    void aRollingRestartIsToldAsOneWithItsRoundsAndACrashBehindItAsNone() {
        List<Rebalance> told = rebalances("broker-request-4.2.2-ledger.log", Duration.ofSeconds(45), "ledger-app");

        assertThat(told)
                .extracting(RebalancesOfRecordingsTests::inShort)
                .containsExactly(
                        "22:41:32.348 JOINED 9302, JOINED 9302, JOINED 9301, JOINED 9301, JOINED 9303, JOINED 9303: null-7",
                        "22:41:48.429 LEFT 9301, LEFT 9301: 7-9",
                        "22:41:56.225 JOINED 9301, JOINED 9301: 9-11",
                        "22:42:03.353 LEFT 9302, LEFT 9302: 11-13",
                        "22:42:10.305 JOINED 9302, JOINED 9302: 13-15",
                        "22:42:18.365 LEFT 9303, LEFT 9303: 15-17",
                        "22:42:25.471 JOINED 9303, JOINED 9303: 17-19",
                        "22:43:15.839 EXPIRED 9302, EXPIRED 9302, LEFT 9301, LEFT 9301, LEFT 9303, LEFT 9303: 19-null");
        RebalanceSummary summary = new RebalanceSummary();
        told.forEach(rebalance -> summary.accept(rebalance.span()));
        assertThat(summary.rollingRestarts()).hasSize(1);
        assertThat(summary.rollingRestarts().get(0).rounds())
                .extracting(round -> round.instance().endpoint().port() + " " + round.leftAt() + " " + round.backAt())
                .containsExactly(
                        "9301 2026-11-29T22:41:48.631Z 2026-11-29T22:41:56.225Z",
                        "9302 2026-11-29T22:42:03.354Z 2026-11-29T22:42:10.305Z",
                        "9303 2026-11-29T22:42:18.460Z 2026-11-29T22:42:25.471Z");
        assertThat(summary.flapping()).isEmpty();
    }

    @Test
    void aStaticMemberThatGoesAndComesBackIsNone() {
        assertThat(rebalances("broker-request-4.4.0-statuses.log", Duration.ofSeconds(10), "static-app"))
                .extracting(RebalancesOfRecordingsTests::inShort)
                .containsExactly("22:29:21.935 JOINED 8222, JOINED 8221: null-3");
    }

    @Test
    void aMemberThatKeepsComingAndGoingFlaps() {
        RebalanceSummary summary = new RebalanceSummary();
        rebalances("broker-request-4.4.0-orders.log", Duration.ofSeconds(10), "orders-app")
                .forEach(rebalance -> summary.accept(rebalance.span()));

        assertThat(summary.count()).isEqualTo(8);
        assertThat(summary.longest().number()).isEqualTo(7);
        assertThat(summary.rollingRestarts()).isEmpty();
        assertThat(summary.flapping())
                .extracting(f -> f.instance().endpoint().port() + " " + f.came() + " " + f.went())
                .containsExactly("8083 2 2");
    }
}
