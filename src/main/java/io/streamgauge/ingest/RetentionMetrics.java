package io.streamgauge.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Counts what retention removed. */
@Component
class RetentionMetrics {

    private final Counter snapshots;
    private final Counter offsets;
    private final Counter failures;

    RetentionMetrics(MeterRegistry registry) {
        snapshots = Counter.builder("streamgauge.retention.snapshots")
                .description("Snapshots removed because they were older than they are kept")
                .register(registry);
        offsets = Counter.builder("streamgauge.retention.offsets")
                .description("Reports of task offsets removed because they were older than they are kept")
                .register(registry);
        failures = Counter.builder("streamgauge.retention.failures")
                .description("Removals that failed, which are tried again at the next run")
                .register(registry);
    }

    void removedSnapshots(int count) {
        snapshots.increment(count);
    }

    void removedOffsets(long count) {
        offsets.increment((double) count);
    }

    void failed() {
        failures.increment();
    }
}
