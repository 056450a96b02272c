package io.streamgauge.heartbeat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One heartbeat as it was recorded: a request and its response, of which either may be missing.
 *
 * @param at when the exchange was recorded
 * @param groupId from the request or the envelope: the response carries none
 * @param memberId from the request, or else the response or the envelope
 * @param clientHost the member's address as the broker saw it
 */
public record HeartbeatExchange(
        Instant at,
        String groupId,
        String memberId,
        @Nullable String clientId,
        @Nullable String clientHost,
        @Nullable HeartbeatRequest request,
        @Nullable HeartbeatResponse response) {

    /** The same, said and answered at another time. */
    HeartbeatExchange at(Instant other) {
        return new HeartbeatExchange(other, groupId, memberId, clientId, clientHost, request, response);
    }
}
