package io.streamgauge.ingest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streamgauge.history.GroupHistory;

/** The collector, as the application makes it, in front of a store that a test made. */
public final class CollectorOf implements AutoCloseable {

    private final GroupStateCollector collector;

    public CollectorOf(GroupHistory history) {
        collector = new GroupStateCollector(history, new CollectorMetrics(new SimpleMeterRegistry()), event -> {});
    }

    public ObservationBatch collect(long clusterId) {
        return collector.collect(clusterId);
    }

    @Override
    public void close() {
        collector.stop();
    }
}
