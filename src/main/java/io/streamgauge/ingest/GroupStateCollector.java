package io.streamgauge.ingest;

import io.streamgauge.history.GroupHistory;
import org.springframework.stereotype.Component;

/** The one collector that every source feeds: it finds what changed, numbers it and stores it. */
@Component
public class GroupStateCollector {

    private final GroupHistory history;
    private final CollectorMetrics metrics;

    GroupStateCollector(GroupHistory history, CollectorMetrics metrics) {
        this.history = history;
        this.metrics = metrics;
    }

    /** Begins to collect a cluster's observations. One collection at a time feeds a cluster. */
    public ObservationBatch collect(long clusterId) {
        return new ObservationBatch(history, metrics, clusterId);
    }
}
