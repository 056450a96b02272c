package io.streamgauge.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Condition;
import io.streamgauge.history.GroupConfigs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What lasts less than half a minute is no finding. */
class StandbyPeriodsTests {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00Z");

    private final List<FindingPeriod> found = new ArrayList<>();

    private static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    private StandbyPeriods with(GroupConfigs... configs) {
        return new StandbyPeriods(List.of(configs), found::add);
    }

    private static GroupConfigs configured(int readAt, @Nullable String standbys, int since) {
        return new GroupConfigs(
                at(readAt), Map.of("streams.num.standby.replicas", new GroupConfigs.Value(standbys, true, at(since))));
    }

    private static Condition copies(int since, int fewest, int most) {
        return new Condition(
                "STANDBY_MISSING",
                Condition.Subject.GROUP,
                at(since),
                Map.of("fewest", fewest, "most", most, "count", 4, "processes", 2));
    }

    /** Each as its beginning, its end and how many were configured. */
    private List<String> told() {
        return found.stream()
                .map(period -> seconds(period.finding().since()) + "-"
                        + (period.closedAt() == null ? "" : seconds(period.closedAt())) + " "
                        + period.finding().evidence().get("configured"))
                .toList();
    }

    private static long seconds(Instant at) {
        return at.getEpochSecond() - T0.getEpochSecond();
    }

    @Test
    void copiesAreMissingWhileMoreAreConfiguredAndFromWhenThatWasRead() {
        StandbyPeriods periods = with(configured(5, "0", 5), configured(300, "1", 300), configured(900, "0", 900));
        periods.shows(at(0), copies(0, 0, 0));
        periods.shows(at(1_000), null);
        periods.end(at(2_000));
        assertThat(told()).containsExactly("300-900 1");
    }

    @Test
    void theyAreMissingUntilTheGroupHasThemOrIsNotStableAnyMore() {
        StandbyPeriods periods = with(configured(0, "1", 0));
        periods.shows(at(10), copies(10, 0, 0));
        periods.shows(at(100), copies(10, 1, 1));
        periods.shows(at(200), null);
        periods.shows(at(210), copies(210, 0, 1));
        periods.shows(at(300), null);
        periods.end(at(400));
        assertThat(told()).containsExactly("10-100 1", "210-300 1");
    }

    @Test
    void anotherSettingThatIsChangedMeanwhileIsNoNewFinding() {
        StandbyPeriods periods = with(configured(0, "1", 0), configured(100, "1", 0));
        periods.shows(at(10), copies(10, 0, 0));
        periods.end(at(200));
        assertThat(told()).containsExactly("10- 1");
    }

    @Test
    void aMomentIsNone() {
        StandbyPeriods periods = with(configured(0, "1", 0), configured(100, "2", 100));
        periods.shows(at(10), copies(10, 0, 0));
        periods.shows(at(39), null);
        periods.shows(at(90), copies(90, 1, 1));
        periods.shows(at(129), null);
        periods.end(at(200));
        assertThat(told()).isEmpty();
    }

    @Test
    void whereItIsNotKnownHowManyAreConfiguredTasksAreComparedWithEachOther() {
        StandbyPeriods periods = with(configured(200, null, 200));
        periods.shows(at(0), copies(0, 1, 1));
        periods.shows(at(50), copies(0, 0, 1));
        periods.end(at(400));
        assertThat(told()).containsExactly("0- null");
    }
}
