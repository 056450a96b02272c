package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.tasks;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.Tasks;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueryLookupTests {

    private static final Subtopology JOIN = reading("orders", "users");
    private static final Subtopology COUNT = reading("orders");
    private static final Tasks COPY = new Tasks(List.of(), tasks("0_3"), List.of());

    private static Subtopology reading(String... topics) {
        return new Subtopology("0", List.of(0, 1, 2, 3), List.of(topics), null, List.of(), List.of(), List.of());
    }

    private static List<String> told(@Nullable List<QueryLookup.Place> places) {
        return Objects.requireNonNull(places).stream()
                .map(p -> p.role() + " " + p.host().entry().endpoint() + " " + p.source() + " " + p.holders())
                .toList();
    }

    @Test
    void theActiveIsFirstThenStandbysThenThoseOfUnknownRole() {
        GroupState state = group().endpoints(
                        1,
                        new EndpointPartitions(new Endpoint("a", 1), null, null, List.of(topic("orders", 3))),
                        serves("b", 1, List.of(topic("orders", 4)), List.of(topic("orders", 3))),
                        serves("c", 1, List.of(topic("clicks", 3)), List.of()),
                        serves("d", 1, List.of(topic("orders", 3)), List.of()),
                        serves("e", 1, List.of(), List.of(topic("orders", 3))))
                .build();

        assertThat(told(QueryLookup.ofTopic(state, "orders", 3)))
                .containsExactly(
                        "ACTIVE d:1 HEARTBEAT []",
                        "STANDBY b:1 HEARTBEAT []",
                        "STANDBY e:1 HEARTBEAT []",
                        "UNKNOWN a:1 HEARTBEAT []");
        assertThat(QueryLookup.ofTopic(state, "orders", 1)).isEmpty();
        assertThat(QueryLookup.ofTopic(state, "order", 3)).isEmpty();
    }

    @Test
    void aHostThatHasAPartitionInBothRolesIsItsActive() {
        GroupState state = group().endpoints(
                        1, serves("a", 1, List.of(topic("orders", 0)), List.of(topic("orders", 0))))
                .build();

        assertThat(told(QueryLookup.ofTopic(state, "orders", 0))).containsExactly("ACTIVE a:1 HEARTBEAT []");
    }

    @Test
    void aStoreIsWhereAnyTopicOfItsSubtopologyIs() {
        GroupState state = group(
                        member("m", 1).endpoint("a", 1).assigned(active("0_3")),
                        member("n", 1).endpoint("a", 1).assigned(active("0_2")),
                        member("o", 1).endpoint("b", 1).assigned(COPY))
                .endpoints(
                        1,
                        serves("a", 1, List.of(topic("users", 2, 3)), List.of()),
                        serves("b", 1, List.of(), List.of(topic("orders", 3))))
                .subtopology(JOIN)
                .build();

        assertThat(told(QueryLookup.ofStores(state, JOIN, 3)))
                .containsExactly("ACTIVE a:1 HEARTBEAT [m]", "STANDBY b:1 HEARTBEAT [o]");
    }

    @Test
    void whatTheMapDoesNotNameIsTakenFromAssignmentsAndSaysSo() {
        GroupState moved = group(
                        member("m", 1).process("p").endpoint("a", 1).assigned(active("0_3")),
                        member("o", 1).endpoint("b", 1).assigned(COPY))
                .endpoints(1, serves("b", 1, List.of(), List.of(topic("orders", 3))))
                .subtopology(COUNT)
                .build();
        assertThat(told(QueryLookup.ofStores(moved, COUNT, 3)))
                .containsExactly("ACTIVE a:1 ASSIGNMENT [m]", "STANDBY b:1 HEARTBEAT [o]");
        assertThat(told(QueryLookup.ofTopic(moved, "orders", 3)))
                .containsExactly("ACTIVE a:1 ASSIGNMENT [m]", "STANDBY b:1 HEARTBEAT [o]");

        GroupState withoutMap = group(
                        member("m", 1).process("p").endpoint("a", 1).assigned(active("0_3")),
                        member("n", 1).assigned(COPY))
                .subtopology(COUNT)
                .build();
        assertThat(told(QueryLookup.ofStores(withoutMap, COUNT, 3))).containsExactly("ACTIVE a:1 ASSIGNMENT [m]");
    }

    @Test
    void anAssignmentDoesNotSayOfOneOfSeveralTopicsThatItHasAsManyPartitionsAsTasks() {
        GroupState state = group(member("m", 1).endpoint("a", 1).assigned(active("0_3")))
                .endpoints(1)
                .subtopology(JOIN)
                .build();

        assertThat(QueryLookup.ofTopic(state, "users", 3)).isEmpty();
        assertThat(told(QueryLookup.ofStores(state, JOIN, 3))).containsExactly("ACTIVE a:1 ASSIGNMENT [m]");
    }

    @Test
    void aMemberThatIsAwayHoldsNothingToAskFor() {
        GroupState state = group(
                        member("m", -2).endpoint("a", 1).assigned(active("0_3")).away())
                .endpoints(1, serves("a", 1, List.of(topic("orders", 3)), List.of()))
                .subtopology(COUNT)
                .build();

        assertThat(told(QueryLookup.ofStores(state, COUNT, 3))).containsExactly("ACTIVE a:1 HEARTBEAT []");
    }

    @Test
    void withoutAMapAndAnEndpointNothingIsKnownAndNotNone() {
        GroupState state =
                group(member("m", 1).assigned(active("0_3"))).subtopology(COUNT).build();

        assertThat(QueryLookup.ofStores(state, COUNT, 3)).isNull();
        assertThat(QueryLookup.ofTopic(state, "orders", 3)).isNull();
    }

    @Test
    void aRoleThatTheMapDoesNotTellIsNotMadeUp() {
        GroupState state = group(member("m", 1).endpoint("a", 1).assigned(active("0_3")))
                .endpoints(1, new EndpointPartitions(new Endpoint("a", 1), null, null, List.of(topic("orders", 3))))
                .subtopology(COUNT)
                .build();

        assertThat(told(QueryLookup.ofStores(state, COUNT, 3))).containsExactly("UNKNOWN a:1 HEARTBEAT [m]");
    }

    @Test
    void onlyKnownTasksThatBecomeOthersAreAssignedOtherwise() {
        GroupState unknown = group(member("m", 1)).build();
        GroupState one = group(member("m", 1).assigned(active("0_3"))).build();
        GroupState two = group(
                        member("m", 2).assigned(active("0_3")), member("n", 2).assigned(Tasks.NONE))
                .build();
        GroupState other = group(member("m", 2).assigned(active("0_2"))).build();

        assertThat(QueryLookup.assignsOtherwise(unknown, one)).isFalse();
        assertThat(QueryLookup.assignsOtherwise(one, two)).isFalse();
        assertThat(QueryLookup.assignsOtherwise(one, other)).isTrue();
        assertThat(QueryLookup.assignsOtherwise(one, group().build())).isTrue();
        assertThat(QueryLookup.assignsOtherwise(group().build(), one)).isTrue();
    }
}
