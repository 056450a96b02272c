package io.streamgauge.analysis;

import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.QueryEndpoints.Host;
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

    private static List<Host> hosts(GroupState state) {
        return Objects.requireNonNull(QueryEndpoints.of(state));
    }
}
