package io.streamgauge.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.history.StatusInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusPeriodsTests {

    @Test
    void overlappingIntervalsOfTwoMembersAreOnePeriodOfTheGroup() {
        assertThat(StatusPeriods.of(List.of(interval("b", 1, "x", 5, 20, 19), interval("a", 1, "x", 0, 10, 9))))
                .containsExactly(new StatusPeriod(1, "x", at(0), at(20), at(19), List.of("a", "b")));
    }

    @Test
    void aGapSeparatesPeriods() {
        assertThat(StatusPeriods.of(List.of(interval("a", 1, "x", 0, 10, 9), interval("b", 1, "x", 11, 20, 19))))
                .containsExactly(
                        new StatusPeriod(1, "x", at(0), at(10), at(9), List.of("a")),
                        new StatusPeriod(1, "x", at(11), at(20), at(19), List.of("b")));
    }

    @Test
    void onePeriodGoesOnWhenTheStatusIsTakenOverAtTheSameInstant() {
        assertThat(StatusPeriods.of(List.of(interval("a", 1, "x", 0, 10, 9), interval("b", 1, "x", 10, 20, 19))))
                .containsExactly(new StatusPeriod(1, "x", at(0), at(20), at(19), List.of("a", "b")));
    }

    @Test
    void aPeriodIsOpenAsLongAsItIsForAnyMember() {
        assertThat(StatusPeriods.of(List.of(
                        interval("a", 1, "x", 0, null, 30),
                        interval("b", 1, "x", 2, 10, 9),
                        interval("c", 1, "x", 40, 50, 49))))
                .containsExactly(new StatusPeriod(1, "x", at(0), null, at(49), List.of("a", "b", "c")));
    }

    @Test
    void anIntervalWithinAnotherDoesNotEndIt() {
        assertThat(StatusPeriods.of(List.of(interval("a", 1, "x", 0, 100, 99), interval("b", 1, "x", 10, 20, 19))))
                .containsExactly(new StatusPeriod(1, "x", at(0), at(100), at(99), List.of("a", "b")));
    }

    @Test
    void otherDetailsAndOtherCodesAreOtherPeriods() {
        assertThat(StatusPeriods.of(List.of(
                        interval("a", 3, "x", 0, 10, 9),
                        interval("a", 1, "y", 0, 10, 9),
                        interval("a", 1, null, 1, 10, 9))))
                .containsExactly(
                        new StatusPeriod(1, "y", at(0), at(10), at(9), List.of("a")),
                        new StatusPeriod(3, "x", at(0), at(10), at(9), List.of("a")),
                        new StatusPeriod(1, null, at(1), at(10), at(9), List.of("a")));
    }

    @Test
    void theOrderOfIntervalsDoesNotMatter() {
        List<StatusInterval> intervals = new ArrayList<>(List.of(
                interval("a", 1, "x", 0, 10, 9),
                interval("b", 1, "x", 5, 15, 14),
                interval("c", 1, "x", 15, 30, 29),
                interval("a", 1, "x", 31, null, 50),
                interval("a", 4, "x", 3, 4, 3)));
        List<StatusPeriod> expected = StatusPeriods.of(intervals);
        assertThat(expected).hasSize(3);
        Random random = new Random(11);
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(intervals, random);
            assertThat(StatusPeriods.of(intervals)).isEqualTo(expected);
        }
    }

    private static StatusInterval interval(
            String member, int code, @Nullable String detail, int opened, @Nullable Integer closed, int seen) {
        return new StatusInterval(member, code, detail, at(opened), closed == null ? null : at(closed), at(seen));
    }

    private static Instant at(int seconds) {
        return Instant.parse("2026-11-29T22:00:00Z").plusSeconds(seconds);
    }
}
