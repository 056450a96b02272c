package io.streamgauge.query;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.streamgauge.analysis.Severity;
import io.streamgauge.group.PartitionOffset;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StatusCode;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupSummary;
import io.streamgauge.history.InputOffsets;
import io.streamgauge.history.LatestReadings;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.RestoreLag;
import io.streamgauge.history.Slice;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.query.FindingQueries.GroupFindings;
import io.streamgauge.query.MetricFamilies.Family;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Tells Prometheus what groups are, from one listing a cluster when it asks. Nothing is kept between two scrapes, so that
 * nothing is left of a group that is gone. Of live clusters only those that this process reads are told, so that of several
 * processes on one store one does.
 */
@Component
class GroupMetrics implements MultiCollector {

    private static final int CLUSTER_PAGE = 1_000;

    private static final Set<StreamsGroupState> NOT_GONE = EnumSet.complementOf(EnumSet.of(StreamsGroupState.DEAD));

    private static final Logger log = LoggerFactory.getLogger(GroupMetrics.class);

    private final Clusters clusters;
    private final GroupHistory history;
    private final LiveReadings readings;
    private final LatestReadings latest;
    private final FindingQueries findings;
    private final MetricsProperties settings;
    private final Clock clock;
    private final @Nullable PrometheusRegistry registry;
    private volatile boolean failing;

    /** @param registry not there where nothing asks for metrics */
    GroupMetrics(
            Clusters clusters,
            GroupHistory history,
            LiveReadings readings,
            LatestReadings latest,
            FindingQueries findings,
            MetricsProperties settings,
            Clock clock,
            ObjectProvider<PrometheusRegistry> registry) {
        this.clusters = clusters;
        this.history = history;
        this.readings = readings;
        this.latest = latest;
        this.findings = findings;
        this.settings = settings;
        this.clock = clock;
        this.registry = registry.getIfAvailable();
    }

    @PostConstruct
    void register() {
        if (registry != null) {
            registry.register(this);
        }
    }

    @PreDestroy
    void unregister() {
        if (registry != null) {
            registry.unregister(this);
        }
    }

    /** Never fails: while the store does not answer there are no samples of groups, and one that says so. */
    @Override
    public MetricSnapshots collect() {
        try {
            MetricFamilies families = new MetricFamilies();
            int room = settings.groups();
            for (Cluster cluster : clusters()) {
                room -= add(families, cluster, room);
            }
            families.add(Family.STORE_UP, true, Labels.EMPTY);
            failing = false;
            return families.snapshots();
        } catch (RuntimeException e) {
            if (!failing) {
                failing = true;
                log.warn("The groups cannot be read for their metrics: {}", e.toString());
            }
            MetricFamilies families = new MetricFamilies();
            families.add(Family.STORE_UP, false, Labels.EMPTY);
            return families.snapshots();
        }
    }

    private List<Cluster> clusters() {
        List<Cluster> told = new ArrayList<>();
        readings.readHere().forEach(id -> clusters.find(id).ifPresent(told::add));
        told.sort(Comparator.comparing(Cluster::name));
        if (settings.recordings()) {
            Slice<Cluster> page;
            int n = 0;
            do {
                page = clusters.list(n++, CLUSTER_PAGE);
                page.items().stream()
                        .filter(cluster -> cluster.kind() == Cluster.Kind.RECORDING)
                        .forEach(told::add);
            } while (page.items().size() == CLUSTER_PAGE);
        }
        return told;
    }

