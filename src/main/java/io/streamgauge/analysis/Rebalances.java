package io.streamgauge.analysis;

import io.streamgauge.analysis.Rebalance.Gap;
import io.streamgauge.analysis.Rebalance.HoldUp;
import io.streamgauge.analysis.Rebalance.Holder;
import io.streamgauge.analysis.Rebalance.Move;
import io.streamgauge.analysis.Rebalance.Span;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the rebalances of a group from its snapshots, in the order of versions. Snapshots of steady stretches may be
 * left out, but not the one before a rebalance. Not thread-safe.
 */
public final class Rebalances {

    private final RebalanceSpans spans;
    private @Nullable RebalanceMark last;
    private @Nullable GroupState lastState;
    private @Nullable Observed observed;
    private @Nullable Observed pending;

    /**
     * @param before the mark of the version before the first; null when there is none
     * @param stateBefore the state of that version; null when there is none
     * @param sink takes each rebalance that begins, when it is known to be over for good or at the end
     */
    public Rebalances(@Nullable RebalanceMark before, @Nullable GroupState stateBefore, Consumer<Rebalance> sink) {
        last = before;
        lastState = stateBefore;
        spans = new RebalanceSpans(
                before, span -> sink.accept(Objects.requireNonNull(observed).told(span)));
    }

    /** Takes the next snapshot. */
    public void accept(int version, Instant at, RebalanceMark mark, GroupState state) {
        RebalanceMark before = last;
        spans.accept(version, at, mark, state.processCount());
        if (before == null ? RebalanceSpans.isBeginning(at, mark) : mark.count() > before.count()) {
            observed = pending == null ? new Observed(lastState) : pending;
            observed.advance(at, state);
            pending = null;
        } else if (mark.pendingSince() != null) {
            pending = pending == null ? new Observed(lastState) : pending;
            pending.advance(at, state);
        } else {
            pending = null;
            boolean goesOn = mark.settledAt() == null
                    || (before != null && !mark.settledAt().equals(before.settledAt()));
            if (observed != null && goesOn) {
                observed.advance(at, state);
            }
        }
        last = mark;
        lastState = state;
    }

    /** Hands over the last rebalance as far as it is known. */
    public void finish() {
        spans.finish();
    }

    /** What was seen of one rebalance. */
    private static final class Observed {

        private final @Nullable GroupState before;
        private @Nullable GroupState current;
        private @Nullable Instant lastAt;
        private int looks;

        /** By task: how many members run it. */
        private final Map<TaskId, Integer> runners = new HashMap<>();

        private final Map<TaskId, Instant> nowhereSince = new TreeMap<>();
        private final List<Gap> gaps = new ArrayList<>();
        private final Map<String, Duration> behind = new HashMap<>();
        private final Map<String, Holder> holders = new HashMap<>();
        private Set<String> behindNow = Set.of();

        Observed(@Nullable GroupState before) {
            this.before = before;
            if (before != null) {
                for (Member member : before.members()) {
                    running(member).forEach(task -> runners.merge(task, 1, Integer::sum));
                }
                current = before;
            }
        }

        void advance(Instant at, GroupState state) {
            looks++;
            if (lastAt != null) {
                Duration passed = Duration.between(lastAt, at);
                behindNow.forEach(member -> behind.merge(member, passed, Duration::plus));
            }
            lastAt = at;
            List<TaskId> begun = new ArrayList<>();
            for (Member member : current == null ? List.<Member>of() : current.members()) {
                Member now = state.member(member.memberId());
                List<TaskId> ran = running(member);
                List<TaskId> runs = now == null ? List.of() : running(now);
                if (!ran.equals(runs)) {
                    Set<TaskId> kept = new HashSet<>(runs);
                    ran.stream().filter(task -> !kept.contains(task)).forEach(task -> stops(task, at));
                    kept.removeAll(new HashSet<>(ran));
                    begun.addAll(kept);
                }
            }
            for (Member member : state.members()) {
                if (current == null || current.member(member.memberId()) == null) {
                    begun.addAll(running(member));
                }
            }
            begun.forEach(task -> starts(task, at));
            current = state;
            behindNow = behind(state);
        }

