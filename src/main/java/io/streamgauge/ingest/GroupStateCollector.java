package io.streamgauge.ingest;

import io.streamgauge.history.GroupHistory;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** The one collector that every source feeds: it finds what changed, numbers it and stores it. */
@Component
public class GroupStateCollector {

    private final GroupHistory history;
    private final CollectorMetrics metrics;
    private final ApplicationEventPublisher events;
    private final ExecutorService storing = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "store");
        thread.setDaemon(true);
        return thread;
    });

    GroupStateCollector(GroupHistory history, CollectorMetrics metrics, ApplicationEventPublisher events) {
        this.history = history;
        this.metrics = metrics;
        this.events = events;
    }

    /** Begins to collect a cluster's observations. One collection at a time feeds a cluster. */
    public ObservationBatch collect(long clusterId) {
        return new ObservationBatch(history, metrics, events, storing, clusterId);
    }

    @PreDestroy
    void stop() {
        storing.shutdown();
    }
}
