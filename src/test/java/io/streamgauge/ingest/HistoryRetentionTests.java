package io.streamgauge.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streamgauge.group.Condition;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.Retention;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

@DataJpaTest(showSql = false)
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@TestPropertySource(properties = "spring.datasource.url=jdbc:h2:mem:cleaning;DB_CLOSE_DELAY=-1")
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@Import(HistoryRetentionTests.Store.class)
class HistoryRetentionTests {

    @ComponentScan("io.streamgauge.history.jpa")
    static class Store {}

    private static final Instant NOW = Instant.parse("2026-11-29T22:24:43.9Z");

    /** More than are removed together. */
    private static final int VERSIONS = 700;

    @Autowired
    private Clusters clusters;

    @Autowired
    private GroupHistory history;

    @Autowired
    private ConfigHistory configs;

    @Autowired
    private Retention retention;

    @Autowired
    private DataSource database;

    private final List<Cluster> created = new ArrayList<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private HistoryRetention cleaning;

    @BeforeEach
    void begin() {
        cleaning = cleaning("30d");
    }

    @AfterEach
    void deleteWhatNextTestsWouldClean() {
        created.forEach(cluster -> clusters.delete(cluster.id()));
    }

    private HistoryRetention cleaning(String snapshots) {
        return new HistoryRetention(
                new RetentionProperties(snapshots, "24h"),
                clusters,
                history,
                configs,
                retention,
                new RetentionMetrics(meters),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** Stores a group that changed every hour until ten days ago, with a rebalance and a condition now and then. */
    private GroupKey group(Cluster.Kind kind) {
        Cluster cluster = clusters.create("cluster-" + UUID.randomUUID(), kind);
        created.add(cluster);
        List<NewSnapshot> snapshots = new ArrayList<>();
        List<OffsetReport> offsets = new ArrayList<>();
        for (int version = 1; version <= VERSIONS; version++) {
            Instant at = NOW.minus(Duration.ofDays(10)).minus(Duration.ofHours(VERSIONS - version));
            boolean settled = version % 100 != 0;
            Insight insight = new Insight(
                    settled
                            ? new RebalanceMark(version / 100, at)
                            : new RebalanceMark(version / 100, at, null, null, null, null, List.of(expired(at))),
                    settled
                            ? List.of()
                            : List.of(new Condition("TASK_UNOWNED", Condition.Subject.GROUP, at, Map.of("tasks", 1))));
            snapshots.add(new NewSnapshot(
                    at, ObservationSource.DESCRIBE, state(version), List.of(), Map.of(), insight, null));
            offsets.add(new OffsetReport("m", at, List.of(new TaskOffset(new TaskId("0", 0), 1L, 2L))));
        }
        Instant last = snapshots.get(VERSIONS - 1).at();
        history.append(
                cluster.id(), List.of(new GroupWrite("g", snapshots, offsets, List.of(), List.of(), last, Map.of())));
        return history.group(cluster.id(), "g").orElseThrow();
    }

    private static RebalanceCause expired(Instant at) {
        return new RebalanceCause(
                RebalanceCause.Kind.EXPIRED,
                at,
                "m",
                null,
                "p",
                new Endpoint("h", 8081),
                null,
                true,
                at.minusSeconds(45),
                null,
                null,
                null);
    }

    private static GroupState state(int epoch) {
        return new GroupState(
                "g",
                StreamsGroupState.STABLE,
                StateSource.BROKER,
                epoch,
                epoch,
                null,
                null,
                null,
                List.of(),
                null,
                null,
                null);
    }

    private long stored(GroupKey group) {
        return history.headers(group.id(), null, null, false, 0, 1).total();
    }

    @Test
    void aLiveClusterKeepsItsLastDaysAndSummariesOfTheOthersAndARecordingKeepsAll() {
        GroupKey live = group(Cluster.Kind.LIVE);
        GroupKey recorded = group(Cluster.Kind.RECORDING);

        cleaning.run();

        assertThat(stored(recorded)).isEqualTo(VERSIONS);
        assertThat(history.removed(recorded.id(), 0, 10).items()).isEmpty();
        // One an hour from half past midnight on October 30 until November 19, and the one that held at midnight.
        int kept = 20 * 24 + 23 + 1;
        assertThat(stored(live)).isEqualTo(kept);
        List<RemovedRange> removed = history.removed(live.id(), 0, 100).items();
        assertThat(removed)
                .extracting(RemovedRange::kind, RemovedRange::count)
                .containsExactlyInAnyOrder(
                        tuple(RemovedRange.Kind.SNAPSHOTS, VERSIONS - kept),
                        tuple(RemovedRange.Kind.REBALANCES, 1),
                        tuple(RemovedRange.Kind.FINDINGS, 1));
        String begun = NOW.minus(Duration.ofDays(10))
                .minus(Duration.ofHours(VERSIONS - 100))
                .toString();
        String ended = NOW.minus(Duration.ofDays(10))
                .minus(Duration.ofHours(VERSIONS - 101))
                .toString();
        assertThat(entries(removed, RemovedRange.Kind.REBALANCES).get(0))
                .containsOnly(
                        entry("number", 1),
                        entry("begunAt", begun),
                        entry("endedAt", ended),
                        entry("trigger", "EXPIRED"),
                        entry("subject", "member"),
                        entry("subjectId", "m"),
                        entry("endpoint", "h:8081"));
        assertThat(entries(removed, RemovedRange.Kind.FINDINGS).get(0))
                .containsOnly(
                        entry("code", "TASK_UNOWNED"),
                        entry("severity", "ERROR"),
                        entry("subject", "group"),
                        entry("since", begun),
                        entry("until", ended));
        assertThat(history.offsets(live.id(), NOW)).as("the latest report").hasSize(1);
        assertThat(meters.counter("streamgauge.retention.snapshots").count()).isEqualTo(VERSIONS - kept);

        cleaning.run();
        assertThat(stored(live)).isEqualTo(kept);
        assertThat(history.removed(live.id(), 0, 100).items()).isEqualTo(removed);
    }

    @Test
    void onlyConditionsThatCameToAFindingAreSummedUpAsOne() {
        Cluster cluster = clusters.create("cluster-" + UUID.randomUUID(), Cluster.Kind.LIVE);
        created.add(cluster);
        Instant begun = NOW.minus(Duration.ofDays(40));
        Condition copies = new Condition(
                "STANDBY_MISSING", Condition.Subject.GROUP, begun, Map.of("fewest", 1, "most", 1, "processes", 3));
        Condition moment = new Condition(
                "RECONCILIATION_STUCK", new Condition.Subject(Condition.Kind.MEMBER, "m"), begun, Map.of());
        List<NewSnapshot> snapshots = List.of(
                snapshot(1, begun, List.of(copies, moment)),
                snapshot(2, begun.plusSeconds(1), List.of(copies)),
                snapshot(3, begun.plusSeconds(200), List.of()),
                snapshot(4, begun.plusSeconds(300), List.of()));
        history.append(
                cluster.id(), List.of(new GroupWrite("g", snapshots, List.of(), List.of(), List.of(), NOW, Map.of())));
        configs.take(cluster.id(), Map.of("g", standbys(begun.plusSeconds(1), 1)));
        configs.take(cluster.id(), Map.of("g", standbys(begun.plusSeconds(100), 2)));
        GroupKey group = history.group(cluster.id(), "g").orElseThrow();

        cleaning.run();

        assertThat(entries(history.removed(group.id(), 0, 10).items(), RemovedRange.Kind.FINDINGS))
                .containsExactly(Map.of(
                        "code", "STANDBY_MISSING",
                        "severity", "WARNING",
                        "subject", "group",
                        "since", begun.plusSeconds(100).toString(),
                        "until", begun.plusSeconds(200).toString()));
        assertThat(configs.between(group.id(), null, null))
                .as("what still holds")
                .extracting(GroupConfigs::readAt)
                .containsExactly(begun.plusSeconds(100));
    }

    private static NewSnapshot snapshot(int version, Instant at, List<Condition> conditions) {
        return new NewSnapshot(
                at,
                ObservationSource.DESCRIBE,
                state(version),
                List.of(),
                Map.of(),
                new Insight(new RebalanceMark(0, at), conditions),
                null);
    }

    private static GroupConfigs standbys(Instant readAt, int count) {
        return new GroupConfigs(
                readAt,
                Map.of("streams.num.standby.replicas", new GroupConfigs.Value(Integer.toString(count), true, readAt)));
    }

    private static List<Map<String, Object>> entries(List<RemovedRange> removed, RemovedRange.Kind kind) {
        return removed.stream()
                .filter(range -> range.kind() == kind)
                .flatMap(range -> range.entries().stream())
                .toList();
    }

    @Test
    void nothingIsRemovedOfStatesThatAreKeptForEver() {
        GroupKey live = group(Cluster.Kind.LIVE);
        cleaning("off").run();
        assertThat(stored(live)).isEqualTo(VERSIONS);
        assertThat(history.offsets(live.id(), NOW)).as("the latest report").hasSize(1);
        assertThat(history.offsets(live.id(), live.firstAt())).isEmpty();
    }

    @Test
    void aDatabaseThatRefusesIsAskedAgainAtTheNextRunAndLosesNothing() throws SQLException {
        GroupKey live = group(Cluster.Kind.LIVE);
        execute("alter table removed_range rename to away");
        try {
            cleaning.run();
        } finally {
            execute("alter table away rename to removed_range");
        }
        assertThat(stored(live)).isEqualTo(VERSIONS);
        assertThat(meters.counter("streamgauge.retention.failures").count()).isPositive();

        cleaning.run();
        assertThat(stored(live)).isLessThan(VERSIONS);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute(sql);
        }
    }
}