        private void stops(TaskId task, Instant at) {
            if (runners.merge(task, -1, Integer::sum) == 0) {
                runners.remove(task);
                nowhereSince.put(task, at);
            }
        }

        private void starts(TaskId task, Instant at) {
            runners.merge(task, 1, Integer::sum);
            Instant since = nowhereSince.remove(task);
            if (since != null && since.isBefore(at)) {
                gaps.add(new Gap(task, since, at));
            }
        }

        /** What a member says it runs, or is told to where it does not say; nothing when it is away or fenced. */
        private static List<TaskId> running(Member member) {
            if (!member.runs()) {
                return List.of();
            }
            List<TaskId> owned = member.owned().active();
            return owned != null
                    ? owned
                    : Objects.requireNonNullElse(member.assigned().active(), List.<TaskId>of());
        }

        private Set<String> behind(GroupState state) {
            Integer epoch =
                    state.assignmentEpoch() != null ? state.assignmentEpoch() : RebalanceMarks.highestEpoch(state);
            Set<String> found = new HashSet<>();
            for (Member member : state.members()) {
                boolean lower = epoch != null && member.memberEpoch() != null && member.memberEpoch() < epoch;
                if (!member.away()
                        && (lower || member.fenced() || member.owned().differsFrom(member.assigned()))) {
                    found.add(member.memberId());
                    holders.putIfAbsent(member.memberId(), Holder.of(member));
                }
            }
            return found;
        }

        Rebalance told(Span span) {
            GroupState after = Objects.requireNonNull(current);
            List<Gap> all = new ArrayList<>(gaps);
            nowhereSince.forEach((task, since) -> all.add(new Gap(task, since, null)));
            all.sort(Comparator.comparing(Gap::task).thenComparing(Gap::from));
            List<HoldUp> heldUp = behind.entrySet().stream()
                    .filter(entry -> !entry.getValue().isZero())
                    .map(entry -> new HoldUp(Objects.requireNonNull(holders.get(entry.getKey())), entry.getValue()))
                    .sorted(Comparator.comparing(HoldUp::behind)
                            .reversed()
                            .thenComparing(h -> h.member().memberId()))
                    .toList();
            return new Rebalance(
                    span,
                    before == null ? null : epoch(before),
                    epoch(after),
                    span.causes().isEmpty() ? List.of(derivedCause(span.seenAt(), after)) : span.causes(),
                    moves(before, after),
                    after.stateSource() == StateSource.BROKER && looks == 1 ? null : all,
                    heldUp);
        }

        private static @Nullable Integer epoch(GroupState state) {
            return state.groupEpoch() != null ? state.groupEpoch() : RebalanceMarks.highestEpoch(state);
        }

        /** The cause that only the whole of it shows: members and topology are as they were. */
        private RebalanceCause derivedCause(Instant at, GroupState after) {
            if (before != null && before.state() == StreamsGroupState.STABLE) {
                List<String> from = new ArrayList<>();
                List<String> to = new ArrayList<>();
                partitionsGrown(before, after, from, to);
                if (!from.isEmpty()) {
                    return RebalanceCause.ofGroup(
                            Kind.PARTITIONS_CHANGED, at, String.join(", ", from), String.join(", ", to));
                }
                Integer standbysBefore = before.taskCount(TaskRole.STANDBY);
                Integer standbysAfter = after.taskCount(TaskRole.STANDBY);
                if (standbysBefore != null && standbysAfter != null && !standbysBefore.equals(standbysAfter)) {
                    return RebalanceCause.ofGroup(
                            Kind.STANDBYS_CHANGED,
                            at,
                            standbysBefore + " standby tasks",
                            standbysAfter + " standby tasks");
                }
                RebalanceCause promoted = promotion(at, before, after);
                if (promoted != null) {
                    return promoted;
                }
            }
            return RebalanceCause.ofGroup(Kind.UNKNOWN, at, null, null);
        }

