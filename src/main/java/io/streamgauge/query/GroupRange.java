package io.streamgauge.query;

import io.streamgauge.history.GroupKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a range of instants holds of a group.
 *
 * @param firstVersion the version that held when the range begins, or the group's first
 * @param lastVersion of the range's end; less than the first when the group has no snapshot
 * @param from null where the group's own beginning is the range's
 * @param last the last instant at which the group was observed in it: what came later is not of the range
 */
public record GroupRange(
        GroupKey group,
        int firstVersion,
        int lastVersion,
        @Nullable Instant from,
        Instant last) {

    /** The first instant behind it. */
    Instant end() {
        return last.plusNanos(1_000);
    }
}