    /** @return how many groups have samples now */
    private int add(MetricFamilies families, Cluster cluster, int room) {
        Labels labels = Labels.of("cluster", cluster.name());
        // A page has an item at least; where there is no room it only tells how many there are.
        Slice<GroupSummary> groups = history.groups(
                cluster.id(),
                new GroupFilter(null, NOT_GONE, null, GroupFilter.Sort.GROUP_ID, false),
                0,
                Math.max(1, room));
        List<GroupSummary> told = room == 0 ? List.of() : groups.items();
        families.add(Family.CLUSTER_GROUPS, groups.total(), labels);
        families.add(Family.CLUSTER_LEFT_OUT, groups.total() - told.size(), labels);
        if (cluster.kind() == Cluster.Kind.LIVE) {
            Optional<Instant> polled = readings.lastSuccess(cluster.id());
            polled.ifPresent(at -> families.add(
                    Family.CLUSTER_POLL_AGE,
                    Math.max(0, Duration.between(at, clock.instant()).toMillis()) / 1000.0,
                    labels));
            families.add(
                    Family.CLUSTER_UNREADABLE,
                    readings.failingGroups(cluster.id()).size(),
                    labels);
        }
        findings.of(cluster, told, null).forEach(group -> add(families, cluster, group));
        return told.size();
    }

    private void add(MetricFamilies families, Cluster cluster, GroupFindings found) {
        GroupSummary group = found.group();
        SnapshotHeader header = group.header();
        Labels labels = Labels.of("cluster", cluster.name(), "group", header.groupId());
        families.add(Family.STATE, 1, labels.add("state", header.state().name()));
        families.add(Family.OBSERVED, group.observedAt(), labels);
        families.add(Family.MEMBERS, header.memberCount(), labels);
        families.add(Family.PROCESSES, header.processCount(), labels);
        families.add(Family.TASKS, header.activeTaskCount(), labels.add("role", "active"));
        families.add(Family.TASKS, header.standbyTaskCount(), labels.add("role", "standby"));
        families.add(Family.TASKS, header.warmupTaskCount(), labels.add("role", "warmup"));
        families.add(Family.UNASSIGNED, header.unassignedTaskCount(), labels);
        if (header.groupEpoch() != null && header.lowestMemberEpoch() != null) {
            families.add(Family.EPOCH_LAG, header.groupEpoch() - header.lowestMemberEpoch(), labels);
        }
        statuses(families, header, labels);
        for (Severity severity : Severity.values()) {
            families.add(
                    Family.FINDINGS,
                    found.count(severity),
                    labels.add("severity", severity.name().toLowerCase(Locale.ROOT)));
        }
        RebalanceMark rebalances = header.insight().rebalances();
        families.addRebalances(rebalances.count(), labels);
        Instant settledAt = rebalances.settledAt();
        if (settledAt != null && rebalances.begunAt() != null && rebalances.begunAfter() == null) {
            families.add(
                    Family.LAST_REBALANCE,
                    Duration.between(rebalances.begunAt(), settledAt).toMillis() / 1000.0,
                    labels);
        }
        families.add(Family.REBALANCING, settledAt == null, labels);
        families.add(Family.SETTLED, settledAt, labels);
        latest.latest(RestoreLag.class, cluster.id(), header.groupId()).ifPresent(lag -> {
            families.add(Family.RESTORE_LAG, lag.highest(), labels);
            families.add(Family.RESTORE_UNKNOWN, lag.unknown(), labels);
        });
        latest.latest(InputOffsets.class, cluster.id(), header.groupId())
                .ifPresent(offsets -> inputLag(families, offsets, labels));
    }

    private static void statuses(MetricFamilies families, SnapshotHeader header, Labels labels) {
        List<Integer> open = header.statusCodes();
        if (open == null) {
            return;
        }
        for (StatusCode code : StatusCode.values()) {
            families.add(Family.STATUS, open.contains(code.code()), labels.add("status", code.name()));
        }
        open.stream()
                .filter(code -> code < 0 || code >= StatusCode.values().length)
                .forEach(code -> families.add(Family.STATUS, true, labels.add("status", StatusCode.nameOf(code))));
    }

    private static void inputLag(MetricFamilies families, InputOffsets offsets, Labels labels) {
        long lag = 0;
        int unknown = 0;
        for (PartitionOffset partition : offsets.partitions()) {
            Long behind = partition.lag();
            if (behind == null) {
                unknown++;
            } else {
                lag += behind;
            }
        }
        families.add(Family.INPUT_LAG, unknown < offsets.partitions().size() ? lag : null, labels);
        families.add(Family.INPUT_UNKNOWN, unknown, labels);
    }
}
