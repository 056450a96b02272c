package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.tasks;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.GroupDiff.FieldChange;
import io.streamgauge.analysis.GroupDiff.MemberChange;
import io.streamgauge.analysis.GroupDiff.TaskChange;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.group.Tasks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupDiffTests {

    private static final EndpointPartitions FULL = serves("a", 8081, List.of(topic("orders", 0)), List.of());
    private static final EndpointPartitions EMPTY = serves("a", 8081, List.of(), List.of());

    @Test
    void equalStatesDifferInNothing() {
        GroupState state = group(member("a", 1).assigned(active("0_0")))
                .status("a", 1, "x")
                .endpoints(3, FULL)
                .subtopology("0", 0)
                .build();
        GroupState same = group(member("a", 1).assigned(active("0_0")))
                .status("a", 1, "x")
                .endpoints(3, FULL)
                .subtopology("0", 0)
                .build();

        GroupDiff diff = GroupDiff.between(state, same);

        assertThat(diff)
                .isEqualTo(new GroupDiff(
                        StreamsGroupState.STABLE,
                        StreamsGroupState.STABLE,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        3,
                        3,
                        false,
                        false));
        assertThat(Changes.describe(diff)).isEmpty();
    }

    @Test
    void aListOfTasksThatComesToBeKnownToBeEmptyIsAChange() {
        GroupState unknown = group(member("a", 1).assigned(new Tasks(tasks("0_0"), null, null)))
                .build();
        GroupState known = group(member("a", 1).assigned(active("0_0"))).build();

        GroupDiff learnt = GroupDiff.between(unknown, known);
        assertThat(learnt.changed())
                .containsExactly(new MemberChange(
                        "a",
                        List.of(
                                new FieldChange("assigned.standby", null, "none"),
                                new FieldChange("assigned.warmup", null, "none"))));
        assertThat(Changes.describe(learnt))
                .containsExactly("a assigned.standby unknown → none", "a assigned.warmup unknown → none");
        assertThat(GroupDiff.between(known, unknown).changed().get(0).fields())
                .contains(new FieldChange("assigned.standby", "none", null));
    }

    @Test
    void aGroupSeenForTheFirstTimeIsAllNew() {
        GroupDiff diff = GroupDiff.between(
                null,
                group(member("a", 1).assigned(active("0_0")))
                        .status("a", 5, "x")
                        .endpoints(0, FULL)
                        .subtopology("0", 0)
                        .build());

        assertThat(diff.before()).isNull();
        assertThat(diff.joined()).containsExactly("a");
        assertThat(diff.left()).isEmpty();
        assertThat(diff.changed()).isEmpty();
        assertThat(diff.tasks())
                .containsExactly(change("0_0", TaskView.ASSIGNED, TaskRole.ACTIVE, List.of(), List.of("a")));
        assertThat(diff.statusesOpened()).containsExactly(new MemberStatus("a", 5, "x"));
        assertThat(diff.endpointsChanged()).isTrue();
        assertThat(diff.topologyChanged()).isTrue();
    }

    @Test
    void aTaskThatMovesIsOneChangeFromItsFormerToItsNewHolder() {
        GroupDiff diff = GroupDiff.between(
                group(
                                member("a", 1).assigned(active("0_0", "0_1")),
                                member("b", 1).assigned(active("0_2")))
                        .build(),
                group(member("a", 1).assigned(active("0_0")), member("b", 1).assigned(active("0_1", "0_2")))
                        .build());

        assertThat(diff.tasks())
                .containsExactly(change("0_1", TaskView.ASSIGNED, TaskRole.ACTIVE, List.of("a"), List.of("b")));
        assertThat(diff.changed()).isEmpty();
    }

    @Test
    void viewsAndRolesAreComparedApart() {
        GroupDiff diff = GroupDiff.between(
                group(member("a", 1)
                                .owned(active("0_0"))
                                .assigned(new Tasks(List.of(), tasks("0_0"), List.of()))
                                .target(Tasks.NONE))
                        .build(),
                group(member("a", 1)
                                .owned(Tasks.NONE)
                                .assigned(new Tasks(tasks("0_0"), List.of(), List.of()))
                                .target(new Tasks(List.of(), List.of(), tasks("0_0"))))
                        .build());

        assertThat(diff.tasks())
                .containsExactly(
                        change("0_0", TaskView.OWNED, TaskRole.ACTIVE, List.of("a"), List.of()),
                        change("0_0", TaskView.ASSIGNED, TaskRole.ACTIVE, List.of(), List.of("a")),
                        change("0_0", TaskView.ASSIGNED, TaskRole.STANDBY, List.of("a"), List.of()),
                        change("0_0", TaskView.TARGET, TaskRole.WARMUP, List.of(), List.of("a")));
    }

    @Test
    void oneOfTwoStandbysThatMovesIsToldWithoutTheOneThatStays() {
        GroupDiff diff = GroupDiff.between(
                group(
                                member("a", 1).assigned(new Tasks(null, tasks("0_0"), null)),
                                member("b", 1).assigned(new Tasks(null, tasks("0_0"), null)))
                        .build(),
                group(
                                member("a", 1).assigned(new Tasks(null, tasks("0_0"), null)),
                                member("b", 1).assigned(new Tasks(null, List.of(), null)),
                                member("c", 1).assigned(new Tasks(null, tasks("0_0"), null)))
                        .build());

        assertThat(diff.tasks())
                .containsExactly(change("0_0", TaskView.ASSIGNED, TaskRole.STANDBY, List.of("b"), List.of("c")));
    }

    @Test
    void anUnchangedListThatBecomesKnownIsNoMove() {
        GroupDiff diff = GroupDiff.between(
                group(member("a", 1)).build(),
                group(member("a", 1).assigned(Tasks.NONE)).build());

        assertThat(diff.tasks()).isEmpty();
    }

    @Test
    void aStaticMemberThatComesBackUnderAnotherIdIsOneThatLeftAndOneThatJoined() {
        GroupDiff diff = GroupDiff.between(
                group(member("S1", -2).away().assigned(active("0_0"))).build(),
                group(member("S3", 2).assigned(active("0_0"))).build());

        assertThat(diff.left()).containsExactly("S1");
        assertThat(diff.joined()).containsExactly("S3");
        assertThat(diff.tasks())
                .containsExactly(change("0_0", TaskView.ASSIGNED, TaskRole.ACTIVE, List.of("S1"), List.of("S3")));
    }

    @Test
    void fieldsOfAMemberAreComparedAndNullIsNotKnown() {
        GroupDiff diff = GroupDiff.between(
                group(member("a", 1).process("p").endpoint("h", 1)).build(),
                group(member("a", -2).away().endpoint("h", 2).tags(Map.of("zone", "x")))
                        .build());

        assertThat(diff.changed())
                .containsExactly(new MemberChange(
                        "a",
                        List.of(
                                new FieldChange("memberEpoch", "1", "-2"),
                                new FieldChange("away", "false", "true"),
                                new FieldChange("processId", "p", null),
                                new FieldChange("endpoint", "h:1", "h:2"),
                                new FieldChange("clientTags", null, "{zone=x}"))));
    }

    @Test
    void statusesOpenAndClosePerMemberCodeAndDetail() {
        GroupDiff diff = GroupDiff.between(
                group(member("a", 1), member("b", 1))
                        .status("a", 1, "x")
                        .status("b", 1, "x")
                        .status("a", 3, "old")
                        .build(),
                group(member("a", 1), member("b", 1))
                        .status("a", 1, "x")
                        .status("a", 3, "new")
                        .status("a", 9, null)
                        .build());

        assertThat(diff.statusesOpened())
                .containsExactly(new MemberStatus("a", 3, "new"), new MemberStatus("a", 9, null));
        assertThat(diff.statusesClosed())
                .containsExactly(new MemberStatus("b", 1, "x"), new MemberStatus("a", 3, "old"));
    }

    @Test
    void anEndpointMapWhoseEntriesCameInAnotherOrderDidNotChange() {
        GroupDiff diff = GroupDiff.between(
                group(member("a", 1)).endpoints(1, FULL, EMPTY).build(),
                group(member("a", 1)).endpoints(1, EMPTY, FULL).build());

        assertThat(diff.endpointsChanged()).isFalse();
    }

    @Test
    void aNewEpochOfTheEndpointMapIsAChange() {
        GroupDiff diff = GroupDiff.between(
                group(member("a", 1)).endpoints(1, FULL).build(),
                group(member("a", 1)).endpoints(2, FULL).build());

        assertThat(diff.endpointsChanged()).isTrue();
        assertThat(diff.endpointEpochBefore()).isEqualTo(1);
        assertThat(diff.endpointEpochAfter()).isEqualTo(2);
    }

    private static TaskChange change(String task, TaskView view, TaskRole role, List<String> from, List<String> to) {
        return new TaskChange(TaskId.parse(task), view, role, from, to);
    }
}
