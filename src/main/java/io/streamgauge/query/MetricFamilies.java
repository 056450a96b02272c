package io.streamgauge.query;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The samples of one scrape, by what they are of. What is not known has none. */
final class MetricFamilies {

    private static final String PREFIX = "streamgauge_";

    private final Map<Family, List<GaugeDataPointSnapshot>> gauges = new EnumMap<>(Family.class);
    private final List<CounterDataPointSnapshot> rebalances = new ArrayList<>();

    /** What there are samples of, with its name behind the prefix. */
    enum Family {
        STORE_UP("store_up", "Whether the groups could be read from the store for this scrape"),
        CLUSTER_GROUPS("cluster_groups", "Groups of a cluster that are not gone"),
        CLUSTER_LEFT_OUT(
                "cluster_groups_left_out",
                "Groups without samples, since there are more than streamgauge.metrics.groups"),
        CLUSTER_POLL_AGE("cluster_poll_age_seconds", "Time since a cluster was last read without an error"),
        CLUSTER_UNREADABLE("cluster_unreadable_groups", "Groups that cannot be described now"),
        STATE("group_state", "1 for the state that a group was last observed in"),
        OBSERVED("group_observed_timestamp_seconds", "When a group was last observed; all else about it is of then"),
        MEMBERS("group_members", "Members of a group"),
        PROCESSES("group_processes", "Processes of a group's members"),
        TASKS("group_tasks", "Tasks assigned in a role"),
        UNASSIGNED("group_unassigned_tasks", "Known tasks that run nowhere"),
        EPOCH_LAG("group_epoch_lag", "By how much the lowest member epoch is behind the group's"),
        STATUS("group_status_open", "Whether a status is open for any member; only recorded heartbeats tell"),
        FINDINGS("group_findings", "What is found of a group, by severity"),
        REBALANCING("group_rebalancing", "Whether a rebalance goes on"),
        SETTLED(
                "group_rebalance_settled_timestamp_seconds",
                "When the last rebalance ended, or the group was first seen at rest; absent while one goes on"),
        LAST_REBALANCE(
                "group_last_rebalance_seconds",
                "How long the last rebalance took; absent while it goes on and where that was not observed"),
        RESTORE_LAG("group_restore_lag_records", "Highest known lag of a standby or warm-up copy"),
        RESTORE_UNKNOWN("group_restore_lag_unknown_copies", "Standby and warm-up copies whose lag is not known"),
        INPUT_LAG("group_input_lag_records", "Records not processed yet, in partitions where that is known"),
        INPUT_UNKNOWN("group_input_lag_unknown_partitions", "Partitions that a group reads whose lag is not known");

        private final String metric;
        private final String help;

        Family(String metric, String help) {
            this.metric = metric;
            this.help = help;
        }
    }

    /** Takes a sample; none of what is null. */
    void add(Family family, @Nullable Number value, Labels labels) {
        if (value != null) {
            gauges.computeIfAbsent(family, f -> new ArrayList<>())
                    .add(new GaugeDataPointSnapshot(value.doubleValue(), labels, null));
        }
    }

    void add(Family family, boolean value, Labels labels) {
        add(family, value ? 1 : 0, labels);
    }

    void add(Family family, @Nullable Instant value, Labels labels) {
        add(family, value == null ? null : (Double) (value.toEpochMilli() / 1000.0), labels);
    }

    /** Takes how many rebalances of a group had begun. */
    void addRebalances(int count, Labels labels) {
        rebalances.add(new CounterDataPointSnapshot(count, labels, null, 0));
    }

    MetricSnapshots snapshots() {
        List<MetricSnapshot> snapshots = new ArrayList<>();
        gauges.forEach((family, samples) ->
                snapshots.add(new GaugeSnapshot(new MetricMetadata(PREFIX + family.metric, family.help), samples)));
        if (!rebalances.isEmpty()) {
            snapshots.add(new CounterSnapshot(
                    new MetricMetadata(PREFIX + "group_rebalances", "Rebalances of a group that were seen to begin"),
                    rebalances));
        }
        return new MetricSnapshots(snapshots);
    }
}