        private static void partitionsGrown(GroupState before, GroupState after, List<String> from, List<String> to) {
            Map<String, Integer> known = new HashMap<>();
            for (Subtopology subtopology : Objects.requireNonNullElse(before.subtopologies(), List.<Subtopology>of())) {
                if (subtopology.partitions() != null) {
                    known.put(
                            subtopology.subtopologyId(),
                            subtopology.partitions().size());
                }
            }
            for (Subtopology subtopology : Objects.requireNonNullElse(after.subtopologies(), List.<Subtopology>of())) {
                Integer was = known.get(subtopology.subtopologyId());
                if (was != null
                        && subtopology.partitions() != null
                        && subtopology.partitions().size() > was) {
                    from.add("subtopology " + subtopology.subtopologyId() + ": " + was + " tasks");
                    to.add("subtopology " + subtopology.subtopologyId() + ": "
                            + subtopology.partitions().size() + " tasks");
                }
            }
        }

        private static @Nullable RebalanceCause promotion(Instant at, GroupState before, GroupState after) {
            for (Member member : before.members()) {
                Member now = after.member(member.memberId());
                List<TaskId> warm = member.assigned().warmup();
                if (now == null || warm == null || now.assigned().active() == null) {
                    continue;
                }
                for (TaskId task : warm) {
                    if (now.assigned().active().contains(task)) {
                        RebalanceCause about = RebalanceCause.of(Kind.WARMUP_PROMOTED, at, now, null);
                        return new RebalanceCause(
                                about.kind(),
                                at,
                                about.memberId(),
                                about.instanceId(),
                                about.processId(),
                                about.endpoint(),
                                about.clientId(),
                                null,
                                null,
                                null,
                                "warm-up of " + task,
                                "active " + task);
                    }
                }
            }
            return null;
        }

        private static List<Move> moves(@Nullable GroupState before, GroupState after) {
            List<Move> moves = new ArrayList<>();
            for (TaskRole role : TaskRole.values()) {
                Map<TaskId, List<Member>> from = new TreeMap<>();
                Map<TaskId, List<Member>> to = new TreeMap<>();
                if (before != null) {
                    changedHolds(before, after, role, from);
                    changedHolds(after, before, role, to);
                } else {
                    after.members().forEach(member -> hold(member, member.assigned(), Tasks.NONE, role, to));
                }
                Set<TaskId> tasks = new HashSet<>(from.keySet());
                tasks.addAll(to.keySet());
                for (TaskId task : tasks) {
                    List<Member> losers = new ArrayList<>(from.getOrDefault(task, List.of()));
                    List<Member> takers = new ArrayList<>(to.getOrDefault(task, List.of()));
                    // A static member under another member id is the same to everybody.
                    losers.removeIf(loser -> loser.instanceId() != null
                            && takers.removeIf(taker -> loser.instanceId().equals(taker.instanceId())));
                    for (int i = 0; i < Math.max(losers.size(), takers.size()); i++) {
                        moves.add(new Move(
                                task,
                                role,
                                i < losers.size() ? Holder.of(losers.get(i)) : null,
                                i < takers.size() ? Holder.of(takers.get(i)) : null));
                    }
                }
            }
            moves.sort(Comparator.comparing(Move::task).thenComparing(Move::role));
            return moves;
        }

        /** Who holds what in a state that it does not hold in another. */
        private static void changedHolds(
                GroupState state, GroupState other, TaskRole role, Map<TaskId, List<Member>> holds) {
            for (Member member : state.members()) {
                Member counterpart = other.member(member.memberId());
                hold(member, member.assigned(), counterpart == null ? Tasks.NONE : counterpart.assigned(), role, holds);
            }
        }

        private static void hold(
                Member member, Tasks assigned, Tasks without, TaskRole role, Map<TaskId, List<Member>> holds) {
            List<TaskId> tasks = assigned.of(role);
            List<TaskId> others = without.of(role);
            if (tasks == null || others == null || tasks.equals(others)) {
                return;
            }
            Set<TaskId> same = new HashSet<>(others);
            for (TaskId task : tasks) {
                if (!same.contains(task)) {
                    holds.computeIfAbsent(task, t -> new ArrayList<>()).add(member);
                }
            }
        }
    }
}
