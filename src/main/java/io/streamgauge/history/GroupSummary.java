package io.streamgauge.history;

import java.time.Instant;

/**
 * A group in a list.
 *
 * @param observedAt when the group was last observed, changed or not, up to the instant asked for
 * @param until the last instant at which the group is known to have been so: the one asked for, or when it was last observed
 *     if that was before
 */
public record GroupSummary(SnapshotHeader header, Instant observedAt, Instant until) {}
