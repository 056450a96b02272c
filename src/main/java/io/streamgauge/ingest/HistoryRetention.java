package io.streamgauge.ingest;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.Retention;
import io.streamgauge.history.Retention.Versions;
import io.streamgauge.history.Slice;
import io.streamgauge.history.SnapshotHeader;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Removes what is older than it is kept from live clusters, in the background. A recording's instants are past by nature,
 * and it is somebody's evidence: it stays. Several processes on one database may do this at once.
 */
@Component
class HistoryRetention implements AutoCloseable {

    /** How many versions are removed together. */
    private static final int VERSIONS = 500;

    /** After the start, which has enough to do; readers of a version are done with it until its rows are swept. */
    private static final long DELAY_MINUTES = 2;

    private static final long INTERVAL_MINUTES = 60;

    /** Of so many groups a removal may fail before a run ends. */
    private static final int FAILURES = 3;

    private static final int PAGE = 100;

    private static final Logger log = LoggerFactory.getLogger(HistoryRetention.class);

    private final RetentionProperties properties;
    private final Clusters clusters;
    private final GroupHistory history;
    private final ConfigHistory configs;
    private final Retention retention;
    private final RetentionMetrics metrics;
    private final Clock clock;
    private final ScheduledThreadPoolExecutor worker;
    private volatile boolean stopped;

    /** The groups with rows that no version has any more; null when it may be any. */
    private @Nullable Set<Long> unswept;

    private boolean failing;

    HistoryRetention(
            RetentionProperties properties,
            Clusters clusters,
            GroupHistory history,
            ConfigHistory configs,
            Retention retention,
            RetentionMetrics metrics,
            Clock clock) {
        this.properties = properties;
        this.clusters = clusters;
        this.history = history;
        this.configs = configs;
        this.retention = retention;
        this.metrics = metrics;
        this.clock = clock;
        worker = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "retention");
            thread.setDaemon(true);
            return thread;
        });
        worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        var unused = worker.scheduleWithFixedDelay(this::run, DELAY_MINUTES, INTERVAL_MINUTES, TimeUnit.MINUTES);
    }

    private static final class Failures {

        private int count;
        private @Nullable RuntimeException first;
    }

    /** Removes once what is to be removed by now; it never throws. */
    void run() {
        Instant now = clock.instant();
        Failures failures = new Failures();
        Set<Long> sweep = unswept;
        Set<Long> removed = new HashSet<>();
        attempt(failures, () -> {
            for (Cluster cluster : live()) {
                for (GroupKey group : history.groups(cluster.id())) {
                    if (!goesOn(failures)) {
                        return;
                    }
                    attempt(failures, () -> {
                        if (sweep == null || sweep.contains(group.id())) {
                            retention.sweep(group.id(), () -> !stopped);
                        }
                        if (remove(group, now)) {
                            removed.add(group.id());
                        }
                    });
                }
                Instant keptFrom = properties.snapshotsKeptFrom(now);
                if (keptFrom != null) {
                    retention.removeFailures(cluster.id(), keptFrom, () -> !stopped);
                }
            }
        });
        unswept = failures.count == 0 && !stopped ? removed : null;
        tell(failures);
    }

    private boolean goesOn(Failures failures) {
        return !stopped && failures.count < FAILURES;
    }

    private void attempt(Failures failures, Runnable removal) {
        try {
            removal.run();
        } catch (RuntimeException e) {
            metrics.failed();
            failures.count++;
            if (failures.first == null) {
                failures.first = e;
            }
        }
    }

    private void tell(Failures failures) {
        if (failures.first != null && !failing && !stopped) {
            log.warn(
                    "What is older than it is kept could not be removed; it is tried again every hour", failures.first);
        } else if (failures.first == null && failing) {
            log.info("What is older than it is kept is removed again");
        }
        failing = failures.first != null;
    }

    private List<Cluster> live() {
        List<Cluster> live = new ArrayList<>();
        Slice<Cluster> page;
        int number = 0;
        do {
            page = clusters.list(number++, PAGE);
            page.items().stream()
                    .filter(cluster -> cluster.kind() == Cluster.Kind.LIVE)
                    .forEach(live::add);
        } while ((long) number * PAGE < page.total());
        return live;
    }

    /** Whether it removed versions. */
    private boolean remove(GroupKey group, Instant now) {
        Instant keptFrom = properties.snapshotsKeptFrom(now);
        boolean removed =
                keptFrom != null && group.firstAt().isBefore(keptFrom) && removeVersions(group.id(), keptFrom);
        if (keptFrom != null) {
            retention.removeSpells(group.id(), keptFrom, () -> !stopped);
            retention.removeConfigs(group.id(), keptFrom, () -> !stopped);
        }
        Instant offsetsKeptFrom = properties.offsetsKeptFrom(now);
        if (offsetsKeptFrom != null) {
            metrics.removedOffsets(retention.removeOffsets(group.id(), offsetsKeptFrom, keptFrom, () -> !stopped));
        }
        return removed;
    }

    private boolean removeVersions(long groupKey, Instant keptFrom) {
        boolean removed = false;
        while (!stopped) {
            Optional<Versions> ended = retention.endedBefore(groupKey, keptFrom, VERSIONS);
            if (ended.isEmpty()) {
                return removed;
            }
            Versions versions = ended.get();
            int count = versions.next() - versions.first();
            List<SnapshotHeader> headers =
                    history.headers(groupKey, null, null, false, 0, count + 1).items();
            boolean stillThere = headers.size() == count + 1 && headers.get(0).version() == versions.first();
            if (!stillThere
                    || !retention.remove(
                            versions,
                            RangeSummaries.of(
                                    versions, headers, configs.between(groupKey, versions.from(), versions.to())))) {
                // Another process removes them.
                return removed;
            }
            metrics.removedSnapshots(count);
            removed = true;
        }
        return removed;
    }

    /** Stops after the transaction under way. */
    @Override
    public void close() {
        stopped = true;
        // An interrupted thread would close the embedded database's file.
        worker.shutdown();
        try {
            if (!worker.awaitTermination(4, TimeUnit.SECONDS)) {
                log.warn(
                        "The removal of what is older than it is kept did not stop in time; it goes on at the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
