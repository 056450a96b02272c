package io.streamgauge.analysis;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.Member;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rebalance of a group.
 *
 * @param epochBefore the group's epoch, where the broker tells it, else the highest of its members; null when not known
 * @param causes why, in the order of time: at least one
 * @param moves tasks that are assigned to others than before, by task and role
 * @param gaps when active tasks were seen to run nowhere, by task; null when the group was not looked at meanwhile
 * @param heldUpBy members that were seen behind, longest first
 */
public record Rebalance(
        Span span,
        @Nullable Integer epochBefore,
        @Nullable Integer epochAfter,
        List<RebalanceCause> causes,
        List<Move> moves,
        @Nullable List<Gap> gaps,
        List<HoldUp> heldUpBy) {

    public Rebalance {
        causes = List.copyOf(causes);
        moves = List.copyOf(moves);
        gaps = gaps == null ? null : List.copyOf(gaps);
        heldUpBy = List.copyOf(heldUpBy);
    }

    /**
     * From when to when.
     *
     * @param number counted from 1 in the group
     * @param seenAt the first observation that shows it
     * @param begunAt the same; null when it went on already when the group was first seen
     * @param begunAfter the last observation before it, for groups that are looked at from time to time; null where
     *     nothing went unobserved, and where it is not known
     * @param settledAt when it was first seen over; null while it goes on
     * @param firstVersion of the first snapshot that shows it; the state before is that of the version before
     * @param lastVersion of the snapshot that shows its end, or of the latest
     * @param processes that the group had in the last version; null when not known
     * @param causes as they were observed; empty when none was
     */
    public record Span(
            int number,
            Instant seenAt,
            @Nullable Instant begunAt,
            @Nullable Instant begunAfter,
            @Nullable Instant settledAt,
            int firstVersion,
            int lastVersion,
            @Nullable Integer processes,
            List<RebalanceCause> causes) {

        public Span {
            causes = List.copyOf(causes);
        }

        /** From the first observation that shows it to the first that shows it over; null where that was not observed. */
        public @Nullable Duration duration() {
            return begunAt == null || settledAt == null || isJumpedOver() ? null : Duration.between(begunAt, settledAt);
        }

        /** Whether it began and ended between two looks at the group. */
        public boolean isJumpedOver() {
            return begunAfter != null && seenAt.equals(settledAt);
        }
    }

    /** Who holds a task. */
    public record Holder(
            String memberId,
            @Nullable String processId,
            @Nullable Endpoint endpoint) {

        static Holder of(Member member) {
            return new Holder(member.memberId(), member.processId(), member.endpoint());
        }
    }

    /**
     * A task in a role that came from one member to another.
     *
     * @param from null for nobody
     * @param to null for nobody
     */
    public record Move(
            TaskId task,
            TaskRole role,
            @Nullable Holder from,
            @Nullable Holder to) {}

    /**
     * A stretch in which no member ran a task as active, as far as members and brokers told.
     *
     * @param to null when it ran nowhere at the end, too
     */
    public record Gap(TaskId task, Instant from, @Nullable Instant to) {}

    /**
     * A member that others waited for.
     *
     * @param behind how long it was seen with a lower epoch than the group's, or running other tasks than it was told
     */
    public record HoldUp(Holder member, Duration behind) {}

    /** The same with causes in which more is known of what was before. */
    public Rebalance withCauses(List<RebalanceCause> better) {
        return new Rebalance(span, epochBefore, epochAfter, better.isEmpty() ? causes : better, moves, gaps, heldUpBy);
    }
}
