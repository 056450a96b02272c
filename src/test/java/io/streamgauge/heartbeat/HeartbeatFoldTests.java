package io.streamgauge.heartbeat;

import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.tasks;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StatusCode;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatFoldTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");
    private static final EndpointPartitions HOST_A =
            serves("a", 8081, List.of(topic("orders", 0)), List.of(topic("orders", 1)));
    private static final EndpointPartitions HOST_A_AGAIN = serves("a", 8081, List.of(), List.of());
    private static final EndpointPartitions HOST_B = serves("b", 8082, List.of(topic("orders", 1)), List.of());

    private final HeartbeatFold fold = new HeartbeatFold(Duration.ofSeconds(45));
    private final List<FoldStep> steps = new ArrayList<>();

    @Nested
    class Unchanged {

        @Test
        void anEmptyTaskListMeansNoneAndANullOneMeansUnchanged() {
            at(0, Beat.join("A").answered(1).told("0_0", "0_1").toldStandby("0_2"));
            at(1, Beat.of("A", 1).owns("0_0", "0_1").ownsStandby("0_2").answered(1));
            assertThat(member("A").owned()).isEqualTo(new Tasks(tasks("0_0", "0_1"), tasks("0_2"), List.of()));
            assertThat(member("A").assigned()).isEqualTo(new Tasks(tasks("0_0", "0_1"), tasks("0_2"), List.of()));

            at(2, Beat.of("A", 1).ownsStandby().answered(1).told());

            assertThat(member("A").owned()).isEqualTo(new Tasks(tasks("0_0", "0_1"), List.of(), List.of()));
            assertThat(member("A").assigned()).isEqualTo(new Tasks(List.of(), tasks("0_2"), List.of()));
        }

        @Test
        void whatAMemberDoesNotSayAgainOfItselfStays() {
            at(
                    0,
                    Beat.join("A")
                            .clientId("client")
                            .process("p")
                            .endpoint("a", 8081)
                            .tags(Map.of("zone", "eu-1a"))
                            .instance("i")
                            .answered(1));
            at(1, Beat.of("A", 1).answered(1));

            assertThat(member("A").clientId()).isEqualTo("client");
            assertThat(member("A").processId()).isEqualTo("p");
            assertThat(member("A").endpoint()).isEqualTo(new Endpoint("a", 8081));
            assertThat(member("A").clientTags()).isEqualTo(Map.of("zone", "eu-1a"));
            assertThat(member("A").instanceId()).isEqualTo("i");
            assertThat(member("A").topologyEpoch()).isZero();
        }

        @Test
        void whatAMemberSaysAnewOfItselfReplacesWhatItSaid() {
            at(0, Beat.join("A").process("p").endpoint("a", 8081).answered(1));
            at(1, Beat.of("A", 1).process("q").endpoint("a", 8082).answered(1));

            assertThat(member("A").processId()).isEqualTo("q");
            assertThat(member("A").endpoint()).isEqualTo(new Endpoint("a", 8082));
        }

        @Test
        void emptyClientTagsMeanNoneAndNullOnesMeanNotTold() {
            at(0, Beat.join("A").answered(1));
            assertThat(member("A").clientTags()).isNull();
            at(1, Beat.of("A", 1).tags(Map.of("zone", "eu-1a")).answered(1));

            at(2, Beat.of("A", 1).tags(Map.of()).answered(1));

            assertThat(member("A").clientTags()).isEmpty();
        }

        @Test
        void nullTaskOffsetsMeanUnchangedAndEmptyOnesMeanNone() {
            at(0, Beat.join("A").answered(1));
            FoldStep told = last(1, Beat.of("A", 1).offset("0_1", 5).answered(1));
            FoldStep silent = last(2, Beat.of("A", 1).answered(1));
            FoldStep ends = last(3, Beat.of("A", 1).endOffset("0_1", 9).answered(1));
            FoldStep none = last(4, Beat.of("A", 1).noOffsets().answered(1));

            assertThat(told.taskOffsets()).containsExactly(new TaskOffset(new TaskId("0", 1), 5L, null));
            assertThat(silent.taskOffsets()).isNull();
            assertThat(ends.taskOffsets()).containsExactly(new TaskOffset(new TaskId("0", 1), 5L, 9L));
            assertThat(none.taskOffsets()).isEmpty();
        }

        @Test
        void taskOffsetsOfAnUnansweredHeartbeatAreToldWithTheNextAnswer() {
            at(0, Beat.join("A").answered(1));
            at(1, Beat.of("A", 1).offset("0_1", 5));
            FoldStep again = last(2, Beat.of("A", 1).offset("0_1", 5).answered(1));
            FoldStep silent = last(3, Beat.of("A", 1).offset("0_1", 5).answered(1));

            assertThat(again.answeredMemberId()).isEqualTo("A");
            assertThat(again.taskOffsets()).containsExactly(new TaskOffset(new TaskId("0", 1), 5L, null));
            assertThat(silent.taskOffsets()).isNull();
        }

        @Test
        void aNullEndpointMapMeansUnchangedAndAnEmptyOneMeansNone() {
            at(0, Beat.join("A").answered(1).endpoints(3, HOST_A));
            at(1, Beat.of("A", 1).answered(1));
            assertThat(endpoints()).containsExactly(HOST_A);

            at(2, Beat.of("A", 1).answered(1).endpoints(4));

            assertThat(endpoints()).isEmpty();
        }

        @Test
        void aNullTopologyMeansUnchanged() {
            at(0, Beat.join("A").topology(0, "0", "1").answered(1));
            at(1, Beat.of("A", 1).answered(1));

            assertThat(subtopologyIds()).containsExactly("0", "1");
        }

        @Test
        void aTopologyOfALowerEpochDoesNotReplaceTheGroups() {
            at(0, Beat.join("A").topology(2, "0", "1").answered(1));
            at(1, Beat.join("B").topology(1, "0").answered(2).status(0, "behind"));

            assertThat(subtopologyIds()).containsExactly("0", "1");
            assertThat(member("B").topologyEpoch()).isEqualTo(1);
        }

        @Test
        void aNewTopologyForgetsTheTasksOfSubtopologiesThatItLacks() {
            at(0, Beat.join("A").topology(0, "0", "1").answered(1).told("0_0", "1_0"));
            at(1, Beat.join("A").topology(1, "0", "2").answered(2).told("0_0", "2_0"));

            assertThat(subtopologyIds()).containsExactly("0", "2");
        }

        @Test
        void anotherTopologyOfTheSameEpochIsTakenAsAfterADeploymentToAnEmptyGroup() {
            at(0, Beat.join("A").topology(0, "0", "1").answered(1).told("1_0"));
            at(1, Beat.leave("A"));
            at(2, Beat.join("B").topology(0, "0").answered(2));

            assertThat(subtopologyIds()).containsExactly("0");
        }

        @Test
        void aHeartbeatThatChangesNothingGivesTheSameStateObject() {
            at(0, Beat.join("A").answered(1).told("0_0").endpoints(1, HOST_A));
            GroupState before = last(1, Beat.of("A", 1).owns("0_0").answered(1)).state();

            assertThat(last(2, Beat.of("A", 1).answered(1)).state()).isSameAs(before);
            assertThat(last(3, Beat.of("A", 1).owns("0_0").answered(1).told("0_0"))
                            .state())
                    .isSameAs(before);
        }

        @Test
        void ownedAndAssignedAreKeptApart() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            assertThat(member("A").owned()).isEqualTo(Tasks.NONE);
            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_0"));

            at(1, Beat.of("A", 1).owns("0_0").answered(2).told("0_1"));

            assertThat(member("A").owned().active()).isEqualTo(tasks("0_0"));
            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_1"));
            assertThat(member("A").target()).isEqualTo(Tasks.UNKNOWN);
        }

        @Test
        void warmUpTasksAreARoleOfTheirOwn() {
            at(0, Beat.join("A").answered(1).toldWarmup("0_0"));
            at(1, Beat.of("A", 1).ownsWarmup("0_0").answered(1));

            assertThat(member("A").owned()).isEqualTo(new Tasks(List.of(), List.of(), tasks("0_0")));
            assertThat(member("A").assigned().warmup()).isEqualTo(tasks("0_0"));
        }

        @Test
        void aWarmUpThatBecomesActiveLeavesTheFormerOwnerWithoutIt() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            at(1, Beat.join("B").answered(2).toldWarmup("0_0"));

            at(2, Beat.of("B", 2).answered(3).told("0_0").toldWarmup());

            assertThat(member("B").assigned()).isEqualTo(new Tasks(tasks("0_0"), List.of(), List.of()));
            assertThat(member("A").assigned().active()).isEmpty();
        }

        @Test
        void whatTheCoordinatorProvidesIsTakenFromEachAnswer() {
            at(0, Beat.join("A").answered(1).intervals(5_000, 0).recoveryLag(5_000_000_000L));
            assertThat(member("A").heartbeatIntervalMs()).isEqualTo(5_000);
            assertThat(member("A").throttleTimeMs()).isZero();
            assertThat(member("A").acceptableRecoveryLag()).isEqualTo(5_000_000_000L);

            at(1, Beat.of("A", 1).answered(1).intervals(3_000, 250).recoveryLag(null));

            assertThat(member("A").heartbeatIntervalMs()).isEqualTo(3_000);
            assertThat(member("A").throttleTimeMs()).isEqualTo(250);
            assertThat(member("A").acceptableRecoveryLag()).isNull();
        }
    }

    @Nested
    class JoiningAndLeaving {

        @Test
        void aMemberThatRejoinsAtEpoch0AndGetsNullTaskListsHasNothingOfWhatItHadBefore() {
            at(0, Beat.join("A").answered(1).told("0_0").toldStandby("0_1").toldWarmup("0_2"));
            at(1, Beat.of("A", 1).owns("0_0").ownsStandby("0_1").answered(1));

            at(2, Beat.of("A", 0).answered(2));

            assertThat(member("A").assigned()).isEqualTo(Tasks.NONE);
            assertThat(member("A").owned()).isEqualTo(Tasks.NONE);
            assertThat(member("A").memberEpoch()).isEqualTo(2);
        }

        @Test
        void aMemberThatRejoinsGivesUpItsClaimOnTasks() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            at(1, Beat.of("A", 0).answered(2));
            at(2, Beat.join("B").answered(2).told("0_0"));
            at(3, Beat.of("A", 2).answered(2).told("0_1"));

            assertThat(member("B").assigned().active()).isEqualTo(tasks("0_0"));
            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_1"));
        }

        @Test
        void aMemberThatRejoinsHasNoStatusBeforeItsAnswerNamesOne() {
            at(0, Beat.join("A").answered(1).status(1, "missing"));
            at(1, Beat.join("A").answered(2).statusUnchanged());

            assertThat(state().statuses()).isEmpty();
        }

        @Test
        void aMemberThatLeavesIsGone() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            at(1, Beat.join("B").answered(2).status(1, "x"));

            FoldStep step = last(2, Beat.leave("A"));

            assertThat(step.answeredMemberId()).isNull();
            assertThat(state().members()).extracting(Member::memberId).containsExactly("B");
        }

        @Test
        void theLastMemberThatLeavesLeavesAnEmptyGroupWithoutStatusesAndEndpoints() {
            at(0, Beat.join("A").answered(1).status(1, "x").endpoints(7, HOST_A));
            at(1, Beat.leave("A"));

            assertThat(state().state()).isEqualTo(StreamsGroupState.EMPTY);
            assertThat(state().statuses()).isEmpty();
            assertThat(endpoints()).isEmpty();
        }

        @Test
        void aStaticMemberThatGoesAwayKeepsItsTasksParked() {
            at(0, Beat.join("S1").instance("i").answered(1).told("0_0"));
            at(1, Beat.of("S1", 1).owns("0_0").answered(1));

            FoldStep step = last(2, Beat.away("S1").instance("i").owns());

            assertThat(step.answeredMemberId()).isNull();
            assertThat(member("S1").away()).isTrue();
            assertThat(member("S1").memberEpoch()).isEqualTo(-2);
            assertThat(member("S1").assigned().active()).isEqualTo(tasks("0_0"));
        }

        @Test
        void aStaticMemberThatComesBackUnderAnotherIdAndEndpointReplacesTheOneThatIsAway() {
            at(0, Beat.join("S1").instance("i").endpoint("a", 8081).answered(1).told("0_0"));
            at(1, Beat.join("T1").instance("j").answered(2).told("0_1"));
            at(2, Beat.away("S1").instance("i"));

            at(3, Beat.join("S2").instance("i").endpoint("b", 8082).answered(2).told("0_0"));

            assertThat(state().members()).extracting(Member::memberId).containsExactly("S2", "T1");
            assertThat(member("S2").instanceId()).isEqualTo("i");
            assertThat(member("S2").away()).isFalse();
            assertThat(member("S2").endpoint()).isEqualTo(new Endpoint("b", 8082));
            assertThat(member("S2").assigned().active()).isEqualTo(tasks("0_0"));
            assertThat(member("T1").assigned().active()).isEqualTo(tasks("0_1"));
        }

        @Test
        void theOnlyMemberOfAGroupCanBeReplacedWithoutLosingTheEndpointMap() {
            at(0, Beat.join("S1").instance("i").answered(1).endpoints(4, HOST_A));
            at(1, Beat.away("S1").instance("i"));

            at(2, Beat.join("S2").instance("i").answered(1));

            assertThat(state().members()).extracting(Member::memberId).containsExactly("S2");
            assertThat(endpoints()).containsExactly(HOST_A);
        }

        @Test
        void aStaticMemberThatComesBackUnderItsOwnIdIsNoLongerAway() {
            at(0, Beat.join("S1").instance("i").answered(1).told("0_0"));
            at(1, Beat.away("S1").instance("i"));
            at(2, Beat.join("S1").instance("i").answered(1).told("0_0"));

            assertThat(member("S1").away()).isFalse();
            assertThat(member("S1").memberEpoch()).isEqualTo(1);
        }

        @Test
        void aMemberThatIsAnsweredAtAnEpochIsNotAway() {
            at(0, Beat.join("S1").instance("i").answered(1));
            at(1, Beat.away("S1").instance("i"));

            at(2, Beat.of("S1", 1).instance("i").answered(1));

            assertThat(member("S1").away()).isFalse();
            assertThat(member("S1").memberEpoch()).isEqualTo(1);
        }

        @Test
        void aJoinThatIsRefusedCreatesNoMember() {
            FoldStep step = last(0, Beat.join("A").instance("i").refused(111, "owned by S1"));

            assertThat(step.state().members()).isEmpty();
            assertThat(step.error()).isEqualTo(new MemberError("A", "i", 111, "owned by S1", 0, null));
        }

        @Test
        void aGroupOfWhichOnlyRefusedJoinsWereSeenIsUnknownAndNotEmpty() {
            assertThat(last(0, Beat.join("A").refused(-1, null)).state().state())
                    .isEqualTo(StreamsGroupState.UNKNOWN);
        }

        @Test
        void aRefusedJoinLeavesTheMemberThatAlreadyHasTheInstanceIdAlone() {
            at(0, Beat.join("S1").instance("i").answered(1).told("0_0"));
            GroupState before = state();

            FoldStep step = last(1, Beat.join("S2").instance("i").refused(111, "owned by S1"));

            assertThat(step.state()).isSameAs(before);
        }

        @Test
        void aLeaveOfAMemberNeverSeenSaysNothingOfTheGroup() {
            assertThat(last(0, Beat.leave("A")).state().state()).isEqualTo(StreamsGroupState.UNKNOWN);
        }
    }

    @Nested
    class Errors {

        @Test
        void anErrorAnswerIsZeroedSoIdentityComesFromTheRequestAndEpochAndTasksStay() {
            at(0, Beat.join("A").answered(2).told("0_0").intervals(5_000, 0).endpoints(1, HOST_A));

            FoldStep step = last(
                    1,
                    Beat.of("A", 1)
                            .refused(
                                    110,
                                    "The streams group member has a smaller member epoch (1) than the one known by the"
                                            + " group coordinator (3). The member must abandon all its partitions and"
                                            + " rejoin."));

            assertThat(Objects.requireNonNull(step.error()).memberId()).isEqualTo("A");
            assertThat(step.error().sentMemberEpoch()).isEqualTo(1);
            assertThat(step.error().knownMemberEpoch()).isEqualTo(3);
            assertThat(step.answeredMemberId()).isNull();
            assertThat(member("A").fenced()).isTrue();
            assertThat(member("A").memberEpoch()).isEqualTo(2);
            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_0"));
            assertThat(member("A").heartbeatIntervalMs()).isEqualTo(5_000);
            assertThat(endpoints()).containsExactly(HOST_A);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "fenced",
                    "known by the group coordinator (99999999999)",
                    "known by the group coordinator (9999999999)",
                    "known by the group coordinator (x)"
                })
        void whereTheMessageDoesNotSayItTheKnownEpochIsTheOneLastAnswered(String message) {
            at(0, Beat.join("A").answered(2));

            FoldStep step = last(1, Beat.of("A", 1).refused(110, message));

            assertThat(Objects.requireNonNull(step.error()).knownMemberEpoch()).isEqualTo(2);
        }

        @Test
        void aFencedMemberThatIsAnsweredAgainIsFencedNoMore() {
            at(0, Beat.join("A").answered(2).told("0_0"));
            at(1, Beat.of("A", 1).refused(110, null));
            assertThat(member("A").fenced()).isTrue();

            at(2, Beat.of("A", 2).answered(2));

            assertThat(member("A").fenced()).isFalse();
            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_0"));
        }

        @Test
        void aMemberWhoseInstanceIdAnotherTookIsFenced() {
            at(0, Beat.join("S1").instance("i").answered(1));

            FoldStep step = last(1, Beat.of("S1", 1).instance("i").refused(82, "fenced by member S3"));

            assertThat(member("S1").fenced()).isTrue();
            assertThat(Objects.requireNonNull(step.error()).instanceId()).isEqualTo("i");
        }

        @Test
        void anUnknownMemberIdMeansThatTheGroupNoLongerHasTheMember() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            at(1, Beat.join("B").answered(2));

            FoldStep step = last(2, Beat.of("A", 1).refused(25, "Member A is not a member of group g."));

            assertThat(step.state().members()).extracting(Member::memberId).containsExactly("B");
            assertThat(Objects.requireNonNull(step.error()).knownMemberEpoch()).isEqualTo(1);
        }

        @Test
        void anUnknownMemberIdOfAMemberNeverSeenChangesNothing() {
            at(0, Beat.join("A").answered(1));
            GroupState before = state();

            FoldStep step = last(1, Beat.of("M9", 2).refused(25, "Member M9 is not a member of group g."));

            assertThat(step.state()).isSameAs(before);
            assertThat(step.error())
                    .isEqualTo(new MemberError("M9", null, 25, "Member M9 is not a member of group g.", 2, null));
        }

        @ParameterizedTest
        @ValueSource(ints = {14, 15, 16})
        void whileTheCoordinatorIsAwayNothingChanges(int code) {
            at(0, Beat.join("A").answered(1).told("0_0").status(5, "delayed").endpoints(1, HOST_A));
            GroupState before = state();

            FoldStep step = last(1, Beat.of("A", 1).refused(code, null));

            assertThat(step.state()).isSameAs(before);
            assertThat(step.answeredMemberId()).isNull();
            assertThat(Objects.requireNonNull(step.error()).code()).isEqualTo(code);
        }

        @ParameterizedTest
        @ValueSource(ints = {14, 15, 16})
        void aMemberDoesNotExpireWhileTheCoordinatorIsAway(int code) {
            at(0, Beat.join("A").answered(1));
            at(40, Beat.of("A", 1).refused(code, null));

            assertThat(pass(84)).isEmpty();
            assertThat(pass(85)).hasSize(1);
        }

        @Test
        void aGapDoesNotProlongTheSessionOfAMemberThatIsAway() {
            at(0, Beat.join("S1").instance("i").answered(1));
            at(1, Beat.away("S1").instance("i"));
            at(40, Beat.of("S1", 1).instance("i").refused(15, null));

            assertThat(pass(45)).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(ints = {-1, 30, 42, 69, 81, 111, 130, 131, 132, 999})
        void anyOtherErrorIsRecordedAndChangesNothing(int code) {
            at(0, Beat.join("A").answered(1).told("0_0"));
            GroupState before = state();

            FoldStep step = last(1, Beat.of("A", 1).owns("9_9").refused(code, "words"));

            assertThat(step.state()).isSameAs(before);
            assertThat(step.error()).isEqualTo(new MemberError("A", null, code, "words", 1, 1));
        }

        @Test
        void anErrorWithoutItsRequestKeepsWhatIsKnown() {
            at(0, Beat.join("A").answered(1));

            FoldStep step = last(1, Beat.of("A", 1).withoutRequest().refused(110, null));

            assertThat(step.error()).isEqualTo(new MemberError("A", null, 110, null, null, 1));
        }
    }

    @Nested
    class EndpointMaps {

        @Test
        void severalThreadsOfOneProcessShareOneEndpointWhoseEntriesFlipFromAnswerToAnswer() {
            at(0, Beat.join("A1").endpoint("a", 8081).answered(1).endpoints(1, HOST_A, HOST_A_AGAIN, HOST_B));
            at(1, Beat.join("A2").endpoint("a", 8081).answered(1));
            GroupState before = state();

            FoldStep flipped = last(2, Beat.of("A1", 1).answered(1).endpoints(1, HOST_B, HOST_A_AGAIN, HOST_A));

            assertThat(flipped.state()).isSameAs(before);
            assertThat(endpoints()).containsExactly(HOST_A, HOST_B);
            assertThat(before.members()).extracting(Member::endpoint).containsOnly(new Endpoint("a", 8081));
        }

        @Test
        void aMapWithALowerEpochIsOlderAndIgnored() {
            at(0, Beat.join("A").answered(1).endpoints(5, HOST_A, HOST_B));
            at(1, Beat.join("B").answered(1).endpoints(4, HOST_A));

            assertThat(endpoints()).containsExactly(HOST_A, HOST_B);
            assertThat(map().informationEpoch()).isEqualTo(5);
        }

        @Test
        void aMapWithTheSameOrAHigherEpochReplacesTheOlder() {
            at(0, Beat.join("A").answered(1).endpoints(5, HOST_A));
            at(1, Beat.of("A", 1).answered(1).endpoints(5, HOST_B));
            assertThat(endpoints()).containsExactly(HOST_B);

            at(2, Beat.of("A", 1).answered(1).endpoints(6, HOST_A));

            assertThat(endpoints()).containsExactly(HOST_A);
        }

        @ParameterizedTest
        @ValueSource(ints = {14, 15, 16})
        void aLowerEpochCountsAgainAfterTheCoordinatorWasAway(int code) {
            at(0, Beat.join("A").answered(1).endpoints(5, HOST_A));
            at(1, Beat.of("A", 1).refused(code, null));
            at(2, Beat.of("A", 1).answered(1).endpoints(0, HOST_B));

            assertThat(endpoints()).containsExactly(HOST_B);
            assertThat(map().informationEpoch()).isZero();
        }

        @Test
        void afterTheCoordinatorWasAwayEpochsAreComparedFromTheFirstMapOn() {
            at(0, Beat.join("A").answered(1).endpoints(5, HOST_A));
            at(1, Beat.of("A", 1).refused(16, null));
            at(2, Beat.of("A", 1).answered(1).endpoints(1, HOST_B));
            at(3, Beat.join("B").answered(1).endpoints(0, HOST_A));

            assertThat(endpoints()).containsExactly(HOST_B);
        }

        @Test
        void aMemberThatIsToldALowerEpochThanBeforeHasACoordinatorThatCountsAnew() {
            at(0, Beat.join("A").answered(1).endpoints(5, HOST_A));
            at(1, Beat.join("B").answered(1).endpoints(5, HOST_A));
            at(2, Beat.of("A", 1).answered(1).endpoints(0, HOST_A));
            at(3, Beat.of("A", 1).answered(1).endpoints(1, HOST_B));

            assertThat(endpoints()).containsExactly(HOST_B);
            at(4, Beat.of("B", 1).answered(1).endpoints(0, HOST_A));
            assertThat(endpoints()).containsExactly(HOST_B);
            assertThat(map().informationEpoch()).isEqualTo(1);
        }

        @Test
        void aLowerEpochCountsAgainAfterTheGroupWasEmpty() {
            at(0, Beat.join("A").answered(1).endpoints(5, HOST_A));
            at(1, Beat.leave("A"));
            at(2, Beat.join("B").answered(1).endpoints(0, HOST_B));

            assertThat(endpoints()).containsExactly(HOST_B);
        }

        @Test
        void answersToLeavesCarryEpoch0AndNoMapAndTheMapStays() {
            at(0, Beat.join("A").answered(1).endpoints(5, HOST_A));
            at(1, Beat.join("B").answered(2));
            at(2, Beat.leave("B"));
            at(3, Beat.of("A", 1).refused(110, null));

            assertThat(endpoints()).containsExactly(HOST_A);
            assertThat(map().informationEpoch()).isEqualTo(5);
            at(4, Beat.join("C").answered(3).endpoints(4, HOST_B));
            assertThat(endpoints()).containsExactly(HOST_A);
        }

        @Test
        void theDraftsMapsHaveNoEpochAndEachReplacesTheOneBefore() {
            at(0, Beat.join("A").answered(1).endpoints(null, HOST_A));
            at(1, Beat.of("A", 1).answered(1).endpoints(null, HOST_B));

            assertThat(endpoints()).containsExactly(HOST_B);
            assertThat(map().informationEpoch()).isNull();
        }

        @Test
        void aGroupWhoseMapWasNeverSeenHasNone() {
            at(0, Beat.join("A").answered(1));

            assertThat(state().endpointMap()).isNull();
        }
    }

    @Nested
    class OwnersAndSessions {

        @Test
        void whenAnotherMemberIsAssignedATaskTheSilentMembersClaimEnds() {
            at(0, Beat.join("A").answered(1).told("0_0", "0_1").toldStandby("0_2"));
            at(10, Beat.join("B").answered(2).told("0_1"));

            assertThat(member("A").assigned()).isEqualTo(new Tasks(tasks("0_0"), tasks("0_2"), List.of()));
            assertThat(member("B").assigned().active()).isEqualTo(tasks("0_1"));
        }

        @Test
        void aStandbyTakesNothingFromTheActive() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            at(1, Beat.join("B").answered(2).toldStandby("0_0"));

            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_0"));
        }

        @Test
        void aMemberExpiresExactlyAtItsLastHeartbeatPlusTheSessionTimeout() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            at(10, Beat.of("A", 1).answered(1));

            fold.advanceTo(START.plusSeconds(55).minusNanos(1_000), steps::add);
            assertThat(state().members()).hasSize(1);
            List<FoldStep> expired = pass(55);

            assertThat(expired).hasSize(1);
            assertThat(expired.get(0).at()).isEqualTo(START.plusSeconds(55));
            assertThat(expired.get(0).error()).isNull();
            assertThat(expired.get(0).answeredMemberId()).isNull();
            assertThat(expired.get(0).state().members()).isEmpty();
        }

        @Test
        void anExpiredSessionIsReportedBeforeALaterExchange() {
            at(0, Beat.join("A").answered(1).told("0_0"));

            List<FoldStep> both = at(100, Beat.join("B").answered(2).told("0_0"));

            assertThat(both).extracting(FoldStep::at).containsExactly(START.plusSeconds(45), START.plusSeconds(100));
            assertThat(both.get(0).state().state()).isEqualTo(StreamsGroupState.EMPTY);
            assertThat(both.get(1).state().members())
                    .extracting(Member::memberId)
                    .containsExactly("B");
        }

        @Test
        void sessionsEndInTheOrderOfTime() {
            at(0, Beat.join("A").answered(1));
            at(1, Beat.join("B").answered(1));
            at(2, Beat.join("C").answered(1));
            at(3, Beat.of("A", 1).answered(1));

            assertThat(pass(1_000))
                    .extracting(FoldStep::at)
                    .containsExactly(START.plusSeconds(46), START.plusSeconds(47), START.plusSeconds(48));
            assertThat(steps.stream()
                            .skip(steps.size() - 3L)
                            .map(s -> s.state().members().stream()
                                    .map(Member::memberId)
                                    .toList()))
                    .containsExactly(List.of("A", "C"), List.of("A"), List.of());
        }

        @Test
        void goingAwayDoesNotProlongTheSession() {
            at(0, Beat.join("S1").instance("i").answered(1));
            at(40, Beat.away("S1").instance("i"));

            assertThat(pass(44)).isEmpty();
            assertThat(pass(45)).extracting(FoldStep::at).containsExactly(START.plusSeconds(45));
            assertThat(state().members()).isEmpty();
        }

        @Test
        void aMemberThatExpiredBySilenceButIsAnsweredAtTheSameEpochKeepsWhatItHad() {
            at(0, Beat.join("A").process("p").answered(3).told("0_0", "0_1"));
            at(1, Beat.of("A", 3).owns("0_0", "0_1").answered(3));
            pass(60);
            assertThat(state().members()).isEmpty();

            at(61, Beat.of("A", 3).answered(3));

            assertThat(member("A").processId()).isEqualTo("p");
            assertThat(member("A").owned().active()).isEqualTo(tasks("0_0", "0_1"));
            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_0", "0_1"));
        }

        @Test
        void whatOthersTookMeanwhileIsNotItsOwnAnyMore() {
            at(0, Beat.join("A").answered(3).told("0_0", "0_1"));
            at(30, Beat.join("B").answered(3));
            at(50, Beat.of("B", 3).answered(4).told("0_1"));

            at(60, Beat.of("A", 3).answered(3));

            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_0"));
            assertThat(member("B").assigned().active()).isEqualTo(tasks("0_1"));
        }

        @Test
        void aMemberThatExpiredAndIsAnsweredAtAnotherEpochIsKnownByThatAnswerAlone() {
            at(0, Beat.join("A").answered(3).told("0_0"));
            pass(60);

            at(61, Beat.of("A", 3).answered(4).toldStandby("0_1"));

            assertThat(member("A").assigned()).isEqualTo(new Tasks(null, tasks("0_1"), null));
            assertThat(member("A").owned()).isEqualTo(Tasks.UNKNOWN);
        }

        @Test
        void aMemberThatLeftAfterItExpiredIsNotRemembered() {
            at(0, Beat.join("A").answered(3).told("0_0"));
            at(0, Beat.join("B").answered(3).told("0_1"));
            pass(60);
            at(61, Beat.leave("A"));
            at(62, Beat.of("B", 3).refused(25, null));

            at(63, Beat.of("A", 3).answered(3));
            at(64, Beat.of("B", 3).answered(3));

            assertThat(member("A").assigned()).isEqualTo(Tasks.UNKNOWN);
            assertThat(member("B").assigned()).isEqualTo(Tasks.UNKNOWN);
        }

        @Test
        void aMemberThatCameBackExpiresAgain() {
            at(0, Beat.join("A").answered(3));
            pass(60);
            at(61, Beat.of("A", 3).answered(3));

            assertThat(pass(105)).isEmpty();
            assertThat(pass(106)).hasSize(1);
        }

        @Test
        void aMemberThatRejoinsUnderItsIdIsNotExpiredByItsFormerSession() {
            at(0, Beat.join("A").answered(1));
            at(30, Beat.join("A").answered(2));

            assertThat(pass(74)).isEmpty();
            assertThat(pass(75)).hasSize(1);
        }

        @Test
        void anExchangeStampedBeforeTheClockHappensAtTheClock() {
            at(10, Beat.join("A").answered(1));

            FoldStep late = last(8, Beat.join("B").answered(1));

            assertThat(late.at()).isEqualTo(START.plusSeconds(10));
            assertThat(fold.clock()).isEqualTo(START.plusSeconds(10));
            assertThat(pass(54)).isEmpty();
            assertThat(pass(55)).hasSize(2);
        }

        @Test
        void aRequestWithoutAResponseTellsOnlyWhatTheMemberSaid() {
            at(0, Beat.of("A", 3).answered(3));
            FoldStep step = last(1, Beat.of("A", 3).process("p").owns("0_0"));

            assertThat(step.answeredMemberId()).isNull();
            assertThat(member("A").memberEpoch()).isEqualTo(3);
            assertThat(member("A").processId()).isEqualTo("p");
            assertThat(member("A").owned()).isEqualTo(new Tasks(tasks("0_0"), null, null));
            assertThat(member("A").assigned()).isEqualTo(Tasks.UNKNOWN);
        }

        @Test
        void aRequestWithoutAResponseDoesNotTakeTheAnsweredEpochBack() {
            at(0, Beat.join("A").answered(2));
            at(1, Beat.of("A", 1).owns("0_0"));

            assertThat(member("A").memberEpoch()).isEqualTo(2);
            assertThat(member("A").owned().active()).isEqualTo(tasks("0_0"));
        }

        @Test
        void anUnansweredRequestOfSomebodyWhoIsNoMemberSaysNothing() {
            assertThat(at(0, Beat.of("A", 3).owns("0_0"))).isEmpty();
        }

        @Test
        void anUnansweredRequestDoesNotProlongTheSession() {
            at(0, Beat.of("A", 3).answered(3));
            at(44, Beat.of("A", 3));

            assertThat(at(46, Beat.join("B").answered(4)))
                    .extracting(step -> step.state().members().size())
                    .containsExactly(0, 1);
        }

        @Test
        void aHeartbeatAtTheVeryDeadlineIsInTime() {
            at(0, Beat.of("A", 3).answered(3));

            assertThat(at(45, Beat.of("A", 3).answered(3)))
                    .extracting(step -> step.state().members().size())
                    .containsExactly(1);
        }

        @Test
        void ofALogThatBeginsInTheMiddleTheStateIsNotKnownUntilEveryAssignmentIs() {
            at(0, Beat.of("A", 3).answered(3));

            assertThat(last(1, Beat.of("A", 3).answered(3)).state().state()).isEqualTo(StreamsGroupState.UNKNOWN);
        }

        @Test
        void aJoinThatWasNotAnsweredSaysNothing() {
            assertThat(at(0, Beat.join("A"))).isEmpty();
        }

        @Test
        void aResponseWithoutARequestTellsOnlyWhatTheCoordinatorSaid() {
            FoldStep step = last(0, Beat.of("A", 3).withoutRequest().answered(3).told("0_0"));

            assertThat(step.answeredMemberId()).isEqualTo("A");
            assertThat(member("A").memberEpoch()).isEqualTo(3);
            assertThat(member("A").assigned()).isEqualTo(new Tasks(tasks("0_0"), null, null));
            assertThat(member("A").owned()).isEqualTo(Tasks.UNKNOWN);
            assertThat(member("A").processId()).isNull();
        }

        @Test
        void aResponseAloneTellsOfLeavingAndOfGoingAwayByItsEpoch() {
            at(0, Beat.join("A").answered(1));
            at(0, Beat.join("B").answered(1));

            at(1, Beat.of("A", 1).withoutRequest().answered(-1));
            at(2, Beat.of("B", 1).withoutRequest().answered(-2));

            assertThat(state().members()).extracting(Member::memberId).containsExactly("B");
            assertThat(member("B").away()).isTrue();
        }

        @Test
        void neitherRequestNorResponseSaysNothing() {
            assertThat(at(0, Beat.of("A", 1).withoutRequest())).isEmpty();
        }

        @Test
        void groupsDoNotTouchEachOther() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            GroupState before = state();
            HeartbeatExchange mine = Beat.join("A").answered(7).told("0_0").at(START.plusSeconds(1));
            fold.apply(
                    new HeartbeatExchange(
                            mine.at(), "other", mine.memberId(), null, null, mine.request(), mine.response()),
                    steps::add);

            assertThat(steps.get(1).state().groupId()).isEqualTo("other");
            assertThat(last(2, Beat.of("A", 1).answered(1)).state()).isSameAs(before);
        }
    }

    @Nested
    class Statuses {

        @Test
        void aStatusIsOpenFromTheAnswerThatNamesItToTheSameMembersNextThatDoesNot() {
            at(0, Beat.join("A").answered(1).status(1, "Source topics nada, nope are missing."));
            at(1, Beat.join("B").answered(1));
            assertThat(state().statuses())
                    .containsExactly(new MemberStatus("A", 1, "Source topics nada, nope are missing."));

            at(2, Beat.of("A", 1).answered(1));

            assertThat(state().statuses()).isEmpty();
        }

        @Test
        void aNullStatusListOfTheDraftMeansUnchanged() {
            at(0, Beat.join("A").answered(1).status(1, "x"));
            at(1, Beat.of("A", 1).answered(1).statusUnchanged());

            assertThat(state().statuses()).containsExactly(new MemberStatus("A", 1, "x"));
        }

        @Test
        void anotherDetailIsAnotherStatus() {
            at(0, Beat.join("A").answered(1).status(3, "x, y"));
            at(1, Beat.of("A", 1).answered(1).status(3, "y"));

            assertThat(state().statuses()).containsExactly(new MemberStatus("A", 3, "y"));
        }

        @Test
        void statusesAreSortedAndOneNamedTwiceIsOpenOnce() {
            at(0, Beat.join("B").answered(1).status(5, "x").status(1, "y").status(5, "x"));
            at(1, Beat.join("A").answered(1).status(5, "x").status(9, null));

            assertThat(state().statuses())
                    .containsExactly(
                            new MemberStatus("B", 1, "y"),
                            new MemberStatus("A", 5, "x"),
                            new MemberStatus("B", 5, "x"),
                            new MemberStatus("A", 9, null));
        }

        @Test
        void aStatusCodeOfALaterBrokerIsKeptWithTheRestOfItsAnswer() {
            at(0, Beat.join("A").answered(1).status(9, "news").told("0_0"));

            assertThat(state().statuses()).containsExactly(new MemberStatus("A", 9, "news"));
            assertThat(StatusCode.nameOf(state().statuses().get(0).code())).isEqualTo("unknown (9)");
            assertThat(member("A").assigned().active()).isEqualTo(tasks("0_0"));
        }

        @Test
        void theStatusesOfAMemberThatIsGoneAreClosed() {
            at(0, Beat.join("A").answered(1).status(4, "M1 asked"));
            at(1, Beat.join("B").answered(1).status(4, "M1 asked"));

            at(2, Beat.leave("A"));

            assertThat(state().statuses()).containsExactly(new MemberStatus("B", 4, "M1 asked"));
        }

        @Test
        void aShutdownThatOneMemberAskedForNamesItToAllAndShowsWhoHasLeft() {
            String detail = "Streams group member A encountered a fatal error and requested a shutdown for the entire"
                    + " application.";
            at(0, Beat.join("A").answered(1).told("0_0"));
            at(0, Beat.join("B").answered(1));
            at(1, Beat.of("A", 1).asksToShutDown().answered(1).status(4, detail));
            at(2, Beat.of("B", 1).answered(1).status(4, detail));
            assertThat(state().statuses())
                    .containsExactly(new MemberStatus("A", 4, detail), new MemberStatus("B", 4, detail));

            at(3, Beat.leave("A"));

            assertThat(state().members()).extracting(Member::memberId).containsExactly("B");
            assertThat(state().statuses()).containsExactly(new MemberStatus("B", 4, detail));
        }
    }

    @Nested
    class DerivedStates {

        @ParameterizedTest
        @CsvSource({
            "1, Source topics nada are missing.",
            "2, Following topics do not have the same number of partitions: [{clicks=4}]",
            "3, Internal topics are missing: x"
        })
        void aGroupWhoseTopicsAreMissingOrNotCoPartitionedIsNotReady(int code, String detail) {
            at(0, Beat.join("A").answered(1).status(5, "delayed").status(code, detail));

            assertThat(state().state()).isEqualTo(StreamsGroupState.NOT_READY);
            assertThat(state().stateSource()).isEqualTo(StateSource.DERIVED);
            assertThat(state().statuses()).contains(new MemberStatus("A", code, detail));
        }

        @Test
        void aDelayedAssignmentAtEveryStartIsAssigningAndNoError() {
            FoldStep step =
                    last(0, Beat.join("A").answered(1).status(5, "Assignment delayed due to the configured interval."));

            assertThat(step.state().state()).isEqualTo(StreamsGroupState.ASSIGNING);
            assertThat(step.error()).isNull();
            assertThat(step.answeredMemberId()).isEqualTo("A");
        }

        @ParameterizedTest
        @ValueSource(ints = {0, 4, 6, 9})
        void otherStatusesDoNotNameTheState(int code) {
            at(0, Beat.join("A").answered(1).status(code, "x"));

            assertThat(state().state()).isEqualTo(StreamsGroupState.STABLE);
        }

        @Test
        void aTaskThatNobodyRunsWhileItsFormerOwnerIsAnEpochBehindIsReconciling() {
            at(0, Beat.join("A").answered(2).told("0_0", "0_1"));
            at(1, Beat.of("A", 2).owns("0_0", "0_1").answered(2));
            assertThat(state().state()).isEqualTo(StreamsGroupState.STABLE);
            at(2, Beat.join("B").answered(3).told());
            at(3, Beat.of("A", 2).answered(2).told("0_0"));

            assertThat(state().unassignedTasks()).isEqualTo(tasks("0_1"));
            assertThat(state().state()).isEqualTo(StreamsGroupState.RECONCILING);
            assertThat(member("A").memberEpoch()).isEqualTo(2);
            assertThat(member("A").owned().active()).isEqualTo(tasks("0_0", "0_1"));
            assertThat(member("B").memberEpoch()).isEqualTo(3);
            at(4, Beat.of("A", 2).owns("0_0").answered(3));
            assertThat(state().state()).isEqualTo(StreamsGroupState.RECONCILING);
            at(5, Beat.of("B", 3).answered(3).told("0_1"));
            at(6, Beat.of("B", 3).owns("0_1").answered(3));
            assertThat(state().unassignedTasks()).isEmpty();
            assertThat(state().state()).isEqualTo(StreamsGroupState.STABLE);
        }

        @Test
        void membersAtDifferentEpochsAreReconciling() {
            at(0, Beat.join("A").answered(2));
            at(1, Beat.join("B").answered(3));

            assertThat(state().state()).isEqualTo(StreamsGroupState.RECONCILING);
        }

        @Test
        void aMemberThatRunsOtherTasksThanItWasToldIsReconciling() {
            at(0, Beat.join("A").answered(1).told("0_0"));
            assertThat(state().state()).isEqualTo(StreamsGroupState.RECONCILING);

            at(1, Beat.of("A", 1).owns("0_0").answered(1));

            assertThat(state().state()).isEqualTo(StreamsGroupState.STABLE);
        }

        @Test
        void aMemberThatIsAwayOrFencedIsReconciling() {
            at(0, Beat.join("S1").instance("i").answered(1));
            assertThat(state().state()).isEqualTo(StreamsGroupState.STABLE);

            at(1, Beat.away("S1").instance("i"));
            assertThat(state().state()).isEqualTo(StreamsGroupState.RECONCILING);

            at(2, Beat.join("S1").instance("i").answered(1));
            at(3, Beat.of("S1", 1).refused(110, null));
            assertThat(state().state()).isEqualTo(StreamsGroupState.RECONCILING);
        }

        @Test
        void aLogThatBeginsAfterTheJoinsLeavesTheTopologyUnknownButForItsTasks() {
            at(0, Beat.of("A", 3).answered(3));
            assertThat(state().subtopologies()).isNull();

            at(1, Beat.of("A", 3).owns("1_2").answered(4).told("0_10"));

            assertThat(state().subtopologies())
                    .containsExactly(Subtopology.ofTasks("0", List.of(10)), Subtopology.ofTasks("1", List.of(2)));
        }

        @Test
        void whatOnlyDescribeTellsIsAbsent() {
            at(0, Beat.join("A").answered(1));

            assertThat(state().groupEpoch()).isNull();
            assertThat(state().assignmentEpoch()).isNull();
            assertThat(state().topologyEpoch()).isNull();
            assertThat(state().assignor()).isNull();
            assertThat(state().coordinator()).isNull();
            assertThat(member("A").classic()).isNull();
        }
    }

    @Test
    void anUnknownEndOffsetGivesNoLag() {
        at(0, Beat.join("A").answered(1));

        FoldStep step = last(
                1,
                Beat.of("A", 1)
                        .offset("0_0", 0)
                        .endOffset("0_0", Long.MAX_VALUE)
                        .endOffset("0_1", 4)
                        .answered(1));

        assertThat(step.taskOffsets())
                .containsExactly(
                        new TaskOffset(new TaskId("0", 0), 0L, 9_223_372_036_854_775_807L),
                        new TaskOffset(new TaskId("0", 1), null, 4L));
        assertThat(step.taskOffsets()).extracting(TaskOffset::lag).containsOnlyNulls();
    }

    private List<FoldStep> at(int seconds, Beat beat) {
        int before = steps.size();
        fold.apply(beat.at(START.plusSeconds(seconds)), steps::add);
        return List.copyOf(steps.subList(before, steps.size()));
    }

    private FoldStep last(int seconds, Beat beat) {
        List<FoldStep> told = at(seconds, beat);
        assertThat(told).isNotEmpty();
        return told.get(told.size() - 1);
    }

    private List<FoldStep> pass(int seconds) {
        int before = steps.size();
        fold.advanceTo(START.plusSeconds(seconds), steps::add);
        return List.copyOf(steps.subList(before, steps.size()));
    }

    private GroupState state() {
        return steps.get(steps.size() - 1).state();
    }

    private Member member(String memberId) {
        return Objects.requireNonNull(state().member(memberId), memberId);
    }

    private EndpointMap map() {
        return Objects.requireNonNull(state().endpointMap());
    }

    private List<EndpointPartitions> endpoints() {
        return map().endpoints();
    }

    private List<String> subtopologyIds() {
        return Objects.requireNonNull(state().subtopologies()).stream()
                .map(Subtopology::subtopologyId)
                .toList();
    }
}
