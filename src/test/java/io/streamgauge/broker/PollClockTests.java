package io.streamgauge.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class PollClockTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");

    private Instant machine = START;
    private long nanos = 42;

    private final PollClock clock = new PollClock(
            new Clock() {
                @Override
                public Instant instant() {
                    return machine;
                }

                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }
            },
            () -> nanos);

    private Instant after(Duration passed) {
        machine = machine.plus(passed);
        nanos += passed.toNanos();
        return clock.tick();
    }

    @Test
    void itTellsTheMachinesTime() {
        assertThat(clock.tick()).isEqualTo(START);
        assertThat(after(Duration.ofSeconds(5))).isEqualTo(START.plusSeconds(5));
        machine = machine.plusSeconds(3600);
        assertThat(clock.tick()).isEqualTo(START.plusSeconds(3605));
        assertThat(clock.now()).isEqualTo(START.plusSeconds(3605));
    }

    @Test
    void aMachineThatWasSetBackNeitherTurnsItBackNorStopsIt() {
        clock.tick();
        machine = START.minusSeconds(60);
        assertThat(clock.tick()).isEqualTo(START);
        assertThat(after(Duration.ofSeconds(10))).isEqualTo(START.plusSeconds(5));
        assertThat(after(Duration.ofSeconds(10))).isEqualTo(START.plusSeconds(10));
        for (int n = 0; n < 1000; n++) {
            after(Duration.ofMillis(100));
        }
        assertThat(clock.now()).as("it is caught up with").isEqualTo(machine);
    }

    @Test
    void itGoesOnFromWhatWasToldBefore() {
        clock.continueFrom(START.plusSeconds(30));
        assertThat(clock.tick()).isEqualTo(START.plusSeconds(30));
        assertThat(after(Duration.ofSeconds(10))).isEqualTo(START.plusSeconds(35));
        clock.continueFrom(START);
        assertThat(clock.now()).isEqualTo(START.plusSeconds(35));
    }
}
