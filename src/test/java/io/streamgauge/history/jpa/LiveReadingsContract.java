package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.ReadFailure;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What the store of how reading goes must do on every database. */
@DataJpaTest(showSql = false)
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@Transactional(propagation = Propagation.NOT_SUPPORTED)
abstract class LiveReadingsContract {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00.123456Z");

    @Autowired
    private SessionFactory sessions;

    private LiveReadings one;
    private LiveReadings other;
    private long cluster;

    @BeforeEach
    void begin() {
        one = process();
        other = process();
        cluster = cluster();
    }

    /** What one process has of the store. */
    private LiveReadings process() {
        return new JpaLiveReadings(sessions, new JpaGroupHistory(sessions));
    }

    private long cluster() {
        JpaGroupHistory history = new JpaGroupHistory(sessions);
        return new JpaClusters(sessions, history, new ClusterRemoval(sessions), Clock.systemUTC(), event -> {})
                .create("cluster-" + UUID.randomUUID(), Cluster.Kind.LIVE)
                .id();
    }

    private static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    private boolean lease(LiveReadings process, String reader, int now) {
        return process.lease(cluster, reader, at(now), at(now + 30));
    }

    private boolean failed(String groupId, int at, String code, String message) {
        return one.failed(cluster, groupId, at(at), code, message);
    }

    @Test
    void aClusterThatNobodyReadYetHasNothingToTell() {
        assertThat(one.lastSuccess(cluster)).isEmpty();
        assertThat(one.latest(cluster)).isEmpty();
        assertThat(one.failingGroups(cluster)).isEmpty();
        assertThat(one.failures(cluster, 0, 10).items()).isEmpty();
    }

    @Test
    void aReadingIsAnsweredAtOnceByWhoReadsAndStoredWithTheLease() {
        lease(one, "one", 0);
        one.succeeded(cluster, at(1));
        one.succeeded(cluster, at(2));
        assertThat(one.lastSuccess(cluster)).contains(at(2));
        assertThat(other.lastSuccess(cluster)).isEmpty();

        lease(one, "one", 10);
        assertThat(other.lastSuccess(cluster)).contains(at(2));
        one.succeeded(cluster, at(11));
        one.release(cluster, "one");
        assertThat(one.lastSuccess(cluster)).contains(at(11));
        assertThat(other.lastSuccess(cluster)).contains(at(11));
    }

    @Test
    void aFailureThatGoesOnIsOneSpellUntilItIsOver() {
        lease(one, "one", 0);
        assertThat(failed(null, 1, "UNREACHABLE", "No broker answers")).isTrue();
        assertThat(failed(null, 2, "UNREACHABLE", "Still no broker answers")).isFalse();
        ReadFailure open = new ReadFailure(
                null, ReadFailure.Part.STATE, "UNREACHABLE", "Still no broker answers", at(1), at(2), 2, null);
        assertThat(one.latest(cluster)).contains(open);
        assertThat(one.failures(cluster, 0, 10).items()).containsExactly(open);

        assertThat(one.succeeded(cluster, at(3))).isTrue();
        assertThat(one.succeeded(cluster, at(4))).isFalse();
        ReadFailure over = new ReadFailure(
                null, ReadFailure.Part.STATE, "UNREACHABLE", "Still no broker answers", at(1), at(2), 2, at(3));
        assertThat(one.latest(cluster)).contains(over);
        assertThat(other.latest(cluster)).contains(over);
        assertThat(one.lastSuccess(cluster)).contains(at(4));
    }

    @Test
    void aSpellThatGoesOnIsStoredNowAndThen() {
        lease(one, "one", 0);
        failed(null, 1, "UNREACHABLE", "No broker answers");
        failed(null, 2, "UNREACHABLE", "No broker answers");
        assertThat(other.latest(cluster)).map(ReadFailure::count).contains(1);
        failed(null, 62, "UNREACHABLE", "No broker answers");
        assertThat(other.latest(cluster))
                .contains(new ReadFailure(
                        null, ReadFailure.Part.STATE, "UNREACHABLE", "No broker answers", at(1), at(62), 3, null));
    }

    @Test
    void anotherKindOfFailureIsTheNextSpell() {
        lease(one, "one", 0);
        failed(null, 1, "UNREACHABLE", "No broker answers");
        assertThat(failed(null, 2, "TLS", "The handshake failed")).isTrue();
        ReadFailure first = new ReadFailure(
                null, ReadFailure.Part.STATE, "UNREACHABLE", "No broker answers", at(1), at(1), 1, at(2));
        ReadFailure second =
                new ReadFailure(null, ReadFailure.Part.STATE, "TLS", "The handshake failed", at(2), at(2), 1, null);
        assertThat(one.latest(cluster)).contains(second);
        assertThat(one.failures(cluster, 0, 10).items()).containsExactly(second, first);
        assertThat(other.failures(cluster, 0, 10).items()).containsExactly(second, first);
    }

