package io.streamgauge.group;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that makes the coordinator assign tasks anew, with its evidence. Null is not known or does not apply.
 *
 * @param at when it was observed
 * @param memberId the member it is about; null for what is about the group
 * @param wholeProcess whether the process came or went with it: none of its members was there before, or is after
 * @param lastHeardAt when a member that went was last heard
 * @param errorCode what the coordinator answered a fenced member
 * @param from what changed, as it was before
 * @param to as it is after
 */
public record RebalanceCause(
        Kind kind,
        Instant at,
        @Nullable String memberId,
        @Nullable String instanceId,
        @Nullable String processId,
        @Nullable Endpoint endpoint,
        @Nullable String clientId,
        @Nullable Boolean wholeProcess,
        @Nullable Instant lastHeardAt,
        @Nullable Integer errorCode,
        @Nullable String from,
        @Nullable String to) {

    /** Kinds of causes. */
    public enum Kind {
        /** A member came. */
        JOINED,
        /** A member came that had been in the group before, under the same member or instance id. */
        RETURNED,
        /** A member said that it leaves. */
        LEFT,
        /** A member was not heard for the session timeout. */
        EXPIRED,
        /** The coordinator refused a member's heartbeat, so that it must rejoin. */
        FENCED,
        /** A member went, and the source does not tell how. */
        GONE,
        TOPOLOGY_CHANGED,
        PARTITIONS_CHANGED,
        STANDBYS_CHANGED,
        ASSIGNOR_CHANGED,
        WARMUP_PROMOTED,
        /** Nothing observed tells it. */
        UNKNOWN
    }

    /** About a member. */
    public static RebalanceCause of(Kind kind, Instant at, Member member, @Nullable Boolean wholeProcess) {
        return new RebalanceCause(
                kind,
                at,
                member.memberId(),
                member.instanceId(),
                member.processId(),
                member.endpoint(),
                member.clientId(),
                wholeProcess,
                null,
                null,
                null,
                null);
    }

    /** About the group. */
    public static RebalanceCause ofGroup(Kind kind, Instant at, @Nullable String from, @Nullable String to) {
        return new RebalanceCause(kind, at, null, null, null, null, null, null, null, null, from, to);
    }

    /** The same, of another kind. */
    public RebalanceCause withKind(Kind other) {
        return new RebalanceCause(
                other,
                at,
                memberId,
                instanceId,
                processId,
                endpoint,
                clientId,
                wholeProcess,
                lastHeardAt,
                errorCode,
                from,
                to);
    }

    /** The same, of a member that was last heard at an instant and answered an error. */
    public RebalanceCause after(@Nullable Instant heardAt, @Nullable Integer error) {
        return new RebalanceCause(
                kind, at, memberId, instanceId, processId, endpoint, clientId, wholeProcess, heardAt, error, from, to);
    }

    /** Whether a member came. */
    public boolean comes() {
        return kind == Kind.JOINED || kind == Kind.RETURNED;
    }

    /** Whether a member went. One that is fenced is in the group until it is let go. */
    public boolean goes() {
        return kind == Kind.LEFT || kind == Kind.EXPIRED || kind == Kind.GONE || kind == Kind.FENCED;
    }
}
