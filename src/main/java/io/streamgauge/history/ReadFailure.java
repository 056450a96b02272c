package io.streamgauge.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A spell in which a cluster, or one group of it, could not be read.
 *
 * @param groupId null when it is the cluster
 * @param part what of it
 * @param code what kind of failure it is
 * @param message why, in a sentence
 * @param since the first failed attempt
 * @param lastAt the last
 * @param count failed attempts
 * @param until when reading succeeded again, or failed for another reason; null while it lasts
 */
public record ReadFailure(
        @Nullable String groupId,
        Part part,
        String code,
        String message,
        Instant since,
        Instant lastAt,
        int count,
        @Nullable Instant until) {

    /** What of a cluster or group is read for itself, and fails for itself. */
    public enum Part {
        /** What it is: the listing of a cluster, the description of a group. */
        STATE,
        /** How far a group is in the topics that it reads. */
        OFFSETS,
        /** What a group is configured to. */
        CONFIGS,
        /** What processors, stores and topics a group's topology has. */
        TOPOLOGY
    }
}
