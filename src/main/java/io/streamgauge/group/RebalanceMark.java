package io.streamgauge.group;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a state stands among the rebalances of its group.
 *
 * @param count rebalances that had begun by then
 * @param settledAt when the last of them ended, or when the group was first seen at rest; null while one goes on
 */
public record RebalanceMark(int count, @Nullable Instant settledAt) {}
