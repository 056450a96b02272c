package io.streamgauge.history;

import java.time.Instant;

/**
 * A group in a list.
 *
 * @param observedAt when the group was last observed, changed or not, up to the instant asked for
 */
public record GroupSummary(SnapshotHeader header, Instant observedAt) {}
