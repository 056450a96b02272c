package io.streamgauge.broker;

import io.streamgauge.history.InputOffsets;
import io.streamgauge.history.LatestReadings;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.ReadFailure.Part;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads beside the poll of a cluster what takes longer or matters less than its groups' states: on a thread and with a
 * client of its own, so that the poll never waits for it. The poll says which groups there are, and whether the cluster
 * can be reached.
 */
final class SidePoller {

    /** Looks this often whether something is due, so that a new group does not wait for a whole interval. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private static final Duration CLOSE = Duration.ofMillis(200);

    private static final Logger log = LoggerFactory.getLogger(SidePoller.class);

    private final BrokerProperties.Cluster cluster;
    private final BrokerProperties.Intervals intervals;
    private final long clusterId;
    private final LiveReadings readings;
    private final LatestReadings latest;
    private final Clock clock;
    private final InputOffsetReader offsets;
    private final ScheduledThreadPoolExecutor thread;
    private final Map<String, Tracked> groups = new ConcurrentHashMap<>();
    private volatile boolean reachable;
    private volatile boolean stopped;
    private @Nullable Admin admin;
    private boolean failing;

    SidePoller(
            BrokerProperties.Cluster cluster,
            BrokerProperties.Intervals intervals,
            long clusterId,
            LiveReadings readings,
            LatestReadings latest,
            Clock clock) {
        this.cluster = cluster;
        this.intervals = intervals;
        this.clusterId = clusterId;
        this.readings = readings;
        this.latest = latest;
        this.clock = clock;
        offsets = new InputOffsetReader(intervals.timeout(), new Secrets(cluster.properties()), clock);
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread reading = new Thread(task, "side-poll-" + cluster.name());
            reading.setDaemon(true);
            return reading;
        });
    }

    /** A group; all but what it reads belongs to the thread. */
    private static final class Tracked {

        private volatile InputOffsetReader.Group group;

        /** When it was read last, by {@link System#nanoTime}, which nobody sets; null before the first time. */
        private @Nullable Long readAt;

        /** Whether the brokers were silent at the last attempt. */
        private boolean silent;

        Tracked(InputOffsetReader.Group group) {
            this.group = group;
        }

        /** How long ago it was read; longer than any interval when it was not. */
        long age(long nanos) {
            return readAt == null ? Long.MAX_VALUE : nanos - readAt;
        }
    }

    void start() {
        long tick = Math.min(TICK.toMillis(), intervals.offsets().toMillis());
        var unused = thread.scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.MILLISECONDS);
    }

    /** Ends at once, whatever is under way. */
    void stop() {
        stopped = true;
        thread.shutdownNow();
        // Beside those of other clusters: one whose brokers hang takes its time.
        Thread closing = new Thread(this::closeClient, "close-side-poll-" + cluster.name());
        closing.setDaemon(true);
        closing.start();
    }

    /** Reads nothing until {@link #resume}: the cluster is not read, or cannot be. */
    void pause() {
        reachable = false;
    }

    void resume() {
        reachable = true;
    }

    /** Takes what a group reads; nothing changes when the description does not tell. */
    void described(StreamsGroupDescription description) {
        Set<String> topics = DescribedGroup.inputTopics(description);
        if (topics.isEmpty()) {
            return;
        }
        String coordinator = DescribedGroup.coordinator(description.coordinator());
        InputOffsetReader.Group group = new InputOffsetReader.Group(coordinator == null ? "" : coordinator, topics);
        groups.computeIfAbsent(description.groupId(), id -> new Tracked(group)).group = group;
    }

    /** Forgets a group that is no more. */
    void forget(String groupId) {
        groups.remove(groupId);
        latest.forget(clusterId, groupId);
        readings.recovered(clusterId, groupId, Part.OFFSETS, now());
    }

    /** Forgets every group: another process reads the cluster. */
    void forgetAll() {
        Set.copyOf(groups.keySet()).forEach(groupId -> {
            groups.remove(groupId);
            latest.forget(clusterId, groupId);
        });
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    private void tick() {
        if (stopped) {
            return;
        }
        if (!reachable) {
            // A client whose brokers went away would never learn of their new addresses.
            closeClient();
            return;
        }
        try {
            readOffsets();
            failing = false;
        } catch (RuntimeException e) {
            closeClient();
            if (!stopped && !failing) {
                failing = true;
                log.warn("Input offsets of cluster '{}' cannot be read: {}", cluster.name(), e.toString());
            }
        }
    }

    private synchronized Admin client() {
        if (stopped) {
            throw new IllegalStateException("It has ended");
        }
        Admin open = admin;
        if (open == null) {
            open = Admin.create(ClusterPoller.settings(
                    cluster, "-side", Math.toIntExact(intervals.timeout().toMillis())));
            admin = open;
        }
        return open;
    }

    private synchronized void closeClient() {
        Admin open = admin;
        admin = null;
        if (open != null) {
            open.close(CLOSE);
        }
    }

    private void readOffsets() {
        Map<String, InputOffsetReader.Group> due = due();
        if (!due.isEmpty()) {
            long begun = System.nanoTime();
            take(begun, offsets.read(client(), due));
        }
    }

    /** Those that are due, the longest unread first. */
    private Map<String, InputOffsetReader.Group> due() {
        long now = System.nanoTime();
        Map<String, InputOffsetReader.Group> due = new LinkedHashMap<>();
        groups.entrySet().stream()
                .filter(e -> e.getValue().age(now) >= intervals.offsets().toNanos())
                .sorted(Comparator.comparing(e -> -e.getValue().age(now)))
                .forEach(e -> due.put(e.getKey(), e.getValue().group));
        return due;
    }

    private void take(long begun, Map<String, InputOffsetReader.Outcome> outcomes) {
        if (stopped || !reachable) {
            return;
        }
        List<String> begins = new ArrayList<>();
        outcomes.forEach((groupId, outcome) -> {
            InputOffsets read = outcome.read();
            Tracked tracked = groups.computeIfPresent(groupId, (id, known) -> {
                if (read != null) {
                    latest.take(clusterId, id, read);
                }
                return known;
            });
            if (tracked != null) {
                tracked.readAt = begun;
                Failure failure = outcome.failure();
                if (tell(groupId, tracked, failure) && failure != null) {
                    begins.add("of group '" + groupId + "': " + failure.message());
                }
            }
        });
        if (!begins.isEmpty()) {
            log.warn(
                    "The offsets of {} of cluster '{}' cannot be read; {}",
                    begins.size() == 1 ? "1 group" : begins.size() + " groups",
                    cluster.name(),
                    begins.get(0));
        }
    }

    /** @return whether a spell of failures begins */
    private boolean tell(String groupId, Tracked tracked, @Nullable Failure failure) {
        if (failure == null) {
            tracked.silent = false;
            readings.recovered(clusterId, groupId, Part.OFFSETS, now());
            return false;
        }
        if (failure.isOfTheConnection()) {
            // The poll tells it of the cluster.
            return false;
        }
        if (failure.code() == Failure.Code.COORDINATOR && !tracked.silent) {
            // By the next attempt the poll has seen whether it is the whole cluster that is silent.
            tracked.silent = true;
            return false;
        }
        return readings.failed(
                clusterId, groupId, Part.OFFSETS, now(), failure.code().name(), failure.message());
    }
}
