package io.streamgauge.broker;

import io.streamgauge.broker.GroupReader.Outcome;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.GroupReading;
import io.streamgauge.history.HistoryException;
import io.streamgauge.history.LatestReadings;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.ReadFailure.Part;
import io.streamgauge.history.RestoreLag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    private final ConfigHistory configs;
    private final Clock clock;
    private final List<Job> jobs;
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
            ConfigHistory configs,
            Clock clock) {
        this.cluster = cluster;
        this.intervals = intervals;
        this.clusterId = clusterId;
        this.readings = readings;
        this.latest = latest;
        this.configs = configs;
        this.clock = clock;
        Secrets secrets = new Secrets(cluster.properties());
        Duration timeout = intervals.timeout();
        jobs = List.of(
                new Job(Part.OFFSETS, intervals.offsets(), new InputOffsetReader(timeout, secrets, clock)),
                new Job(Part.CONFIGS, intervals.configs(), new GroupConfigReader(timeout, secrets, clock)),
                new Job(Part.TOPOLOGY, intervals.configs(), new TopologyReader(timeout, secrets, clock)));
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread reading = new Thread(task, "side-poll-" + cluster.name());
            reading.setDaemon(true);
            return reading;
        });
    }

    /**
     * What to read again and again.
     *
     * @param part what of a group it is
     */
    private record Job(Part part, Duration interval, GroupReader reader) {}

    /** A group; all but what is to be read belongs to the thread. */
    private static final class Tracked {

        private volatile ReadGroup group;

        private final Map<Part, Attempt> attempts = new EnumMap<>(Part.class);

        Tracked(ReadGroup group) {
            this.group = group;
        }
    }

    /**
     * The latest attempt to read a part of a group.
     *
     * @param atNanos by {@link System#nanoTime}, which nobody sets
     * @param silent whether the brokers were silent
     */
    private record Attempt(long atNanos, int topologyEpoch, boolean silent) {}

    void start() {
        long tick = Math.min(
                TICK.toMillis(),
                jobs.stream().mapToLong(job -> job.interval().toMillis()).min().orElseThrow());
        var unused = thread.scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.MILLISECONDS);
    }

    /** Begins to let go of the brokers, which ends what is asked of them; {@link #awaitEnd} waits for what is being stored. */
    void stop() {
        stopped = true;
        // No interrupt: in the middle of a write it would close the embedded database's file.
        thread.shutdown();
        // Beside those of other clusters: one whose brokers hang takes its time.
        Thread closing = new Thread(this::closeClient, "close-side-poll-" + cluster.name());
        closing.setDaemon(true);
        closing.start();
    }

    /** Waits for the end; false when it did not come in time. */
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        return thread.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Reads nothing until {@link #resume}: the cluster is not read, or cannot be. */
    void pause() {
        reachable = false;
    }

    void resume() {
        reachable = true;
    }

    /** Takes what a group is; nothing changes when the description does not tell what it reads. */
    void described(StreamsGroupDescription description, RestoreLag restoreLag) {
        Set<String> topics = DescribedGroup.inputTopics(description);
        if (topics.isEmpty()) {
            return;
        }
        String coordinator = DescribedGroup.coordinator(description.coordinator());
        ReadGroup group = new ReadGroup(coordinator == null ? "" : coordinator, topics, description.topologyEpoch());
        groups.computeIfAbsent(description.groupId(), id -> new Tracked(group)).group = group;
        latest.take(clusterId, description.groupId(), restoreLag);
    }

    /** Forgets a group that is no more. */
    void forget(String groupId) {
        groups.remove(groupId);
        latest.forget(clusterId, groupId);
        jobs.forEach(job -> readings.recovered(clusterId, groupId, job.part(), now()));
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
            jobs.forEach(this::read);
            failing = false;
        } catch (RuntimeException e) {
            closeClient();
            if (!stopped && !failing) {
                failing = true;
                log.warn(
                        "What else there is to read of the groups of cluster '{}' cannot be read: {}",
                        cluster.name(),
                        e.toString());
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

    private void read(Job job) {
        Map<String, ReadGroup> due = due(job);
        if (!due.isEmpty() && !stopped) {
            long begun = System.nanoTime();
            take(job.part(), begun, due, job.reader().read(client(), due));
        }
    }

    /** Groups of which a part is due, the longest unread first. */
    private Map<String, ReadGroup> due(Job job) {
        long now = System.nanoTime();
        Map<String, ReadGroup> due = new LinkedHashMap<>();
        groups.entrySet().stream()
                .filter(e -> isDue(job, e.getValue(), now))
                .sorted(Comparator.comparing(e -> -age(job.part(), e.getValue(), now)))
                .forEach(e -> due.put(e.getKey(), e.getValue().group));
        return due;
    }

    private static boolean isDue(Job job, Tracked tracked, long now) {
        Attempt last = tracked.attempts.get(job.part());
        return last == null
                || last.topologyEpoch() != tracked.group.topologyEpoch()
                || now - last.atNanos() >= job.interval().toNanos();
    }

    /** How long ago it was read; longer than any interval when it was not. */
    private static long age(Part part, Tracked tracked, long now) {
        Attempt last = tracked.attempts.get(part);
        return last == null ? Long.MAX_VALUE : now - last.atNanos();
    }

    private void take(Part part, long at, Map<String, ReadGroup> asked, Map<String, Outcome> outcomes) {
        if (stopped || !reachable) {
            return;
        }
        List<String> begins = new ArrayList<>();
        Map<String, GroupConfigs> stored = store(outcomes);
        asked.forEach((groupId, group) -> {
            Outcome outcome = outcomes.get(groupId);
            if (outcome != null && outcome.read() instanceof GroupConfigs) {
                GroupConfigs kept = stored.get(groupId);
                // Of a group whose first state is not stored yet it is read once more, as if it had not been.
                outcome = kept == null ? null : new Outcome(kept, outcome.failure());
            }
            Failure begun = outcome == null
                    ? null
                    : take(part, groupId, new Attempt(at, group.topologyEpoch(), isSilent(outcome)), outcome);
            if (begun != null) {
                begins.add("of group '" + groupId + "': " + begun.message());
            }
        });
        if (!begins.isEmpty()) {
            log.warn(
                    "The {} of {} of cluster '{}' cannot be read; {}",
                    part.name().toLowerCase(Locale.ROOT),
                    begins.size() == 1 ? "1 group" : begins.size() + " groups",
                    cluster.name(),
                    begins.get(0));
        }
    }

    /** Stores the configs that were read; the answer is by group id. */
    private Map<String, GroupConfigs> store(Map<String, Outcome> outcomes) {
        Map<String, GroupConfigs> read = new HashMap<>();
        outcomes.forEach((groupId, outcome) -> {
            if (outcome.read() instanceof GroupConfigs of) {
                read.put(groupId, of);
            }
        });
        if (read.isEmpty()) {
            return read;
        }
        try {
            return configs.take(clusterId, read);
        } catch (HistoryException e) {
            // They are stored when they are read next.
            log.warn("What groups of cluster '{}' are configured to is not stored: {}", cluster.name(), e.getMessage());
            return read;
        }
    }

    /** @return a failure that was not there before */
    private @Nullable Failure take(Part part, String groupId, Attempt attempt, Outcome outcome) {
        GroupReading read = outcome.read();
        Tracked tracked = groups.computeIfPresent(groupId, (id, known) -> {
            if (read != null) {
                latest.take(clusterId, id, read);
            }
            return known;
        });
        if (tracked == null) {
            return null;
        }
        Attempt last = tracked.attempts.put(part, attempt);
        Failure failure = outcome.failure();
        if (failure == null) {
            readings.recovered(clusterId, groupId, part, now());
            return null;
        }
        boolean begins = isToBeTold(failure, last)
                && readings.failed(
                        clusterId, groupId, part, now(), failure.code().name(), failure.message());
        return begins ? failure : null;
    }

    private static boolean isSilent(Outcome outcome) {
        Failure failure = outcome.failure();
        return failure != null && failure.code() == Failure.Code.COORDINATOR;
    }

    private static boolean isToBeTold(Failure failure, @Nullable Attempt last) {
        if (failure.isOfTheConnection()) {
            // The poll tells it of the cluster.
            return false;
        }
        // By the second attempt the poll has seen whether it is the whole cluster that is silent.
        return failure.code() != Failure.Code.COORDINATOR || (last != null && last.silent());
    }
}
