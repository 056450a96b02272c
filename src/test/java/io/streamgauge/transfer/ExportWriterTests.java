package io.streamgauge.transfer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.GroupRange;
import io.streamgauge.replay.RecordingService;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExportWriterTests {

    private static final Instant AT = Instant.parse("2026-11-29T22:00:00Z");

    @Test
    void whatFailsInTheMiddleDoesNotLookWhole() {
        GroupQueries queries = mock(GroupQueries.class);
        GroupKey group = new GroupKey(1, 1, "g", 1, AT, AT);
        when(queries.range(any(), any(), any())).thenReturn(Optional.of(new GroupRange(group, 1, 1, null, AT)));
        doThrow(new IllegalStateException("gone")).when(queries).forEachSnapshot(any(), any());
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThatThrownBy(() -> new ExportWriter(queries, mock(ConfigHistory.class), mock(RecordingService.class))
                        .write(new Cluster(1, "c", Cluster.Kind.LIVE, AT, 1, AT, AT), List.of(group), null, null, out))
                .hasMessage("gone");

        assertThatThrownBy(() -> ExportReader.read(new ByteArrayInputStream(out.toByteArray()), mock()))
                .isInstanceOf(InvalidExportException.class)
                .hasMessageContaining("incomplete: it ends in groups[0].snapshots");
    }
}
