package io.streamgauge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTests {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00Z");

    /** Real time: a test moves it, and it moves by a second whenever it is looked at in {@link #ticking()}. */
    private long now;

    private Pace pace(double times) {
        return new Pace(times, () -> now);
    }

    private Pace ticking() {
        return new Pace(10, () -> now += Duration.ofMillis(100).toNanos());
    }

    @Test
    void whatWasRecordedTenSecondsLaterIsDueASecondLaterAtTenTimesTheSpeed() {
        Pace pace = pace(10);
        assertThat(pace.nanosUntil(T0)).as("the first").isZero();
        assertThat(pace.nanosUntil(T0.plusSeconds(10)))
                .isEqualTo(Duration.ofSeconds(1).toNanos());
        now += Duration.ofMillis(400).toNanos();
        assertThat(pace.nanosUntil(T0.plusSeconds(10)))
                .isEqualTo(Duration.ofMillis(600).toNanos());
        now += Duration.ofSeconds(1).toNanos();
        assertThat(pace.nanosUntil(T0.plusSeconds(10))).as("behind").isNegative();
    }

    @Test
    void aPaceBelowOneStretchesTime() {
        Pace pace = pace(0.5);
        assertThat(pace.nanosUntil(T0)).isZero();
        assertThat(pace.nanosUntil(T0.plusSeconds(3)))
                .isEqualTo(Duration.ofSeconds(6).toNanos());
    }

    @Test
    void aGapOfAgesIsALongWaitAndNoOverflow() {
        Pace pace = pace(0.001);
        assertThat(pace.nanosUntil(T0)).isZero();
        assertThat(pace.nanosUntil(Instant.MAX)).isEqualTo(Long.MAX_VALUE);
        assertThat(pace.nanosUntil(T0.minusSeconds(5))).isNegative();
    }

    @Test
    void itTicksEveryHalfSecondWhileItWaits() {
        Pace pace = ticking();
        List<Long> ticks = new ArrayList<>();
        assertThat(pace.await(T0, () -> false, () -> ticks.add(now))).isTrue();
        assertThat(pace.await(T0.plusSeconds(20), () -> false, () -> ticks.add(now)))
                .isTrue();
        assertThat(ticks).hasSizeBetween(2, 4);
    }

    @Test
    void aStopEndsTheWait() {
        Pace pace = pace(1);
        assertThat(pace.await(T0, () -> true, () -> {}))
                .as("nothing to wait for")
                .isTrue();
        assertThat(pace.await(T0.plusSeconds(3_600), () -> true, () -> {})).isFalse();
    }
}
