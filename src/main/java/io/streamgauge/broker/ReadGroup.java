package io.streamgauge.broker;

import java.util.Set;

/**
 * A group that more is to be read of.
 *
 * @param coordinator the broker that described it, "" when not known
 * @param inputTopics that it reads
 * @param topologyEpoch with another, all that was read of it is of the past
 */
record ReadGroup(String coordinator, Set<String> inputTopics, int topologyEpoch) {}
