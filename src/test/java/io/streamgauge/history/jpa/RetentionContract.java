package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupSeries;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.MemberHistory;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.ReadFailure;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.Retention.Versions;
import io.streamgauge.history.Silence;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.Span;
import io.streamgauge.history.TaskInterval;
import io.streamgauge.query.AsOf;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.GroupView;
import io.streamgauge.query.NotFoundException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What removing old states must do, and must leave, on every database. */
@DataJpaTest(showSql = false, properties = "spring.jpa.properties.hibernate.generate_statistics=true")
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@Transactional(propagation = Propagation.NOT_SUPPORTED)
@Import({
    GroupQueries.class,
    JpaGroupHistory.class,
    JpaClusters.class,
    ClusterRemoval.class,
    JpaOtherGroups.class,
    RetentionContract.Time.class
})
abstract class RetentionContract {

    static class Time {
        @Bean
        Clock clock() {
            return Clock.systemUTC();
        }
    }

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00.123456Z");
    private static final Insight NOTHING = new Insight(new RebalanceMark(0, T0), List.of());
    private static final List<String> TABLES =
            List.of("SnapshotRow", "MemberRow", "TaskRow", "StatusRow", "EndpointRow", "SubtopologyRow");

    @Autowired
    private SessionFactory sessions;

    @Autowired
    private GroupQueries queries;

    @Autowired
    private JpaGroupHistory history;

    @Autowired
    private JpaClusters clusters;

    private JpaRetention retention;
    private Cluster cluster;

    @BeforeEach
    void begin() {
        retention = new JpaRetention(sessions);
        cluster = clusters.create("cluster-" + UUID.randomUUID(), Cluster.Kind.LIVE);
    }

    JpaRetention retention() {
        return retention;
    }

    /** Stores a group with versions at seconds 0, 1, 2… */
    GroupKey groupWithVersions(int count) {
        write(new RandomGroups(1, "g"), new Random(1), count);
        return key();
    }

    static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    private GroupKey key() {
        return history.group(cluster.id(), "g").orElseThrow();
    }

    private void append(List<NewSnapshot> snapshots, List<OffsetReport> offsets, List<ErrorRun> errors, Instant at) {
        append(snapshots, offsets, errors, List.of(), at, Map.of());
    }

    private void append(
            List<NewSnapshot> snapshots,
            List<OffsetReport> offsets,
            List<ErrorRun> errors,
            List<Silence> silences,
            Instant at,
            Map<String, Instant> heard) {
        history.append(cluster.id(), List.of(new GroupWrite("g", snapshots, offsets, errors, silences, at, heard)));
    }

    private static NewSnapshot snapshot(Instant at, GroupState state) {
        return new NewSnapshot(at, ObservationSource.DESCRIBE, state, List.of("changed"), Map.of(), NOTHING, null);
    }

    /** Writes random states, one a second, with what members tell and are answered meanwhile. */
    private void write(RandomGroups groups, Random random, int versions) {
        Map<String, Instant> heard = new HashMap<>();
        int second = 0;
        while (second < versions) {
            List<NewSnapshot> snapshots = new ArrayList<>();
            List<OffsetReport> offsets = new ArrayList<>();
            List<ErrorRun> errors = new ArrayList<>();
            List<Silence> silences = new ArrayList<>();
            for (int i = 1 + random.nextInt(9); i > 0 && second < versions; i--) {
                GroupState state = groups.next();
                Map<String, Instant> ended = new HashMap<>();
                heard.forEach((member, at) -> {
                    if (random.nextBoolean()) {
                        ended.put(member, at);
                    }
                });
                for (Member member : state.members()) {
                    heard.put(member.memberId(), at(second));
                    if (random.nextInt(3) == 0) {
                        // Some were held back and come after later ones.
                        offsets.add(new OffsetReport(
                                member.memberId(),
                                at(second - random.nextInt(3)),
                                List.of(new TaskOffset(new TaskId("0", 1), (long) second, null))));
                    }
                }
                if (random.nextInt(4) == 0) {
                    errors.add(new ErrorRun(
                            new MemberError("member-1", null, 25, null, null, null), at(second - 3), at(second), 2));
                }
                if (random.nextInt(4) == 0) {
                    silences.add(new Silence("member-1", at(second - 1 - random.nextInt(20)), at(second), null));
                }
                // Two states of one moment are told apart by their versions.
                Instant at = random.nextInt(8) == 0 && second > 0 ? at(second - 1) : at(second);
                Instant begun = snapshots.isEmpty() ? at(second) : at;
                snapshots.add(new NewSnapshot(
                        begun, ObservationSource.DESCRIBE, state, List.of("changed"), ended, NOTHING, null));
                second++;
            }
            append(snapshots, offsets, errors, silences, at(second), heard);
        }
    }

