package io.streamgauge.analysis;

import io.streamgauge.group.Departure;
import io.streamgauge.group.MemberError;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of how a group came from one state to the next.
 *
 * @param at when the next state was observed
 * @param observedBefore the last observation of the state before; null where nothing goes unobserved between two, and
 *     where it is not known
 * @param departure how a member that is gone went; null where the source does not tell it
 * @param error the error answer that came with it, or null
 * @param lastHeardAt by member id, of members of the state before
 */
public record Transition(
        Instant at,
        @Nullable Instant observedBefore,
        @Nullable Departure departure,
        @Nullable MemberError error,
        Map<String, Instant> lastHeardAt) {

    /** One of which only the instant is known. */
    public static Transition at(Instant at) {
        return new Transition(at, null, null, null, Map.of());
    }
}
