package io.streamgauge.query;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.Snapshot;
import java.time.Instant;

/**
 * A group as of an instant.
 *
 * @param asOf the instant: the one asked for, or the last at which the version asked for held
 * @param observedAt the latest observation up to then whose time is kept
 */
public record GroupView(Cluster cluster, GroupKey group, Snapshot snapshot, Instant asOf, Instant observedAt) {}
