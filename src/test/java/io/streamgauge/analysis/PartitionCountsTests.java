package io.streamgauge.analysis;

import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.States.GroupBuilder;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionCountsTests {

    private static Subtopology reading(List<Integer> partitions, String... topics) {
        return new Subtopology("0", partitions, List.of(topics), List.of(), List.of(), List.of(), List.of());
    }

    private static @Nullable Integer count(GroupBuilder builder, Subtopology subtopology, String... topics) {
        GroupState group = builder.subtopology(subtopology).build();
        return PartitionCounts.of(group, subtopology, List.of(topics));
    }

    @Test
    void aStableGroupHasHandedOutEveryTask() {
        assertThat(count(group(member("a", 1)), reading(List.of(0, 1, 2), "orders"), "orders"))
                .isEqualTo(3);
    }

    @Test
    void whileTasksAreHandedOutNobodyKnowsHowManyComeYet() {
        assertThat(count(
                        group(member("a", 1)).state(StreamsGroupState.RECONCILING),
                        reading(List.of(0, 1), "orders"),
                        "orders"))
                .isNull();
    }

    @Test
    void aPartitionThatWasNotSeenLeavesTheCountUnknown() {
        assertThat(count(group(member("a", 1)), reading(List.of(0, 2), "orders"), "orders"))
                .isNull();
        assertThat(count(group(member("a", 1)), reading(List.of(), "orders"), "orders"))
                .isNull();
    }

    @Test
    void partitionsOfOthersThatOnlyTheEndpointMapNamesCount() {
        assertThat(count(
                        group(member("a", 1)).endpoints(1, serves("b", 1, List.of(topic("orders", 2, 3)), List.of())),
                        reading(List.of(0, 1), "orders"),
                        "orders"))
                .isEqualTo(4);
    }

    @Test
    void topicsThatMatchAPatternMayBeOfAnySize() {
        Subtopology subtopology =
                new Subtopology("0", List.of(0, 1), List.of("orders"), List.of("o.*"), List.of(), List.of(), List.of());
        assertThat(count(group(member("a", 1)), subtopology, "orders")).isNull();
    }

    @Test
    void topicsReadTogetherHaveTheSizeThatTheMapShowsOfThem() {
        Subtopology two = reading(List.of(0, 1, 2), "orders", "users");
        GroupBuilder alike = group(member("a", 1))
                .endpoints(
                        1,
                        serves("a", 1, List.of(topic("orders", 0, 1), topic("users", 0, 1)), List.of()),
                        serves("b", 1, List.of(topic("orders", 2), topic("users", 2)), List.of()));
        assertThat(count(alike, two, "orders", "users")).isEqualTo(3);

        GroupBuilder other = group(member("a", 1))
                .endpoints(1, serves("a", 1, List.of(topic("orders", 0, 1, 2), topic("users", 0)), List.of()));
        assertThat(count(other, two, "orders", "users")).isNull();
        assertThat(count(other, two, "users")).isEqualTo(1);
        assertThat(count(other, two, "orders")).isEqualTo(3);
    }

    @Test
    void topicsReadTogetherAreNotTakenForEqualWithoutAMapOfAllTasks() {
        Subtopology two = reading(List.of(0, 1), "orders", "users");
        assertThat(count(group(member("a", 1)), two, "orders")).isNull();
        assertThat(count(
                        group(member("a", 1))
                                .endpoints(
                                        1, serves("a", 1, List.of(topic("orders", 0), topic("users", 0)), List.of())),
                        two,
                        "orders"))
                .isNull();
    }
}
