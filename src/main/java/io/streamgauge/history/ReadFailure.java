package io.streamgauge.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A spell in which a cluster, or one group of it, could not be read.
 *
 * @param groupId null when it is the cluster
 * @param code what kind of failure it is
 * @param message why, in a sentence
 * @param since the first failed attempt
 * @param lastAt the last
 * @param count failed attempts
 * @param until when reading succeeded again, or failed for another reason; null while it lasts
 */
public record ReadFailure(
        @Nullable String groupId,
        String code,
        String message,
        Instant since,
        Instant lastAt,
        int count,
        @Nullable Instant until) {}
