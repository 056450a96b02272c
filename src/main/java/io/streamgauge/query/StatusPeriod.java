package io.streamgauge.query;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A status of a group: from when a first member was told of it until no member was told of it any more.
 *
 * @param closedAt null while it is open for any member
 * @param memberIds the members that were told of it, sorted
 */
public record StatusPeriod(
        int code,
        @Nullable String detail,
        Instant openedAt,
        @Nullable Instant closedAt,
        Instant lastSeenAt,
        List<String> memberIds) {}
