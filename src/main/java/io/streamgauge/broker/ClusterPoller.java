package io.streamgauge.broker;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.LatestState;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.OtherGroup;
import io.streamgauge.history.OtherGroups;
import io.streamgauge.ingest.ClusterHealthChanged;
import io.streamgauge.ingest.GroupObservation;
import io.streamgauge.ingest.GroupStateCollector;
import io.streamgauge.ingest.ObservationBatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeFeaturesOptions;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListGroupsResult;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Polls one cluster. Everything that it knows is touched by its one thread; the client's answers are handed over to that,
 * and it waits for none of them, so that a broker that is slow holds up nobody else's groups.
 */
final class ClusterPoller {

    /** How long a poller may be silent before another process takes it for dead. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Between attempts to reach a cluster that does not answer, at most. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** How long a topic's number of partitions is believed while its readers stay as they are. */
    private static final Duration TOPICS_AGE = Duration.ofMinutes(5);

    /** How long it is believed that streams groups are switched on or off. */
    private static final Duration FEATURES_AGE = Duration.ofMinutes(1);

    /** A failure that goes on is logged no more often than this. */
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(10);

    /** How many groups one request describes. */
    private static final int GROUPS_A_REQUEST = 50;

    /** How many requests one coordinator has to answer at a time. */
    private static final int REQUESTS_A_COORDINATOR = 2;

    /** The same of groups whose coordinators are not known yet. */
    private static final int REQUESTS_BEFORE_COORDINATORS = 8;

    /** How long those brokers may take that answer while another lets the listing wait. */
    private static final Duration QUICK = Duration.ofSeconds(1);

    /** The client's own default, which its other settings expect. */
    private static final int LONGEST_REQUEST_MS = 30_000;

    /** Zero would wait for as long as it takes. */
    private static final Duration CLOSE = Duration.ofMillis(200);

    private static final String STREAMS_VERSION = "streams.version";

    private static final Logger log = LoggerFactory.getLogger(ClusterPoller.class);

    private final BrokerProperties.Cluster cluster;
    private final BrokerProperties.Intervals intervals;
    private final long clusterId;
    private final String reader;
    private final boolean alone;
    private final GroupStateCollector collector;
    private final GroupHistory history;
    private final LiveReadings readings;
    private final OtherGroups otherGroups;
    private final ApplicationEventPublisher events;
    private final Clock machine;
    private final PollClock clock;
    private final SidePoller side;
    private final PollMetrics metrics;
    private final Secrets secrets;
    private final int timeoutMs;
    private final ScheduledThreadPoolExecutor thread;

    private @Nullable Admin admin;
    private volatile boolean stopped;
    private @Nullable ObservationBatch batch;
    private DescribeSchedule schedule;

    /** Null while another process has the lease, or nobody. */
    private @Nullable Long leasedAtNanos;

    private boolean listing;
    private boolean listingQuickly;
    private int attempts;
    private Instant notBefore = Instant.MIN;
    private final Map<String, Deque<List<String>>> waiting = new HashMap<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, TopicSize> topics = new HashMap<>();

    /** Groups whose coordinator was silent; told only when the listing shows that the cluster is not. */
    private final Map<String, Failure> silent = new LinkedHashMap<>();

    private final Set<String> failing = new HashSet<>();

    /** Groups of other types by their name, of the latest complete listing. */
    private Map<String, GroupListing> others = Map.of();

    private final Map<String, OtherGroup> storedOthers = new HashMap<>();
    private @Nullable Set<String> completeListing;
    private @Nullable Instant featuresAt;

    /** Why there can be no streams group, as the features said; null when there can. */
    private @Nullable Failure withoutStreams;

    private Failure.@Nullable Code logged;
    private Instant loggedAt = Instant.MIN;

    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean answersAreTaken = new AtomicBoolean();

    /** Descriptions that wait for the sizes of topics. */
    private final List<Described> withoutTopics = new ArrayList<>();

    /** Streams groups whose names are groups of other types now. */
    private final Set<String> replaced = new HashSet<>();

    /** Streams groups that are no more, and whose names are free. */
    private final Set<String> gone = new HashSet<>();

