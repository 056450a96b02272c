package io.streamgauge.broker;

import io.micrometer.core.instrument.MeterRegistry;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ClusterExistsException;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.LatestReadings;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.OtherGroups;
import io.streamgauge.ingest.GroupStateCollector;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Polls the clusters that the settings name, for as long as the service runs. */
@Component
class BrokerPolling implements SmartLifecycle {

    private static final Duration STOP = Duration.ofSeconds(4);

    private static final Logger log = LoggerFactory.getLogger(BrokerPolling.class);

    private final BrokerProperties properties;
    private final Clusters clusters;
    private final GroupStateCollector collector;
    private final GroupHistory history;
    private final LiveReadings readings;
    private final LatestReadings latestReadings;
    private final ConfigHistory configs;
    private final OtherGroups otherGroups;
    private final JdbcConnectionDetails database;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final MeterRegistry meters;
    private final String reader = UUID.randomUUID().toString();
    private final List<ClusterPoller> pollers = new ArrayList<>();
    private volatile boolean running;

    BrokerPolling(
            BrokerProperties properties,
            Clusters clusters,
            GroupStateCollector collector,
            GroupHistory history,
            LiveReadings readings,
            LatestReadings latestReadings,
            ConfigHistory configs,
            OtherGroups otherGroups,
            JdbcConnectionDetails database,
            ApplicationEventPublisher events,
            Clock clock,
            MeterRegistry meters) {
        this.properties = properties;
        this.clusters = clusters;
        this.collector = collector;
        this.history = history;
        this.readings = readings;
        this.latestReadings = latestReadings;
        this.configs = configs;
        this.otherGroups = otherGroups;
        this.database = database;
        this.events = events;
        this.clock = clock;
        this.meters = meters;
    }

    @Override
    public void start() {
        // At once, so that pollers that have begun are stopped when a later cluster fails the start.
        running = true;
        // An embedded database file has one process at a time: whoever polled before is dead.
        boolean alone = database.getJdbcUrl().startsWith("jdbc:h2:");
        for (BrokerProperties.Cluster settings : properties.clusters()) {
            Cluster cluster = cluster(settings.name());
            if (cluster.kind() != Cluster.Kind.LIVE) {
                log.error(
                        "streamgauge.clusters names '{}', which is a recording here: it is not polled. Give it another name, or"
                                + " delete the recording and start again",
                        settings.name());
                continue;
            }
            ClusterPoller poller = new ClusterPoller(
                    settings,
                    properties.intervals(settings),
                    cluster.id(),
                    reader,
                    alone,
                    collector,
                    history,
                    readings,
                    otherGroups,
                    events,
                    clock,
                    new SidePoller(
                            settings,
                            properties.intervals(settings),
                            cluster.id(),
                            readings,
                            latestReadings,
                            configs,
                            clock),
                    new PollMetrics(meters, settings.name()));
            pollers.add(poller);
            poller.start();
            log.info("Polls cluster '{}' at {}", settings.name(), settings.bootstrapServers());
        }
    }

    private Cluster cluster(String name) {
        return clusters.find(name).orElseGet(() -> {
            try {
                return clusters.create(name, Cluster.Kind.LIVE);
            } catch (ClusterExistsException e) {
                // Another instance was first.
                return clusters.find(name).orElseThrow(() -> e);
            }
        });
    }

    @Override
    public void stop() {
        pollers.forEach(ClusterPoller::stop);
        long until = System.nanoTime() + STOP.toNanos();
        try {
            for (ClusterPoller poller : pollers) {
                if (!poller.awaitEnd(Duration.ofNanos(Math.max(0, until - System.nanoTime())))) {
                    log.warn("The poll of a cluster did not stop in time; its last observations are not stored");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pollers.clear();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
