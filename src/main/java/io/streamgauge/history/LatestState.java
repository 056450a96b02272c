package io.streamgauge.history;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;

/** The latest stored state of a group, which the next is compared with. */
public record LatestState(GroupState state, Insight insight) {}
