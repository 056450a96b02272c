package io.streamgauge.history;

import io.streamgauge.group.Member;
import io.streamgauge.group.TaskOffset;
import java.time.Instant;
import java.util.List;

/** The task offsets a member last told, and when. */
public record OffsetReport(String memberId, Instant at, List<TaskOffset> offsets) {

    public OffsetReport {
        offsets = List.copyOf(offsets);
    }

    /** Whether a copy lacks more than {@link Member#DEFAULT_ACCEPTABLE_RECOVERY_LAG} records. */
    public boolean isFarBehind() {
        return isBehind(Member.DEFAULT_ACCEPTABLE_RECOVERY_LAG);
    }

    /** Whether a copy lacks more than so many records. */
    public boolean isBehind(long records) {
        for (TaskOffset offset : offsets) {
            Long lag = offset.lag();
            if (lag != null && lag > records) {
                return true;
            }
        }
        return false;
    }
}
