package io.streamgauge.history;

import io.streamgauge.group.TaskOffset;
import java.time.Instant;
import java.util.List;

/** The task offsets a member last told, and when. */
public record OffsetReport(String memberId, Instant at, List<TaskOffset> offsets) {

    public OffsetReport {
        offsets = List.copyOf(offsets);
    }
}