    /** Removes everything that is older than it is kept, as many versions at a time as told. */
    private void retain(Instant cut, Instant offsetsCut, int most) {
        long key = key().id();
        Optional<Versions> ended = retention.endedBefore(key, cut, most);
        while (ended.isPresent()) {
            assertThat(retention.remove(ended.get(), List.of(counted(ended.get()))))
                    .isTrue();
            ended = retention.endedBefore(key, cut, most);
        }
        retention.sweep(key, () -> true);
        retention.removeSpells(key, cut, () -> true);
        retention.removeOffsets(key, offsetsCut, cut, () -> true);
    }

    private static RemovedRange counted(Versions versions) {
        return new RemovedRange(
                RemovedRange.Kind.SNAPSHOTS,
                versions.first(),
                versions.next(),
                versions.from(),
                versions.to(),
                versions.next() - versions.first(),
                List.of());
    }

    /** Everything that can be asked of the kept range, by question. */
    private Map<String, Object> answers(Instant cut, Instant offsetsCut, int firstKept, int seconds) {
        Map<String, Object> answers = new LinkedHashMap<>();
        GroupKey group = key();
        String name = cluster.name();
        for (int second = 0; second <= seconds; second += 1 + second % 3) {
            for (Instant at : List.of(at(second), at(second).minusNanos(1_000))) {
                if (at.isBefore(cut)) {
                    continue;
                }
                GroupView view = queries.view(name, "g", new AsOf(at, null));
                answers.put("state at " + at, view.snapshot());
                answers.put("seen at " + at, view.observedAt());
                answers.put("open statuses at " + at, queries.openStatuses(view));
                answers.put("statuses at " + at, queries.statuses(group, at, cut, null, null));
                if (!at.isBefore(offsetsCut)) {
                    var offsets = new HashMap<>(queries.offsets(view));
                    offsets.keySet().removeIf(id -> view.snapshot().state().member(id) == null);
                    answers.put("offsets at " + at, offsets);
                }
                answers.put(
                        "silences at " + at,
                        new JpaGroupSeries(sessions).silences(new GroupSeries.Which(cluster.id(), null), at));
                answers.put("errors since " + at, queries.errors(group, null, at, null, 0, 1_000));
                answers.put("snapshots since " + at, queries.snapshots(group, null, at, null, true, 0, 1_000));
                answers.put(
                        "difference since " + at,
                        queries.diff(name, "g", new AsOf(at, null), AsOf.NOW).diff());
            }
        }
        answers.put("statuses", queries.statuses(group, null, cut, null, null));
        answers.put("latest", history.latestState(cluster.id(), "g"));
        var range = queries.range(group, cut, null).orElseThrow();
        List<Object> export = new ArrayList<>();
        queries.forEachSnapshot(range, export::add);
        queries.forEachError(range, export::add);
        queries.forEachSilence(range, export::add);
        answers.put("export", export);
        List<OffsetReport> reports = new ArrayList<>();
        history.forEachOffsetReport(group.id(), offsetsCut, null, reports::add);
        answers.put("reports", reports);
        for (String subtopology : List.of("0", "1", "10", "named_sub")) {
            for (int partition : new int[] {0, 1, 5, Integer.MAX_VALUE}) {
                TaskId task = new TaskId(subtopology, partition);
                answers.put(
                        "history of " + task,
                        history.taskHistory(group.id(), task, Integer.MAX_VALUE).stream()
                                .filter(hold -> hold.toVersion() == null || hold.toVersion() > firstKept)
                                .map(hold -> hold.fromVersion() < firstKept ? withoutBeginning(hold) : hold)
                                .toList());
            }
        }
        for (Member member :
                history.latestState(cluster.id(), "g").orElseThrow().state().members()) {
            MemberHistory life =
                    history.memberHistory(group.id(), member.memberId(), group.version(), group.observedAt());
            answers.put("states of " + member.memberId(), kept(life.states(), firstKept, true));
            answers.put("epochs of " + member.memberId(), kept(life.epochs(), firstKept, true));
            answers.put("tasks of " + member.memberId(), kept(life.tasks(), firstKept, false));
        }
        return answers;
    }

