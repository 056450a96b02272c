package io.streamgauge.history;

import io.streamgauge.group.Condition;
import java.time.Instant;
import java.util.List;

/**
 * What a snapshot shows to be wrong, and nothing else of it.
 *
 * @param at when the group came to be so
 */
public record ShownConditions(int version, Instant at, List<Condition> conditions) {

    public ShownConditions {
        conditions = List.copyOf(conditions);
    }
}
