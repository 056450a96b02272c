package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the rebalances of a group as its states follow each other. */
final class RebalanceMarks {

    /** How long after its end what belongs to a rebalance may follow; a member that beats less often has twice its interval. */
    private static final Duration TAIL = Duration.ofSeconds(10);

    private RebalanceMarks() {}

    static RebalanceMark next(
            @Nullable RebalanceMark before, @Nullable GroupState stateBefore, GroupState state, Transition transition) {
        Instant at = transition.at();
        List<RebalanceCause> causes = RebalanceCauses.between(stateBefore, state, transition);
        boolean atRest = isAtRest(state);
        Instant settledAt = atRest ? at : null;
        if (before == null || stateBefore == null) {
            boolean begins = !causes.isEmpty() || !atRest;
            return new RebalanceMark(
                    begins ? 1 : 0,
                    causes.isEmpty() ? null : at,
                    null,
                    settledAt,
                    null,
                    subject(null, causes, true),
                    causes);
        }
        if (before.settledAt() == null || belongs(before, causes, stateBefore, state, atRest, at)) {
            return new RebalanceMark(
                    before.count(),
                    before.begunAt(),
                    before.begunAfter(),
                    settledAt,
                    null,
                    subject(before.subject(), causes, false),
                    causes);
        }
        boolean pending = before.pendingSince() != null;
        String subject = subject(before.subject(), causes, !pending);
        if (begins(stateBefore, state, causes, atRest)) {
            return new RebalanceMark(
                    before.count() + 1,
                    pending ? before.pendingSince() : at,
                    pending ? null : transition.observedBefore(),
                    settledAt,
                    null,
                    subject,
                    causes);
        }
        boolean isPending = !atRest && somebodyRuns(state) && (pending || !causes.isEmpty());
        return new RebalanceMark(
                before.count(),
                before.begunAt(),
                before.begunAfter(),
                before.settledAt(),
                !isPending ? null : pending ? before.pendingSince() : at,
                isPending ? subject : null,
                causes);
    }

    /** Whether what was over goes on: a member was still to be told its last tasks, or another thread of the process follows. */
    private static boolean belongs(
            RebalanceMark before,
            List<RebalanceCause> causes,
            GroupState stateBefore,
            GroupState state,
            boolean atRest,
            Instant at) {
        Instant settledAt = Objects.requireNonNull(before.settledAt());
        if (before.count() == 0 || before.pendingSince() != null || at.isAfter(settledAt.plus(tail(stateBefore)))) {
            return false;
        }
        if (causes.isEmpty()) {
            return !atRest && !rises(stateBefore, state) && tellsOfTasks(stateBefore, state);
        }
        return before.subject() != null && before.subject().equals(subject(before.subject(), causes, false));
    }

    private static Duration tail(GroupState state) {
        Duration longest = state.members().stream()
                .map(Member::heartbeatIntervalMs)
                .filter(Objects::nonNull)
                .max(Integer::compare)
                .map(interval -> Duration.ofMillis(2L * interval))
                .orElse(TAIL);
        return longest.compareTo(TAIL) > 0 ? longest : TAIL;
    }

    /** Whether a member is told other tasks than before. */
    private static boolean tellsOfTasks(GroupState before, GroupState state) {
        return state.members().stream().anyMatch(member -> {
            Member known = before.member(member.memberId());
            return known != null
                    && known.runs()
                    && member.runs()
                    && !known.assigned().equals(member.assigned());
        });
    }

    private static boolean begins(GroupState before, GroupState state, List<RebalanceCause> causes, boolean atRest) {
        if (!somebodyRuns(state)) {
            return false;
        }
        if (causes.stream().anyMatch(RebalanceCause::comes)) {
            return true;
        }
        // Of a log that begins while a rebalance goes on, members show one after another where they are.
        boolean comesToLight = !atRest
                && state.members().stream()
                        .anyMatch(m -> m.assigned().active() == null && before.member(m.memberId()) == null);
        return comesToLight || (rises(before, state) && !(causes.isEmpty() && isReplaced(before, state)));
    }

    private static boolean somebodyRuns(GroupState state) {
        return state.members().stream().anyMatch(m -> !m.away());
    }

    /** Whether a static member came back, for which the coordinator counts an epoch and moves nothing. */
    private static boolean isReplaced(GroupState before, GroupState state) {
        for (Member member : before.members()) {
            String instanceId = member.instanceId();
            if (instanceId == null) {
                continue;
            }
            Member now = state.member(member.memberId());
            if (now == null || (member.away() && !now.away())) {
                return true;
            }
        }
        return false;
    }

    private static boolean rises(GroupState before, GroupState state) {
        if (before.groupEpoch() != null && state.groupEpoch() != null) {
            // A group that was deleted and made again counts from the beginning.
            return !before.groupEpoch().equals(state.groupEpoch());
        }
        Integer from = highestEpoch(before);
        Integer to = highestEpoch(state);
        return from != null && to != null && to > from;
    }

    /** Null when that of no member is known. */
    static @Nullable Integer highestEpoch(GroupState state) {
        return state.members().stream()
                .map(Member::memberEpoch)
                .filter(epoch -> epoch != null && epoch >= 0)
                .max(Integer::compare)
                .orElse(null);
    }

    /** Whether nothing shows that tasks are on their way. A static member that is away keeps its own. */
    static boolean isAtRest(GroupState state) {
        return switch (state.state()) {
            case STABLE, EMPTY, DEAD, UNKNOWN -> true;
            case ASSIGNING, NOT_READY -> !somebodyRuns(state);
            case RECONCILING ->
                state.stateSource() == StateSource.BROKER ? waitsForAway(state) : isAtRestButForAway(state);
        };
    }

    /** Whether all that a broker reconciles is members that are away. */
    private static boolean waitsForAway(GroupState state) {
        return state.members().stream().anyMatch(Member::away)
                && state.members().stream()
                        .filter(m -> !m.away())
                        .allMatch(m -> (m.target().isUnknown() || m.target().equals(m.assigned()))
                                && Objects.equals(m.memberEpoch(), state.assignmentEpoch()));
    }

    private static boolean isAtRestButForAway(GroupState state) {
        if (state.members().stream().noneMatch(Member::away)) {
            return false;
        }
        Integer epoch = highestEpoch(state);
        Set<TaskId> parked = new HashSet<>();
        for (Member member : state.members()) {
            if (member.away()) {
                parked.addAll(Objects.requireNonNullElse(member.assigned().active(), List.<TaskId>of()));
            } else if (member.fenced()
                    || (member.memberEpoch() != null && !member.memberEpoch().equals(epoch))
                    || member.owned().differsFrom(member.assigned())) {
                return false;
            }
        }
        List<TaskId> unassigned = state.unassignedTasks();
        return unassigned == null || parked.containsAll(unassigned);
    }

    /**
     * What a rebalance is about when it is about members of one process that came, or went: its id behind + or -.
     *
     * @param before what it was about so far
     * @param begins whether it is about nothing yet
     */
    private static @Nullable String subject(@Nullable String before, List<RebalanceCause> causes, boolean begins) {
        String subject = begins ? null : before;
        boolean open = begins;
        for (RebalanceCause cause : causes) {
            String of = cause.processId() == null || cause.kind() == Kind.FENCED
                    ? null
                    : cause.comes() ? "+" + cause.processId() : cause.goes() ? "-" + cause.processId() : null;
            if (of == null || (!open && !of.equals(subject))) {
                return null;
            }
            subject = of;
            open = false;
        }
        return subject;
    }
}
