package io.streamgauge.group;

import org.jspecify.annotations.Nullable;

/**
 * An error answer to a member's heartbeat. It changes no state by itself; what it does to the member is told by the
 * group's next state.
 *
 * @param memberId from the request: error answers carry no identity
 * @param code Kafka's error code
 * @param message the broker's words, null where it gave none
 * @param sentMemberEpoch the epoch in the request, null when the request was not seen
 * @param knownMemberEpoch the epoch the coordinator holds, as its message says or as last answered; null when neither
 *     is known
 */
public record MemberError(
        @Nullable String memberId,
        @Nullable String instanceId,
        int code,
        @Nullable String message,
        @Nullable Integer sentMemberEpoch,
        @Nullable Integer knownMemberEpoch) {}
