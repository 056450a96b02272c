package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.RebalanceSummary.Round;
import io.streamgauge.group.Departure;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.States;
import io.streamgauge.group.StreamsGroupState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Processes that are replaced by others one after another. */
class RollingReplacementsTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");

    private final RebalanceSummary summary = new RebalanceSummary();
    private final Rebalances rebalances = new Rebalances(null, null, r -> summary.accept(r.span()));
    private final List<String> present = new ArrayList<>();
    private final Map<String, Integer> starts = new HashMap<>();
    private @Nullable Insight insight;
    private @Nullable GroupState before;
    private int version;
    private int epoch;

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }

    /** The group of some processes with two members each, which is there for long. */
    private RollingReplacementsTests of(String... processes) {
        present.addAll(List.of(processes));
        return then(-1_000, null);
    }

    /** The group when some processes have just joined it together. */
    private RollingReplacementsTests formedOf(int second, String... processes) {
        present.addAll(List.of(processes));
        return then(second, null);
    }

    private RollingReplacementsTests comes(int second, String process) {
        starts.merge(process, 1, Integer::sum);
        present.add(process);
        return then(second, null);
    }

    private RollingReplacementsTests leaves(int second, String process) {
        present.remove(process);
        return then(second, Departure.LEFT);
    }

    private RollingReplacementsTests expires(int second, String process) {
        present.remove(process);
        return then(second, Departure.EXPIRED);
    }

    private RollingReplacementsTests then(int second, @Nullable Departure departure) {
        epoch++;
        List<States.MemberBuilder> members = new ArrayList<>();
        for (String process : present) {
            for (String thread : List.of("-1", "-2")) {
                boolean first = members.isEmpty();
                members.add(member(process + thread + starts.getOrDefault(process, 0), epoch)
                        .process(process)
                        .owned(first ? active("0_0") : active())
                        .assigned(first ? active("0_0") : active()));
            }
        }
        GroupState state = group(members.toArray(States.MemberBuilder[]::new))
                .state(StreamsGroupState.STABLE)
                .subtopology("0", 0)
                .build();
        Transition transition = new Transition(at(second), null, departure, null, Map.of());
        insight = Insights.next(insight, before, state, transition);
        rebalances.accept(++version, transition.at(), insight.rebalances(), state);
        before = state;
        return this;
    }

    /** Each of a, b and c leaves after a new one came. */
    private RollingReplacementsTests replaced() {
        return comes(100, "d")
                .leaves(130, "a")
                .comes(160, "e")
                .leaves(190, "b")
                .comes(220, "f")
                .leaves(250, "c");
    }

    /** Each round as {@code old>new}, one list a restart. */
    private List<List<String>> told() {
        rebalances.finish();
        return summary.rollingRestarts().stream()
                .map(restart -> restart.rounds().stream()
                        .map(RollingReplacementsTests::inShort)
                        .toList())
                .toList();
    }

    private static String inShort(Round round) {
        return round.instance().key()
                + (round.replacedBy() == null ? "" : ">" + round.replacedBy().key());
    }

    @Test
    void newProcessesThatComeBeforeOldOnesLeaveAreRounds() {
        of("a", "b", "c");
        replaced();

        assertThat(told()).containsExactly(List.of("a>d", "b>e", "c>f"));
        assertThat(summary.rollingRestarts().get(0).begunAt()).isEqualTo(at(100));
        assertThat(summary.rollingRestarts().get(0).endedAt()).isEqualTo(at(250));
        assertThat(summary.rollingRestarts().get(0).rounds().get(0).leftAt()).isEqualTo(at(130));
        assertThat(summary.rollingRestarts().get(0).rounds().get(0).backAt()).isEqualTo(at(100));
        assertThat(summary.rollingRestarts().get(0).rounds().get(0).leftIn())
                .isGreaterThan(summary.rollingRestarts().get(0).rounds().get(0).backIn());
        assertThat(summary.flapping()).isEmpty();
    }

    @Test
    void oldProcessesThatLeaveBeforeNewOnesComeAreRoundsToo() {
        of("a", "b", "c");
        leaves(100, "a").comes(130, "d").leaves(160, "b").comes(190, "e");

        assertThat(told()).as("most of them").containsExactly(List.of("a>d", "b>e"));
    }

    @Test
    void aQuarterMayBeReplacedAtATime() {
        of("a", "b", "c", "d", "e", "f", "g", "h");
        comes(100, "i").comes(102, "j").leaves(130, "a").leaves(132, "b");
        comes(160, "k").comes(162, "l").leaves(190, "c").leaves(192, "d");
        comes(200, "m").leaves(210, "e");

        assertThat(told()).containsExactly(List.of("a>i", "b>j", "c>k", "d>l", "e>m"));
    }

    @Test
    void moreThanAQuarterAtATimeIsAnotherGroupBesideTheOldOne() {
        of("a", "b", "c");
        comes(100, "d")
                .comes(110, "e")
                .comes(120, "f")
                .leaves(150, "a")
                .leaves(160, "b")
                .leaves(170, "c");

        assertThat(told()).isEmpty();
    }

    @Test
    void aGroupThatIsMadeLargerAndSmallerAgainLaterWasNotReplaced() {
        of("a", "b", "c");
        comes(100, "d").comes(130, "e").leaves(1_000, "a").leaves(1_030, "b");

        assertThat(told()).isEmpty();
    }

    @Test
    void aGroupThatGrowsAndShrinksByOneAgainAndAgainWasNotReplaced() {
        of("a", "b", "c");
        comes(100, "d")
                .leaves(130, "d")
                .comes(160, "e")
                .leaves(190, "e")
                .comes(220, "f")
                .leaves(250, "f");

        assertThat(told()).isEmpty();
    }

    @Test
    void oneThatIsReplacedOfManyIsNoRollingRestart() {
        of("a", "b", "c", "d", "e");
        comes(100, "f").leaves(130, "a").comes(160, "g").leaves(190, "b");

        assertThat(told()).isEmpty();
    }

    @Test
    void aRoundThatTakesTooLongOrBeginsTooLateIsNone() {
        of("a", "b", "c");
        comes(100, "d").leaves(401, "a").comes(430, "e").leaves(460, "b");
        assertThat(told()).isEmpty();
    }

    @Test
    void whatIsReplacedLaterIsAnotherRestart() {
        of("a", "b");
        comes(100, "c").leaves(130, "a").comes(160, "d").leaves(190, "b");
        comes(800, "e").leaves(830, "c").comes(860, "f").leaves(890, "d");

        assertThat(told()).containsExactly(List.of("a>c", "b>d"), List.of("c>e", "d>f"));
    }

    @Test
    void aProcessThatExpiresCrashed() {
        of("a", "b", "c");
        comes(100, "d")
                .leaves(130, "a")
                .comes(160, "e")
                .expires(190, "b")
                .comes(220, "f")
                .leaves(250, "c");

        assertThat(told()).isEmpty();
    }

    @Test
    void processesThatComeBackThemselvesAreNotReplaced() {
        of("a", "b");
        leaves(100, "a").comes(110, "a").leaves(130, "b").comes(140, "b");

        assertThat(told()).containsExactly(List.of("a", "b"));
    }

    @Test
    void aGroupThatIsLargerAfterwardsIsToldUpToWhereAsManyWereThere() {
        of("a", "b", "c");
        replaced();
        comes(280, "g");

        assertThat(told()).containsExactly(List.of("a>d", "b>e", "c>f"));
    }

    @Test
    void aGroupThatJustFormedLosesNoRoundWhicheverComesFirst() {
        for (boolean together : List.of(true, false)) {
            RollingReplacementsTests surge = new RollingReplacementsTests();
            RollingReplacementsTests gap = new RollingReplacementsTests();
            for (RollingReplacementsTests group : List.of(surge, gap)) {
                if (together) {
                    group.formedOf(0, "a", "b", "c");
                } else {
                    group.comes(0, "a").comes(5, "b").comes(10, "c");
                }
            }
            surge.comes(60, "d")
                    .leaves(80, "a")
                    .comes(100, "e")
                    .leaves(120, "b")
                    .comes(140, "f")
                    .leaves(160, "c");
            gap.leaves(60, "a")
                    .comes(80, "d")
                    .leaves(100, "b")
                    .comes(120, "e")
                    .leaves(140, "c")
                    .comes(160, "f");
            assertThat(surge.told()).as("together: %s", together).containsExactly(List.of("a>d", "b>e", "c>f"));
            assertThat(gap.told()).as("together: %s", together).containsExactly(List.of("a>d", "b>e", "c>f"));
        }
    }

    @Test
    void aRolloutSoonAfterTheLastOneLosesNoRoundEither() {
        of("a", "b", "c");
        replaced();
        comes(280, "g")
                .leaves(310, "d")
                .comes(340, "h")
                .leaves(370, "e")
                .comes(400, "i")
                .leaves(430, "f");

        assertThat(told()).containsExactly(List.of("a>d", "b>e", "c>f"), List.of("d>g", "e>h", "f>i"));
    }

    @Test
    void aGroupThatFormsAndStopsWasNotReplaced() {
        formedOf(0, "a", "b", "c");
        leaves(60, "a").leaves(61, "b").leaves(62, "c");
        assertThat(told()).isEmpty();
    }

    @Test
    void aGroupThatGrowsOneByOneWasNotReplaced() {
        comes(0, "a")
                .comes(30, "b")
                .comes(60, "c")
                .comes(90, "d")
                .comes(120, "e")
                .leaves(150, "e");
        assertThat(told()).isEmpty();
    }
}
