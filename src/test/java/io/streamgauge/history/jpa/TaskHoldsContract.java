package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.MemberSpan;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What holds read over a range must be on every database: what the states of the range say. */
@DataJpaTest(showSql = false)
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@Transactional(propagation = Propagation.NOT_SUPPORTED)
abstract class TaskHoldsContract {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00.123456Z");
    private static final int VERSIONS = 150;

    /** A task that a member has in a version. */
    private record Had(int version, String memberId, TaskRole role, TaskId task) {}

    @Autowired
    private SessionFactory sessions;

    private final List<GroupState> states = new ArrayList<>();
    private JpaTaskHolds holds;
    private long group;

    @BeforeEach
    void storeAGroupThatChangesALot() {
        holds = new JpaTaskHolds(sessions);
        JpaGroupHistory history = new JpaGroupHistory(sessions);
        long cluster = new JpaClusters(sessions, history, new ClusterRemoval(sessions), Clock.systemUTC(), event -> {})
                .create("cluster-" + UUID.randomUUID(), Cluster.Kind.RECORDING)
                .id();
        RandomGroups groups = new RandomGroups(11, "random");
        List<NewSnapshot> snapshots = new ArrayList<>();
        for (int version = 1; version <= VERSIONS; version++) {
            GroupState state = groups.next();
            states.add(state);
            snapshots.add(new NewSnapshot(
                    at(version),
                    ObservationSource.HEARTBEAT,
                    state,
                    List.of(),
                    Map.of(),
                    new Insight(new RebalanceMark(0, null), List.of()),
                    null));
        }
        history.append(
                cluster,
                List.of(new GroupWrite("random", snapshots, List.of(), List.of(), List.of(), at(VERSIONS), Map.of())));
        group = history.group(cluster, "random").orElseThrow().id();
    }

    private static Instant at(int version) {
        return T0.plusSeconds(version);
    }

    @Test
    void theHoldsOfARangeAreThoseOfItsStates() {
        Random random = new Random(3);
        for (int i = 0; i < 60; i++) {
            int first = 1 + random.nextInt(VERSIONS);
            int last = first + random.nextInt(Math.min(VERSIONS - first + 1, 1 << random.nextInt(1, 8)));
            TaskView view =
                    List.of(TaskView.OWNED, TaskView.ASSIGNED, TaskView.TARGET).get(i % 3);
            Set<Had> wanted = new HashSet<>();
            for (int version = first; version <= last; version++) {
                for (Member member : states.get(version - 1).members()) {
                    for (TaskRole role : TaskRole.values()) {
                        List<TaskId> tasks = member.view(view).of(role);
                        for (TaskId task : tasks == null ? List.<TaskId>of() : tasks) {
                            wanted.add(new Had(version, member.memberId(), role, task));
                        }
                    }
                }
            }
            Set<Had> read = new HashSet<>();
            AtomicLong rows = new AtomicLong();
            holds.forEach(group, first, last, view, hold -> {
                rows.incrementAndGet();
                int end = hold.toVersion() == null ? last : Math.min(last, hold.toVersion() - 1);
                for (int version = Math.max(first, hold.fromVersion()); version <= end; version++) {
                    assertThat(read.add(new Had(version, hold.memberId(), hold.role(), hold.task())))
                            .as("%s told once", hold)
                            .isTrue();
                }
            });
            assertThat(read).as("%s of %d to %d", view, first, last).isEqualTo(wanted);
            assertThat(holds.count(group, first, last, view)).isEqualTo(rows.get());
        }
    }

    @Test
    void theMembersOfARangeAreThoseOfItsStates() {
        for (int first : new int[] {1, 2, 64, 100, VERSIONS}) {
            int last = Math.min(VERSIONS, first + 17);
            List<MemberSpan> spans = holds.members(group, first, last);
            for (int version = first; version <= last; version++) {
                int then = version;
                assertThat(spans.stream()
                                .filter(s -> s.fromVersion() <= then && (s.toVersion() == null || s.toVersion() > then))
                                .map(s -> s.memberId() + s.processId() + s.endpoint() + s.away() + s.fenced()))
                        .as("version %d", version)
                        .containsExactlyInAnyOrderElementsOf(states.get(version - 1).members().stream()
                                .map(m -> m.memberId() + m.processId() + m.endpoint() + m.away() + m.fenced())
                                .toList());
            }
        }
    }

    @Test
    void timesAreThoseOfTheWantedVersionsOfTheRange() {
        assertThat(holds.times(group, 10, 20, Set.of(9, 10, 13, 20, 21)))
                .isEqualTo(Map.of(10, at(10), 13, at(13), 20, at(20)));
    }
}
