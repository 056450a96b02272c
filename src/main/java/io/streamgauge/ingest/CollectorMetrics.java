package io.streamgauge.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Counts what the collector received and what it stored. */
@Component
class CollectorMetrics {

    private final Counter received;
    private final Counter stored;

    CollectorMetrics(MeterRegistry registry) {
        received = Counter.builder("streamgauge.observations")
                .description("Group states received from any source")
                .register(registry);
        stored = Counter.builder("streamgauge.snapshots")
                .description("Snapshots stored, which are the states that differed")
                .register(registry);
    }

    void received() {
        received.increment();
    }

    void stored(int snapshots) {
        stored.increment(snapshots);
    }
}
