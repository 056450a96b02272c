package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.tasks;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.States.MemberBuilder;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Tasks;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangesTests {

    @Test
    void theStateComesFirstThenWhoLeftAndJoinedThenStatusesThenTasksThenTheRest() {
        GroupState before = group(
                        member("a", 1).assigned(active("0_0", "0_1")).owned(active("0_0", "0_1")),
                        member("gone", 1).assigned(active("0_2")))
                .status("a", 1, "Source topics nada are missing.")
                .endpoints(3)
                .subtopology("0", 0, 1, 2)
                .build();
        GroupState after = group(
                        member("a", 2).assigned(active("0_0", "0_2")).owned(active("0_0")),
                        member("new", 2).assigned(new Tasks(tasks("0_1"), tasks("0_0"), List.of())))
                .state(StreamsGroupState.RECONCILING)
                .status("a", 5, "Assignment delayed.")
                .status("new", 5, "Assignment delayed.")
                .endpoints(4)
                .subtopology("0", 0, 1, 2, 3)
                .build();

        assertThat(describe(before, after))
                .containsExactly(
                        "state STABLE → RECONCILING",
                        "gone is no longer a member",
                        "new is a new member",
                        "ASSIGNMENT_DELAYED opened for 2 members: Assignment delayed.",
                        "MISSING_SOURCE_TOPICS closed for 1 member: Source topics nada are missing.",
                        "a is told to run active −0_1 +0_2",
                        "gone is told to run active −0_2",
                        "new is told to run active +0_1, standby +0_0",
                        "a runs active −0_1",
                        "a memberEpoch 1 → 2",
                        "topology changed",
                        "endpoint map epoch 3 → 4");
    }

    @Test
    void aSentenceIsNotCutWithinACharacter() {
        GroupState state = group(member("a", 1))
                .status("a", 1, "x" + "\uD83D\uDE80".repeat(200))
                .build();

        assertThat(describe(null, state))
                .contains("MISSING_SOURCE_TOPICS opened for 1 member: x" + "\uD83D\uDE80".repeat(148) + "…");
    }

    @Test
    void aFirstStateSaysThatItIsTheFirst() {
        assertThat(describe(null, group(member("a", 1)).build()))
                .containsExactly("first observed", "a is a new member");
    }

    @Test
    void thereAreNeverMoreThanTwelveSentencesAndTheLastSaysHowManyMoreChangesThereAre() {
        MemberBuilder[] fifty =
                IntStream.range(10, 60).mapToObj(i -> member("m" + i, 1)).toArray(MemberBuilder[]::new);
        MemberBuilder[] eleven =
                IntStream.range(10, 21).mapToObj(i -> member("m" + i, 1)).toArray(MemberBuilder[]::new);

        assertThat(describe(null, group(fifty).build()))
                .hasSize(12)
                .startsWith("first observed", "m10 is a new member")
                .endsWith("m19 is a new member", "and 40 more changes");
        assertThat(describe(null, group(eleven).build())).hasSize(12).endsWith("m20 is a new member");
    }

    @Test
    void manyTasksAreCountedAfterTheEighth() {
        String[] many = IntStream.range(0, 30).mapToObj(i -> "0_" + i).toArray(String[]::new);

        assertThat(describe(
                        group(member("a", 1).assigned(Tasks.NONE)).build(),
                        group(member("a", 1).assigned(active(many))).build()))
                .containsExactly("a is told to run active +0_0 +0_1 +0_2 +0_3 +0_4 +0_5 +0_6 +0_7 and 22 more");
    }

    @Test
    void whatADetailHoldsIsNotTakenForAFormat() {
        assertThat(describe(
                        group(member("a", 1)).build(),
                        group(member("a", 1))
                                .status("a", 9, "100%s of %d topics {0} $1")
                                .build()))
                .containsExactly("unknown (9) opened for 1 member: 100%s of %d topics {0} $1");
    }

    @Test
    void aLongDetailIsCut() {
        List<String> sentences = describe(
                group(member("a", 1)).build(),
                group(member("a", 1)).status("a", 3, "x".repeat(5_000)).build());

        assertThat(sentences)
                .singleElement()
                .satisfies(s -> assertThat(s).hasSizeLessThan(400).endsWith("x…"));
    }

    @Test
    void aStatusWithoutADetailIsASentenceToo() {
        assertThat(describe(
                        group(member("a", 1)).status("a", 4, null).build(),
                        group(member("a", 1)).build()))
                .containsExactly("SHUTDOWN_APPLICATION closed for 1 member");
    }

    @Test
    void anEndpointMapThatChangedWithinItsEpochIsNotToldAsAnEpochThatBecameItself() {
        assertThat(describe(
                        group(member("a", 1)).endpoints(3).build(),
                        group(member("a", 1))
                                .endpoints(3, serves("h", 1, List.of(), List.of()))
                                .build()))
                .containsExactly("endpoint map changed");
        assertThat(describe(
                        group(member("a", 1)).build(),
                        group(member("a", 1)).endpoints(0).build()))
                .containsExactly("endpoint map epoch unknown → 0");
    }

    @Test
    void whatChangesAlikeForSeveralMembersIsSaidOnce() {
        assertThat(describe(
                        group(member("a", 1), member("b", 1), member("c", 2)).build(),
                        group(member("a", 2), member("b", 2), member("c", 3)).build()))
                .containsExactly("memberEpoch 1 → 2 for 2 members", "c memberEpoch 2 → 3");
    }

    @Test
    void anEpochOfTheGroupIsAChange() {
        GroupState before = group(member("a", 1)).build();
        GroupState after = new GroupState(
                before.groupId(),
                before.state(),
                before.stateSource(),
                7,
                6,
                null,
                "sticky",
                null,
                before.members(),
                before.statuses(),
                null,
                null);

        assertThat(describe(before, after))
                .containsExactly("groupEpoch unknown → 7", "assignmentEpoch unknown → 6", "assignor unknown → sticky");
    }

    @Test
    void endpointsThatComeGoOrServeOtherPartitionsAreNamed() {
        GroupState before = group().endpoints(
                        3,
                        serves("a", 1, List.of(topic("orders", 0, 1)), List.of()),
                        serves("b", 1, List.of(topic("orders", 2)), List.of()))
                .build();
        GroupState after = group().endpoints(
                        3,
                        serves("a", 1, List.of(topic("orders", 1, 2)), List.of(topic("orders", 0))),
                        serves("c", 1, List.of(), List.of()),
                        serves("d", 1, List.of(topic("orders", 0)), List.of()))
                .build();

        assertThat(Changes.describe(
                        GroupDiff.between(before, after),
                        EndpointChange.between(before.endpointMap(), after.endpointMap())))
                .containsExactly(
                        "endpoint map changed",
                        "a:1 serves active −orders-0 +orders-2, standby +orders-0",
                        "b:1 is no longer an endpoint",
                        "c:1 is a new endpoint",
                        "d:1 is a new endpoint, serves active +orders-0");
    }

    private static List<String> describe(@Nullable GroupState before, GroupState after) {
        return Changes.describe(GroupDiff.between(before, after));
    }
}
