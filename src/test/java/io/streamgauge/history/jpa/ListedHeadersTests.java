package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Insight;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.history.SnapshotHeader;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListedHeadersTests {

    private static SnapshotHeader header(int version, int changes) {
        return new SnapshotHeader(
                1,
                "g",
                version,
                Instant.EPOCH,
                ObservationSource.DESCRIBE,
                StreamsGroupState.STABLE,
                StateSource.BROKER,
                null,
                null,
                null,
                null,
                null,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new Insight(new RebalanceMark(0, null), List.of()),
                Collections.nCopies(changes, "changed"));
    }

    @Test
    void whatWasNotListedForLongestGivesWayToWhatHoldsMoreThanIsLeft() {
        ListedHeaders headers = new ListedHeaders(10);
        headers.take(1, header(1, 3));
        headers.take(2, header(2, 3));
        headers.take(1, header(1, 3));
        assertThat(headers.find(1)).isEqualTo(header(1, 3));
        headers.take(3, header(3, 2));
        assertThat(headers.find(2)).isNull();
        assertThat(headers.find(1)).isEqualTo(header(1, 3));
        assertThat(headers.find(3)).isEqualTo(header(3, 2));
        headers.take(4, header(4, 10));
        assertThat(headers.find(4)).as("more than all that may be held").isNull();
        assertThat(headers.find(1)).isNull();
        assertThat(headers.find(3)).isNull();
        headers.take(5, header(5, 9));
        assertThat(headers.find(5)).isNotNull();
    }
}
