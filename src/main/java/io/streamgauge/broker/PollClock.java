package io.streamgauge.broker;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * The one clock of a cluster. It never runs backwards: while the machine's clock is behind, because it was set back, it
 * goes on at half speed until that has caught up. Not thread-safe.
 */
final class PollClock {

    private final Clock machine;
    private final LongSupplier nanos;
    private long tickedAt;
    private Instant now = Instant.MIN;

    /** @param nanos a count that nobody sets */
    PollClock(Clock machine, LongSupplier nanos) {
        this.machine = machine;
        this.nanos = nanos;
        tickedAt = nanos.getAsLong();
    }

    /** The time now, in microseconds as it is stored. */
    Instant tick() {
        long counted = nanos.getAsLong();
        Instant read = machine.instant().truncatedTo(ChronoUnit.MICROS);
        if (read.isAfter(now)) {
            now = read;
            tickedAt = counted;
        } else {
            long micros = (counted - tickedAt) / 2000;
            now = now.plus(micros, ChronoUnit.MICROS);
            tickedAt += micros * 2000;
        }
        return now;
    }

    /** The time of the last tick. */
    Instant now() {
        return now;
    }

    /** Goes on from an instant that was told before, by this clock or another. */
    void continueFrom(Instant told) {
        if (told.isAfter(now)) {
            now = told;
        }
    }
}
