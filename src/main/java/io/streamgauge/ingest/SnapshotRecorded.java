package io.streamgauge.ingest;

import java.time.Instant;

/**
 * Snapshots of a group were stored. Published after the commit, once for all of the group's that were stored together.
 *
 * @param version of the latest of them
 * @param at when the group became so
 */
public record SnapshotRecorded(long clusterId, String groupId, int version, Instant at) {}