    /**
     * What a group was and when.
     *
     * @param topics whose sizes its endpoint map depends on
     */
    private record Described(StreamsGroupDescription group, Instant at, Set<String> topics) {}

    /**
     * The size of a topic and when it was asked for.
     *
     * @param partitions null when it could not be told
     */
    private record TopicSize(@Nullable Integer partitions, Instant at) {

        static TopicSize of(@Nullable TopicDescription topic, Instant at) {
            return new TopicSize(topic == null ? null : topic.partitions().size(), at);
        }
    }

    /**
     * @param reader names this process among those that share the store
     * @param alone whether no other process can share it
     */
    ClusterPoller(
            BrokerProperties.Cluster cluster,
            BrokerProperties.Intervals intervals,
            long clusterId,
            String reader,
            boolean alone,
            GroupStateCollector collector,
            GroupHistory history,
            LiveReadings readings,
            OtherGroups otherGroups,
            ApplicationEventPublisher events,
            Clock clock,
            SidePoller side,
            PollMetrics metrics) {
        this.cluster = cluster;
        this.intervals = intervals;
        this.clusterId = clusterId;
        this.reader = reader;
        this.alone = alone;
        this.collector = collector;
        this.history = history;
        this.readings = readings;
        this.otherGroups = otherGroups;
        this.events = events;
        machine = clock;
        this.clock = new PollClock(clock, System::nanoTime);
        this.side = side;
        this.metrics = metrics;
        secrets = new Secrets(cluster.properties());
        timeoutMs = Math.toIntExact(intervals.timeout().toMillis());
        schedule = newSchedule();
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread polling = new Thread(task, "poll-" + cluster.name());
            polling.setDaemon(true);
            return polling;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private DescribeSchedule newSchedule() {
        return new DescribeSchedule(intervals.poll(), intervals.maxDescribe());
    }

    void start() {
        thread.execute(this::poll);
        side.start();
    }

    /** Begins to let go of the brokers and to store what is not stored yet; {@link #awaitEnd} waits for it. */
    void stop() {
        stopped = true;
        side.stop();
        try {
            thread.execute(this::letGo);
        } catch (RejectedExecutionException e) {
            // It was told before.
        }
        thread.shutdown();
    }

    /** Waits for the end; false when it did not come in time. */
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        return thread.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)
                && side.awaitEnd(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
    }

    /** Stores what is at hand and leaves the cluster to others. */
    private void letGo() {
        closeClient();
        ObservationBatch open = batch;
        batch = null;
        if (open != null) {
            try {
                open.close();
            } catch (RuntimeException e) {
                log.warn("The last observations of cluster '{}' could not be stored: {}", cluster.name(), e.toString());
            }
        }
        if (leasedAtNanos != null) {
            leasedAtNanos = null;
            try {
                readings.release(clusterId, reader);
            } catch (RuntimeException e) {
                log.warn("That cluster '{}' is polled no more could not be stored: {}", cluster.name(), e.toString());
            }
        }
    }

