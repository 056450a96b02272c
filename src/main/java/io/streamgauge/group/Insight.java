package io.streamgauge.group;

import java.util.List;

/**
 * What a state says in the light of those before it.
 *
 * @param conditions by code, then subject
 */
public record Insight(RebalanceMark rebalances, List<Condition> conditions) {

    public Insight {
        conditions = List.copyOf(conditions);
    }
}
