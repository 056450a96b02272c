package io.streamgauge.group;

import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointMapTests {

    private static final EndpointPartitions FULL =
            serves("a", 8081, List.of(topic("orders", 2, 0)), List.of(topic("orders", 1)));
    private static final EndpointPartitions MORE =
            serves("a", 8081, List.of(topic("orders", 4), topic("clicks", 0)), List.of());
    private static final EndpointPartitions EMPTY = serves("a", 8081, List.of(), List.of());
    private static final EndpointPartitions OTHER = serves("a", 80, List.of(topic("orders", 1)), List.of());

    @Test
    void severalEntriesOfOneEndpointAreOneWithTheirPartitionsUnited() {
        assertThat(map(FULL, EMPTY, MORE).endpoints())
                .containsExactly(serves(
                        "a", 8081, List.of(topic("clicks", 0), topic("orders", 0, 2, 4)), List.of(topic("orders", 1))));
    }

    @Test
    void theOrderOfEntriesDoesNotMatter() {
        EndpointMap map = map(FULL, EMPTY, MORE, OTHER);

        assertThat(map(OTHER, MORE, FULL, EMPTY)).isEqualTo(map);
        assertThat(map(EMPTY, OTHER, MORE, FULL)).isEqualTo(map);
    }

    @Test
    void endpointsAreSortedByHostAndThenPortAsANumber() {
        EndpointPartitions later = serves("b", 1, List.of(), List.of());

        assertThat(map(later, FULL, OTHER).endpoints()).containsExactly(OTHER, FULL, later);
    }

    @Test
    void allPartitionsOnTheNodeAreThoseOfBothRoles() {
        assertThat(FULL.partitions()).containsExactly(topic("orders", 0, 1, 2));
    }

    @Test
    void aMapThatDoesNotTellRolesApartKeepsThemUnknown() {
        EndpointPartitions first =
                new EndpointPartitions(new Endpoint("a", 1), null, null, List.of(topic("orders", 1)));
        EndpointPartitions second =
                new EndpointPartitions(new Endpoint("a", 1), null, null, List.of(topic("orders", 0)));

        EndpointPartitions united = first.unitedWith(second);

        assertThat(united.active()).isNull();
        assertThat(united.standby()).isNull();
        assertThat(united.partitions()).containsExactly(topic("orders", 0, 1));
    }

    @Test
    void aPortOutsideOf16BitsIsRefused() {
        assertThat(new Endpoint("a", 65_535).port()).isEqualTo(65_535);
        assertThatIllegalArgumentException().isThrownBy(() -> new Endpoint("a", 65_536));
        assertThatIllegalArgumentException().isThrownBy(() -> new Endpoint("a", -1));
    }

    private static EndpointMap map(EndpointPartitions... entries) {
        return new EndpointMap(1, EndpointMap.Source.HEARTBEAT, List.of(entries));
    }
}