    /** What is known of spans when nothing before a version is stored. */
    private static <T> List<Span<T>> kept(List<Span<T>> spans, int firstKept, boolean mayGoOn) {
        return spans.stream()
                .filter(span -> span.toVersion() == null || span.toVersion() > firstKept)
                .map(span -> span.fromVersion() > firstKept || (!mayGoOn && span.fromVersion() == firstKept)
                        ? span
                        : new Span<>(
                                span.value(),
                                mayGoOn ? firstKept : span.fromVersion(),
                                span.toVersion(),
                                null,
                                span.to()))
                .toList();
    }

    private static TaskInterval withoutBeginning(TaskInterval hold) {
        return new TaskInterval(
                hold.memberId(),
                hold.processId(),
                hold.view(),
                hold.role(),
                hold.fromVersion(),
                hold.toVersion(),
                null,
                hold.to());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyAnswerAboutTheKeptRangeStaysAsItWas(long seed) {
        Random random = new Random(seed);
        int seconds = 45;
        write(new RandomGroups(seed, "g"), random, seconds);
        int firstSecond = 0;
        for (int cuts = 0; cuts < 2; cuts++) {
            firstSecond += 1 + random.nextInt(20);
            Instant cut = at(firstSecond).plusNanos(random.nextBoolean() ? 0 : 500_000_000);
            Instant offsetsCut = cut.plusSeconds(random.nextInt(10));
            int firstKept = history.versionAt(key().id(), cut.minusNanos(1_000));
            Map<String, Object> before = answers(cut, offsetsCut, firstKept, seconds);

            retain(cut, offsetsCut, 1 + random.nextInt(40));

            Map<String, Object> after = answers(cut, offsetsCut, firstKept, seconds);
            before.forEach((question, answer) ->
                    assertThat(after.get(question)).as(question).isEqualTo(answer));
            assertThat(queries.snapshots(key(), null, null, null, false, 0, 1).items())
                    .extracting(header -> header.version())
                    .containsExactly(firstKept);
            assertThat(rowsThatNoVersionHas(firstKept)).isZero();
        }
    }

    /** Statuses apart, of which those stay that a period begins with. */
    private long rowsThatNoVersionHas(int firstKept) {
        return sessions.fromStatelessTransaction(session -> TABLES.stream()
                .filter(table -> !table.equals("StatusRow"))
                .mapToLong(table -> session.createSelectionQuery(
                                "select count(r) from " + table + " r where r.groupKey = :key and "
                                        + (table.equals("SnapshotRow")
                                                ? "r.version < :first"
                                                : "r.toVersion <= :first"),
                                Long.class)
                        .setParameter("key", key().id())
                        .setParameter("first", firstKept)
                        .getSingleResult())
                .sum());
    }

    @Test
    void aWriterAndTwoRemoversBesideEachOtherLoseNothingThatIsKept() throws Exception {
        RandomGroups groups = new RandomGroups(11, "g");
        List<GroupState> written = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            written.add(groups.next());
        }
        append(
                IntStream.range(0, 40)
                        .mapToObj(i -> snapshot(at(i), written.get(i)))
                        .toList(),
                List.of(),
                List.of(),
                at(40));
        long key = key().id();
        int versions = 200;
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Future<?> writer = threads.submit(() -> {
                while (written.size() < versions) {
                    int second = written.size();
                    GroupState state = groups.next();
                    append(List.of(snapshot(at(second), state)), List.of(), List.of(), at(second));
                    written.add(state);
                }
            });
            List<Future<?>> removers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                JpaRetention process = new JpaRetention(sessions);
                removers.add(threads.submit(() -> {
                    boolean last;
                    do {
                        last = writer.isDone();
                        Instant cut = at(key().version() - 30);
                        process.sweep(key, () -> true);
                        process.endedBefore(key, cut, 7).ifPresent(v -> process.remove(v, List.of(counted(v))));
                    } while (!last);
                }));
            }
            writer.get();
            for (Future<?> remover : removers) {
                remover.get();
            }
        } finally {
            threads.shutdown();
        }
        retain(at(versions - 30), at(versions), 500);
        List<Snapshot> kept = new ArrayList<>();
        history.forEachSnapshot(key, versions - 30, versions, at(versions), kept::add);
        assertThat(kept).extracting(Snapshot::state).isEqualTo(written.subList(versions - 31, versions));
        assertThat(key().firstAt()).isEqualTo(kept.get(0).header().at());
        List<RemovedRange> removed = history.removed(key, 0, 1_000).items();
        assertThat(removed.get(0).fromVersion()).isEqualTo(1);
        for (int i = 1; i < removed.size(); i++) {
            assertThat(removed.get(i).fromVersion())
                    .isEqualTo(removed.get(i - 1).toVersion());
        }
        assertThat(removed.stream().mapToInt(RemovedRange::count).sum()).isEqualTo(versions - 31);
    }

    @Test
    void versionsAndWhatIsLeftOfThemGoTogetherOrNotAtAll() {
        GroupKey group = groupWithVersions(9);
        Versions versions = retention.endedBefore(group.id(), at(5), 100).orElseThrow();
        assertThat(retention.remove(versions, List.of(counted(versions), counted(versions))))
                .as("told twice")
                .isFalse();
        assertThat(history.removed(group.id(), 0, 10).items()).isEmpty();
        assertThat(history.header(group.id(), 1)).isPresent();

        RemovedRange rebalances = new RemovedRange(
                RemovedRange.Kind.REBALANCES,
                versions.first(),
                versions.next(),
                versions.from(),
                versions.to(),
                1,
                List.of(Map.of(
                        "number",
                        1,
                        "trigger",
                        "EXPIRED",
                        "subject",
                        "instance",
                        "subjectId",
                        "node-1 \"ä\"",
                        "endpoint",
                        "h:8081")));
        assertThat(retention.remove(versions, List.of(counted(versions), rebalances)))
                .isTrue();
        assertThat(retention.remove(versions, List.of(counted(versions)))).isFalse();
        assertThat(retention.remove(versions, List.of())).isFalse();
        assertThat(history.removed(group.id(), 0, 10).items()).containsExactlyInAnyOrder(counted(versions), rebalances);
        assertThat(key().firstAt()).isEqualTo(versions.to());
    }

    @Test
    void aProcessThatEndsBetweenTheStepsLeavesRowsThatTheNextSweepsAndNobodySeesMeanwhile() {
        GroupKey group = groupWithVersions(60);
        Versions versions = retention.endedBefore(group.id(), at(50), 100).orElseThrow();
        retention.remove(versions, List.of(counted(versions)));
        assertThat(rowsThatNoVersionHas(versions.next())).isPositive();
        for (int partition : new int[] {0, 1, 5}) {
            assertThat(history.taskHistory(group.id(), new TaskId("0", partition), Integer.MAX_VALUE))
                    .allMatch(hold -> hold.toVersion() == null || hold.toVersion() > versions.next());
        }
        assertThat(new JpaRetention(sessions).sweep(group.id(), () -> true)).isPositive();
        assertThat(rowsThatNoVersionHas(versions.next())).isZero();
    }

    @Test
    void theCurrentStateStaysHoweverOldItIsAndItsOpenStatusesKeepTheirBeginning() {
        MemberStatus missing = new MemberStatus("member-1", 1, "Source topics nada are missing.");
        GroupState state = new RandomGroups(3, "g").next();
        GroupState open = new GroupState(
                "g",
                state.state(),
                state.stateSource(),
                null,
                null,
                null,
                null,
                null,
                state.members(),
                List.of(missing),
                null,
                null);
        append(List.of(snapshot(at(0), state), snapshot(at(1), open)), List.of(), List.of(), at(1));
        append(List.of(snapshot(at(2), state.withState(state.state()))), List.of(), List.of(), at(2));
        append(List.of(snapshot(at(3), open)), List.of(), List.of(), at(3));

        retain(at(1_000_000), at(1_000_000), 500);

        GroupView now = queries.view(cluster.name(), "g", AsOf.NOW);
        assertThat(now.snapshot().state()).isEqualTo(open);
        assertThat(now.snapshot().header().version()).isEqualTo(4);
        assertThat(queries.openStatuses(now))
                .singleElement()
                .satisfies(period -> assertThat(period.openedAt()).isEqualTo(at(3)));
        assertThat(queries.statuses(key(), null, null, null, null))
                .as("the period before it was over")
                .hasSize(1);
    }

    @Test
    void aPeriodBeginsWhenItBeganAlsoWhereThatWasForMembersWhoseStatusesWereClosedSince() {
        GroupState none = new RandomGroups(3, "g").next();
        List<List<String>> openFor =
                List.of(List.of("a"), List.of("a", "b"), List.of("b"), List.of("b", "c"), List.of("c"), List.of("c"));
        for (int i = 0; i < openFor.size(); i++) {
            GroupState state = new GroupState(
                    "g",
                    none.state(),
                    none.stateSource(),
                    i,
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    openFor.get(i).stream()
                            .map(member -> new MemberStatus(member, 1, null))
                            .toList(),
                    null,
                    null);
            append(List.of(snapshot(at(i), state)), List.of(), List.of(), at(i));
        }
        retain(at(5), at(5), 2);
        assertThat(queries.openStatuses(queries.view(cluster.name(), "g", AsOf.NOW)))
                .singleElement()
                .satisfies(period -> assertThat(period.openedAt()).isEqualTo(at(0)));
        assertThat(queries.statuses(key(), null, null, null, null))
                .singleElement()
                .satisfies(period -> assertThat(period.memberIds()).containsExactly("a", "b", "c"));
    }

    @Test
    void anInstantOrVersionBeforeTheKeptRangeIsAnsweredWithWhyAndSinceWhen() {
        GroupKey group = groupWithVersions(9);
        Instant first = group.firstAt();
        retain(at(5), at(5), 3);
        int kept = history.versionAt(group.id(), at(5).minusNanos(1_000));
        assertThatThrownBy(() -> queries.view(cluster.name(), "g", new AsOf(first, null)))
                .isInstanceOfSatisfying(
                        NotFoundException.class,
                        e -> assertThat(e.what()).isEqualTo(NotFoundException.What.BEFORE_FIRST_SNAPSHOT))
                .hasMessage("What group 'g' was at " + first
                        + " was removed by retention (streamgauge.retention.snapshots); its states are kept since "
                        + key().firstAt());
        assertThatThrownBy(() -> queries.view(cluster.name(), "g", new AsOf(first.minusSeconds(1), null)))
                .hasMessage("Group 'g' was first observed at " + first + "; nothing is known of it at "
                        + first.minusSeconds(1));
        assertThatThrownBy(() -> queries.view(cluster.name(), "g", new AsOf(null, 1)))
                .hasMessage("Group 'g' has the versions " + kept
                        + " to 9, not 1, which was removed by retention (streamgauge.retention.snapshots)");
    }

    @Test
    void theLatestReportOfAMemberStaysUntilNoKeptStateHasTheMember() {
        GroupState both = new RandomGroups(5, "g").next();
        Member member = Optional.ofNullable(
                        both.members().isEmpty() ? null : both.members().get(0))
                .orElseGet(() -> {
                    RandomGroups groups = new RandomGroups(6, "g");
                    GroupState state = groups.next();
                    while (state.members().isEmpty()) {
                        state = groups.next();
                    }
                    return state.members().get(0);
                });
        GroupState with = group(List.of(member));
        GroupState without = group(List.of());
        OffsetReport early = report(member.memberId(), 1);
        OffsetReport late = report(member.memberId(), 2);
        append(List.of(snapshot(at(0), with)), List.of(early, late), List.of(), at(5));
        long key = key().id();

        retain(at(6), at(6), 10);
        assertThat(history.offsets(key, at(9))).containsExactly(late);
        assertThat(history.offsets(key, at(1))).isEmpty();

        append(List.of(snapshot(at(10), without)), List.of(), List.of(), at(10));
        retain(at(9), at(20), 10);
        assertThat(history.offsets(key, at(9)))
                .as("a kept state has the member")
                .containsExactly(late);
        retain(at(30), at(30), 10);
        assertThat(history.offsets(key, at(99))).isEmpty();
    }

    private static OffsetReport report(String memberId, int second) {
        return new OffsetReport(memberId, at(second), List.of(new TaskOffset(new TaskId("0", 1), 5L, 7L)));
    }

    private static GroupState group(List<Member> members) {
        GroupState state = new RandomGroups(3, "g").next();
        return new GroupState(
                "g", state.state(), state.stateSource(), null, null, null, null, null, members, null, null, null);
    }

    @Test
    void spellsThatEndedGoButForTheClustersLatest() {
        JpaLiveReadings readings = new JpaLiveReadings(sessions, history);
        readings.lease(cluster.id(), "reader", at(0), at(99));
        for (int second : new int[] {1, 3}) {
            readings.failed(cluster.id(), null, at(second), "unreachable", "no broker answers");
            readings.succeeded(cluster.id(), at(second + 1));
        }
        readings.failed(cluster.id(), "g", at(1), "denied", "may not describe");
        readings.recovered(cluster.id(), "g", at(2));
        readings.failed(cluster.id(), "h", at(1), "denied", "may not describe");

        retention.removeFailures(cluster.id(), at(50), () -> true);

        assertThat(readings.failures(cluster.id(), 0, 10).items())
                .extracting(ReadFailure::groupId, ReadFailure::since)
                .containsExactly(tuple(null, at(3)), tuple("h", at(1)));
    }

    @Test
    void manyRowsAreRemovedInTransactionsOfSome() {
        List<OffsetReport> reports = new ArrayList<>();
        for (int i = 0; i < 4_500; i++) {
            reports.add(report("m" + i % 3, i));
        }
        append(List.of(snapshot(at(0), group(List.of()))), reports, List.of(), at(5_000));
        Statistics statistics = sessions.getStatistics();
        statistics.clear();
        assertThat(retention.removeOffsets(key().id(), at(4_400), null, () -> true))
                .isEqualTo(4_398);
        assertThat(statistics.getTransactionCount()).isGreaterThanOrEqualTo(3);
        List<OffsetReport> left = new ArrayList<>();
        history.forEachOffsetReport(key().id(), null, null, left::add);
        assertThat(left.stream().sorted(Comparator.comparing(OffsetReport::at)).toList())
                .isEqualTo(reports.subList(4_398, 4_500));
    }

    @Test
    void aClusterIsDeletedWithWhatIsLeftOfItsRemovedVersions() {
        GroupKey group = groupWithVersions(9);
        retain(at(5), at(5), 3);
        clusters.delete(cluster.id());
        new ClusterRemoval(sessions).removeDeleted();
        assertThat(history.removed(group.id(), 0, 10).items()).isEmpty();
        assertThat(history.group(cluster.id(), "g")).isEmpty();
    }
}
