package io.streamgauge.history;

import io.streamgauge.group.TaskOffset;
import java.time.Instant;
import java.util.List;

/** The task offsets a member last told, and when. */
public record OffsetReport(String memberId, Instant at, List<TaskOffset> offsets) {

    /** A copy that lacks more records than this is far behind: Kafka's default of {@code acceptable.recovery.lag}. */
    public static final long FAR = 10_000;

    public OffsetReport {
        offsets = List.copyOf(offsets);
    }

    /** Whether a copy is far behind. */
    public boolean isFarBehind() {
        for (TaskOffset offset : offsets) {
            Long lag = offset.lag();
            if (lag != null && lag > FAR) {
                return true;
            }
        }
        return false;
    }
}
