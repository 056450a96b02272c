package io.streamgauge.broker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** Counts the polls of one cluster. */
final class PollMetrics {

    private final Timer polls;
    private final Counter failures;

    PollMetrics(MeterRegistry registry, String cluster) {
        polls = Timer.builder("streamgauge.cluster.poll.duration")
                .description("Listings of the groups of a cluster, answered or not, and how long they took")
                .tag("cluster", cluster)
                .register(registry);
        failures = Counter.builder("streamgauge.cluster.poll.failures")
                .description("Times that a cluster could not be read, or only in part, or what was read not be stored")
                .tag("cluster", cluster)
                .register(registry);
    }

    /** Takes how long a listing took, however it ended. */
    void polled(long nanos) {
        polls.record(nanos, TimeUnit.NANOSECONDS);
    }

    void failed() {
        failures.increment();
    }
}
