package io.streamgauge.group;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a state stands among the rebalances of its group. A rebalance counts from when the group's epoch was seen to rise
 * while somebody was there to run tasks: a group that merely stops, or waits for a static member, does not rebalance.
 *
 * @param count rebalances that had begun by then
 * @param begunAt when the last of them was seen to begin; null for none, and for one that went on when the group was
 *     first seen
 * @param begunAfter the last observation before that, where groups are looked at from time to time; null where nothing
 *     went unobserved, and where it is not known
 * @param settledAt when the last of them ended, or when the group was first seen at rest; null while one goes on
 * @param pendingSince since when there is a cause for the next one, of which no member was told yet; null for none
 * @param subject whether members of one process came (+) or went (-), and its id, when that is all that the last one
 *     was about; else null
 * @param causes observed with this very state
 */
public record RebalanceMark(
        int count,
        @Nullable Instant begunAt,
        @Nullable Instant begunAfter,
        @Nullable Instant settledAt,
        @Nullable Instant pendingSince,
        @Nullable String subject,
        List<RebalanceCause> causes) {

    public RebalanceMark {
        causes = List.copyOf(causes);
    }

    /** A mark of a state in which nothing came or went. */
    public RebalanceMark(int count, @Nullable Instant settledAt) {
        this(count, null, null, settledAt, null, null, List.of());
    }
}