    private void poll() {
        if (stopped) {
            return;
        }
        Duration pause = intervals.poll();
        try {
            pause = pollOnce();
        } catch (RuntimeException e) {
            failedToStore(e);
        }
        if (!stopped) {
            var unused = thread.schedule(this::poll, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** @return how long to wait before the next */
    private Duration pollOnce() {
        Instant begun = clock.tick();
        if (!isOurs()) {
            return LEASE.dividedBy(3);
        }
        if (admin == null) {
            if (begun.isBefore(notBefore)) {
                return intervals.poll();
            }
            try {
                admin = Admin.create(settings(cluster, "", timeoutMs));
            } catch (RuntimeException e) {
                unreachable(Failure.ofCluster(e, secrets));
                return intervals.poll();
            }
        }
        describeDue();
        if (!listing) {
            list();
        } else if (!listingQuickly) {
            listQuickly();
        }
        return intervals.poll();
    }

    /** Takes or renews the lease, which is told by the machine's clock, since other processes have only theirs. */
    private boolean isOurs() {
        if (batch != null && isLeased(LEASE.dividedBy(3))) {
            return true;
        }
        Instant at = machine.instant();
        long nanos = System.nanoTime();
        boolean first = leasedAtNanos == null;
        boolean leased = readings.lease(clusterId, reader, first && alone ? Instant.MAX : at, at.plus(LEASE));
        if (!leased) {
            if (batch != null) {
                log.warn("Another instance polls cluster '{}' now", cluster.name());
            }
            standBy();
            return false;
        }
        leasedAtNanos = nanos;
        if (batch == null) {
            begin();
        }
        return true;
    }

    /** Whether the lease was taken or renewed less than that long ago, by a clock that nobody sets. */
    private boolean isLeased(Duration ago) {
        Long taken = leasedAtNanos;
        return taken != null && System.nanoTime() - taken < ago.toNanos();
    }

    /** Reads nothing more until the lease is taken again; what was taken and is not stored is dropped. */
    private void standBy() {
        batch = null;
        leasedAtNanos = null;
        closeClient();
        side.forgetAll();
    }

    private void begin() {
        batch = collector.collect(clusterId);
        schedule = newSchedule();
        replaced.clear();
        gone.clear();
        storedOthers.clear();
        otherGroups.all(clusterId).forEach(group -> storedOthers.put(group.groupId(), group));
        failing.clear();
        failing.addAll(readings.failingGroups(clusterId).keySet());
        for (GroupKey key : history.groups(clusterId)) {
            schedule.remember(key.groupId());
            // A group's time does not go back where the machine's clock was set back.
            clock.continueFrom(key.observedAt());
        }
    }

    /**
     * The settings of a client.
     *
     * @param purpose ends the client's name
     * @param timeoutMs of a question
     */
    static Map<String, Object> settings(BrokerProperties.Cluster cluster, String purpose, int timeoutMs) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "streamgauge-" + cluster.name() + purpose);
        // A client that knows no living broker looks them up anew in a loop without a pause. This one is replaced
        // instead.
        settings.put(AdminClientConfig.METADATA_RECOVERY_STRATEGY_CONFIG, "none");
        settings.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 10_000);
        // Of one attempt: a question that any broker can answer must not wait for one that hangs until it is too late
        // to ask another.
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(timeoutMs / 2, LONGEST_REQUEST_MS));
        settings.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.putAll(cluster.properties());
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        return settings;
    }

    private void closeClient() {
        Admin open = admin;
        admin = null;
        side.pause();
        listing = false;
        listingQuickly = false;
        waiting.clear();
        running.clear();
        silent.clear();
        topics.clear();
        withoutTopics.clear();
        featuresAt = null;
        schedule.renew();
        if (open != null) {
            open.close(CLOSE);
        }
    }

    private void list() {
        Admin client = admin;
        if (client == null) {
            return;
        }
        listing = true;
        long begun = System.nanoTime();
        ListGroupsResult result = client.listGroups(new ListGroupsOptions().timeoutMs(timeoutMs));
        onAnswer(client, KafkaFuture.allOf(result.valid(), result.errors()), (nothing, error) -> {
            listing = false;
            metrics.polled(System.nanoTime() - begun);
            Collection<GroupListing> listings = answer(result.valid());
            Collection<Throwable> errors = answer(result.errors());
            if (error != null || listings == null || errors == null) {
                unreachable(Failure.ofCluster(error == null ? new TimeoutException() : error, secrets));
            } else {
                listed(listings, errors);
            }
        });
    }

    /**
     * Looks at what those brokers have that answer, while the listing waits for one that does not: the client tells a
     * listing when its last broker is done. What is missing in it says nothing.
     */
    private void listQuickly() {
        Admin client = admin;
        int quickMs = (int) QUICK.toMillis();
        if (client == null || timeoutMs <= quickMs) {
            return;
        }
        listingQuickly = true;
        ListGroupsResult result = client.listGroups(new ListGroupsOptions().timeoutMs(quickMs));
        onAnswer(client, result.valid(), (listings, error) -> {
            listingQuickly = false;
            if (listings != null) {
                schedule.listed(streamsGroups(listings), false);
            }
        });
    }

    private static Map<String, org.apache.kafka.common.GroupState> streamsGroups(Collection<GroupListing> listings) {
        Map<String, org.apache.kafka.common.GroupState> streams = new HashMap<>();
        for (GroupListing group : listings) {
            if (isStreams(group)) {
                streams.put(group.groupId(), group.groupState().orElse(org.apache.kafka.common.GroupState.UNKNOWN));
            }
        }
        return streams;
    }

    private static boolean isStreams(GroupListing group) {
        return group.type().filter(GroupType.STREAMS::equals).isPresent();
    }

    private void listed(Collection<GroupListing> listings, Collection<Throwable> errors) {
        Instant at = clock.tick();
        boolean complete = errors.isEmpty();
        if (!complete) {
            Failure failure = Failure.ofCluster(errors.iterator().next(), secrets);
            if (listings.isEmpty() && failure.isOfTheConnection()) {
                unreachable(failure);
                return;
            }
        }
        attempts = 0;
        side.resume();
        Map<String, org.apache.kafka.common.GroupState> streams = streamsGroups(listings);
        Map<String, GroupListing> rest = new HashMap<>();
        for (GroupListing group : listings) {
            if (!isStreams(group)) {
                rest.put(group.groupId(), group);
            }
        }
        schedule.listed(streams, complete);
        if (complete) {
            completeListing = streams.keySet();
            others = rest;
            storeOthers(at);
            readFeatures(streams.isEmpty());
            Failure none = withoutStreams;
            if (none != null && streams.isEmpty()) {
                failed(null, at, none);
            } else {
                succeeded(at);
            }
        } else {
            completeListing = null;
            failed(null, at, Failure.ofSomeBrokers(errors.iterator().next(), secrets));
        }
        tellSilent(at);
        if (complete) {
            lookAtEnded(rest, at);
        }
        topics.values().removeIf(size -> size.at().isBefore(at.minus(TOPICS_AGE.multipliedBy(2))));
    }

    private void storeOthers(Instant at) {
        Map<String, OtherGroup> added = new HashMap<>();
        others.forEach((groupId, group) -> {
            OtherGroup stored = storedOthers.get(groupId);
            String type = DescribedGroup.type(group);
            if (stored == null
                    || !stored.type().equals(type)
                    || !stored.protocol().equals(group.protocol())) {
                added.put(groupId, new OtherGroup(groupId, type, group.protocol(), at));
            }
        });
        Set<String> removed = new HashSet<>(storedOthers.keySet());
        removed.removeIf(groupId -> others.containsKey(groupId) && !added.containsKey(groupId));
        if (!added.isEmpty() || !removed.isEmpty()) {
            otherGroups.change(clusterId, removed, added.values());
            storedOthers.keySet().removeAll(removed);
            storedOthers.putAll(added);
        }
    }

    /** A client that reaches nobody is given up: it would never learn that all brokers' addresses changed. */
    private void unreachable(Failure failure) {
        attempts++;
        closeClient();
        notBefore = clock.tick().plus(untilNextAttempt());
        boolean begins = failed(null, clock.now(), failure);
        if (begins && batch != null) {
            batch.flushAll();
        }
    }

    private Duration untilNextAttempt() {
        Duration pause = intervals.poll().multipliedBy(1L << Math.min(attempts, 10));
        Duration longest = intervals.poll().compareTo(LONGEST_PAUSE) > 0 ? intervals.poll() : LONGEST_PAUSE;
        return pause.compareTo(longest) > 0 ? longest : pause;
    }

    /** Looks whether streams groups are switched on, where none is seen. */
    private void readFeatures(boolean noneSeen) {
        Admin client = admin;
        boolean known = featuresAt != null && clock.now().isBefore(featuresAt.plus(FEATURES_AGE));
        if (!noneSeen || known || client == null) {
            return;
        }
        featuresAt = clock.now();
        KafkaFuture<FeatureMetadata> read = client.describeFeatures(new DescribeFeaturesOptions().timeoutMs(timeoutMs))
                .featureMetadata();
        onAnswer(client, read, (features, error) -> {
            if (features != null) {
                Failure none = withoutStreams(features);
                withoutStreams = none;
                if (none != null) {
                    failed(null, clock.tick(), none);
                }
            }
        });
    }

    private static @Nullable Failure withoutStreams(FeatureMetadata features) {
        FinalizedVersionRange finalised = features.finalizedFeatures().get(STREAMS_VERSION);
        if (finalised != null && finalised.maxVersionLevel() > 0) {
            return null;
        }
        return features.supportedFeatures().containsKey(STREAMS_VERSION)
                ? Failure.switchedOff()
                : Failure.unsupported();
    }

    private void describeDue() {
        schedule.due(clock.now()).forEach((coordinator, groupIds) -> {
            Deque<List<String>> queue = waiting.computeIfAbsent(coordinator, c -> new ArrayDeque<>());
            for (int i = 0; i < groupIds.size(); i += GROUPS_A_REQUEST) {
                queue.add(List.copyOf(groupIds.subList(i, Math.min(groupIds.size(), i + GROUPS_A_REQUEST))));
            }
        });
        List.copyOf(waiting.keySet()).forEach(this::describeWaiting);
    }

    private void describeWaiting(String coordinator) {
        Deque<List<String>> queue = waiting.get(coordinator);
        int limit = coordinator.isEmpty() ? REQUESTS_BEFORE_COORDINATORS : REQUESTS_A_COORDINATOR;
        while (queue != null && !queue.isEmpty() && running.getOrDefault(coordinator, 0) < limit) {
            running.merge(coordinator, 1, Integer::sum);
            describe(coordinator, queue.remove());
        }
        if (queue != null && queue.isEmpty()) {
            waiting.remove(coordinator);
        }
    }

    private void describe(String coordinator, List<String> groupIds) {
        Admin client = admin;
        if (client == null) {
            return;
        }
        Map<String, KafkaFuture<StreamsGroupDescription>> described = client.describeStreamsGroups(
                        groupIds, new DescribeStreamsGroupsOptions().timeoutMs(timeoutMs))
                .describedGroups();
        described.forEach((groupId, future) -> onAnswer(client, future, (group, error) -> {
            if (group != null) {
                described(group);
            } else if (error != null) {
                notDescribed(groupId, error);
            }
        }));
        onAnswer(client, KafkaFuture.allOf(described.values().toArray(KafkaFuture[]::new)), (nothing, error) -> {
            running.merge(coordinator, -1, Integer::sum);
            describeWaiting(coordinator);
        });
    }

    private <T> void onAnswer(Admin client, KafkaFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> take) {
        var unused = future.whenComplete((answer, error) -> answered(client, () -> take.accept(answer, error)));
    }

    /** What a future that is done came to; null when it failed. */
    private static <T> @Nullable T answer(KafkaFuture<T> done) {
        try {
            return done.isCompletedExceptionally() ? null : done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            return null;
        }
    }

    /** Hands an answer of a client to the poller's thread; together with those that come meanwhile. */
    private void answered(Admin client, Runnable take) {
        answers.add(() -> {
            // What a client says that was given up is of the past.
            if (client == admin && !stopped && batch != null) {
                take.run();
            }
        });
        takeAnswersSoon();
    }

    private void takeAnswersSoon() {
        if (answersAreTaken.compareAndSet(false, true)) {
            try {
                thread.execute(this::takeAnswers);
            } catch (RejectedExecutionException e) {
                // The poller ends.
            }
        }
    }

    private void takeAnswers() {
        answersAreTaken.set(false);
        if (batch != null && !isLeased(LEASE)) {
            // A store that was slow, or a machine that slept, held this up for so long that another may poll by now.
            standBy();
        }
        try {
            for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
                answer.run();
            }
            readTopics();
            if (batch != null) {
                // While one transaction is written, what comes meanwhile waits to be the next.
                batch.flushOr(this::takeAnswersSoon);
            }
            if (admin != null && !stopped) {
                describeDue();
            }
        } catch (RuntimeException e) {
            failedToStore(e);
        }
    }

    private void described(StreamsGroupDescription group) {
        Described described = new Described(group, clock.tick(), DescribedGroup.topicsBehindEndpoints(group));
        if (missingTopics(described).isEmpty()) {
            observe(described);
        } else {
            withoutTopics.add(described);
        }
    }

    private Set<String> missingTopics(Described described) {
        StreamsGroupDescription group = described.group();
        ObservationBatch open = batch;
        GroupState before = open == null ? null : open.state(group.groupId());
        boolean moved = before == null || !Integer.valueOf(group.groupEpoch()).equals(before.groupEpoch());
        Set<String> missing = new HashSet<>();
        for (String topic : described.topics()) {
            TopicSize size = topics.get(topic);
            if (size == null || size.at().isBefore(clock.now().minus(moved ? intervals.poll() : TOPICS_AGE))) {
                missing.add(topic);
            }
        }
        return missing;
    }

    /** Asks for the sizes of topics that descriptions wait for, once for all of them. */
    private void readTopics() {
        Admin client = admin;
        if (withoutTopics.isEmpty() || client == null) {
            return;
        }
        List<Described> waitingGroups = List.copyOf(withoutTopics);
        withoutTopics.clear();
        Set<String> missing = new HashSet<>();
        waitingGroups.forEach(described -> missing.addAll(missingTopics(described)));
        Instant asked = clock.now();
        Map<String, KafkaFuture<TopicDescription>> sizes = client.describeTopics(
                        TopicCollection.ofTopicNames(missing), new DescribeTopicsOptions().timeoutMs(timeoutMs))
                .topicNameValues();
        onAnswer(client, KafkaFuture.allOf(sizes.values().toArray(KafkaFuture[]::new)), (nothing, error) -> {
            sizes.forEach((topic, size) -> topics.put(topic, TopicSize.of(answer(size), asked)));
            waitingGroups.forEach(this::observe);
        });
    }

    private void observe(Described described) {
        StreamsGroupDescription group = described.group();
        String groupId = group.groupId();
        ObservationBatch open = batch;
        if (open == null) {
            return;
        }
        schedule.described(groupId, group.groupState(), DescribedGroup.coordinator(group.coordinator()));
        Map<String, Integer> sizes = new HashMap<>();
        for (String topic : described.topics()) {
            TopicSize size = topics.get(topic);
            if (size != null && size.partitions() != null) {
                sizes.put(topic, size.partitions());
            }
        }
        GroupState before = before(open, groupId);
        GroupState state = DescribedGroup.of(group, sizes, before);
        Map<String, List<TaskOffset>> taskOffsets = DescribedGroup.taskOffsets(group);
        accept(open, described.at(), state, taskOffsets);
        recovered(groupId, described.at());
        side.described(group, DescribedGroup.restoreLag(state, taskOffsets, described.at()));
    }

    private @Nullable GroupState before(ObservationBatch open, String groupId) {
        GroupState before = open.state(groupId);
        return before == null
                ? history.latestState(clusterId, groupId)
                        .map(LatestState::state)
                        .orElse(null)
                : before;
    }

    private static void accept(
            ObservationBatch open, Instant at, GroupState state, Map<String, List<TaskOffset>> taskOffsets) {
        open.accept(GroupObservation.ofDescription(at, state, taskOffsets));
    }

    private void notDescribed(String groupId, Throwable error) {
        Instant at = clock.tick();
        schedule.failed(groupId);
        if (Failure.isWithoutTopology(error)) {
            withoutTopology(groupId, at);
            return;
        }
        Failure failure = Failure.ofGroup(groupId, error, secrets);
        if (failure == null) {
            missing(groupId, at);
        } else if (failure.code() == Failure.Code.COORDINATOR) {
            silent.put(groupId, failure);
        } else if (!failure.isOfTheConnection()) {
            failed(groupId, at, failure);
        }
    }

    /** The brokers know no streams group of this name. It is gone when a whole listing lacks it too. */
    private void missing(String groupId, Instant at) {
        ObservationBatch open = batch;
        if (open == null || completeListing == null || completeListing.contains(groupId)) {
            return;
        }
        schedule.forget(groupId);
        side.forget(groupId);
        if (before(open, groupId) == null) {
            // It came and went before anything was seen of it.
            return;
        }
        GroupListing other = others.get(groupId);
        if (other == null) {
            accept(open, at, DescribedGroup.gone(groupId), Map.of());
            recovered(groupId, at);
            gone.add(groupId);
        } else {
            replaced(open, groupId, other, at);
        }
    }

    private void replaced(ObservationBatch open, String groupId, GroupListing other, Instant at) {
        accept(open, at, DescribedGroup.replaced(groupId), Map.of());
        replaced.add(groupId);
        failed(groupId, at, Failure.otherType(DescribedGroup.type(other)));
    }

    /** Looks whether names of streams groups that are no more have changed hands. */
    private void lookAtEnded(Map<String, GroupListing> rest, Instant at) {
        replaced.stream().filter(groupId -> !rest.containsKey(groupId)).forEach(schedule::remember);
        ObservationBatch open = batch;
        for (String groupId : List.copyOf(gone)) {
            GroupListing other = rest.get(groupId);
            if (other != null && open != null) {
                gone.remove(groupId);
                replaced(open, groupId, other, at);
            }
        }
    }

    private void withoutTopology(String groupId, Instant at) {
        ObservationBatch open = batch;
        if (open != null && schedule.listedState(groupId) == org.apache.kafka.common.GroupState.EMPTY) {
            accept(open, at, DescribedGroup.emptyWithoutTopology(groupId), Map.of());
            recovered(groupId, at);
        } else {
            failed(groupId, at, Failure.noTopology());
        }
    }

    private void succeeded(Instant at) {
        if (readings.succeeded(clusterId, at)) {
            log.info("Cluster '{}' is read again", cluster.name());
            events.publishEvent(new ClusterHealthChanged(clusterId));
        }
        logged = null;
    }

    private void recovered(String groupId, Instant at) {
        silent.remove(groupId);
        replaced.remove(groupId);
        gone.remove(groupId);
        if (failing.remove(groupId) && readings.recovered(clusterId, groupId, at)) {
            log.info("Group '{}' of cluster '{}' is read again", groupId, cluster.name());
        }
    }

    /** @return whether a spell of failures begins */
    private boolean failed(@Nullable String groupId, Instant at, Failure failure) {
        if (groupId == null) {
            metrics.failed();
        }
        boolean begins = readings.failed(clusterId, groupId, at, failure.code().name(), failure.message());
        if (groupId != null) {
            failing.add(groupId);
            if (begins) {
                log.warn("Group '{}' of cluster '{}' cannot be read: {}", groupId, cluster.name(), failure.message());
            }
        } else if (begins || failure.code() != logged || at.isAfter(loggedAt.plus(LOG_INTERVAL))) {
            logged = failure.code();
            loggedAt = at;
            log.warn("Cluster '{}' cannot be read: {}", cluster.name(), failure.message());
        }
        if (groupId == null && begins) {
            events.publishEvent(new ClusterHealthChanged(clusterId));
        }
        return begins;
    }

    /** Groups of a coordinator that is away fail together, and are told in one line. */
    private void tellSilent(Instant at) {
        List<String> begun = new ArrayList<>();
        silent.forEach((groupId, failure) -> {
            failing.add(groupId);
            if (readings.failed(clusterId, groupId, at, failure.code().name(), failure.message())) {
                begun.add(groupId);
            }
        });
        silent.clear();
        if (!begun.isEmpty()) {
            log.warn(
                    "{} of cluster '{}' cannot be read, their coordinators do not answer: {}{}",
                    begun.size() == 1 ? "1 group" : begun.size() + " groups",
                    cluster.name(),
                    String.join(", ", begun.subList(0, Math.min(begun.size(), 5))),
                    begun.size() > 5 ? ", …" : "");
        }
    }

    /** What was taken and is not stored is asked for anew. */
    private void failedToStore(RuntimeException error) {
        Failure failure = Failure.notStored();
        Instant at = clock.tick();
        if (failure.code() != logged || at.isAfter(loggedAt.plus(LOG_INTERVAL))) {
            logged = failure.code();
            loggedAt = at;
            log.error("What was read of cluster '{}' could not be stored", cluster.name(), error);
        }
        metrics.failed();
        if (batch != null) {
            batch = collector.collect(clusterId);
            schedule.renew();
            try {
                readings.failed(clusterId, null, at, failure.code().name(), failure.message());
            } catch (RuntimeException e) {
                log.debug("Nor could that be stored", e);
            }
        }
    }
}
