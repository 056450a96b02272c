package io.streamgauge.history;

import io.streamgauge.group.RebalanceMark;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a snapshot stands among the rebalances of its group.
 *
 * @param processes that the group has; null when not known
 */
public record MarkedSnapshot(
        int version,
        Instant at,
        RebalanceMark mark,
        @Nullable Integer processes) {}
