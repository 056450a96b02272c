package io.streamgauge.history.jpa;

import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Insight;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.GroupConfigs.Value;
import io.streamgauge.history.GroupSeries;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What the store of configs must do on every database. */
@DataJpaTest(showSql = false, properties = "spring.jpa.properties.hibernate.generate_statistics=true")
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@Transactional(propagation = Propagation.NOT_SUPPORTED)
abstract class ConfigHistoryContract {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00.123456Z");
    private static final String STANDBYS = "streams.num.standby.replicas";
    private static final String SESSION = "streams.session.timeout.ms";

    @Autowired
    private SessionFactory sessions;

    private JpaGroupHistory history;
    private JpaClusters clusters;
    private JpaConfigHistory configs;
    private ClusterRemoval removal;
    private Cluster cluster;

    @BeforeEach
    void begin() {
        history = new JpaGroupHistory(sessions);
        removal = new ClusterRemoval(sessions);
        clusters = new JpaClusters(sessions, history, removal, Clock.systemUTC(), event -> {});
        configs = new JpaConfigHistory(sessions);
        cluster = clusters.create("cluster-" + UUID.randomUUID(), Cluster.Kind.LIVE);
    }

    private static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    private long stored(String groupId) {
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        groupId,
                        List.of(new NewSnapshot(
                                at(0),
                                ObservationSource.DESCRIBE,
                                group(member("m", 1)).build(),
                                List.of("changed"),
                                Map.of(),
                                new Insight(new RebalanceMark(0, at(0)), List.of()),
                                null)),
                        List.of(),
                        List.of(),
                        List.of(),
                        at(0),
                        Map.of())));
        return history.group(cluster.id(), groupId).orElseThrow().id();
    }

    /** As they are read: each setting since then. */
    private static GroupConfigs read(int second, String... namesAndValues) {
        Map<String, Value> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], new Value(namesAndValues[i + 1], false, at(second)));
        }
        return new GroupConfigs(at(second), values);
    }

    private GroupConfigs take(GroupConfigs read) {
        return configs.take(cluster.id(), Map.of("g", read)).get("g");
    }

    @Test
    void onlyAReadingThatDiffersIsStoredAndEachSettingKeepsItsBeginning() {
        long key = stored("g");
        take(read(1, STANDBYS, "1", SESSION, "45000"));
        GroupConfigs again = take(read(2, STANDBYS, "1", SESSION, "45000"));
        GroupConfigs changed = take(read(3, STANDBYS, "1", SESSION, "10000"));

        assertThat(again.readAt()).isEqualTo(at(2));
        assertThat(again.standbyReplicas()).isEqualTo(new StandbyReplicas(1, at(1)));
        assertThat(changed.values())
                .isEqualTo(Map.of(
                        STANDBYS, new Value("1", false, at(1)),
                        SESSION, new Value("10000", false, at(3))));
        assertThat(configs.between(key, null, null)).containsExactly(read(1, STANDBYS, "1", SESSION, "45000"), changed);
        assertThat(new JpaConfigHistory(sessions).at(key, at(9)))
                .as("of another process, or after a restart")
                .contains(changed);
    }

    @Test
    void aSettingOfTheGroupItselfDiffersFromTheSameOfTheBrokersAndOneThatIsGoneIsNotThere() {
        long key = stored("g");
        take(read(1, STANDBYS, "1"));
        take(new GroupConfigs(at(2), Map.of(STANDBYS, new Value("1", true, at(2)))));
        take(new GroupConfigs(at(3), Map.of(STANDBYS, new Value(null, true, at(3)))));
        take(read(4));

        assertThat(configs.between(key, null, null))
                .extracting(GroupConfigs::standbyReplicas)
                .containsExactly(new StandbyReplicas(1, at(1)), new StandbyReplicas(1, at(2)), null, null);
    }

    @Test
    void whatHeldAtAnInstantAndInARangeIsAnswered() {
        long key = stored("g");
        take(read(10, STANDBYS, "0"));
        take(read(20, STANDBYS, "1"));
        take(read(30, STANDBYS, "2"));

        assertThat(configs.at(key, at(9))).isEmpty();
        assertThat(configs.at(key, at(20))).contains(read(20, STANDBYS, "1"));
        assertThat(configs.at(key, at(29))).contains(read(20, STANDBYS, "1"));
        assertThat(configs.between(key, at(25), null))
                .extracting(GroupConfigs::readAt)
                .containsExactly(at(20), at(30));
        assertThat(configs.between(key, at(25), at(30)))
                .extracting(GroupConfigs::readAt)
                .containsExactly(at(20));
        assertThat(configs.between(key, at(5), at(20)))
                .extracting(GroupConfigs::readAt)
                .containsExactly(at(10));
        assertThat(configs.between(key, null, at(10))).isEmpty();
    }

    @Test
    void standbysOfManyGroupsAreAnsweredTogether() {
        long one = stored("one");
        long two = stored("two");
        stored("never read");
        configs.take(cluster.id(), Map.of("one", read(1, STANDBYS, "1"), "two", read(1, SESSION, "1000")));
        configs.take(cluster.id(), Map.of("one", read(5, STANDBYS, "2", SESSION, "1000")));
        configs.take(cluster.id(), Map.of("one", read(9, STANDBYS, "2", SESSION, "2000")));
        JpaGroupSeries series = new JpaGroupSeries(sessions);
        GroupSeries.Which all = new GroupSeries.Which(cluster.id(), null);

        assertThat(series.standbyReplicas(all, null)).isEqualTo(Map.of(one, new StandbyReplicas(2, at(5))));
        assertThat(series.standbyReplicas(all, at(4))).isEqualTo(Map.of(one, new StandbyReplicas(1, at(1))));
        assertThat(series.standbyReplicas(all, at(0))).isEmpty();
        assertThat(series.standbyReplicas(new GroupSeries.Which(cluster.id(), List.of(two)), null))
                .isEmpty();
    }

    @Test
    void whatIsReadOfAGroupThatIsNotStoredIsNotTaken() {
        assertThat(configs.take(cluster.id(), Map.of("unknown", read(1, STANDBYS, "1"))))
                .isEmpty();
        assertThat(history.group(cluster.id(), "unknown")).isEmpty();
    }

    @Test
    void manyGroupsTakeAHandfulOfStatements() {
        List<String> groups = IntStream.range(0, 150).mapToObj(n -> "g" + n).toList();
        groups.forEach(this::stored);
        Map<String, GroupConfigs> read = new HashMap<>();
        groups.forEach(groupId -> read.put(groupId, read(1, STANDBYS, "1")));
        configs.take(cluster.id(), read);
        Statistics statistics = sessions.getStatistics();
        statistics.clear();

        assertThat(configs.take(cluster.id(), read)).hasSize(150);
        assertThat(statistics.getPrepareStatementCount()).isEqualTo(2);
    }

    @Test
    void retentionRemovesWhatDidNotHoldAnyMoreAndADeletedClusterLeavesNothing() {
        long key = stored("g");
        take(read(10, STANDBYS, "0"));
        take(read(20, STANDBYS, "1"));
        take(read(30, STANDBYS, "2"));
        JpaRetention retention = new JpaRetention(sessions);

        retention.removeConfigs(key, at(25), () -> true);
        assertThat(configs.between(key, null, null))
                .extracting(GroupConfigs::readAt)
                .containsExactly(at(20), at(30));
        retention.removeConfigs(key, at(1_000), () -> true);
        assertThat(configs.between(key, null, null))
                .extracting(GroupConfigs::readAt)
                .containsExactly(at(30));

        clusters.delete(cluster.id());
        removal.removeDeleted();
        assertThat(configs.between(key, null, null)).isEmpty();
        assertThat(clusters.find(cluster.id())).isEmpty();
    }
}
