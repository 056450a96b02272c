package io.streamgauge.ingest;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.HistoryException;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObservationBatchTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");
    private static final GroupState ONE = group(member("a", 1)).build();
    private static final GroupState TWO = group(member("a", 2), member("b", 2)).build();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Object> events = new ArrayList<>();
    private final RecordingHistory history = new RecordingHistory(null);
    private final ObservationBatch batch = batch(history);

    @Test
    void aStateThatDiffersIsASnapshotWithWhatChangedInWords() {
        batch.accept(seen(0, ONE));
        batch.accept(seen(1, TWO));
        assertThat(batch.pending()).isEqualTo(2);

        batch.flush();

        GroupWrite write = onlyWrite();
        assertThat(write.groupId()).isEqualTo("g");
        assertThat(write.snapshots()).extracting(NewSnapshot::at).containsExactly(at(0), at(1));
        assertThat(write.snapshots()).extracting(NewSnapshot::state).containsExactly(ONE, TWO);
        assertThat(write.snapshots().get(1).changes()).containsExactly("b is a new member", "a memberEpoch 1 → 2");
        assertThat(write.observedAt()).isEqualTo(at(1));
        assertThat(batch.pending()).isZero();
        assertThat(batch.snapshots()).isEqualTo(2);
    }

    @Test
    void aStatusThatClosesWasLastSeenWhenItsMemberWasLastHeardBefore() {
        batch.accept(heard(0, group(member("a", 1)).status("a", 1, "missing").build(), "a", null));
        batch.accept(heard(5, group(member("a", 1)).status("a", 1, "missing").build(), "a", null));
        batch.accept(heard(9, group(member("a", 1)).build(), "a", null));
        batch.flush();

        assertThat(onlyWrite().snapshots().get(1).endedHeartbeats()).containsEntry("a", at(5));
    }

    @Test
    void whatIsHeldBackForTheStoreIsCountedWhetherItIsASnapshotOrNot() {
        batch.accept(heard(0, ONE, "a", List.of(new TaskOffset(TaskId.parse("0_0"), 1L, 2L))));
        batch.accept(failed(1, error("a", 14)));
        assertThat(batch.pending())
                .as("a snapshot, a report of offsets and an error")
                .isEqualTo(3);
    }

    @Test
    void anUnchangedObservationWritesNothing() {
        batch.accept(seen(0, ONE));
        batch.flush();
        history.writes.clear();

        batch.accept(seen(1, ONE));
        batch.accept(heard(2, group(member("a", 1)).build(), "a", null));
        batch.flush();

        assertThat(history.writes).isEmpty();
        assertThat(batch.snapshots()).isEqualTo(1);
    }

    @Test
    void whatIsStoredAlreadyIsNotStoredAgain() {
        RecordingHistory known = new RecordingHistory(ONE);
        ObservationBatch resumed = batch(known);

        resumed.accept(seen(0, group(member("a", 1)).build()));
        resumed.flush();
        assertThat(known.writes).isEmpty();

        resumed.accept(seen(1, TWO));
        resumed.flush();
        assertThat(known.writes)
                .singleElement()
                .satisfies(
                        write -> assertThat(write.snapshots().get(0).changes()).contains("b is a new member"));
    }

    @Test
    void aStateThatComesBackIsASnapshotAgain() {
        batch.accept(seen(0, ONE));
        batch.accept(seen(1, TWO));
        batch.accept(seen(2, ONE));
        batch.flush();

        assertThat(onlyWrite().snapshots()).extracting(NewSnapshot::state).containsExactly(ONE, TWO, ONE);
    }

    @Test
    void closingStoresWhenEachGroupAndMemberWasLastHeard() {
        batch.accept(heard(0, ONE, "a", null));
        batch.flush();
        history.writes.clear();
        batch.accept(heard(5, ONE, "a", null));

        batch.close();

        assertThat(onlyWrite().snapshots()).isEmpty();
        assertThat(onlyWrite().observedAt()).isEqualTo(at(5));
        assertThat(onlyWrite().lastHeartbeatAt()).isEqualTo(Map.of("a", at(5)));
    }

    @Test
    void aSnapshotTellsWhenTheMembersThatItEndsWereLastHeard() {
        batch.accept(heard(0, TWO, "a", null));
        batch.accept(heard(1, TWO, "b", null));
        batch.accept(heard(3, group(member("a", 2)).build(), "a", null));
        batch.accept(heard(4, group(member("a", 3)).build(), "a", null));
        batch.close();

        assertThat(onlyWrite().snapshots())
                .extracting(NewSnapshot::endedHeartbeats)
                .containsExactly(Map.of(), Map.of("b", at(1)), Map.of("a", at(3)));
        assertThat(onlyWrite().lastHeartbeatAt()).isEqualTo(Map.of("a", at(4)));
    }

    @Test
    void offsetsAreThinnedButTheLastIsKept() {
        for (int second = 0; second <= 27; second++) {
            batch.accept(heard(second, ONE, "a", offsets(second)));
        }
        batch.close();

        assertThat(onlyWrite().offsets()).containsExactly(report(0, 0), report(10, 10), report(20, 20), report(27, 27));
    }

    @Test
    void offsetsThatWereHeldBackAreForgottenWhenLaterOnesAreStored() {
        for (int second = 0; second <= 20; second += 5) {
            batch.accept(heard(second, ONE, "a", offsets(second)));
        }
        batch.close();

        assertThat(onlyWrite().offsets()).containsExactly(report(0, 0), report(10, 10), report(20, 20));
    }

    @Test
    void offsetsThatWentBackToWhatIsStoredAreTheLast() {
        batch.accept(heard(0, ONE, "a", offsets(7)));
        batch.accept(heard(2, ONE, "a", offsets(8)));
        batch.accept(heard(4, ONE, "a", offsets(7)));
        batch.close();

        assertThat(onlyWrite().offsets()).containsExactly(report(0, 7));
    }

    @Test
    void offsetsThatDoNotChangeAreStoredOnce() {
        for (int second = 0; second <= 100; second += 20) {
            batch.accept(heard(second, ONE, "a", offsets(7)));
        }
        batch.close();

        assertThat(onlyWrite().offsets()).containsExactly(report(0, 7));
    }

    @Test
    void offsetsThatDoNotChangeAreStoredAgainWhileACopyIsBehindForThatIsTheNews() {
        List<TaskOffset> far = List.of(new TaskOffset(new TaskId("0", 0), 0L, 10_001L));
        for (int second = 0; second <= 70; second += 10) {
            batch.accept(heard(second, ONE, "a", far));
        }
        // Told once a minute, and a little early.
        batch.accept(heard(119, ONE, "a", far));
        batch.accept(heard(178, ONE, "a", far));
        batch.close();

        assertThat(onlyWrite().offsets())
                .extracting(OffsetReport::at, OffsetReport::offsets)
                .containsExactly(
                        tuple(at(0), far),
                        tuple(at(30), far),
                        tuple(at(60), far),
                        tuple(at(119), far),
                        tuple(at(178), far));
    }

    @Test
    void whatBehindMeansIsTheMembersOwnAcceptableLag() {
        GroupState strict = group(member("a", 1).acceptableRecoveryLag(100L)).build();
        List<TaskOffset> caughtUp = List.of(new TaskOffset(new TaskId("0", 0), 0L, 100L));
        List<TaskOffset> behind = List.of(new TaskOffset(new TaskId("0", 0), 0L, 101L));
        batch.accept(heard(0, strict, "a", caughtUp));
        batch.accept(heard(60, strict, "a", caughtUp));
        batch.accept(heard(70, strict, "a", behind));
        batch.accept(heard(130, strict, "a", behind));
        batch.close();

        assertThat(onlyWrite().offsets()).extracting(OffsetReport::at).containsExactly(at(0), at(70), at(130));
    }

    @Test
    void aSilenceThatEndsWithoutAnotherHeartbeatIsOneToo() {
        GroupState three = group(member("a", 1), member("b", 1), member("c", 1)).build();
        for (String id : List.of("a", "b", "c")) {
            batch.accept(heard(0, three, id, null));
        }
        batch.accept(heard(
                16, group(member("a", 1).away(), member("b", 1), member("c", 1)).build(), null, null));
        batch.accept(heard(
                17,
                group(member("a", 1).away(), member("b", 1).fenced(), member("c", 1))
                        .build(),
                null,
                null));
        batch.accept(heard(
                18, group(member("a", 1).away(), member("b", 1).fenced()).build(), null, null));
        batch.accept(heard(60, group(member("a", 1), member("b", 1).fenced()).build(), "a", null));
        batch.accept(heard(61, group(member("a", 1), member("b", 1)).build(), "b", null));
        batch.close();

        assertThat(onlyWrite().silences())
                .as("away, fenced and gone, and nothing more of who was away or fenced")
                .containsExactly(
                        new Silence("a", at(0), at(16), null),
                        new Silence("b", at(0), at(17), null),
                        new Silence("c", at(0), at(18), null));
    }

    @Test
    void whoseHeartbeatsAreRefusedIsNotSilent() {
        batch.accept(heard(0, ONE, "a", null));
        for (int second = 5; second <= 30; second += 5) {
            batch.accept(failed(second, error("a", 14)));
        }
        batch.accept(heard(35, ONE, "a", null));
        batch.close();

        assertThat(onlyWrite().silences()).isEmpty();
    }

    @Test
    void aSilenceThatARefusalEndsIsOneAndSoIsOneBetweenTwo() {
        batch.accept(heard(0, ONE, "a", null));
        batch.accept(failed(20, error("a", 14)));
        batch.accept(failed(25, error("a", 14)));
        batch.accept(failed(50, error("a", 14)));
        batch.accept(heard(51, ONE, "a", null));
        batch.close();

        assertThat(onlyWrite().silences())
                .containsExactly(new Silence("a", at(0), at(20), null), new Silence("a", at(25), at(50), null));
    }

    @Test
    void aMemberThatIsHeardAgainAfterMissingSeveralHeartbeatsWasSilent() {
        batch.accept(heard(0, ONE, "a", null));
        batch.accept(heard(15, ONE, "a", null));
        batch.accept(heard(31, ONE, "a", null));
        assertThat(batch.pending()).isEqualTo(2);
        batch.flush();
        assertThat(onlyWrite().silences()).containsExactly(new Silence("a", at(15), at(31), null));
        history.writes.clear();

        GroupState often = group(member("a", 1).heartbeatIntervalMs(2_000)).build();
        batch.accept(heard(32, often, "a", null));
        batch.accept(heard(38, often, "a", null));
        batch.accept(heard(45, often, "a", null));
        batch.accept(heard(46, often, "a", null));
        batch.close();
        assertThat(onlyWrite().silences()).containsExactly(new Silence("a", at(38), at(45), 2_000));
    }

    @Test
    void whoIsAwayFencedOrNewWasNotSilent() {
        GroupState away = group(member("a", 1).away()).build();
        GroupState fenced = group(member("a", 1).fenced()).build();
        batch.accept(heard(0, away, "a", null));
        batch.accept(heard(60, ONE, "a", null));
        batch.accept(heard(61, fenced, "a", null));
        batch.accept(heard(120, ONE, "a", null));
        batch.accept(heard(121, group().build(), null, null));
        batch.accept(heard(200, ONE, "a", null));
        batch.close();

        assertThat(onlyWrite().silences()).isEmpty();
    }

    @Test
    void offsetsOfSeveralMembersAreThinnedApart() {
        batch.accept(heard(0, TWO, "a", offsets(1)));
        batch.accept(heard(1, TWO, "b", offsets(2)));
        batch.accept(heard(2, TWO, "a", offsets(3)));
        batch.flush();

        assertThat(onlyWrite().offsets())
                .containsExactly(new OffsetReport("a", at(0), offsets(1)), new OffsetReport("b", at(1), offsets(2)));
    }

    @Test
    void theLastOffsetsOfAMemberThatLeavesAreKept() {
        batch.accept(heard(0, TWO, "b", offsets(1)));
        batch.accept(heard(2, TWO, "b", offsets(2)));
        batch.accept(seen(3, ONE));
        batch.flush();

        assertThat(onlyWrite().offsets())
                .containsExactly(new OffsetReport("b", at(0), offsets(1)), new OffsetReport("b", at(2), offsets(2)));
    }

    @Test
    void theSameErrorInARowIsOneRun() {
        MemberError error = error("a", 14);
        batch.accept(failed(0, error));
        batch.accept(failed(1, error));
        batch.accept(failed(2, error));
        batch.flush();

        assertThat(onlyWrite().errors()).containsExactly(new ErrorRun(error, at(0), at(2), 3));
    }

    @Test
    void runsOfSeveralMembersGoOnBesideEachOther() {
        batch.accept(failed(0, error("a", 14)));
        batch.accept(failed(1, error("b", 14)));
        batch.accept(failed(2, error("a", 14)));
        batch.accept(failed(3, error("b", 14)));
        batch.flush();

        assertThat(onlyWrite().errors())
                .containsExactly(
                        new ErrorRun(error("a", 14), at(0), at(2), 2), new ErrorRun(error("b", 14), at(1), at(3), 2));
    }

    @Test
    void anotherErrorEndsTheRun() {
        batch.accept(failed(0, error("a", 14)));
        batch.accept(failed(1, error("a", 16)));
        batch.accept(failed(2, error("a", 14)));
        batch.flush();

        assertThat(onlyWrite().errors())
                .containsExactly(
                        new ErrorRun(error("a", 14), at(0), at(0), 1),
                        new ErrorRun(error("a", 16), at(1), at(1), 1),
                        new ErrorRun(error("a", 14), at(2), at(2), 1));
    }

    @Test
    void anAnswerWithoutAnErrorEndsTheRun() {
        batch.accept(failed(0, error("a", 14)));
        batch.accept(heard(1, ONE, "b", null));
        batch.accept(failed(2, error("a", 14)));
        batch.accept(heard(3, ONE, "a", null));
        batch.accept(failed(3_600, error("a", 14)));
        batch.flush();

        assertThat(onlyWrite().errors())
                .containsExactly(
                        new ErrorRun(error("a", 14), at(0), at(2), 2),
                        new ErrorRun(error("a", 14), at(3_600), at(3_600), 1));
    }

    @Test
    void errorsWithoutAMemberAreARunToo() {
        MemberError nameless = new MemberError(null, null, 16, null, null, null);
        batch.accept(failed(0, nameless));
        batch.accept(failed(1, nameless));
        batch.flush();

        assertThat(onlyWrite().errors()).containsExactly(new ErrorRun(nameless, at(0), at(1), 2));
    }

    @Test
    void anErrorAloneIsStoredWithoutASnapshot() {
        batch.accept(seen(0, ONE));
        batch.flush();
        history.writes.clear();

        batch.accept(failed(1, error("a", 14)));
        batch.flush();

        assertThat(onlyWrite().snapshots()).isEmpty();
        assertThat(onlyWrite().errors()).hasSize(1);
    }

    @Test
    void anObservationFromBeforeTheLastIsRefusedAndNothingOfItIsKept() {
        batch.accept(heard(10, ONE, "a", null));

        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        batch.accept(GroupObservation.ofHeartbeat(at(9), TWO, "b", offsets(1), error("b", 14), null)))
                .withMessageContaining("'g'")
                .withMessageContaining("2026-11-29T22:00:09Z");

        batch.close();
        assertThat(onlyWrite().snapshots()).extracting(NewSnapshot::state).containsExactly(ONE);
        assertThat(onlyWrite().offsets()).isEmpty();
        assertThat(onlyWrite().errors()).isEmpty();
        assertThat(onlyWrite().observedAt()).isEqualTo(at(10));
        assertThat(onlyWrite().lastHeartbeatAt()).isEqualTo(Map.of("a", at(10)));
    }

    @Test
    void anObservationOfTheSameInstantIsTaken() {
        batch.accept(seen(1, ONE));
        batch.accept(seen(1, TWO));

        assertThat(batch.pending()).isEqualTo(2);
    }

    @Test
    void whatManyGroupsComeToIsStoredInTransactionsOfSomeOfThemEach() throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ObservationBatch many =
                new ObservationBatch(history, new CollectorMetrics(meters), event -> {}, threads, 7)) {
            groups(120).forEach(state -> many.accept(described(0, state, Map.of())));
            many.flush();
        } finally {
            threads.shutdown();
        }
        assertThat(history.transactions.subList(0, 3)).containsExactlyInAnyOrder(50, 50, 20);
        assertThat(history.writes.subList(0, 120))
                .extracting(GroupWrite::groupId)
                .doesNotHaveDuplicates();
        assertThat(history.observed).as("once all of it can be read").hasSize(120);
    }

    @Test
    void whenOneOfSeveralTransactionsIsRefusedThatIsToldAndNothingMoreIsStored() {
        history.room = 1;
        groups(220).forEach(state -> batch.accept(described(0, state, Map.of())));
        batch.flush();

        assertThatThrownBy(batch::flush).isInstanceOf(HistoryException.class).hasMessage("full");
        assertThat(history.transactions).containsExactly(50);
        assertThat(history.observed).as("what is not stored was not observed").isEmpty();
        batch.close();
        assertThat(history.transactions).containsExactly(50);
    }

    private static List<GroupState> groups(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new GroupState(
                        "g" + i,
                        StreamsGroupState.EMPTY,
                        StateSource.BROKER,
                        1,
                        1,
                        null,
                        null,
                        null,
                        List.of(),
                        null,
                        null,
                        null))
                .toList();
    }

    @Test
    void nothingIsStoredTwice() {
        batch.accept(failed(0, error("a", 14)));
        batch.accept(heard(0, ONE, "a", offsets(1)));
        batch.flush();
        history.writes.clear();

        batch.flush();
        assertThat(history.writes).isEmpty();
        batch.close();

        assertThat(onlyWrite().snapshots()).isEmpty();
        assertThat(onlyWrite().offsets()).isEmpty();
        assertThat(onlyWrite().errors()).isEmpty();
    }

    @Test
    void whatIsReceivedAndWhatIsStoredIsCounted() {
        batch.accept(seen(0, ONE));
        batch.accept(seen(1, ONE));
        batch.accept(seen(2, TWO));
        assertThat(meters.counter("streamgauge.snapshots").count()).isZero();
        batch.flush();
        batch.close();

        assertThat(meters.counter("streamgauge.observations").count()).isEqualTo(3);
        assertThat(meters.counter("streamgauge.snapshots").count()).isEqualTo(2);
    }

    @Test
    void whatIsStoredIsPublishedOnceForEachGroupWithItsLatestVersion() {
        batch.accept(seen(0, ONE));
        batch.accept(seen(1, TWO));
        batch.flush();
        batch.accept(seen(2, ONE));
        assertThat(events).containsExactly(new SnapshotRecorded(7, "g", 2, at(1)));
        batch.flush();
        batch.accept(failed(3, error("a", 14)));
        batch.close();

        assertThat(events)
                .containsExactly(new SnapshotRecorded(7, "g", 2, at(1)), new SnapshotRecorded(7, "g", 3, at(2)));
    }

    @Test
    void tasksThatMoveAreToldInTheSnapshot() {
        batch.accept(seen(0, group(member("a", 1).assigned(active("0_0"))).build()));
        batch.accept(seen(1, group(member("a", 1).assigned(active("0_1"))).build()));
        batch.flush();

        assertThat(onlyWrite().snapshots().get(1).changes()).containsExactly("a is told to run active −0_0 +0_1");
    }

    private ObservationBatch batch(RecordingHistory store) {
        return new ObservationBatch(store, new CollectorMetrics(meters), events::add, Runnable::run, 7);
    }

    private GroupWrite onlyWrite() {
        assertThat(history.writes).hasSize(1);
        return history.writes.get(0);
    }

    private static GroupObservation seen(int seconds, GroupState state) {
        return heard(seconds, state, null, null);
    }

    @Test
    void whenADescribedGroupWasObservedIsToldWithoutAWrite() {
        batch.accept(described(0, ONE, Map.of()));
        batch.flush();
        history.writes.clear();

        batch.accept(described(5, ONE, Map.of()));
        batch.flush();
        batch.flush();

        assertThat(history.writes).isEmpty();
        assertThat(history.observed).containsEntry("g", at(5));
    }

    @Test
    void whenEveryGroupWasObservedIsStoredWhenItIsAskedFor() {
        batch.accept(described(0, ONE, Map.of()));
        batch.flush();
        batch.accept(described(5, ONE, Map.of()));
        batch.flush();
        history.writes.clear();

        batch.flushAll();
        batch.flush();

        GroupWrite write = onlyWrite();
        assertThat(write.snapshots()).isEmpty();
        assertThat(write.observedAt()).isEqualTo(at(5));
    }

    @Test
    void aDescriptionTellsOffsetsOfSeveralMembersAndHearsNone() {
        batch.accept(described(0, TWO, Map.of("a", offsets(1), "b", offsets(2))));
        batch.flush();

        assertThat(onlyWrite().offsets()).extracting(OffsetReport::memberId).containsExactlyInAnyOrder("a", "b");
        assertThat(onlyWrite().lastHeartbeatAt()).isEmpty();
    }

    private static GroupObservation described(int seconds, GroupState state, Map<String, List<TaskOffset>> offsets) {
        return GroupObservation.ofDescription(at(seconds), state, offsets);
    }

    private static GroupObservation heard(
            int seconds, GroupState state, @Nullable String memberId, @Nullable List<TaskOffset> offsets) {
        return GroupObservation.ofHeartbeat(at(seconds), state, memberId, offsets, null, null);
    }

    private static GroupObservation failed(int seconds, MemberError error) {
        return GroupObservation.ofHeartbeat(at(seconds), ONE, null, null, error, null);
    }

    private static MemberError error(String memberId, int code) {
        return new MemberError(memberId, null, code, null, 1, 1);
    }

    private static List<TaskOffset> offsets(long offset) {
        return List.of(new TaskOffset(new TaskId("0", 0), offset, null));
    }

    private static OffsetReport report(int seconds, long offset) {
        return new OffsetReport("a", at(seconds), offsets(offset));
    }

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }
}