    @Test
    void aGroupThatCannotBeReadIsNoFailureOfItsClusterNorOfOtherGroups() {
        lease(one, "one", 0);
        String odd = "a/b c%2F é'\"";
        assertThat(failed(odd, 1, "AUTHORIZATION", "Grant it DESCRIBE")).isTrue();
        assertThat(failed("g", 2, "COORDINATOR", "It does not answer")).isTrue();
        assertThat(one.latest(cluster)).isEmpty();
        assertThat(one.succeeded(cluster, at(3))).isFalse();
        assertThat(one.failingGroups(cluster)).containsOnlyKeys(odd, "g");
        assertThat(other.failingGroups(cluster)).containsOnlyKeys(odd, "g");

        assertThat(one.recovered(cluster, "g", at(4))).isTrue();
        assertThat(one.recovered(cluster, "g", at(5))).isFalse();
        assertThat(one.recovered(cluster, "never failed", at(5))).isFalse();
        assertThat(one.failingGroups(cluster)).containsOnlyKeys(odd);
        assertThat(other.failingGroups(cluster))
                .containsEntry(
                        odd,
                        new ReadFailure(
                                odd,
                                ReadFailure.Part.STATE,
                                "AUTHORIZATION",
                                "Grant it DESCRIBE",
                                at(1),
                                at(1),
                                1,
                                null));
    }

    @Test
    void spellsAreListedByPagesNewestFirst() {
        lease(one, "one", 0);
        for (int n = 1; n <= 5; n++) {
            failed("g" + n, n, "COORDINATOR", "It does not answer");
        }
        assertThat(one.failures(cluster, 0, 2).items())
                .extracting(ReadFailure::groupId)
                .containsExactly("g5", "g4");
        assertThat(one.failures(cluster, 2, 2).items())
                .extracting(ReadFailure::groupId)
                .containsExactly("g1");
        assertThat(one.failures(cluster, 1, 2).total()).isEqualTo(5);
    }

    @Test
    void theSpellsInWhichAGroupOrItsClusterCouldNotBeReadAreToldOfAnyRange() {
        lease(one, "one", 0);
        failed("g", 1, "COORDINATOR", "It does not answer");
        failed("h", 2, "COORDINATOR", "It does not answer");
        one.recovered(cluster, "g", at(5));
        failed(null, 7, "UNREACHABLE", "No broker answers");
        failed("g", 8, "OTHER_TYPE", "a group of type consumer has its name");
        failed("g", 9, "OTHER_TYPE", "a group of type consumer has its name");
        one.failed(cluster, "g", ReadFailure.Part.OFFSETS, at(3), "AUTHORIZATION", "not of its state");

        assertThat(one.stateFailures(cluster, "g", at(0), at(100)))
                .extracting(ReadFailure::since, ReadFailure::until, ReadFailure::count)
                .containsExactly(tuple(at(1), at(5), 1), tuple(at(8), null, 2));
        assertThat(one.stateFailures(cluster, null, at(4), at(4)))
                .extracting(ReadFailure::groupId)
                .containsExactly("g", "h");
        assertThat(one.stateFailures(cluster, null, at(5), at(7)))
                .as("what ended then had ended")
                .extracting(ReadFailure::groupId)
                .containsExactly("h", null);
        assertThat(other.stateFailures(cluster, "g", at(6), at(7))).isEmpty();
    }

    @Test
    void onlyOneProcessReadsUntilItLetsGo() {
        assertThat(lease(one, "one", 0)).isTrue();
        assertThat(lease(other, "other", 1)).isFalse();
        other.release(cluster, "other");
        assertThat(lease(other, "other", 30)).as("at its end it holds still").isFalse();
        assertThat(lease(one, "one", 30)).as("who has it may keep it").isTrue();
        assertThat(lease(other, "other", 31)).isFalse();

        one.release(cluster, "one");
        assertThat(lease(other, "other", 32)).isTrue();
        assertThat(lease(one, "one", 33)).isFalse();
    }

    @Test
    void aLeaseThatRanOutIsTakenOverWithTheSpellsThatGoOn() {
        lease(one, "one", 0);
        failed(null, 1, "UNREACHABLE", "No broker answers");
        failed("g", 1, "COORDINATOR", "It does not answer");

        assertThat(lease(other, "other", 31)).isTrue();
        assertThat(other.failed(cluster, null, at(32), "UNREACHABLE", "No broker answers"))
                .as("the spell goes on")
                .isFalse();
        assertThat(other.recovered(cluster, "g", at(33))).isTrue();

        assertThat(lease(one, "one", 34)).isFalse();
        assertThat(failed(null, 35, "TLS", "of who has no say any more")).isFalse();
        assertThat(one.succeeded(cluster, at(35))).isFalse();
        other.release(cluster, "other");
        assertThat(one.latest(cluster))
                .contains(new ReadFailure(
                        null, ReadFailure.Part.STATE, "UNREACHABLE", "No broker answers", at(1), at(32), 2, null));
        assertThat(one.failingGroups(cluster)).isEmpty();
        assertThat(one.lastSuccess(cluster)).isEmpty();
    }

    @Test
    void ofManyThatWantAClusterAtOnceOneGetsIt() throws Exception {
        List<LiveReadings> processes =
                IntStream.range(0, 4).mapToObj(n -> process()).toList();
        ExecutorService threads = Executors.newFixedThreadPool(processes.size());
        try {
            for (int round = 0; round < 10; round++) {
                long wanted = cluster();
                // Once nobody ever had it, once who had it is silent.
                for (int now : new int[] {0, 31}) {
                    CyclicBarrier begin = new CyclicBarrier(processes.size());
                    List<Future<Boolean>> leases = new ArrayList<>();
                    for (int n = 0; n < processes.size(); n++) {
                        LiveReadings process = processes.get(n);
                        String reader = "reader " + n + " at " + now;
                        leases.add(threads.submit(() -> {
                            begin.await();
                            return process.lease(wanted, reader, at(now), at(now + 30));
                        }));
                    }
                    int held = 0;
                    for (Future<Boolean> lease : leases) {
                        held += lease.get() ? 1 : 0;
                    }
                    assertThat(held).isEqualTo(1);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
