package io.streamgauge.history;

import io.streamgauge.group.MemberError;
import java.time.Instant;

/**
 * The same error, answered to the same member again and again.
 *
 * @param count how often, at least 1
 */
public record ErrorRun(MemberError error, Instant firstAt, Instant lastAt, int count) {

    /**
     * This run as it was known at an instant that is not before its first answer. When its other answers came is not kept:
     * of a run that goes on beyond the instant only the first is certain.
     */
    public ErrorRun asOf(Instant at) {
        return lastAt.isAfter(at) ? new ErrorRun(error, firstAt, firstAt, 1) : this;
    }
}
