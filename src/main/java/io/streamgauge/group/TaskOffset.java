package io.streamgauge.group;

import org.jspecify.annotations.Nullable;

/**
 * How far a member's copy of a task's state is.
 *
 * @param offset sum of the changelog offsets the member has restored, null when not told
 * @param endOffset sum of the changelog end offsets, null when not told; {@link #UNKNOWN_END} when the member does not
 *     know it yet
 */
public record TaskOffset(
        TaskId task, @Nullable Long offset, @Nullable Long endOffset) {

    /** What Kafka Streams sends for an end offset it has not fetched yet ({@code Long.MAX_VALUE}). */
    public static final long UNKNOWN_END = Long.MAX_VALUE;

    /** Records behind the end, never negative; null when either number is not known, as a negative one is not. */
    public @Nullable Long lag() {
        if (offset == null || endOffset == null || endOffset == UNKNOWN_END || offset < 0 || endOffset < 0) {
            return null;
        }
        return Math.max(0, endOffset - offset);
    }
}
