package io.streamgauge.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Stretches or compresses the time of a recording: a line is due as long after the first as it was recorded after it. */
final class Pace {

    /** How often what was replayed is shown while it goes on or waits. */
    private static final long TICK = Duration.ofMillis(500).toNanos();

    /** How late a stop is noticed. */
    private static final long NAP = Duration.ofMillis(20).toNanos();

    private final double times;
    private final LongSupplier nanoTime;
    private @Nullable Instant first;
    private long firstNanos;
    private long nextTick;

    /**
     * @param times how many seconds of the recording pass in one
     * @param nanoTime tells real time, as {@link System#nanoTime()} does
     */
    Pace(double times, LongSupplier nanoTime) {
        this.times = times;
        this.nanoTime = nanoTime;
        nextTick = nanoTime.getAsLong() + TICK;
    }

    /**
     * Waits until what happened at an instant is due. The first instant is due at once.
     *
     * @param tick called every half second, between and during waits
     * @return false when told to stop before
     */
    boolean await(Instant at, BooleanSupplier stop, Runnable tick) {
        while (true) {
            if (nanoTime.getAsLong() - nextTick >= 0) {
                nextTick = nanoTime.getAsLong() + TICK;
                tick.run();
            }
            long left = nanosUntil(at);
            if (left <= 0) {
                return true;
            }
            if (stop.getAsBoolean()) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, NAP));
        }
    }

    /** Not positive once it is due; a wait of centuries is the largest number. */
    long nanosUntil(Instant at) {
        if (first == null) {
            first = at;
            firstNanos = nanoTime.getAsLong();
        }
        Duration behind = Duration.between(first, at);
        double due = (behind.getSeconds() * 1e9 + behind.getNano()) / times;
        return (long) (due - (nanoTime.getAsLong() - firstNanos));
    }
}
