package io.streamgauge.group;

import java.time.Instant;

/**
 * How many standby copies of each task a group is configured to have.
 *
 * @param since when that was first read
 */
public record StandbyReplicas(int count, Instant since) {}
