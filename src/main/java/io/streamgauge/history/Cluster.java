package io.streamgauge.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A named set of groups.
 *
 * @param groupCount groups ever observed in it
 * @param firstAt the earliest instant observed, null before the first
 * @param lastAt the latest instant observed, null before the first
 */
public record Cluster(
        long id,
        String name,
        Kind kind,
        Instant createdAt,
        long groupCount,
        @Nullable Instant firstAt,
        @Nullable Instant lastAt) {

    /** Where a cluster's states come from; a recording is a cluster of its own, so that replayed and live never mix. */
    public enum Kind {
        LIVE,
        RECORDING
    }
}
