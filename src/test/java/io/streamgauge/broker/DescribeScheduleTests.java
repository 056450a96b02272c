package io.streamgauge.broker;

import static org.apache.kafka.common.GroupState.EMPTY;
import static org.apache.kafka.common.GroupState.RECONCILING;
import static org.apache.kafka.common.GroupState.STABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Test;

class DescribeScheduleTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");

    private final DescribeSchedule schedule = new DescribeSchedule(Duration.ofSeconds(5), Duration.ofSeconds(30));

    @Test
    void aGroupIsDueAtFirstSightAndNotWhileItIsAskedAbout() {
        schedule.listed(Map.of("g", STABLE), true);
        assertThat(due(0)).containsExactly("g");
        assertThat(due(60)).isEmpty();
    }

    @Test
    void aStableGroupIsDueWhenItsDescriptionIsOld() {
        described("g", STABLE);
        assertThat(due(29)).isEmpty();
        assertThat(due(30)).containsExactly("g");
    }

    @Test
    void aGroupThatIsNotStableIsDueAtEveryPoll() {
        described("g", RECONCILING);
        assertThat(due(5)).containsExactly("g");
    }

    @Test
    void aGroupWhoseListedStateChangedIsDue() {
        described("g", STABLE);
        schedule.listed(Map.of("g", EMPTY), true);
        assertThat(due(1)).containsExactly("g");
    }

    @Test
    void aGroupThatAWholeListingLacksIsDueAndOneThatAPartLacksIsNot() {
        described("g", STABLE);
        schedule.listed(Map.of(), false);
        assertThat(due(1)).isEmpty();
        schedule.listed(Map.of(), true);
        assertThat(due(2)).containsExactly("g");
    }

    @Test
    void aChangeThatIsListedWhileAGroupIsAskedAboutMakesItDueAgain() {
        schedule.listed(Map.of("g", STABLE), true);
        due(0);
        schedule.listed(Map.of("g", RECONCILING), true);
        schedule.described("g", STABLE, null);
        assertThat(due(1)).containsExactly("g");
    }

    @Test
    void aGroupThatCouldNotBeDescribedIsDueAtTheNextPollAndKeepsItsCoordinator() {
        described("g", STABLE);
        due(30);
        schedule.failed("g");
        assertThat(schedule.due(START.plusSeconds(35))).isEqualTo(Map.of("1@b:9092", List.of("g")));
    }

    @Test
    void groupsAreHandedOutByTheirLastCoordinator() {
        schedule.remember("new");
        described("old", STABLE);
        schedule.renew();
        assertThat(schedule.due(START.plusSeconds(1)))
                .isEqualTo(Map.of("", List.of("new"), "1@b:9092", List.of("old")));
    }

    @Test
    void aGroupThatWasForgottenIsNewWhenItIsListedAgain() {
        described("g", STABLE);
        schedule.forget("g");
        assertThat(due(60)).isEmpty();
        schedule.listed(Map.of("g", STABLE), true);
        assertThat(due(61)).containsExactly("g");
    }

    private void described(String groupId, GroupState state) {
        schedule.listed(Map.of(groupId, state), false);
        schedule.due(START);
        schedule.described(groupId, state, "1@b:9092");
    }

    private List<String> due(int seconds) {
        return schedule.due(START.plusSeconds(seconds)).values().stream()
                .flatMap(List::stream)
                .sorted()
                .toList();
    }
}
