package io.streamgauge.history;

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
        Instant lastSeenAt) {}
