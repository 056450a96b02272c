package io.streamgauge.group;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupStateTests {

    @Test
    void membersAreSortedAndFoundById() {
        GroupState state = group(member("c", 1), member("a", 2), member("b", 3)).build();

        assertThat(state.members()).extracting(Member::memberId).containsExactly("a", "b", "c");
        assertThat(state.members())
                .allSatisfy(m -> assertThat(state.member(m.memberId())).isSameAs(m));
        assertThat(state.member("")).isNull();
        assertThat(state.member("bb")).isNull();
        assertThat(state.member("d")).isNull();
    }

    @Test
    void countsAreNullWhereNothingWasObserved() {
        GroupState state = group(member("a", 1)).build();

        assertThat(state.taskCount(TaskRole.ACTIVE)).isNull();
        assertThat(state.processCount()).isNull();
    }

    @Test
    void countsAreZeroWhereItIsKnownThatNothingIsThere() {
        GroupState empty = group().state(StreamsGroupState.EMPTY).build();
        GroupState idle = group(member("a", 1).assigned(Tasks.NONE)).build();

        assertThat(empty.taskCount(TaskRole.ACTIVE)).isZero();
        assertThat(empty.processCount()).isZero();
        assertThat(idle.taskCount(TaskRole.WARMUP)).isZero();
    }

    @Test
    void aGroupOfWhichOnlyRefusedJoinsWereSeenHasNoCounts() {
        GroupState unknown = group().state(StreamsGroupState.UNKNOWN).build();

        assertThat(unknown.taskCount(TaskRole.ACTIVE)).isNull();
        assertThat(unknown.processCount()).isNull();
    }

    @Test
    void tasksAreCountedPerRoleAndMembersOfOneProcessOnce() {
        GroupState state = group(
                        member("a", 1)
                                .process("p")
                                .assigned(new Tasks(tasks("0_0", "0_1"), tasks("0_2"), tasks("0_3"))),
                        member("b", 1).process("p").assigned(new Tasks(tasks("0_2"), tasks("0_0", "0_1"), null)))
                .build();

        assertThat(state.taskCount(TaskRole.ACTIVE)).isEqualTo(3);
        assertThat(state.taskCount(TaskRole.STANDBY)).isEqualTo(3);
        assertThat(state.taskCount(TaskRole.WARMUP))
                .as("b's warm-ups are not known, so the group's are not")
                .isNull();
        assertThat(state.processCount()).isEqualTo(1);
    }

    @Test
    void aKnownTaskThatNoMemberIsAssignedIsUnassigned() {
        GroupState state = group(
                        member("a", 2).assigned(active("0_0")), member("b", 3).assigned(Tasks.NONE))
                .subtopology("0", 0, 1)
                .build();

        assertThat(state.unassignedTasks()).isEqualTo(tasks("0_1"));
    }

    @Test
    void aTaskThatIsParkedWithAMemberThatIsAwayRunsNowhere() {
        GroupState state = group(
                        member("S1", -2).away().assigned(active("0_0")),
                        member("T1", 2).assigned(active("0_1")))
                .subtopology("0", 0, 1)
                .build();

        assertThat(state.unassignedTasks()).isEqualTo(tasks("0_0"));
    }

    @Test
    void aStandbyIsNoOwner() {
        GroupState state = group(member("a", 2).assigned(new Tasks(List.of(), tasks("0_0"), List.of())))
                .subtopology("0", 0)
                .build();

        assertThat(state.unassignedTasks()).isEqualTo(tasks("0_0"));
    }

    @Test
    void whatIsUnassignedCannotBeSaidWhileOneAssignmentIsUnknown() {
        GroupState state = group(member("a", 2).assigned(active("0_0")), member("b", 3))
                .subtopology("0", 0, 1)
                .build();

        assertThat(state.unassignedTasks()).isNull();
        assertThat(group(member("a", 2).assigned(Tasks.NONE)).build().unassignedTasks())
                .isNull();
        assertThat(group().subtopology("0", 0).build().unassignedTasks()).isNull();
    }

    @Test
    void statusesWithoutAndWithAnEmptyDetailHaveAnOrder() {
        MemberStatus without = new MemberStatus("a", 9, null);
        MemberStatus empty = new MemberStatus("a", 9, "");

        assertThat(without).isLessThan(empty);
        assertThat(empty).isGreaterThan(without);
    }

    @Test
    void statusCodesOfLaterBrokersAreNamedByTheirNumber() {
        assertThat(StatusCode.nameOf(0)).isEqualTo("STALE_TOPOLOGY");
        assertThat(StatusCode.nameOf(6)).isEqualTo("MISSING_CLIENT_TAGS");
        assertThat(StatusCode.nameOf(9)).isEqualTo("unknown (9)");
        assertThat(StatusCode.nameOf(-1)).isEqualTo("unknown (-1)");
    }
}
