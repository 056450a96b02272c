package io.streamgauge.heartbeat;

import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.tasks;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.ErrorExplanation;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoldedRecordingTests {

    private static final String LEDGER = "broker-request-4.2.2-ledger.log";
    private static final String EDGE_CASES = "broker-request-4.4.0-edge-cases.log";
    private static final String ORDERS = "broker-request-4.4.0-orders.log";
    private static final String STATUSES = "broker-request-4.4.0-statuses.log";
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    @Nested
    class Invariants {

        @ParameterizedTest
        @ValueSource(strings = {LEDGER, EDGE_CASES, ORDERS, STATUSES})
        void timeNeverRunsBackwards(String recording) {
            Instant before = Instant.MIN;
            for (FoldStep step : FoldedRecording.of(recording, TEN_SECONDS).steps()) {
                assertThat(step.at()).isAfterOrEqualTo(before);
                before = step.at();
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {LEDGER, EDGE_CASES, ORDERS, STATUSES})
        void anUnchangedStateIsTheSameObjectAndAChangedOneDiffers(String recording) {
            Map<String, GroupState> before = new HashMap<>();
            int unchanged = 0;
            for (FoldStep step : FoldedRecording.of(recording, TEN_SECONDS).steps()) {
                GroupState last = before.put(step.state().groupId(), step.state());
                if (last != null && last.equals(step.state())) {
                    assertThat(step.state()).isSameAs(last);
                    unchanged++;
                }
            }
            assertThat(unchanged).isPositive();
        }

        @ParameterizedTest
        @ValueSource(strings = {LEDGER, EDGE_CASES, ORDERS, STATUSES})
        void anActiveTaskNeverHasTwoOwners(String recording) {
            int owned = 0;
            for (FoldStep step : FoldedRecording.of(recording, TEN_SECONDS).steps()) {
                Set<TaskId> seen = new HashSet<>();
                for (Member member : step.state().members()) {
                    List<TaskId> active = member.assigned().active();
                    if (active != null) {
                        assertThat(active)
                                .allSatisfy(task -> assertThat(seen.add(task)).isTrue());
                    }
                }
                owned += seen.size();
            }
            assertThat(owned).isPositive();
        }

        @ParameterizedTest
        @ValueSource(strings = {LEDGER, EDGE_CASES, ORDERS, STATUSES})
        void theOrderOfEndpointEntriesMakesNoDifference(String recording) {
            List<HeartbeatExchange> exchanges = FoldedRecording.exchanges(recording);
            List<HeartbeatExchange> flipped =
                    exchanges.stream().map(FoldedRecording::flipped).toList();

            assertThat(flipped).isNotEqualTo(exchanges);
            assertThat(FoldedRecording.of(flipped, TEN_SECONDS).steps())
                    .isEqualTo(FoldedRecording.of(exchanges, TEN_SECONDS).steps());
        }

        @ParameterizedTest
        @ValueSource(strings = {LEDGER, EDGE_CASES, ORDERS, STATUSES})
        void noLagIsNegative(String recording) {
            assertThat(FoldedRecording.of(recording, TEN_SECONDS).steps().stream()
                            .filter(s -> s.taskOffsets() != null)
                            .flatMap(s -> Objects.requireNonNull(s.taskOffsets()).stream())
                            .map(TaskOffset::lag)
                            .filter(Objects::nonNull))
                    .allSatisfy(lag -> assertThat(lag).isNotNegative());
        }
    }

    @Nested
    class StaticMembers {

        private final FoldedRecording folded = FoldedRecording.of(STATUSES, TEN_SECONDS);

        @Test
        void aStaticMemberIsAwayAndThenBackUnderTheSameInstance() {
            GroupState before = folded.asOf("static-app", "22:29:30.500").state();
            GroupState away = folded.asOf("static-app", "22:29:31.243").state();
            GroupState back = folded.asOf("static-app", "22:29:40.500").state();

            Member left = instance(away, "node-b-1");
            Member returned = instance(back, "node-b-1");
            assertThat(instance(before, "node-b-1").away()).isFalse();
            assertThat(left.away()).isTrue();
            assertThat(left.memberEpoch()).isEqualTo(-2);
            assertThat(left.assigned().active()).isEqualTo(tasks("0_0", "0_2"));
            assertThat(returned.away()).isFalse();
            assertThat(returned.memberId()).isNotEqualTo(left.memberId());
            assertThat(returned.assigned().active()).isEqualTo(tasks("0_0", "0_2"));
            assertThat(instance(back, "node-a-1").assigned())
                    .isEqualTo(instance(before, "node-a-1").assigned());
            assertThat(back.members()).hasSize(2);
        }

        @Test
        void theGroupIsStableWhileBothAreThereAndReconcilingWhileOneIsAway() {
            assertThat(folded.asOf("static-app", "22:29:30.500").state().state())
                    .isEqualTo(StreamsGroupState.STABLE);
            assertThat(folded.asOf("static-app", "22:29:31.243").state().state())
                    .isEqualTo(StreamsGroupState.RECONCILING);
            assertThat(folded.asOf("static-app", "22:29:45.000").state().state())
                    .isEqualTo(StreamsGroupState.STABLE);
        }

        @Test
        void theEndpointMapOutlivesAMemberThatIsAway() {
            EndpointMap map = Objects.requireNonNull(
                    folded.asOf("static-app", "22:29:31.243").state().endpointMap());

            assertThat(map.informationEpoch()).isEqualTo(3);
            assertThat(map.endpoints())
                    .containsExactly(
                            serves("app-8221.example.internal", 8221, List.of(topic("clicks", 1, 3)), List.of()),
                            serves("app-8222.example.internal", 8222, List.of(topic("clicks", 0, 2)), List.of()));
        }

        private static Member instance(GroupState state, String instanceId) {
            return state.members().stream()
                    .filter(m -> instanceId.equals(m.instanceId()))
                    .reduce((a, b) -> {
                        throw new AssertionError("Two members of instance " + instanceId);
                    })
                    .orElseThrow();
        }
    }

    @Nested
    class Statuses {

        private final FoldedRecording folded = FoldedRecording.of(STATUSES, TEN_SECONDS);

        @Test
        void aGroupWhoseSourceTopicIsMissingIsNotReadyAndSaysWhichTopic() {
            GroupState first = folded.steps("invoices-app").get(0).state();
            GroupState last = folded.asOf("invoices-app", "22:28:04.000").state();

            assertThat(first.state()).isEqualTo(StreamsGroupState.NOT_READY);
            assertThat(first.statuses()).extracting(MemberStatus::code).containsExactly(1, 5);
            assertThat(last.state()).isEqualTo(StreamsGroupState.NOT_READY);
            assertThat(last.statuses())
                    .extracting(MemberStatus::detail)
                    .containsExactly("Source topics invoices are missing.");
        }

        @Test
        void missingClientTagsAreToldToTheMemberThatLacksThemAndTheGroupWorks() {
            GroupState working = folded.asOf("rack-app", "22:29:00.000").state();

            assertThat(working.state()).isEqualTo(StreamsGroupState.STABLE);
            assertThat(working.statuses()).singleElement().satisfies(status -> {
                assertThat(status.code()).isEqualTo(6);
                assertThat(status.detail())
                        .isEqualTo("Missing required client tags for rack-aware standby assignment: [zone]."
                                + " Configure them via 'client.tag.<tagKey>' in your Streams config.");
                assertThat(member(working, status.memberId()).clientTags()).isEmpty();
            });
            assertThat(working.members())
                    .filteredOn(m -> m.clientTags() != null
                            && !Objects.requireNonNull(m.clientTags()).isEmpty())
                    .hasSize(2);
        }
    }

    @Nested
    class EdgeCases {

        private final FoldedRecording folded = FoldedRecording.of(EDGE_CASES, Duration.ofSeconds(45));

        @Test
        void aSmallerEpochIsFencedAndTheCoordinatorsIsTold() {
            FoldStep step = folded.error("g-int", 110);

            assertThat(ErrorExplanation.of(error(step))).startsWith("fenced: sent 1, coordinator has 2");
            assertThat(error(step).memberId()).isEqualTo("M1");
            assertThat(member(step.state(), "M1").fenced()).isTrue();
            assertThat(member(step.state(), "M1").memberEpoch()).isEqualTo(2);
        }

        @Test
        void aGreaterEpochIsFencedTooAndItsTasksAreKept() {
            FoldStep step = folded.error("g-f", 110);

            assertThat(ErrorExplanation.of(error(step))).startsWith("fenced: sent 11, coordinator has 2");
            assertThat(member(step.state(), "M1").assigned().active()).isEqualTo(tasks("0_0", "0_1", "0_2"));
        }

        @Test
        void aMemberThatTheGroupDoesNotHaveChangesNothingOfTheOthers() {
            FoldStep step = folded.error("g-f", 25);

            assertThat(error(step))
                    .isEqualTo(new MemberError("M9", null, 25, "Member M9 is not a member of group g-f.", 2, null));
            assertThat(step.state().members()).extracting(Member::memberId).containsExactly("M1", "M2");
        }

        @Test
        void invalidTasksAreRefusedAndNotTakenForOwned() {
            List<FoldStep> refused = folded.steps("g-f").stream()
                    .filter(s -> s.error() != null && error(s).code() == 42)
                    .toList();

            assertThat(refused)
                    .extracting(s -> error(s).message())
                    .containsExactly(
                            "Task 7 for subtopology 0 is invalid. Number of tasks for this subtopology: 3",
                            "Subtopology 9 does not exist in the topology.");
            assertThat(refused)
                    .allSatisfy(s -> assertThat(member(s.state(), "M1").owned()).isEqualTo(Tasks.NONE));
            assertThat(folded.last("g-f").state().subtopologies())
                    .singleElement()
                    .satisfies(s -> assertThat(s.partitions()).containsExactly(0, 1, 2));
        }

        @Test
        void aShutdownThatOneMemberAskedForIsToldToAllUntilTheyHaveLeft() {
            String detail = "Streams group member M1 encountered a fatal error and requested a shutdown for the entire"
                    + " application.";
            GroupState asked = folded.asOf("g-f", "22:23:30.424").state();
            GroupState told = folded.asOf("g-f", "22:23:30.479").state();
            GroupState oneLeft = folded.asOf("g-f", "22:23:30.528").state();

            assertThat(asked.statuses())
                    .filteredOn(s -> s.code() == 4)
                    .containsExactly(new MemberStatus("M1", 4, detail));
            assertThat(told.statuses())
                    .filteredOn(s -> s.code() == 4)
                    .containsExactly(new MemberStatus("M1", 4, detail), new MemberStatus("M2", 4, detail));
            assertThat(oneLeft.members()).extracting(Member::memberId).containsExactly("M2");
            assertThat(oneLeft.statuses()).contains(new MemberStatus("M2", 4, detail));
            assertThat(folded.last("g-f").state().state()).isEqualTo(StreamsGroupState.EMPTY);
            assertThat(folded.last("g-f").state().statuses()).isEmpty();
        }

        @Test
        void twoProcessesThatClaimOneInstanceIdAreNamed() {
            FoldStep unreleased = folded.error("g-st", 111);
            FoldStep fenced = folded.error("g-st", 82);

            assertThat(error(unreleased).memberId()).isEqualTo("S2");
            assertThat(ErrorExplanation.of(error(unreleased)))
                    .isEqualTo("instance id app-1 is still owned by another member");
            assertThat(unreleased.state().members())
                    .extracting(Member::memberId)
                    .containsExactly("S1");
            assertThat(error(fenced).memberId()).isEqualTo("S1");
            assertThat(ErrorExplanation.of(error(fenced)))
                    .isEqualTo("fenced: another member has taken over instance id app-1");
            assertThat(fenced.state().members()).extracting(Member::memberId).containsExactly("S3");
        }

        @Test
        void aPortOf65535IsAnEndpointLikeAnyOther() {
            assertThat(member(folded.asOf("g-f", "22:23:30.142").state(), "M1").endpoint())
                    .isEqualTo(new Endpoint("h1", 65_535));
        }

        @Test
        void versions0And1InOneGroupTellTheirRecoveryLagEachInItsWay() {
            GroupState state = folded.asOf("g-tag", "22:23:31.011").state();

            assertThat(member(state, "M1").acceptableRecoveryLag()).isEqualTo(10_000);
            assertThat(member(state, "M2").acceptableRecoveryLag()).isNull();
            assertThat(state.statuses()).extracting(MemberStatus::code).containsExactly(5, 6);
        }

        @Test
        void aTaskThatNobodyRunsWaitsForTheMemberThatIsAnEpochBehind() {
            GroupState state = folded.last("g-w").state();

            assertThat(state.unassignedTasks()).isEqualTo(tasks("0_1"));
            assertThat(state.state()).isEqualTo(StreamsGroupState.RECONCILING);
            assertThat(member(state, "A").memberEpoch()).isEqualTo(2);
            assertThat(member(state, "A").owned().active()).isEqualTo(tasks("0_0", "0_1"));
            assertThat(member(state, "A").assigned().active()).isEqualTo(tasks("0_0"));
            assertThat(member(state, "B").memberEpoch()).isEqualTo(3);
            assertThat(member(state, "B").acceptableRecoveryLag()).isEqualTo(100);
            assertThat(Objects.requireNonNull(state.endpointMap()).endpoints())
                    .containsExactly(
                            serves("ha", 1, List.of(topic("w", 0)), List.of()), serves("hb", 1, List.of(), List.of()));
        }

        @Test
        void aGroupThatTheBrokerDoesNotHaveIsUnknownAndNotEmpty() {
            FoldStep step = folded.error("g-none", 69);

            assertThat(step.state().state()).isEqualTo(StreamsGroupState.UNKNOWN);
            assertThat(step.state().members()).isEmpty();
            assertThat(ErrorExplanation.of(error(step))).isEqualTo("the broker has no streams group of this name");
        }

        @Test
        void topicsThatAreNotCoPartitionedAreNamedWithTheirCounts() {
            assertThat(folded.steps("g-cop").get(0).state().state()).isEqualTo(StreamsGroupState.NOT_READY);
            assertThat(folded.steps("g-cop").get(0).state().statuses())
                    .containsExactly(new MemberStatus(
                            "M1", 2, "Following topics do not have the same number of partitions: [{a=3, b=4}]"));
        }

        @Test
        void severalMissingSourceTopicsAreNamed() {
            assertThat(folded.steps("g-src").get(0).state().state()).isEqualTo(StreamsGroupState.NOT_READY);
            assertThat(folded.steps("g-src").get(0).state().statuses())
                    .containsExactly(new MemberStatus("M1", 1, "Source topics nada, nope are missing."));
        }
    }

    @Nested
    class KilledAndFrozen {

        private final FoldedRecording folded = FoldedRecording.of(ORDERS, TEN_SECONDS);

        @Test
        void killedMembersExpireASessionTimeoutAfterTheirLastHeartbeat() {
            Map<String, Instant> lastAnswered = new HashMap<>();
            Map<String, Instant> gone = new HashMap<>();
            Set<String> present = new HashSet<>();
            for (FoldStep step : folded.steps("orders-app")) {
                Set<String> now = new HashSet<>();
                step.state().members().forEach(m -> now.add(m.memberId()));
                for (String id : present) {
                    if (!now.contains(id) && step.error() == null) {
                        gone.putIfAbsent(id, step.at());
                    }
                }
                present = now;
                if (step.answeredMemberId() != null && !gone.containsKey(step.answeredMemberId())) {
                    lastAnswered.put(step.answeredMemberId(), step.at());
                }
            }
            Instant killed = Instant.parse("2026-11-29T22:24:35.028Z");

            assertThat(gone.entrySet().stream()
                            .filter(e ->
                                    Duration.between(killed, e.getValue()).abs().compareTo(TEN_SECONDS) < 0))
                    .hasSize(2)
                    .allSatisfy(e -> assertThat(e.getValue())
                            .isEqualTo(Objects.requireNonNull(lastAnswered.get(e.getKey()))
                                    .plus(TEN_SECONDS)));
        }

        @Test
        void aFrozenMemberIsGoneBeforeItThawsAndLearnsItThen() {
            GroupState frozen = folded.asOf("orders-app", "22:25:16.000").state();
            FoldStep thawed = folded.error("orders-app", 25);
            String memberId = Objects.requireNonNull(error(thawed).memberId());

            assertThat(frozen.member(memberId)).isNull();
            assertThat(thawed.at()).isEqualTo("2026-11-29T22:25:16.053Z");
            assertThat(error(thawed).sentMemberEpoch()).isEqualTo(9);
            GroupState rejoined = folded.asOf("orders-app", "22:25:16.180").state();
            assertThat(member(rejoined, memberId).owned()).isEqualTo(Tasks.NONE);
        }

        @ParameterizedTest
        @ValueSource(strings = {"pay-app", "join-app"})
        void aBrokerThatFailsOnAMembersJoinCreatesNoMemberAndItsLikelyCauseIsTold(String groupId) {
            FoldStep step = folded.last(groupId);

            assertThat(step.state().state()).isEqualTo(StreamsGroupState.UNKNOWN);
            assertThat(error(step).code()).isEqualTo(-1);
            assertThat(ErrorExplanation.of(error(step)))
                    .startsWith("the broker failed on this member's join")
                    .contains("user endpoint")
                    .contains("source topic is missing");
        }

        @Test
        void everyMemberLeavesInTheEnd() {
            assertThat(folded.last("orders-app").state().state()).isEqualTo(StreamsGroupState.EMPTY);
            assertThat(folded.last("boom-app").state().state()).isEqualTo(StreamsGroupState.EMPTY);
        }
    }

    @Nested
    class RollingRestart {

        private final FoldedRecording folded = FoldedRecording.of(LEDGER, Duration.ofSeconds(45));

        @Test
        void aCoordinatorThatIsLoadingAnswersJoinsAndNothingIsKnownYet() {
            List<FoldStep> first = folded.steps("ledger-app").subList(0, 2);

            assertThat(first).allSatisfy(step -> {
                assertThat(error(step).code()).isEqualTo(14);
                assertThat(step.state().members()).isEmpty();
                assertThat(step.state().state()).isEqualTo(StreamsGroupState.UNKNOWN);
            });
        }

        @Test
        void answersThatWereLoggedOutOfOrderDoNotTakeTheEndpointMapBack() {
            EndpointMap map = Objects.requireNonNull(
                    folded.asOf("ledger-app", "22:41:33.840").state().endpointMap());

            assertThat(map.informationEpoch()).isEqualTo(5);
            assertThat(map.endpoints()).extracting(e -> e.endpoint().port()).containsExactly(9_301, 9_302, 9_303);
        }

        @Test
        void version0NeverTellsARecoveryLag() {
            assertThat(folded.steps("ledger-app"))
                    .flatExtracting(s -> s.state().members())
                    .extracting(Member::acceptableRecoveryLag)
                    .containsOnlyNulls();
        }

        @Test
        void everyTaskHasAnOwnerBetweenTheRestarts() {
            for (String quiet : List.of("22:41:48.000", "22:42:03.000", "22:42:18.000")) {
                GroupState state = folded.asOf("ledger-app", quiet).state();

                assertThat(state.members()).hasSize(6);
                assertThat(state.unassignedTasks()).isEmpty();
            }
        }
    }

    private static MemberError error(FoldStep step) {
        return Objects.requireNonNull(step.error());
    }

    private static Member member(GroupState state, String memberId) {
        return Objects.requireNonNull(state.member(memberId), memberId);
    }
}
