package io.streamgauge.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What is left of versions that retention removed.
 *
 * @param fromVersion the first of them
 * @param toVersion the first version after them
 * @param from when the first of them began
 * @param to when the first version after them began
 * @param count how many there were of this kind
 * @param entries one for each, as JSON has it; fewer than {@code count} where that is all that is told of them
 */
public record RemovedRange(
        Kind kind,
        int fromVersion,
        int toVersion,
        Instant from,
        Instant to,
        int count,
        List<Map<String, Object>> entries) {

    /** What there was. */
    public enum Kind {
        /** The snapshots themselves, which are only counted. */
        SNAPSHOTS,
        /** Rebalances that were over by the range's end. */
        REBALANCES,
        /** Findings that were over by the range's end. */
        FINDINGS
    }

    public RemovedRange {
        entries = List.copyOf(entries);
    }
}
