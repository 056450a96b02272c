package io.streamgauge.analysis;

import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.EndpointChange.Served;
import io.streamgauge.analysis.QueryEndpoints.Role;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointChangeTests {

    private static EndpointMap map(EndpointPartitions... entries) {
        return new EndpointMap(1, EndpointMap.Source.HEARTBEAT, List.of(entries));
    }

    @Test
    void partitionsThatMoveAreLostByOneAndGainedByTheOther() {
        assertThat(EndpointChange.between(
                        map(
                                serves("a", 1, List.of(topic("orders", 0, 1)), List.of()),
                                serves("b", 1, List.of(), List.of(topic("orders", 1)))),
                        map(
                                serves("a", 1, List.of(topic("orders", 0)), List.of()),
                                serves("b", 1, List.of(topic("orders", 1)), List.of()))))
                .containsExactly(
                        new EndpointChange(
                                new Endpoint("a", 1),
                                true,
                                true,
                                List.of(new Served(Role.ACTIVE, List.of(), List.of(topic("orders", 1))))),
                        new EndpointChange(
                                new Endpoint("b", 1),
                                true,
                                true,
                                List.of(
                                        new Served(Role.ACTIVE, List.of(topic("orders", 1)), List.of()),
                                        new Served(Role.STANDBY, List.of(), List.of(topic("orders", 1))))));
    }

    @Test
    void whereRolesAreNotToldPartitionsAreComparedAllTheSame() {
        Endpoint a = new Endpoint("a", 1);
        assertThat(EndpointChange.between(
                        map(new EndpointPartitions(a, null, null, List.of(topic("orders", 0)))),
                        map(new EndpointPartitions(a, null, null, List.of(topic("orders", 1))))))
                .containsExactly(new EndpointChange(
                        a,
                        true,
                        true,
                        List.of(new Served(Role.UNKNOWN, List.of(topic("orders", 1)), List.of(topic("orders", 0))))));
    }

    @Test
    void ofAMapThatWasNotObservedNothingIsKnownToDiffer() {
        assertThat(EndpointChange.between(null, map(serves("a", 1, List.of(), List.of()))))
                .isEmpty();
        assertThat(EndpointChange.between(map(), null)).isEmpty();
    }
}
