package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Readiness.Facts;
import io.streamgauge.analysis.Readiness.Requirement;
import io.streamgauge.analysis.Readiness.Verdict;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.States;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadinessTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Subtopology STATELESS =
            new Subtopology("0", List.of(0, 1), List.of("in"), List.of(), List.of(), List.of(), List.of());
    private static final Subtopology STATEFUL =
            new Subtopology("1", List.of(0, 1), List.of(), List.of(), List.of(), List.of(), List.of("changelog"));

    private static Facts facts(GroupState state) {
        return new Facts(state, Duration.ZERO, MINUTE, null, Map.of(), null);
    }

    private static Facts configured(GroupState state, @Nullable Integer standbys) {
        return new Facts(state, Duration.ZERO, MINUTE, standbys, Map.of(), null);
    }

    private static Facts restored(GroupState state, @Nullable Long maxLag, Map<String, Map<TaskId, TaskOffset>> told) {
        return new Facts(state, Duration.ZERO, MINUTE, null, told, maxLag);
    }

    private static Map<String, Map<TaskId, TaskOffset>> told(String memberId, TaskOffset... offsets) {
        Map<TaskId, TaskOffset> byTask = new HashMap<>();
        Arrays.stream(offsets).forEach(offset -> byTask.put(offset.task(), offset));
        return Map.of(memberId, byTask);
    }

    private static TaskOffset offset(String task, @Nullable Long offset, @Nullable Long end) {
        return new TaskOffset(TaskId.parse(task), offset, end);
    }

    private static GroupState described(GroupState state, @Nullable Integer groupEpoch, Integer assignmentEpoch) {
        return new GroupState(
                state.groupId(),
                state.state(),
                StateSource.BROKER,
                groupEpoch,
                assignmentEpoch,
                0,
                null,
                null,
                state.members(),
                null,
                null,
                state.subtopologies());
    }

    private static GroupState twoAtEpochs(int a, int b) {
        return group(
                        member("a", a).process("p").assigned(active("0_0")),
                        member("b", b).process("q").assigned(active("0_1")))
                .subtopology(STATELESS)
                .build();
    }

    private static Verdict stable(GroupState state) {
        return Readiness.of(Requirement.STABLE, facts(state));
    }

    @Test
    void aDescribedGroupAtRestIsStableAndSaysAtWhichEpoch() {
        assertThat(stable(described(twoAtEpochs(7, 7), 7, 7)))
                .isEqualTo(
                        new Verdict(
                                Requirement.STABLE,
                                true,
                                "The group is STABLE; its epoch is 7, its assignment's 7, and 2 members are at 7; every known task is assigned"));
    }

    @Test
    void anEpochThatDiffersIsNotStableWhateverTheStateSays() {
        assertThat(stable(described(twoAtEpochs(7, 6), 7, 7)).met()).isFalse();
        assertThat(stable(described(twoAtEpochs(7, 6), 7, 7)).reason()).contains("2 members are at 6 to 7");
        assertThat(stable(described(twoAtEpochs(7, 7), 8, 7)).met()).isFalse();
        assertThat(stable(described(twoAtEpochs(7, 7), 8, 8)).met()).isFalse();
    }

    @Test
    void anEpochThatABrokerDidNotTellIsNotKnownToBeEqual() {
        assertThat(stable(described(twoAtEpochs(7, 7), null, 7)).met()).isNull();
    }

    @Test
    void aRecordedGroupIsJudgedByWhatHeartbeatsTell() {
        assertThat(stable(twoAtEpochs(7, 7)).met()).isTrue();
        assertThat(stable(twoAtEpochs(7, 7)).reason())
                .contains("STABLE, as its members' heartbeats show", "its epoch is not told");
        assertThat(stable(twoAtEpochs(7, 6)).met()).isFalse();
    }

    @Test
    void aTaskThatRunsNowhereIsNotStableAndIsNamed() {
        GroupState away = group(
                        member("a", 7).assigned(active("0_0")),
                        member("b", -2).away().assigned(active("0_1")))
                .subtopology(STATELESS)
                .build();
        assertThat(stable(away).met()).isFalse();
        assertThat(stable(away).reason()).endsWith("1 task runs nowhere: 0_1");
    }

    @Test
    void whatIsNotKnownIsNotCalledStable() {
        assertThat(stable(group(member("a", 7)).subtopology(STATELESS).build()).met())
                .isNull();
        assertThat(stable(group(member("a", 7).assigned(active("0_0"))).build()).met())
                .as("no task was ever seen")
                .isNull();
        assertThat(stable(group().state(StreamsGroupState.UNKNOWN).build()).met())
                .isNull();
        assertThat(stable(group().state(StreamsGroupState.EMPTY).build()).met()).isFalse();
    }

    @Test
    void whatIsBadOutweighsWhatIsNotKnown() {
        assertThat(stable(group(member("a", 7))
                                .state(StreamsGroupState.RECONCILING)
                                .build())
                        .met())
                .isFalse();
    }

    @Test
    void nothingIsKnownOfAGroupThatWasNotObservedLately() {
        GroupState state = described(twoAtEpochs(7, 7), 7, 7);
        for (Requirement requirement : Requirement.values()) {
            Verdict verdict =
                    Readiness.of(requirement, new Facts(state, Duration.ofSeconds(61), MINUTE, 0, Map.of(), null));
            assertThat(verdict.met()).as("%s", requirement).isNull();
            assertThat(verdict.reason())
                    .startsWith(
                            "Not known: the group was last observed 61 s before, longer ago than the 60 s allowed; then ");
            assertThat(Readiness.of(requirement, new Facts(state, MINUTE, MINUTE, 0, Map.of(), null))
                            .met())
                    .as("%s", requirement)
                    .isTrue();
        }
    }

    private static GroupState copies(String standbyProcess, String... standbys) {
        return group(
                        member("a", 7)
                                .process("p")
                                .assigned(new Tasks(tasks("0_0", "1_0", "1_1"), List.of(), List.of())),
                        member("b", 7)
                                .process(standbyProcess)
                                .assigned(new Tasks(tasks("0_1"), tasks(standbys), List.of())))
                .subtopology(STATELESS)
                .subtopology(STATEFUL)
                .build();
    }

    private static Verdict standbys(GroupState state, @Nullable Integer configured) {
        return Readiness.of(Requirement.STANDBYS, configured(state, configured));
    }

    @Test
    void onlyStatefulTasksNeedStandbys() {
        assertThat(standbys(copies("q", "1_0", "1_1"), 1))
                .isEqualTo(new Verdict(
                        Requirement.STANDBYS,
                        true,
                        "Each of 2 stateful tasks has 1 standby in other processes than its active task"));
    }

    @Test
    void aMissingStandbyIsNamed() {
        assertThat(standbys(copies("q", "1_0"), 1).met()).isFalse();
        assertThat(standbys(copies("q", "1_0"), 1).reason()).isEqualTo("1 of 2 stateful tasks lack some of 1: 1_1 (0)");
        assertThat(standbys(copies("q", "1_0", "1_1"), 2).met()).isFalse();
    }

    @Test
    void aStandbyInTheProcessOfItsActiveTaskIsNone() {
        Verdict verdict = standbys(copies("p", "1_0", "1_1"), 1);
        assertThat(verdict.met()).isFalse();
        assertThat(verdict.reason())
                .contains("1_0 (0 in other processes)", "have a standby in the process of their active task: 1_0, 1_1");
    }

    @Test
    void standbysAreNotKnownWithoutTheConfigOrTheTopologyOrAProcess() {
        assertThat(standbys(copies("q", "1_0", "1_1"), null).met()).isNull();
        assertThat(standbys(twoAtEpochs(7, 7), 0).met()).isTrue();
        GroupState untold = group(member("a", 7).assigned(active("1_0")))
                .subtopology("1", 0)
                .build();
        assertThat(standbys(untold, 1).met()).isNull();
        GroupState nowhere = group(
                        member("a", 7).assigned(active("1_0", "1_1")),
                        member("b", 7).assigned(new Tasks(List.of(), tasks("1_0", "1_1"), List.of())))
                .subtopology(STATEFUL)
                .build();
        assertThat(standbys(nowhere, 1).met()).isNull();
    }

    private static Verdict caughtUp(@Nullable Long maxLag, Map<String, Map<TaskId, TaskOffset>> told) {
        return Readiness.of(Requirement.CAUGHT_UP, restored(copies("q", "1_0", "1_1"), maxLag, told));
    }

    @Test
    void copiesWithinTheAcceptableLagAreCaughtUp() {
        var told = told("b", offset("1_0", 90L, 100L), offset("1_1", 0L, 10_000L));
        assertThat(caughtUp(null, told).met()).isTrue();
        assertThat(caughtUp(null, told).reason())
                .isEqualTo("2 standby and warm-up copies lag by no more than 10000 records, within 10000");
        assertThat(caughtUp(9_999L, told).met()).isFalse();
        assertThat(caughtUp(9_999L, told).reason()).endsWith("lag more than 9999 records behind: 1_1 on b by 10000");
    }

    @Test
    void aLagThatIsNotKnownIsNotCaughtUp() {
        assertThat(caughtUp(null, Map.of()).met()).isNull();
        Verdict partly = caughtUp(null, told("b", offset("1_0", 5L, 5L), offset("1_1", 5L, TaskOffset.UNKNOWN_END)));
        assertThat(partly.met()).isNull();
        assertThat(partly.reason()).isEqualTo("The lag of 1 of 2 standby and warm-up copies is not known: 1_1 on b");
    }

    private static Verdict balanced(States.MemberBuilder... members) {
        return Readiness.of(Requirement.BALANCED, facts(group(members).build()));
    }

    private static States.MemberBuilder runs(String process, String memberId, int tasks) {
        return member(memberId, 7)
                .process(process)
                .assigned(active(java.util.stream.IntStream.range(0, tasks)
                        .mapToObj(n -> memberId + "_" + n)
                        .toArray(String[]::new)));
    }

    @Test
    void aProcessRunsItsShareByItsMembers() {
        assertThat(balanced(runs("p", "a", 4), runs("q", "b", 4), runs("q", "c", 4))
                        .reason())
                .isEqualTo("12 active tasks on 3 members of 2 processes are spread by members, to the task");
        assertThat(balanced(runs("p", "a", 6), runs("q", "b", 3), runs("q", "c", 3))
                        .met())
                .isFalse();
        assertThat(balanced(runs("p", "a", 6), runs("q", "b", 3), runs("q", "c", 3))
                        .reason())
                .endsWith("p runs 6, not 4, q runs 6, not 8");
        assertThat(balanced(runs("p", "a", 3), runs("q", "b", 2)).met()).isTrue();
        assertThat(balanced(runs("p", "a", 4), runs("q", "b", 2)).met()).isFalse();
    }

    @Test
    void theMembersOfAProcessShareItsTasks() {
        assertThat(balanced(runs("p", "a", 2), runs("p", "b", 2)).met()).isTrue();
        assertThat(balanced(runs("p", "a", 3), runs("p", "b", 1)).met()).isFalse();
    }

    @Test
    void theSpreadIsNotKnownWithoutEveryAssignmentAndProcess() {
        assertThat(balanced(runs("p", "a", 2), member("b", 7).process("q")).met())
                .isNull();
        assertThat(balanced(runs("p", "a", 2), member("b", 7).assigned(active("0_0")))
                        .met())
                .isNull();
    }

    @Test
    void aGroupWithoutItsTopicsHasTasksThatAreNotSeenYet() {
        GroupState unready = group(member("a", 1).process("p").assigned(active()))
                .state(StreamsGroupState.NOT_READY)
                .subtopology(new Subtopology("0", null, List.of("in"), List.of(), List.of(), List.of(), List.of()))
                .subtopology(new Subtopology("1", null, List.of(), List.of(), List.of(), List.of(), List.of("log")))
                .build();
        assertThat(standbys(unready, 1))
                .isEqualTo(new Verdict(Requirement.STANDBYS, null, "Which tasks subtopology 1 has is not known"));
        assertThat(standbys(unready, 0).met()).isTrue();
        assertThat(Readiness.of(Requirement.CAUGHT_UP, facts(unready)))
                .isEqualTo(new Verdict(Requirement.CAUGHT_UP, null, "Which tasks subtopology 1 has is not known"));
        assertThat(Readiness.of(Requirement.BALANCED, facts(unready)))
                .isEqualTo(new Verdict(Requirement.BALANCED, null, "Which tasks subtopology 0, 1 has is not known"));
        GroupState untold = group(member("a", 1).process("p").assigned(active()))
                .state(StreamsGroupState.NOT_READY)
                .build();
        assertThat(Readiness.of(Requirement.CAUGHT_UP, facts(untold)).reason())
                .isEqualTo("Which tasks the group has is not known");
    }

    @Test
    void aTopologyWithoutStateNeedsNoCopyEvenBeforeItsTasksAreSeen() {
        GroupState stateless = group(member("a", 1).process("p").assigned(active()))
                .subtopology(new Subtopology("0", null, List.of("in"), List.of(), List.of(), List.of(), List.of()))
                .build();
        assertThat(standbys(stateless, 1)).isEqualTo(new Verdict(Requirement.STANDBYS, true, "No task is stateful"));
        assertThat(Readiness.of(Requirement.CAUGHT_UP, facts(stateless)).met()).isTrue();
    }
}
