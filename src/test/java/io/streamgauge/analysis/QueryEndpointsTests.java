package io.streamgauge.analysis;

import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.QueryEndpoints.Host;
import io.streamgauge.analysis.QueryEndpoints.Role;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class QueryEndpointsTests {

    @Test
    void severalThreadsBehindOneEndpointAreOneHostWithItsMembersAndProcesses() {
        List<Host> hosts = hosts(group(
                        member("b", 1).process("p").endpoint("h", 8081),
                        member("a", 1).process("p").endpoint("h", 8081),
                        member("c", 1).process("q").endpoint("h", 8082),
                        member("d", 1).endpoint("h", 8082),
                        member("e", 1))
                .endpoints(
                        1,
                        serves("h", 8081, List.of(), List.of()),
                        serves("h", 8081, List.of(topic("orders", 0)), List.of()),
                        serves("h", 8082, List.of(topic("orders", 1)), List.of()))
                .build());

        assertThat(hosts).hasSize(2);
        assertThat(hosts.get(0).memberIds()).containsExactly("a", "b");
        assertThat(hosts.get(0).processIds()).containsExactly("p");
        assertThat(hosts.get(0).entry().active()).containsExactly(topic("orders", 0));
        assertThat(hosts.get(1).memberIds()).containsExactly("c", "d");
        assertThat(hosts.get(1).processIds()).containsExactly("q");
    }

    @Test
    void anEndpointWhoseMembersAreNotKnownIsStillThere() {
        List<Host> hosts = hosts(group(member("a", 1))
                .endpoints(1, serves("h", 8081, List.of(topic("orders", 0)), List.of()))
                .build());

        assertThat(hosts).singleElement().satisfies(host -> {
            assertThat(host.memberIds()).isEmpty();
            assertThat(host.processIds()).isEmpty();
        });
    }

    @Test
    void aMapThatWasNotObservedIsAbsentAndNotEmpty() {
        assertThat(QueryEndpoints.of(group(member("a", 1).endpoint("h", 1)).build()))
                .isNull();
        assertThat(QueryEndpoints.of(group(member("a", 1)).endpoints(0).build()))
                .isEmpty();
    }

    @Test
    void aPartitionIsAskedForAtItsActiveFirstThenAtItsStandbysThenWhereTheRoleIsUnknown() {
        List<Host> hosts = hosts(group().endpoints(
                        1,
                        new EndpointPartitions(new Endpoint("a", 1), null, null, List.of(topic("orders", 3))),
                        serves("b", 1, List.of(topic("orders", 4)), List.of(topic("orders", 3))),
                        serves("c", 1, List.of(topic("clicks", 3)), List.of()),
                        serves("d", 1, List.of(topic("orders", 3)), List.of()),
                        serves("e", 1, List.of(), List.of(topic("orders", 3))))
                .build());

        assertThat(QueryEndpoints.holding(hosts, "orders", 3))
                .extracting(place -> place.role() + " " + place.host().entry().endpoint())
                .containsExactly("ACTIVE d:1", "STANDBY b:1", "STANDBY e:1", "UNKNOWN a:1");
    }

    @Test
    void aHostThatHasAPartitionInBothRolesIsItsActive() {
        List<Host> hosts =
                hosts(group().endpoints(1, serves("a", 1, List.of(topic("orders", 0)), List.of(topic("orders", 0))))
                        .build());

        assertThat(QueryEndpoints.holding(hosts, "orders", 0))
                .singleElement()
                .satisfies(place -> assertThat(place.role()).isEqualTo(Role.ACTIVE));
    }

    @Test
    void aPartitionThatNobodyHoldsIsNowhere() {
        List<Host> hosts = hosts(group().endpoints(1, serves("a", 1, List.of(topic("orders", 0)), List.of()))
                .build());

        assertThat(QueryEndpoints.holding(hosts, "orders", 1)).isEmpty();
        assertThat(QueryEndpoints.holding(hosts, "order", 0)).isEmpty();
    }

    private static List<Host> hosts(GroupState state) {
        return Objects.requireNonNull(QueryEndpoints.of(state));
    }
}
