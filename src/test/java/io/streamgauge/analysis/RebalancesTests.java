package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Departure;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.States;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RebalancesTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");

    private final List<Rebalance> told = new ArrayList<>();
    private final Rebalances rebalances = new Rebalances(null, null, told::add);
    private @Nullable Insight insight;
    private @Nullable GroupState before;
    private int version;

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }

    private RebalancesTests then(int seconds, GroupState state) {
        return then(state, Transition.at(at(seconds)));
    }

    private RebalancesTests then(int seconds, GroupState state, Departure departure) {
        return then(state, new Transition(at(seconds), null, departure, null, Map.of()));
    }

    private RebalancesTests then(GroupState state, Transition transition) {
        insight = Insights.next(insight, before, state, transition);
        rebalances.accept(++version, transition.at(), insight.rebalances(), state);
        before = state;
        return this;
    }

    private List<Rebalance> told() {
        rebalances.finish();
        assertThat(insight).isNotNull();
        assertThat(insight.rebalances().count()).isEqualTo(told.size());
        return told;
    }

    private static List<Kind> kinds(Rebalance rebalance) {
        return rebalance.causes().stream().map(RebalanceCause::kind).toList();
    }

    /** A member at rest: it runs what it was told to. */
    private static States.MemberBuilder resting(String id, int epoch, String... tasks) {
        return member(id, epoch)
                .process("process-of-" + id)
                .owned(active(tasks))
                .assigned(active(tasks));
    }

    /** A member that just joined. */
    private static States.MemberBuilder joining(String id, int epoch) {
        return resting(id, epoch);
    }

    private static GroupState stable(States.MemberBuilder... members) {
        return heartbeats(StreamsGroupState.STABLE, members);
    }

    private static GroupState reconciling(States.MemberBuilder... members) {
        return heartbeats(StreamsGroupState.RECONCILING, members);
    }

    private static GroupState heartbeats(StreamsGroupState state, States.MemberBuilder... members) {
        return group(members).state(state).subtopology("0", 0, 1, 2, 3).build();
    }

    private static GroupState described(
            StreamsGroupState state, int epoch, int topologyEpoch, String assignor, States.MemberBuilder... members) {
        return new GroupState(
                "g",
                state,
                StateSource.BROKER,
                epoch,
                epoch,
                topologyEpoch,
                assignor,
                null,
                Arrays.stream(members).map(States.MemberBuilder::build).toList(),
                null,
                null,
                List.of(new Subtopology("0", List.of(0, 1), List.of("in"), null, List.of(), List.of(), List.of())));
    }

    private static GroupState described(int epoch, States.MemberBuilder... members) {
        return described(StreamsGroupState.STABLE, epoch, 0, "sticky", members);
    }

    private RebalancesTests withTwoMembers() {
        return then(0, reconciling(joining("a", 1)))
                .then(1, stable(resting("a", 2, "0_0", "0_1"), resting("b", 2, "0_2", "0_3")));
    }

    @Test
    void aMemberThatJoinsTakesTasksFromTheOthers() {
        then(0, reconciling(joining("a", 1)));
        then(2, stable(resting("a", 1, "0_0", "0_1")));
        then(60, reconciling(resting("a", 1, "0_0", "0_1"), joining("b", 2)));
        then(61, reconciling(resting("a", 2, "0_0"), joining("b", 2)));
        then(63, stable(resting("a", 2, "0_0"), resting("b", 2, "0_1")));

        assertThat(told()).hasSize(2);
        Rebalance join = told.get(1);
        assertThat(kinds(join)).containsExactly(Kind.JOINED);
        assertThat(join.causes().get(0).memberId()).isEqualTo("b");
        assertThat(join.span().begunAt()).isEqualTo(at(60));
        assertThat(join.span().settledAt()).isEqualTo(at(63));
        assertThat(join.epochBefore()).isEqualTo(1);
        assertThat(join.epochAfter()).isEqualTo(2);
        assertThat(join.moves()).singleElement().satisfies(move -> {
            assertThat(move.task()).hasToString("0_1");
            assertThat(move.from().memberId()).isEqualTo("a");
            assertThat(move.to().processId()).isEqualTo("process-of-b");
        });
        assertThat(join.gaps()).containsExactly(new Rebalance.Gap(tasks("0_1").get(0), at(61), at(63)));
        assertThat(join.heldUpBy()).singleElement().satisfies(held -> {
            assertThat(held.member().memberId()).isEqualTo("a");
            assertThat(held.behind()).isEqualTo(Duration.ofSeconds(1));
        });
    }

    @Test
    void aLeaveAndAnExpiryAreToldApartAndCountOnceSomebodyIsTold() {
        withTwoMembers();
        then(100, reconciling(resting("a", 2, "0_0", "0_1")), Departure.LEFT);
        assertThat(insight.rebalances().count()).isEqualTo(1);
        assertThat(insight.rebalances().pendingSince()).isEqualTo(at(100));
        then(101, stable(resting("a", 3, "0_0", "0_1", "0_2", "0_3")));
        then(200, reconciling(resting("a", 3, "0_0", "0_1", "0_2", "0_3"), joining("b", 4)));
        then(201, stable(resting("a", 4, "0_0", "0_1"), resting("b", 4, "0_2", "0_3")));
        then(300, reconciling(resting("a", 4, "0_0", "0_1")), Departure.EXPIRED);
        then(301, stable(resting("a", 5, "0_0", "0_1", "0_2", "0_3")));

        assertThat(told())
                .extracting(RebalancesTests::kinds)
                .containsExactly(
                        List.of(Kind.JOINED, Kind.JOINED),
                        List.of(Kind.LEFT),
                        List.of(Kind.RETURNED),
                        List.of(Kind.EXPIRED));
        assertThat(told.get(1).span().begunAt()).isEqualTo(at(100));
        assertThat(told.get(1).gaps()).extracting(Rebalance.Gap::from).containsOnly(at(100));
    }

    @Test
    void aGroupThatMerelyStopsDoesNotRebalance() {
        withTwoMembers();
        then(100, reconciling(resting("a", 2, "0_0", "0_1")), Departure.LEFT);
        then(101, heartbeats(StreamsGroupState.EMPTY), Departure.LEFT);

        assertThat(told()).hasSize(1);
        assertThat(insight.rebalances().pendingSince()).isNull();
        assertThat(insight.rebalances().settledAt()).isEqualTo(at(1));
    }

    @Test
    void aFencedMemberIsOneAndItsRejoiningBelongsToIt() {
        withTwoMembers();
        GroupState fenced = reconciling(
                resting("a", 2, "0_0", "0_1"), resting("b", 2, "0_2", "0_3").fenced());
        then(
                fenced,
                new Transition(at(100), null, null, new MemberError("b", null, 110, null, 1, 2), Map.of("b", at(98))));
        then(101, reconciling(resting("a", 2, "0_0", "0_1"), joining("b", 3)));
        then(103, stable(resting("a", 3, "0_0", "0_1"), resting("b", 3, "0_2", "0_3")));

        assertThat(told()).hasSize(2);
        assertThat(kinds(told.get(1))).containsExactly(Kind.FENCED, Kind.RETURNED);
        assertThat(told.get(1).causes().get(0).errorCode()).isEqualTo(110);
        assertThat(told.get(1).causes().get(0).lastHeardAt()).isEqualTo(at(98));
    }

    @Test
    void aMemberThatTheCoordinatorNoLongerKnowsWasRefused() {
        withTwoMembers();
        then(
                reconciling(resting("a", 2, "0_0", "0_1")),
                new Transition(at(100), null, null, new MemberError("b", null, 25, null, 2, null), Map.of()));
        then(101, stable(resting("a", 3, "0_0", "0_1", "0_2", "0_3")));

        assertThat(kinds(told().get(1))).containsExactly(Kind.FENCED);
    }

    @Test
    void aStaticMemberThatComesBackIsNoneAndOneThatDoesNotIsOne() {
        then(0, reconciling(joining("a", 1), joining("b", 1).instance("i-b")));
        then(
                1,
                stable(
                        resting("a", 2, "0_0", "0_1"),
                        resting("b", 2, "0_2", "0_3").instance("i-b")));
        then(
                100,
                reconciling(
                        resting("a", 2, "0_0", "0_1"),
                        resting("b", -2, "0_2", "0_3").instance("i-b").away()));
        assertThat(insight.rebalances().settledAt()).isEqualTo(at(1));
        then(
                110,
                reconciling(
                        resting("a", 2, "0_0", "0_1"),
                        resting("c", 3, "0_2", "0_3").instance("i-b")));
        then(
                112,
                stable(
                        resting("a", 3, "0_0", "0_1"),
                        resting("c", 3, "0_2", "0_3").instance("i-b")));
        then(
                200,
                reconciling(
                        resting("a", 3, "0_0", "0_1"),
                        resting("c", -2, "0_2", "0_3").instance("i-b").away()));
        then(245, reconciling(resting("a", 3, "0_0", "0_1")), Departure.EXPIRED);
        then(246, stable(resting("a", 4, "0_0", "0_1", "0_2", "0_3")));

        assertThat(told()).hasSize(2);
        assertThat(kinds(told.get(1))).containsExactly(Kind.EXPIRED);
        assertThat(told.get(1).span().begunAt()).isEqualTo(at(245));
    }

    @Test
    void twoThreadsOfAProcessThatExpireOneAfterAnotherAreOne() {
        then(
                0,
                reconciling(
                        joining("a", 1),
                        joining("b", 1).process("p"),
                        joining("c", 1).process("p")));
        then(
                1,
                stable(
                        resting("a", 2, "0_0"),
                        resting("b", 2, "0_1").process("p"),
                        resting("c", 2, "0_2").process("p")));
        then(100, reconciling(resting("a", 2, "0_0"), resting("c", 2, "0_2").process("p")), Departure.EXPIRED);
        then(101, stable(resting("a", 3, "0_0", "0_1"), resting("c", 3, "0_2").process("p")));
        then(104, reconciling(resting("a", 3, "0_0", "0_1")), Departure.EXPIRED);
        then(105, stable(resting("a", 4, "0_0", "0_1", "0_2")));
        then(
                108,
                reconciling(
                        resting("a", 4, "0_0", "0_1", "0_2"), joining("d", 5).process("p")));
        then(109, stable(resting("a", 5, "0_0", "0_1"), resting("d", 5, "0_2").process("p")));

        assertThat(told())
                .extracting(RebalancesTests::kinds)
                .containsExactly(
                        List.of(Kind.JOINED, Kind.JOINED, Kind.JOINED),
                        List.of(Kind.EXPIRED, Kind.EXPIRED),
                        List.of(Kind.JOINED));
        assertThat(told.get(1).span().settledAt()).isEqualTo(at(105));
        assertThat(told.get(1).moves()).hasSize(2);
    }

    @Test
    void tasksThatAreToldAfterAllWasAtRestBelongToItAndOthersMuchLaterDoNot() {
        then(0, reconciling(joining("a", 1)));
        then(1, stable(resting("a", 1, "0_0")));
        then(2, reconciling(member("a", 1).owned(active("0_0")).assigned(active("0_0", "0_1"))));
        then(3, stable(resting("a", 1, "0_0", "0_1")));
        then(500, reconciling(member("a", 1).owned(active("0_0", "0_1")).assigned(active("0_0"))));
        then(501, stable(resting("a", 1, "0_0")));

        assertThat(told()).singleElement().satisfies(r -> {
            assertThat(r.span().settledAt()).isEqualTo(at(3));
            assertThat(r.moves()).hasSize(2);
        });
    }

    @Test
    void aDescriptionDoesNotTellHowAMemberWent() {
        then(0, described(5, resting("a", 5, "0_0"), resting("b", 5, "0_1")));
        then(described(6, resting("a", 6, "0_0", "0_1")), new Transition(at(100), at(95), null, null, Map.of()));

        assertThat(told()).singleElement().satisfies(r -> {
            assertThat(kinds(r)).containsExactly(Kind.GONE);
            assertThat(r.epochBefore()).isEqualTo(5);
            assertThat(r.epochAfter()).isEqualTo(6);
            assertThat(r.span().begunAfter()).isEqualTo(at(95));
            assertThat(r.span().begunAt()).isEqualTo(at(100));
            assertThat(r.span().settledAt()).isEqualTo(at(100));
            assertThat(r.span().duration()).isNull();
            assertThat(r.gaps()).isNull();
            assertThat(r.moves()).hasSize(1);
        });
    }

    @Test
    void whatGoesOnWhenAGroupIsFirstSeenHasNoBeginning() {
        then(0, described(StreamsGroupState.RECONCILING, 5, 0, "sticky", resting("a", 4, "0_0")));
        then(5, described(5, resting("a", 5, "0_0")));

        assertThat(told()).singleElement().satisfies(r -> {
            assertThat(kinds(r)).containsExactly(Kind.UNKNOWN);
            assertThat(r.span().begunAt()).isNull();
            assertThat(r.span().settledAt()).isEqualTo(at(5));
        });
    }

    @Test
    void aHigherTopologyEpochIsATopologyChange() {
        then(0, described(5, resting("a", 5, "0_0")));
        then(10, described(StreamsGroupState.STABLE, 6, 1, "sticky", resting("a", 6, "0_0")));

        assertThat(told()).singleElement().satisfies(r -> {
            assertThat(kinds(r)).containsExactly(Kind.TOPOLOGY_CHANGED);
            assertThat(r.causes().get(0).from()).isEqualTo("epoch 0");
            assertThat(r.causes().get(0).to()).isEqualTo("epoch 1");
        });
    }

    @Test
    void anotherAssignorIsACause() {
        then(0, described(5, resting("a", 5, "0_0")));
        then(10, described(StreamsGroupState.STABLE, 6, 0, "highly-available", resting("a", 6, "0_0")));

        assertThat(kinds(told().get(0))).containsExactly(Kind.ASSIGNOR_CHANGED);
    }

    @Test
    void moreTasksWithoutAnythingElseMeanMorePartitions() {
        then(0, group(resting("a", 5, "0_0")).subtopology("0", 0).build());
        then(10, group(resting("a", 6, "0_0", "0_1")).subtopology("0", 0, 1).build());

        assertThat(told()).hasSize(2);
        assertThat(kinds(told.get(1))).containsExactly(Kind.PARTITIONS_CHANGED);
        assertThat(told.get(1).causes().get(0).to()).isEqualTo("subtopology 0: 2 tasks");
    }

    @Test
    void moreStandbysWithoutAnythingElseMeanAnotherSetting() {
        Tasks more = new Tasks(tasks("0_1"), tasks("0_0"), List.of());
        then(0, described(5, resting("a", 5, "0_0"), resting("b", 5, "0_1")));
        then(10, described(6, resting("a", 6, "0_0"), member("b", 6).owned(more).assigned(more)));

        assertThat(kinds(told().get(0))).containsExactly(Kind.STANDBYS_CHANGED);
    }

    @Test
    void aWarmupThatBecomesActiveWasPromoted() {
        Tasks warming = new Tasks(tasks("0_1"), List.of(), tasks("0_0"));
        then(0, described(5, resting("a", 5, "0_0"), member("b", 5).assigned(warming)));
        then(10, described(6, resting("a", 6), member("b", 6).assigned(active("0_0", "0_1"))));

        assertThat(told()).singleElement().satisfies(r -> {
            assertThat(kinds(r)).containsExactly(Kind.WARMUP_PROMOTED);
            assertThat(r.causes().get(0).memberId()).isEqualTo("b");
            assertThat(r.causes().get(0).to()).isEqualTo("active 0_0");
        });
    }

    @Test
    void whatNothingExplainsIsUnknown() {
        then(0, described(5, resting("a", 5, "0_0"), resting("b", 5, "0_1")));
        then(10, described(6, resting("a", 6, "0_1"), resting("b", 6, "0_0")));

        assertThat(kinds(told().get(0))).containsExactly(Kind.UNKNOWN);
    }
}
