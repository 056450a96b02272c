package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.streamgauge.group.Condition;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.group.Tasks;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ClusterAdded;
import io.streamgauge.history.ClusterExistsException;
import io.streamgauge.history.ClusterRemoved;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupMembers;
import io.streamgauge.history.GroupSeries;
import io.streamgauge.history.GroupSummary;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.GroupWrite.Restored;
import io.streamgauge.history.HistoryException;
import io.streamgauge.history.LatestState;
import io.streamgauge.history.MemberHistory;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import io.streamgauge.history.Slice;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.history.Span;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.history.TaskInterval;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What the store must do on every database. */
@DataJpaTest(showSql = false, properties = "spring.jpa.properties.hibernate.generate_statistics=true")
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@Transactional(propagation = Propagation.NOT_SUPPORTED)
abstract class GroupHistoryContract {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00.123456Z");

    private static final int FOLD_SEEDS = Integer.getInteger("fold.seeds", 24);

    @Autowired
    private SessionFactory sessions;

    private final List<Object> events = new ArrayList<>();
    private JpaGroupHistory history;
    private ClusterRemoval removal;
    private JpaClusters clusters;
    private Cluster cluster;

    @BeforeEach
    void begin() {
        restart();
        cluster = clusters.create("cluster-" + UUID.randomUUID(), Cluster.Kind.RECORDING);
    }

    /** What a process has at hand after its start: nothing. */
    private void restart() {
        history = new JpaGroupHistory(sessions);
        removal = new ClusterRemoval(sessions);
        clusters = new JpaClusters(sessions, history, removal, Clock.systemUTC(), events::add);
    }

    JpaGroupHistory history() {
        return history;
    }

    /** Stores a group with two versions, at seconds 0 and 1. */
    GroupKey groupWithTwoVersions() {
        append(at(0), group("two", member("a", 1, task("0_0"))));
        append(at(1), group("two", member("a", 2, task("0_0"))));
        return key("two");
    }

    static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    private static GroupState group(String groupId, Member... members) {
        return new GroupState(
                groupId,
                StreamsGroupState.STABLE,
                StateSource.DERIVED,
                null,
                null,
                null,
                null,
                null,
                List.of(members),
                List.of(),
                null,
                null);
    }

    private static Member member(String id, int epoch, TaskId... active) {
        return member(id, "process-of-" + id, epoch, active);
    }

    private static Member member(String id, @Nullable String processId, int epoch, TaskId... active) {
        return new Member(
                id,
                epoch,
                null,
                null,
                null,
                null,
                processId,
                null,
                null,
                null,
                null,
                false,
                false,
                null,
                null,
                null,
                null,
                Tasks.UNKNOWN,
                new Tasks(List.of(active), List.of(), List.of()),
                Tasks.UNKNOWN);
    }

    private static TaskId task(String id) {
        return TaskId.parse(id);
    }

    private static NewSnapshot snapshot(Instant at, GroupState state) {
        return new NewSnapshot(at, ObservationSource.HEARTBEAT, state, List.of("changed"), Map.of(), insight(), null);
    }

    private static Insight insight(Random random) {
        return new Insight(
                new RebalanceMark(random.nextInt(9), random.nextBoolean() ? at(random.nextInt(9)) : null),
                random.nextBoolean()
                        ? List.of()
                        : List.of(new Condition(
                                "TASK_UNOWNED",
                                new Condition.Subject(Condition.Kind.MEMBER, "m" + random.nextInt(3)),
                                at(random.nextInt(9)),
                                Map.of("tasks", List.of("0_1", "0_2"), "count", random.nextInt(9), "known", true))));
    }

    private static Insight insight() {
        return new Insight(new RebalanceMark(0, null), List.of());
    }

    private void append(Instant at, GroupState state) {
        append(at, state, Map.of());
    }

