package io.streamgauge.history;

import io.streamgauge.group.MemberStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A status of one member from the answer that first named it to the one that no longer did.
 *
 * @param closedAt null while it is open
 * @param lastSeenAt the last answer that named it
 */
public record StatusInterval(
        String memberId,
        int code,
        @Nullable String detail,
        Instant openedAt,
        @Nullable Instant closedAt,
        Instant lastSeenAt) {

    /** What was open. */
    public MemberStatus status() {
        return new MemberStatus(memberId, code, detail);
    }

    /** This interval as it was known at an instant within or after it: what came later had not been seen. */
    public StatusInterval asOf(Instant at) {
        Instant seen = lastSeenAt.isAfter(at) ? at : lastSeenAt;
        return new StatusInterval(
                memberId,
                code,
                detail,
                openedAt,
                closedAt == null || closedAt.isAfter(at) ? null : closedAt,
                seen.isBefore(openedAt) ? openedAt : seen);
    }
}
