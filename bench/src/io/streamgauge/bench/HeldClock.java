package io.streamgauge.bench;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that holds the poller when it begins its next poll, and lets it go on with every group due. So the bench says
 * when a poll begins, and knows what it will do, without a word in the service.
 */
final class HeldClock extends Clock {

    private static final String POLLER = "poll-";

    private final InstantSource real = InstantSource.system();
    private Duration ahead = Duration.ZERO;
    private boolean held;
    private boolean waiting;

    /** Holds the poller and returns when it is held. */
    synchronized void hold() throws InterruptedException {
        held = true;
        while (!waiting) {
            wait();
        }
    }

    /** Lets the poller go on, by so much later. */
    synchronized void release(Duration later) {
        ahead = ahead.plus(later);
        held = false;
        notifyAll();
    }

    @Override
    public synchronized Instant instant() {
        if (Thread.currentThread().getName().startsWith(POLLER)) {
            waiting = true;
            notifyAll();
            boolean interrupted = false;
            while (held) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            waiting = false;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return real.instant().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("The service asks for instants only");
    }
}
