package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Tasks;
import java.util.List;
import org.junit.jupiter.api.Test;

class InconsistenciesTests {

    @Test
    void aGroupInWhichEveryTaskHasItsPlaceHasNone() {
        assertThat(Inconsistencies.of(group(
                                member("a", 1)
                                        .assigned(new Tasks(tasks("0_0"), tasks("0_1"), tasks("0_2")))
                                        .target(active("0_0", "0_2")),
                                member("b", 1)
                                        .assigned(new Tasks(tasks("0_1", "0_2"), tasks("0_0"), null))
                                        .target(active("0_1")),
                                member("silent", 1))
                        .subtopology("0", 0, 1, 2)
                        .build()))
                .isEmpty();
    }

    @Test
    void anActiveTaskOfMoreThanOneMemberIsNamedWithThem() {
        assertThat(Inconsistencies.of(group(
                                member("a", 1).assigned(active("0_0", "0_10", "0_2")),
                                member("b", 1).assigned(active("0_1", "0_10", "0_2")),
                                member("c", 1).assigned(active("0_1")).target(active("0_3")),
                                member("d", 1).target(active("0_3")))
                        .build()))
                .containsExactly(
                        "Task 0_1 is assigned as active to more than one member: b, c.",
                        "Tasks 0_2, 0_10 are assigned as active to more than one member: a, b.",
                        "Task 0_3 is meant to be active on more than one member: c, d.");
    }

    @Test
    void tasksOfASubtopologyThatTheTopologyLacksAreNamed() {
        assertThat(Inconsistencies.of(group(
                                member("a", 1).assigned(new Tasks(tasks("0_0"), tasks("7_1"), List.of())),
                                member("b", 1).owned(active("7_0")).target(active("10_0")))
                        .subtopology("0", 0)
                        .build()))
                .containsExactly(
                        "Members have tasks 7_0, 7_1 of subtopology 7, which the group's topology does not have.",
                        "Members have task 10_0 of subtopology 10, which the group's topology does not have.");
        assertThat(Inconsistencies.of(
                        group(member("a", 1).assigned(active("7_0"))).build()))
                .as("an unknown topology lacks nothing")
                .isEmpty();
    }

    @Test
    void manyTasksAreCounted() {
        String[] ids = new String[12];
        for (int n = 0; n < ids.length; n++) {
            ids[n] = "0_" + n;
        }
        assertThat(Inconsistencies.of(group(
                                member("a", 1).assigned(active(ids)),
                                member("b", 1).assigned(active(ids)))
                        .build()))
                .containsExactly(
                        "Tasks 0_0, 0_1, 0_2, 0_3, 0_4, 0_5, 0_6, 0_7 and 4 more are assigned as active to more"
                                + " than one member: a, b.");
    }

    @Test
    void aGroupThatIsNotReadyAndIsHandedTasksInTheSameEpochContradictsItself() {
        assertThat(Inconsistencies.of(notReady(9, 9, "0_0", "0_1")))
                .containsExactly(
                        "The brokers call the group not ready, but in the same group epoch 9 they hand out 2 active"
                                + " tasks to its members, which they do not while topics are missing.");
    }

    @Test
    void aGroupThatIsNotReadyWithoutATargetForItsEpochDoesNot() {
        assertThat(Inconsistencies.of(notReady(9, 9))).isEmpty();
        assertThat(Inconsistencies.of(notReady(9, 8, "0_0"))).isEmpty();
        assertThat(Inconsistencies.of(notReady(null, null, "0_0"))).isEmpty();
    }

    private static GroupState notReady(Integer groupEpoch, Integer assignmentEpoch, String... target) {
        return new GroupState(
                "g",
                StreamsGroupState.NOT_READY,
                StateSource.BROKER,
                groupEpoch,
                assignmentEpoch,
                0,
                null,
                null,
                List.of(member("a", 9).target(active(target)).build()),
                null,
                null,
                null);
    }
}
