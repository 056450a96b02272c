package io.streamgauge.history;

import java.time.Instant;

/**
 * A group that has snapshots.
 *
 * @param id ours, for the other questions
 * @param version of its latest snapshot
 * @param firstAt instant of its first snapshot that is kept
 * @param observedAt when it was last observed, changed or not
 */
public record GroupKey(long id, long clusterId, String groupId, int version, Instant firstAt, Instant observedAt) {}
