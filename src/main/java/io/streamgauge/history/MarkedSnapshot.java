package io.streamgauge.history;

import io.streamgauge.group.RebalanceMark;
import java.time.Instant;

/** Where a snapshot stands among the rebalances of its group. */
public record MarkedSnapshot(int version, Instant at, RebalanceMark mark) {}