    private void append(Instant at, GroupState state, Map<String, Instant> heard) {
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        state.groupId(), List.of(snapshot(at, state)), List.of(), List.of(), List.of(), at, heard)));
    }

    private GroupKey key(String groupId) {
        return history.group(cluster.id(), groupId).orElseThrow();
    }

    private Snapshot read(String groupId, int version) {
        return history.snapshot(key(groupId).id(), version, at(1_000_000)).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyVersionReadsAsItWasWrittenWhateverTheBatchesAndRestartsBetween(long seed) {
        Random random = new Random(seed);
        RandomGroups groups = new RandomGroups(seed, "random");
        List<GroupState> written = new ArrayList<>();
        int second = 0;
        while (written.size() < 120) {
            List<NewSnapshot> batch = new ArrayList<>();
            for (int i = 1 + random.nextInt(20); i > 0; i--) {
                GroupState state = groups.next();
                written.add(state);
                batch.add(snapshot(at(second++), state));
            }
            history.append(
                    cluster.id(),
                    List.of(new GroupWrite("random", batch, List.of(), List.of(), List.of(), at(second), Map.of())));
            if (random.nextInt(3) == 0) {
                restart();
            }
        }
        assertThat(history.latestState(cluster.id(), "random").map(LatestState::state))
                .contains(written.get(written.size() - 1));
        restart();
        assertThat(history.latestState(cluster.id(), "random").map(LatestState::state))
                .contains(written.get(written.size() - 1));
        for (int version = 1; version <= written.size(); version++) {
            Snapshot read = read("random", version);
            assertThat(read.state()).as("version %d", version).isEqualTo(written.get(version - 1));
            assertThat(read.header().at()).isEqualTo(at(version - 1));
        }
    }

    @Test
    void whatIsFoldedAndStoredReadsAsItWasFolded() {
        for (long seed = 0; seed < FOLD_SEEDS; seed++) {
            Cluster folded = clusters.create("fold-" + UUID.randomUUID(), Cluster.Kind.RECORDING);
            try {
                FoldedThenStored.check(seed, sessions, folded.id());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("Seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void versionsAreNumberedPerGroupFromOne() {
        append(at(0), group("a", member("m", 1)));
        append(at(1), group("b", member("m", 1)));
        append(at(2), group("a", member("m", 2)));
        assertThat(key("a").version()).isEqualTo(2);
        assertThat(key("b").version()).isEqualTo(1);
    }

    @Test
    void theVersionOfAnInstantIsTheLastThatBeganByThenAndOfTwoThatBeganTogetherTheLater() {
        append(at(10), group("g", member("m", 1)));
        append(at(20), group("g", member("m", 2)));
        append(at(20), group("g", member("m", 3)));
        long key = key("g").id();
        assertThat(history.versionAt(key, at(10).minusNanos(1_000))).isNull();
        assertThat(history.versionAt(key, at(10))).isEqualTo(1);
        assertThat(history.versionAt(key, at(20).minusNanos(1_000))).isEqualTo(1);
        assertThat(history.versionAt(key, at(20))).isEqualTo(3);
        assertThat(history.versionAt(key, at(99))).isEqualTo(3);
    }

    @Test
    void aWriteThatFailsStoresNothingOfItsBatchAndTheNextGoesOn() {
        append(at(0), group("g", member("m", 1)));
        GroupState tooLong = group("g", member("x".repeat(40_000), 1));
        List<GroupWrite> batch = List.of(
                new GroupWrite(
                        "fresh",
                        List.of(snapshot(at(1), group("fresh"))),
                        List.of(),
                        List.of(),
                        List.of(),
                        at(1),
                        Map.of()),
                new GroupWrite(
                        "g",
                        List.of(snapshot(at(1), group("g", member("m", 2))), snapshot(at(2), tooLong)),
                        List.of(),
                        List.of(),
                        List.of(),
                        at(2),
                        Map.of()));

        assertThatThrownBy(() -> history.append(cluster.id(), batch)).isInstanceOf(HistoryException.class);

        assertThat(history.group(cluster.id(), "fresh")).isEmpty();
        assertThat(key("g").version()).isEqualTo(1);
        append(at(3), group("g", member("m", 3)));
        assertThat(read("g", 2).state()).isEqualTo(group("g", member("m", 3)));
    }

    @Test
    void groupsOfOneClusterAreWrittenSideBySideAndNobodyReadsWhatIsNotStoredYet() throws Exception {
        int versions = 12;
        List<String> groups =
                IntStream.range(0, 12).mapToObj(i -> "side-by-side-" + i).toList();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int lane = 0; lane < 2; lane++) {
                List<String> own = groups.subList(lane * 6, lane * 6 + 6);
                writers.add(threads.submit(() -> {
                    for (int version = 1; version <= versions; version++) {
                        Instant at = at(version);
                        Member member = member("m", version);
                        history.append(
                                cluster.id(),
                                own.stream()
                                        .map(name -> new GroupWrite(
                                                name,
                                                List.of(snapshot(at, group(name, member))),
                                                List.of(),
                                                List.of(),
                                                List.of(),
                                                at,
                                                Map.of()))
                                        .toList());
                    }
                }));
            }
            Future<?> reader = threads.submit(() -> {
                while (!over.get()) {
                    for (String name : groups) {
                        Integer seen = history.latestState(cluster.id(), name)
                                .map(latest -> latest.state().members().get(0).memberEpoch())
                                .orElse(0);
                        int stored = history.group(cluster.id(), name)
                                .map(GroupKey::version)
                                .orElse(0);
                        assertThat(seen).as(name).isLessThanOrEqualTo(stored);
                    }
                }
            });
            for (Future<?> writer : writers) {
                writer.get();
            }
            over.set(true);
            reader.get();
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        for (String name : groups) {
            for (int version = 1; version <= versions; version++) {
                assertThat(read(name, version).state()).isEqualTo(group(name, member("m", version)));
            }
        }
    }

    @Test
    void aSecondWriterOfTheSameGroupIsTurnedAwayAndNothingIsLost() {
        append(at(0), group("g", member("m", 1)));
        JpaGroupHistory other = new JpaGroupHistory(sessions);
        assertThat(other.latestState(cluster.id(), "g")).isPresent();
        other.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g",
                        List.of(snapshot(at(1), group("g", member("m", 2)))),
                        List.of(),
                        List.of(),
                        List.of(),
                        at(1),
                        Map.of())));

        assertThatThrownBy(() -> append(at(2), group("g", member("m", 9))))
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.kind()).isEqualTo(HistoryException.Kind.CONFLICT));

        assertThat(read("g", 2).state()).isEqualTo(group("g", member("m", 2)));
        append(at(3), group("g", member("m", 4)));
        assertThat(key("g").version()).isEqualTo(3);
    }

    @Test
    void aMembersLastHeartbeatIsKnownWhereItWasTheLastAndUnknownWhereOthersFollowed() {
        append(at(0), group("g", member("a", 1), member("b", 1)), Map.of("a", at(0), "b", at(0)));
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g",
                        List.of(new NewSnapshot(
                                at(30),
                                ObservationSource.HEARTBEAT,
                                group("g", member("a", 1)),
                                List.of(),
                                Map.of("b", at(20)),
                                insight(),
                                null)),
                        List.of(),
                        List.of(),
                        List.of(),
                        at(30),
                        Map.of("a", at(29)))));
        long key = key("g").id();
        Map<String, Instant> at25 =
                history.snapshot(key, 1, at(25)).orElseThrow().lastHeartbeatAt();
        assertThat(at25).containsEntry("b", at(20)).doesNotContainKey("a");
        assertThat(history.snapshot(key, 1, at(10)).orElseThrow().lastHeartbeatAt())
                .isEmpty();
        assertThat(history.snapshot(key, 2, at(30)).orElseThrow().lastHeartbeatAt())
                .containsEntry("a", at(29));
    }

    @Test
    void statusesAreIntervalsWithTheLastAnswerThatNamedThem() {
        MemberStatus missing = new MemberStatus("m", 1, "Source topics nada are missing.");
        GroupState with = new GroupState(
                "g",
                StreamsGroupState.NOT_READY,
                StateSource.DERIVED,
                null,
                null,
                null,
                null,
                null,
                List.of(member("m", 1)),
                List.of(missing),
                null,
                null);
        append(at(0), with);
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g",
                        List.of(new NewSnapshot(
                                at(10),
                                ObservationSource.HEARTBEAT,
                                group("g", member("m", 2)),
                                List.of(),
                                Map.of("m", at(8)),
                                insight(),
                                null)),
                        List.of(),
                        List.of(),
                        List.of(),
                        at(10),
                        Map.of("m", at(10)))));
        long key = key("g").id();
        assertThat(history.statuses(key, null, null))
                .containsExactly(new StatusInterval("m", 1, missing.detail(), at(0), at(10), at(8)));
        assertThat(history.statuses(key, at(10), null)).isEmpty();
        assertThat(history.statuses(key, null, at(0))).isEmpty();
        assertThat(history.statuses(key, at(9), at(9).plusNanos(1_000))).hasSize(1);
        assertThat(history.snapshot(key, 1, at(5)).orElseThrow().statuses())
                .as("as it was known then")
                .containsExactly(new StatusInterval("m", 1, missing.detail(), at(0), null, at(5)));
    }

    @Test
    void aHoldNamesTheProcessThatItsMemberHadThen() {
        append(at(0), group("g", member("a", null, 1, task("0_0"))));
        append(at(1), group("g", member("a", "first", 2, task("0_0"))));
        append(at(2), group("g", member("a", "first", 3)));
        append(at(3), group("g", member("a", "second", 4, task("0_0"))));
        append(at(4), group("g", member("a", null, 5), member("b", null, 5, task("0_0"))));
        assertThat(history.taskHistory(key("g").id(), task("0_0"), Integer.MAX_VALUE))
                .extracting(TaskInterval::memberId, TaskInterval::processId, TaskInterval::fromVersion)
                .containsExactly(tuple("a", "first", 1), tuple("a", "second", 4), tuple("b", null, 5));
    }

    @Test
    void aTasksHistoryNamesEveryHoldWithItsProcessAndTimes() {
        append(at(0), group("g", member("a", 1, task("1_3")), member("b", 1)));
        append(at(5), group("g", member("a", 2), member("b", 1)));
        append(at(9), group("g", member("a", 2), member("b", 2, task("1_3"))));
        List<TaskInterval> holds = history.taskHistory(key("g").id(), task("1_3"), Integer.MAX_VALUE);
        assertThat(holds)
                .containsExactly(
                        new TaskInterval("a", "process-of-a", TaskView.ASSIGNED, TaskRole.ACTIVE, 1, 2, at(0), at(5)),
                        new TaskInterval(
                                "b", "process-of-b", TaskView.ASSIGNED, TaskRole.ACTIVE, 3, null, at(9), null));
        assertThat(history.taskHistory(key("g").id(), task("1_4"), Integer.MAX_VALUE))
                .isEmpty();
    }

    @Test
    void aTasksHistoryAsOfAVersionTellsNothingOfWhatCameLater() {
        append(at(0), group("g", member("a", null, 1, task("1_3"))));
        append(at(5), group("g", member("a", "learnt", 2, task("1_3"))));
        append(at(9), group("g", member("a", "learnt", 2), member("b", 2, task("1_3"))));
        long key = key("g").id();

        assertThat(history.taskHistory(key, task("1_3"), 1))
                .containsExactly(new TaskInterval("a", null, TaskView.ASSIGNED, TaskRole.ACTIVE, 1, null, at(0), null));
        assertThat(history.taskHistory(key, task("1_3"), 2))
                .containsExactly(
                        new TaskInterval("a", "learnt", TaskView.ASSIGNED, TaskRole.ACTIVE, 1, null, at(0), null));
        assertThat(history.taskHistory(key, task("1_3"), 3)).hasSize(2);
    }

    @Test
    void aMembersHistoryHasItsSpellsEpochsAndTasks() {
        append(at(0), group("g", member("b", "p", 1, task("1_3"))));
        append(at(5), group("g", member("a", 1), member("b", "p", 2, task("1_3"))));
        append(at(7), group("g", member("a", 1)));
        append(at(9), group("g", member("a", 1), member("b", "q", 4)));
        long key = key("g").id();

        MemberHistory life = history.memberHistory(key, "b", 4, at(9));
        assertThat(life.states())
                .extracting(s -> s.value().processId(), Span::fromVersion, Span::toVersion, Span::from, Span::to)
                .containsExactly(tuple("p", 1, 3, at(0), at(7)), tuple("q", 4, null, at(9), null));
        assertThat(life.epochs())
                .containsExactly(
                        new Span<>(new MemberHistory.Epoch(1), 1, 2, at(0), at(5)),
                        new Span<>(new MemberHistory.Epoch(2), 2, 3, at(5), at(7)),
                        new Span<>(new MemberHistory.Epoch(4), 4, null, at(9), null));
        assertThat(life.tasks())
                .containsExactly(new Span<>(
                        new MemberHistory.Hold(task("1_3"), TaskView.ASSIGNED, TaskRole.ACTIVE), 1, 3, at(0), at(7)));
        MemberHistory before = history.memberHistory(key, "b", 2, at(6));
        assertThat(before.states())
                .singleElement()
                .satisfies(s -> assertThat(s.toVersion()).isNull());
        assertThat(before.tasks())
                .singleElement()
                .satisfies(s -> assertThat(s.to()).isNull());
        assertThat(history.memberHistory(key, "nobody", 4, at(9)).states()).isEmpty();
    }

    @Test
    void theLastStableVersionIsTheOneAtOrBeforeAVersion() {
        GroupState stable = group("g", member("a", 1)).withState(StreamsGroupState.STABLE);
        append(at(0), stable.withState(StreamsGroupState.RECONCILING));
        append(at(1), stable);
        append(at(2), stable.withState(StreamsGroupState.RECONCILING));
        long key = key("g").id();

        assertThat(history.latestStable(key, 1)).isNull();
        assertThat(history.latestStable(key, 2)).isEqualTo(2);
        assertThat(history.latestStable(key, 3)).isEqualTo(2);
    }

    @Test
    void aMemberThatAnotherChangesAfterARestartWasHeardWhenItLastWas() {
        append(at(0), group("g", member("a", 1, task("1_3")), member("b", 1)), Map.of("a", at(0)));
        restart();
        append(at(5), group("g", member("a", 1), member("b", 1, task("1_3"))), Map.of("b", at(5)));

        assertThat(history.snapshot(key("g").id(), 2, at(5)).orElseThrow().lastHeartbeatAt())
                .isEqualTo(Map.of("a", at(0), "b", at(5)));
    }

    @Test
    void offsetsThatWereHeldBackAreReadInTheOrderOfTelling() {
        OffsetReport later = new OffsetReport("m", at(6), List.of());
        OffsetReport heldBack = new OffsetReport("n", at(5), List.of());
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g",
                        List.of(snapshot(at(0), group("g"))),
                        List.of(later, heldBack),
                        List.of(),
                        List.of(),
                        at(6),
                        Map.of())));
        long key = key("g").id();
        List<OffsetReport> all = new ArrayList<>();
        history.forEachOffsetReport(key, null, null, all::add);

        assertThat(all).containsExactly(heldBack, later);
        assertThat(history.offsets(key, at(6))).containsExactly(heldBack, later);
    }

    @Test
    void offsetsAreWhatEachMemberHadLastToldByThenToTheLastDigit() {
        OffsetReport early = new OffsetReport("m", at(1), List.of(new TaskOffset(task("1_0"), 5L, Long.MAX_VALUE)));
        OffsetReport late = new OffsetReport(
                "m", at(9), List.of(new TaskOffset(task("1_0"), 9_007_199_254_740_993L, 9_007_199_254_740_995L)));
        OffsetReport half = new OffsetReport("n", at(9), List.of(new TaskOffset(task("1_0"), null, 7L)));
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g",
                        List.of(snapshot(at(0), group("g", member("m", 1)))),
                        List.of(early, late, half),
                        List.of(),
                        List.of(),
                        at(9),
                        Map.of())));
        long key = key("g").id();
        assertThat(history.offsets(key, at(0))).isEmpty();
        assertThat(history.offsets(key, at(5))).containsExactly(early);
        assertThat(history.offsets(key, at(9))).containsExactlyInAnyOrder(late, half);
        List<OffsetReport> all = new ArrayList<>();
        history.forEachOffsetReport(key, null, null, all::add);
        assertThat(all).containsExactly(early, late, half);
    }

    @Test
    void errorsAreKeptNewestFirstWithAllThatIsKnown() {
        ErrorRun fenced = new ErrorRun(new MemberError("m", "i", 110, "smaller epoch", 1, 2), at(1), at(2), 3);
        ErrorRun bare = new ErrorRun(new MemberError(null, null, -1, null, null, null), at(4), at(4), 1);
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g",
                        List.of(snapshot(at(0), group("g"))),
                        List.of(),
                        List.of(fenced, bare),
                        List.of(),
                        at(4),
                        Map.of())));
        long key = key("g").id();
        assertThat(history.errors(key, null, null, 0, 10).items()).containsExactly(bare, fenced);
        assertThat(history.errors(key, at(3), null, 0, 10).items()).containsExactly(bare);
        assertThat(history.errors(key, null, at(4), 0, 10).items()).containsExactly(fenced);
        assertThat(history.errors(key, null, null, 1, 1)).isEqualTo(new Slice<>(List.of(fenced), 1, 1, 2));
    }

    @Test
    void groupsAreFilteredSortedAndPagedAsOfAnInstant() {
        append(at(0), group("beta", member("m", 1)));
        append(at(1), group("Alpha", member("m", 1), member("n", 1)));
        append(at(2), group("50%_off!", member("m", 1)));
        append(at(5), group("beta").withState(StreamsGroupState.EMPTY));

        assertThat(ids(null, Set.of(), null, GroupFilter.Sort.GROUP_ID, false))
                .containsExactly("50%_off!", "Alpha", "beta");
        assertThat(ids(null, Set.of(), null, GroupFilter.Sort.MEMBER_COUNT, true))
                .containsExactly("Alpha", "50%_off!", "beta");
        assertThat(ids("ALPH", Set.of(), null, GroupFilter.Sort.GROUP_ID, false))
                .containsExactly("Alpha");
        assertThat(ids("%_", Set.of(), null, GroupFilter.Sort.GROUP_ID, false)).containsExactly("50%_off!");
        assertThat(ids("off!", Set.of(), null, GroupFilter.Sort.GROUP_ID, false))
                .containsExactly("50%_off!");
        assertThat(ids(null, Set.of(StreamsGroupState.EMPTY), null, GroupFilter.Sort.GROUP_ID, false))
                .containsExactly("beta");
        assertThat(ids(null, Set.of(StreamsGroupState.EMPTY), at(4), GroupFilter.Sort.GROUP_ID, false))
                .isEmpty();
        assertThat(ids(null, Set.of(), at(1), GroupFilter.Sort.CHANGED_AT, true))
                .containsExactly("Alpha", "beta");
        assertThat(history.groups(
                                cluster.id(),
                                new GroupFilter(null, Set.of(), null, GroupFilter.Sort.GROUP_ID, false),
                                1,
                                2)
                        .map(g -> g.header().groupId()))
                .isEqualTo(new Slice<>(List.of("beta"), 1, 2, 3));
    }

    @Test
    void aListedGroupIsAsItsSnapshotIsReadAloneHoweverOftenItWasListedBefore() {
        GroupFilter now = new GroupFilter(null, Set.of(), null, GroupFilter.Sort.GROUP_ID, false);
        for (int second = 0; second < 4; second++) {
            for (int group = 0; group < 20; group++) {
                if (second == 0 || group % (second + 1) == 0) {
                    String groupId = "g" + (100 + group);
                    append(at(second), group(groupId, member("m", second), member("n" + group, 1, task("0_1"))));
                }
            }
            for (Instant at : new Instant[] {null, at(0), at(second), at(second), null}) {
                GroupFilter then = new GroupFilter(null, Set.of(), at, GroupFilter.Sort.GROUP_ID, false);
                List<GroupSummary> listed =
                        history.groups(cluster.id(), then, 0, 100).items();
                assertThat(listed).hasSize(20);
                assertThat(listed)
                        .extracting(GroupSummary::header)
                        .isEqualTo(new JpaGroupHistory(sessions)
                                .groups(cluster.id(), then, 0, 100).items().stream()
                                        .map(GroupSummary::header)
                                        .toList());
                for (GroupSummary group : listed) {
                    GroupKey key = key(group.header().groupId());
                    assertThat(history.header(key.id(), group.header().version()))
                            .contains(group.header());
                    assertThat(group.header().version())
                            .isEqualTo(at == null ? key.version() : history.versionAt(key.id(), at));
                }
            }
        }
        Statistics statistics = sessions.getStatistics();
        statistics.clear();
        history.groups(cluster.id(), now, 0, 100);
        assertThat(statistics.getPrepareStatementCount())
                .as("statements to list what was listed before")
                .isEqualTo(1);
    }

    @Test
    void groupsAreFilteredByTheStatusesThatAreOpen() {
        append(at(0), group("calm", member("m", 1)));
        append(at(0), withStatuses(group("one", member("m", 1)), 1));
        append(at(0), withStatuses(group("three", member("m", 1)), 0, 1, 11));
        append(at(0), withStatuses(group("other", member("m", 1)), 11));
        append(at(1), withStatuses(group("one", member("m", 1))));
        assertThat(withOpen(Set.of(1), null)).containsExactly("three");
        assertThat(withOpen(Set.of(1), at(0))).containsExactly("one", "three");
        assertThat(withOpen(Set.of(0), null)).containsExactly("three");
        assertThat(withOpen(Set.of(11), null)).containsExactly("other", "three");
        assertThat(withOpen(Set.of(0, 11), null)).containsExactly("other", "three");
        assertThat(withOpen(Set.of(5), null)).isEmpty();
    }

    private static GroupState withStatuses(GroupState state, int... codes) {
        return new GroupState(
                state.groupId(),
                state.state(),
                state.stateSource(),
                null,
                null,
                null,
                null,
                null,
                state.members(),
                Arrays.stream(codes)
                        .mapToObj(code -> new MemberStatus("m", code, null))
                        .toList(),
                null,
                null);
    }

    private List<String> withOpen(Set<Integer> codes, @Nullable Instant at) {
        GroupFilter filter = new GroupFilter(null, Set.of(), codes, at, GroupFilter.Sort.GROUP_ID, false);
        return history.groups(cluster.id(), filter, 0, 100).items().stream()
                .map(g -> g.header().groupId())
                .toList();
    }

    private List<String> ids(
            @Nullable String search,
            Set<StreamsGroupState> states,
            @Nullable Instant at,
            GroupFilter.Sort sort,
            boolean descending) {
        return history
                .groups(cluster.id(), new GroupFilter(search, states, at, sort, descending), 0, 100)
                .items()
                .stream()
                .map(g -> g.header().groupId())
                .toList();
    }

    @Test
    void snapshotsAreListedInARangeInBothDirections() {
        for (int i = 1; i <= 5; i++) {
            append(at(i), group("g", member("m", i)));
        }
        long key = key("g").id();
        assertThat(versions(history.headers(key, null, null, true, 0, 10))).containsExactly(5, 4, 3, 2, 1);
        assertThat(versions(history.headers(key, at(2), at(4), false, 0, 10))).containsExactly(2, 3);
        Slice<SnapshotHeader> page = history.headers(key, null, null, false, 1, 2);
        assertThat(versions(page)).containsExactly(3, 4);
        assertThat(page.total()).isEqualTo(5);
    }

    private static List<Integer> versions(Slice<SnapshotHeader> slice) {
        return slice.items().stream().map(SnapshotHeader::version).toList();
    }

    @Test
    void aGroupIdMayBeAsLongAsKafkaAllowsAndHoldAnyCharacter() {
        for (String id : List.of("é".repeat(16_000), "a/b c%2F é", " ", "'; drop table cluster; --", "\uD83D\uDE80")) {
            append(at(0), group(id, member("m", 1)));
            assertThat(read(id, 1).state()).isEqualTo(group(id, member("m", 1)));
        }
    }

    @Test
    void addingAndDeletingAClusterIsPublishedOnce() {
        assertThat(events).containsExactly(new ClusterAdded(cluster.id(), cluster.name()));
        assertThatThrownBy(() -> clusters.create(cluster.name(), Cluster.Kind.RECORDING))
                .isInstanceOf(ClusterExistsException.class);
        clusters.delete(cluster.id());
        clusters.delete(cluster.id());

        assertThat(events)
                .containsExactly(
                        new ClusterAdded(cluster.id(), cluster.name()),
                        new ClusterRemoved(cluster.id(), cluster.name()));
    }

    @Test
    void aWriteAnswersTheVersionThatEachGroupCameTo() {
        append(at(0), group("a", member("m", 1)));
        GroupWrite twoSnapshots = new GroupWrite(
                "a",
                List.of(snapshot(at(1), group("a", member("m", 2))), snapshot(at(2), group("a", member("m", 3)))),
                List.of(),
                List.of(),
                List.of(),
                at(2),
                Map.of());
        GroupWrite first = new GroupWrite(
                "b",
                List.of(snapshot(at(2), group("b", member("m", 1)))),
                List.of(),
                List.of(),
                List.of(),
                at(2),
                Map.of());

        assertThat(history.append(cluster.id(), List.of(twoSnapshots, first))).isEqualTo(Map.of("a", 3, "b", 1));
    }

    @Test
    void aClusterIsDeletedWithAllItsRowsAndOthersStay() {
        Cluster other = clusters.create("other-" + UUID.randomUUID(), Cluster.Kind.LIVE);
        append(at(0), group("g", member("m", 1, task("0_0"))));
        history.append(
                other.id(),
                List.of(new GroupWrite(
                        "g",
                        List.of(snapshot(at(1), group("g", member("m", 7)))),
                        List.of(),
                        List.of(),
                        List.of(),
                        at(1),
                        Map.of())));

        long key = history.group(cluster.id(), "g").orElseThrow().id();
        clusters.delete(cluster.id());

        assertThat(clusters.find(cluster.id())).isEmpty();
        assertThat(clusters.find(cluster.name())).isEmpty();
        assertThat(clusters.create(cluster.name(), Cluster.Kind.RECORDING).id())
                .as("its name is free")
                .isNotEqualTo(cluster.id());
        removal.removeDeleted();
        assertThat(history.group(cluster.id(), "g")).isEmpty();
        assertThat(rows("TaskRow", key)).isZero();
        assertThat(history.latestState(other.id(), "g").map(LatestState::state)).contains(group("g", member("m", 7)));
        assertThat(clusters.find(other.name()).orElseThrow().groupCount()).isEqualTo(1);
    }

    @Test
    void aLargeGroupIsRemovedSomeRowsAtATimeAlsoByTheNextProcess() {
        Member[] members = Stream.iterate(0, i -> i + 1)
                .limit(1_500)
                .map(i -> member("m" + i, 1, new TaskId("0", i)))
                .toArray(Member[]::new);
        append(at(0), group("g", members));
        long key = history.group(cluster.id(), "g").orElseThrow().id();
        long rows = rows("TaskRow", key) + rows("MemberRow", key);
        removal.close();

        clusters.delete(cluster.id());
        assertThat(rows("TaskRow", key) + rows("MemberRow", key))
                .as("the process ended before it removed them")
                .isEqualTo(rows);
        restart();
        Statistics statistics = sessions.getStatistics();
        statistics.clear();
        removal.removeDeleted();

        assertThat(statistics.getTransactionCount()).isGreaterThan(rows / 2_000);
        assertThat(rows("TaskRow", key) + rows("MemberRow", key) + rows("SnapshotRow", key))
                .isZero();
        assertThat(history.group(cluster.id(), "g")).isEmpty();
    }

    private long rows(String table, long groupKey) {
        return sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                        "select count(r) from " + table + " r where r.groupKey = :key", Long.class)
                .setParameter("key", groupKey)
                .getSingleResult());
    }

    @Test
    void aClustersNameIsUniqueAndItKnowsItsSpan() {
        assertThatThrownBy(() -> clusters.create(cluster.name(), Cluster.Kind.LIVE))
                .isInstanceOf(ClusterExistsException.class);
        assertThat(clusters.find(cluster.name()).orElseThrow().firstAt()).isNull();
        append(at(3), group("g"));
        append(at(8), group("h"));
        Cluster found = clusters.find(cluster.name()).orElseThrow();
        assertThat(found.firstAt()).isEqualTo(at(3));
        assertThat(found.lastAt()).isEqualTo(at(8));
        assertThat(found.groupCount()).isEqualTo(2);
    }

    @Test
    void manySnapshotsAreInsertedInBatchesAndReadWithoutAQueryPerMember() {
        Statistics statistics = sessions.getStatistics();
        Member[] members = Stream.iterate(0, i -> i + 1)
                .limit(200)
                .map(i -> member("m" + i, 1, new TaskId("0", i)))
                .toArray(Member[]::new);
        statistics.clear();
        append(at(0), group("g", members));
        assertThat(statistics.getPrepareStatementCount())
                .as("statements for 401 rows")
                .isLessThan(20);

        statistics.clear();
        Snapshot snapshot = read("g", 1);
        assertThat(snapshot.state().members()).hasSize(200);
        assertThat(statistics.getPrepareStatementCount())
                .as("statements to read 200 members")
                .isLessThan(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsReadAndStoredAgainIsTheSameToTheLastRow(long seed) {
        Random random = new Random(seed);
        RandomGroups groups = new RandomGroups(seed, "g");
        int second = 0;
        for (int batches = 0; batches < 12; batches++) {
            List<NewSnapshot> batch = new ArrayList<>();
            Map<String, Instant> heard = new HashMap<>();
            for (int i = 1 + random.nextInt(9); i > 0; i--) {
                GroupState state = groups.next();
                Map<String, Instant> ended = new HashMap<>();
                heard.forEach((member, at) -> {
                    if (random.nextBoolean()) {
                        ended.put(member, at);
                    }
                });
                for (Member member : state.members()) {
                    heard.put(member.memberId(), at(second));
                }
                batch.add(new NewSnapshot(
                        at(second++),
                        ObservationSource.HEARTBEAT,
                        state,
                        List.of("changed " + i),
                        ended,
                        insight(random),
                        null));
            }
            history.append(
                    cluster.id(),
                    List.of(new GroupWrite("g", batch, List.of(), List.of(), List.of(), at(second), heard)));
        }
        GroupKey origin = key("g");
        for (int first : new int[] {1, origin.version() / 2}) {
            for (Instant asOf : List.of(origin.observedAt(), at(second - 7))) {
                int last = history.versionAt(origin.id(), asOf);
                List<Snapshot> told = snapshots(origin, first, last, asOf);
                Cluster other = clusters.create("copy-" + UUID.randomUUID(), Cluster.Kind.RECORDING);
                for (int i = 0; i < told.size(); i += 7) {
                    List<NewSnapshot> batch = told.subList(i, Math.min(told.size(), i + 7)).stream()
                            .map(s -> new NewSnapshot(
                                    s.header().at(),
                                    s.header().source(),
                                    s.state(),
                                    s.header().changes(),
                                    Map.of(),
                                    s.header().insight(),
                                    new Restored(s.header().version(), s.lastHeartbeatAt(), s.statuses())))
                            .toList();
                    history.append(
                            other.id(),
                            List.of(new GroupWrite("g", batch, List.of(), List.of(), List.of(), asOf, Map.of())));
                    if (random.nextBoolean()) {
                        restart();
                    }
                }
                GroupKey copy = history.group(other.id(), "g").orElseThrow();
                assertThat(copy.version()).isEqualTo(last);
                assertThat(copy.firstAt()).isEqualTo(told.get(0).header().at());
                assertThat(withoutKeys(snapshots(copy, first, last, asOf))).isEqualTo(withoutKeys(told));
                if (first == 1 && asOf.equals(origin.observedAt())) {
                    assertThat(history.statuses(copy.id(), null, null))
                            .containsExactlyInAnyOrderElementsOf(history.statuses(origin.id(), null, null));
                    assertThat(history.taskHistory(copy.id(), task("0_0"), Integer.MAX_VALUE))
                            .isEqualTo(history.taskHistory(origin.id(), task("0_0"), Integer.MAX_VALUE));
                }
            }
        }
    }

    private List<Snapshot> snapshots(GroupKey group, int first, int last, Instant asOf) {
        List<Snapshot> snapshots = new ArrayList<>();
        history.forEachSnapshot(group.id(), first, last, asOf, snapshots::add);
        return snapshots;
    }

    private static List<Snapshot> withoutKeys(List<Snapshot> snapshots) {
        return snapshots.stream()
                .map(s -> {
                    SnapshotHeader h = s.header();
                    return new Snapshot(
                            new SnapshotHeader(
                                    0,
                                    h.groupId(),
                                    h.version(),
                                    h.at(),
                                    h.source(),
                                    h.state(),
                                    h.stateSource(),
                                    h.groupEpoch(),
                                    h.assignmentEpoch(),
                                    h.topologyEpoch(),
                                    h.assignor(),
                                    h.coordinator(),
                                    h.memberCount(),
                                    h.processCount(),
                                    h.activeTaskCount(),
                                    h.standbyTaskCount(),
                                    h.warmupTaskCount(),
                                    h.unassignedTaskCount(),
                                    h.lowestMemberEpoch(),
                                    h.highestMemberEpoch(),
                                    h.statusCodes(),
                                    h.insight(),
                                    h.changes()),
                            s.state(),
                            s.lastHeartbeatAt(),
                            s.statuses());
                })
                .toList();
    }

    @Test
    void aRangeOfSnapshotsIsReadPagesAtATimeAndAMissingOneIsSaid() {
        for (int i = 0; i < 120; i++) {
            append(at(i), group("g", member("m", i)));
        }
        GroupKey group = key("g");
        Statistics statistics = sessions.getStatistics();
        statistics.clear();
        assertThat(snapshots(group, 2, 119, at(200)))
                .extracting(s -> s.header().version())
                .isEqualTo(IntStream.rangeClosed(2, 119).boxed().toList());
        assertThat(statistics.getPrepareStatementCount())
                .as("statements for 118 snapshots")
                .isLessThan(30);
        assertThatThrownBy(() -> snapshots(group, 100, 121, at(200))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void errorsAreReadInTheOrderOfTheirEnds() {
        ErrorRun lasting = new ErrorRun(new MemberError("m", null, 110, null, 1, 2), at(1), at(9), 3);
        ErrorRun first = new ErrorRun(new MemberError("n", null, 25, null, 1, 2), at(4), at(4), 1);
        ErrorRun second = new ErrorRun(new MemberError("o", null, 25, null, 1, 2), at(4), at(4), 1);
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g", List.of(), List.of(), List.of(lasting, first, second), List.of(), at(9), Map.of())));
        List<ErrorRun> all = new ArrayList<>();
        history.forEachError(key("g").id(), null, null, all::add);
        assertThat(all).containsExactly(first, second, lasting);
        all.clear();
        history.forEachError(key("g").id(), at(5), at(9), all::add);
        assertThat(all).containsExactly(lasting);
    }

    @Test
    void silencesAreReadInTheOrderOfTheirEndsAndFoundAtAnInstantWithin() {
        GroupSeries series = new JpaGroupSeries(sessions);
        Silence lasting = new Silence("m", at(1), at(9), null);
        Silence first = new Silence("n", at(2), at(4), 500);
        history.append(
                cluster.id(),
                List.of(new GroupWrite(
                        "g", List.of(), List.of(), List.of(), List.of(lasting, first), at(9), Map.of())));
        long key = key("g").id();
        List<Silence> all = new ArrayList<>();
        history.forEachSilence(key, null, null, all::add);
        assertThat(all).containsExactly(first, lasting);
        all.clear();
        history.forEachSilence(key, at(4), at(9), all::add);
        history.forEachSilence(key, null, at(1), all::add);
        assertThat(all).containsExactly(lasting);
        GroupSeries.Which which = new GroupSeries.Which(cluster.id(), null);
        assertThat(series.silences(which, at(3))).isEqualTo(Map.of(key, List.of(first, lasting)));
        assertThat(series.silences(new GroupSeries.Which(cluster.id(), List.of(key)), at(4)))
                .isEqualTo(Map.of(key, List.of(lasting)));
        assertThat(series.silences(which, at(1))).isEmpty();
        assertThat(series.silences(which, at(9))).isEmpty();
    }

    @Test
    void seriesOfManyGroupsAreCountedBackFromTheInstantAskedForOrFromWhenEachWasLastObserved() {
        GroupSeries series = new JpaGroupSeries(sessions);
        ErrorRun old = new ErrorRun(new MemberError("m", null, 25, null, 1, 2), at(0), at(10), 3);
        ErrorRun late = new ErrorRun(new MemberError("m", null, 16, null, 1, 2), at(700), at(710), 2);
        TaskId task = task("0_0");
        OffsetReport far = new OffsetReport("m", at(300), List.of(new TaskOffset(task, 0L, 10_001L)));
        OffsetReport near = new OffsetReport("m", at(301), List.of(new TaskOffset(task, 1L, 10_001L)));
        history.append(
                cluster.id(),
                List.of(
                        new GroupWrite(
                                "ended",
                                List.of(snapshot(at(0), group("ended", member("m", 1)))),
                                List.of(far, near),
                                List.of(old),
                                List.of(),
                                at(310),
                                Map.of("m", at(310))),
                        new GroupWrite(
                                "lives",
                                List.of(
                                        rebalanced(at(0), 1, group("lives", member("m", 1))),
                                        rebalanced(at(90), 2, group("lives", member("m", 2))),
                                        rebalanced(at(650), 9, group("lives", member("m", 3)))),
                                List.of(far),
                                List.of(old, late),
                                List.of(),
                                at(720),
                                Map.of("m", at(719)))));
        long ended = key("ended").id();
        long lives = key("lives").id();
        GroupSeries.Which all = new GroupSeries.Which(cluster.id(), null);
        GroupSeries.Which one = new GroupSeries.Which(cluster.id(), List.of(lives));

        assertThat(series.recentErrors(all, null, Duration.ofMinutes(10)))
                .isEqualTo(Map.of(ended, List.of(old), lives, List.of(late)));
        assertThat(series.recentErrors(one, at(100), Duration.ofMinutes(10))).isEqualTo(Map.of(lives, List.of(old)));
        assertThat(series.recentErrors(all, at(1_000), Duration.ofMinutes(10)))
                .as("nothing is said to be over because nobody looked")
                .isEqualTo(Map.of(ended, List.of(old), lives, List.of(late)));
        assertThat(series.farBehind(all, null, Duration.ofMinutes(7)))
                .as("of each group from when it was last observed")
                .containsExactlyInAnyOrder(ended, lives);
        assertThat(series.farBehind(all, null, Duration.ofMinutes(6))).containsExactly(ended);
        assertThat(series.farBehind(one, at(299), Duration.ofMinutes(7))).isEmpty();
        assertThat(series.offsets(all, null, Duration.ofMinutes(7)))
                .isEqualTo(Map.of(ended, List.of(far, near), lives, List.of(far)));
        assertThat(series.offsets(all, at(300), Duration.ofMinutes(7)))
                .isEqualTo(Map.of(ended, List.of(far), lives, List.of(far)));
        assertThat(series.offsets(one, at(299), Duration.ofMinutes(7))).isEmpty();
        assertThat(history.isFarBehind(ended, null, null)).isTrue();
        assertThat(history.isFarBehind(ended, at(300), at(301))).isTrue();
        assertThat(history.isFarBehind(ended, at(301), null)).isFalse();
        assertThat(history.isFarBehind(ended, null, at(300))).isFalse();
        assertThat(series.earlierRebalances(all, null, Duration.ofMinutes(10))).isEqualTo(Map.of(lives, 2));
        assertThat(series.earlierRebalances(one, at(650), Duration.ofMinutes(10)))
                .isEqualTo(Map.of(lives, 1));
        assertThat(series.heard(all))
                .isEqualTo(Map.of(
                        ended, List.of(new GroupSeries.Heard("m", at(310), null)),
                        lives, List.of(new GroupSeries.Heard("m", at(719), null))));
    }

    private static NewSnapshot rebalanced(Instant at, int count, GroupState state) {
        Insight insight = new Insight(new RebalanceMark(count, null), List.of());
        return new NewSnapshot(at, ObservationSource.HEARTBEAT, state, List.of("changed"), Map.of(), insight, null);
    }

    @Test
    void aSnapshotCostsTheRowsThatChangedAndNotTheGroup() {
        Member[] members = Stream.iterate(0, i -> i + 1)
                .limit(50)
                .map(i -> member("m" + i, 1, new TaskId("0", i)))
                .toArray(Member[]::new);
        append(at(0), group("g", members));
        Statistics statistics = sessions.getStatistics();
        statistics.clear();
        for (int i = 0; i < members.length; i++) {
            members[i] = member("m" + i, 2, new TaskId("0", i));
        }
        append(at(1), group("g", members));
        assertThat(statistics.getEntityInsertCount())
                .as("a snapshot, which has the epochs")
                .isEqualTo(1);
        statistics.clear();
        members[7] = member("m7", 2, new TaskId("0", 7), new TaskId("0", 70));
        append(at(2), group("g", members));
        assertThat(statistics.getEntityInsertCount())
                .as("a snapshot and a task")
                .isEqualTo(2);
        statistics.clear();
        members[7] = member("m7", "another process", 2, new TaskId("0", 7), new TaskId("0", 70));
        append(at(3), group("g", members));
        assertThat(statistics.getEntityInsertCount())
                .as("a snapshot and a member")
                .isEqualTo(2);
        assertThat(history.snapshot(key("g").id(), 2, at(2))
                        .orElseThrow()
                        .state()
                        .member("m7"))
                .isEqualTo(member("m7", 2, new TaskId("0", 7)));
        assertThat(history.snapshot(key("g").id(), 1, at(2))
                        .orElseThrow()
                        .state()
                        .member("m8"))
                .isEqualTo(member("m8", 1, new TaskId("0", 8)));
    }

    @Test
    void membersOfListedGroupsAreThoseOfTheirSnapshotsAndReadManyGroupsAtATime() {
        for (int n = 0; n < 20; n++) {
            for (int version = 1; version <= 1 + n % 3; version++) {
                Member one = member("a" + n, version, new TaskId("0", version), new TaskId("1", n));
                Member other = member("b" + version, 1, new TaskId("2", 0));
                append(at(version), group("many" + n, one, other), Map.of("a" + n, at(version), "b1", at(1)));
            }
        }
        append(at(1), group("none"));
        for (Instant at : List.of(at(1), at(2), at(3))) {
            GroupFilter then = new GroupFilter(null, Set.of(), at, GroupFilter.Sort.GROUP_ID, false);
            List<GroupSummary> listed =
                    history.groups(cluster.id(), then, 0, 100).items();
            List<GroupMembers> atHand =
                    history.members(cluster.id(), listed, at).toList();
            assertThat(atHand).hasSize(21).allSatisfy(group -> {
                SnapshotHeader header = group.group().header();
                Snapshot snapshot = history.snapshot(header.groupKey(), header.version(), at)
                        .orElseThrow();
                assertThat(group.members()).isEqualTo(snapshot.state().members());
                assertThat(group.lastHeartbeatAt()).isEqualTo(snapshot.lastHeartbeatAt());
            });
            restart();
            Statistics statistics = sessions.getStatistics();
            statistics.clear();
            assertThat(history.members(cluster.id(), listed, at)).isEqualTo(atHand);
            assertThat(statistics.getPrepareStatementCount())
                    .as("statements for 21 groups")
                    .isLessThan(10);
        }
    }

    @Test
    void membersThatAreNotStoredAnyMoreAreNotToldAsNone() {
        append(at(0), group("g", member("m", 1)));
        GroupFilter now = new GroupFilter(null, Set.of(), null, GroupFilter.Sort.GROUP_ID, false);
        List<GroupSummary> listed = history.groups(cluster.id(), now, 0, 10).items();
        clusters.delete(cluster.id());
        removal.removeDeleted();
        restart();
        assertThatThrownBy(() -> history.members(cluster.id(), listed, at(9)).toList())
                .isInstanceOf(IllegalStateException.class);
    }
}
