package io.streamgauge.analysis;

import io.streamgauge.group.Departure;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.Subtopology;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What of the difference between two states makes the coordinator assign tasks anew. */
final class RebalanceCauses {

    private RebalanceCauses() {}

    /** @param before null for the first state */
    static List<RebalanceCause> between(@Nullable GroupState before, GroupState after, Transition transition) {
        List<RebalanceCause> causes = new ArrayList<>();
        if (before == null) {
            // A description tells of members that may have been there for long; a heartbeat shows a member as it joins.
            if (after.stateSource() == StateSource.DERIVED) {
                after.members().stream()
                        .filter(RebalanceCauses::isSeenToJoin)
                        .forEach(m -> causes.add(RebalanceCause.of(Kind.JOINED, transition.at(), m, isWhole(m, null))));
            }
            return causes;
        }
        members(before, after, transition, causes);
        topology(before, after, transition.at(), causes);
        if (before.assignor() != null
                && after.assignor() != null
                && !before.assignor().equals(after.assignor())) {
            causes.add(RebalanceCause.ofGroup(
                    Kind.ASSIGNOR_CHANGED, transition.at(), before.assignor(), after.assignor()));
        }
        return causes;
    }

    private static void members(
            GroupState before, GroupState after, Transition transition, List<RebalanceCause> causes) {
        Instant at = transition.at();
        for (Member member : before.members()) {
            Member now = after.member(member.memberId());
            Instant heard = transition.lastHeardAt().get(member.memberId());
            if (now == null) {
                if (member.instanceId() == null || !hasInstance(after, member.instanceId())) {
                    causes.add(RebalanceCause.of(going(member, transition), at, member, isWhole(member, after))
                            .after(heard, errorOf(member, transition)));
                }
            } else if (now.fenced() && !member.fenced()) {
                causes.add(RebalanceCause.of(Kind.FENCED, at, now, false).after(heard, errorOf(now, transition)));
            } else if (member.fenced() && !now.fenced() && isHigher(now.memberEpoch(), member.memberEpoch())) {
                causes.add(RebalanceCause.of(Kind.RETURNED, at, now, false));
            }
        }
        for (Member member : after.members()) {
            if (before.member(member.memberId()) == null
                    && isSeenToJoin(member)
                    && (member.instanceId() == null || !hasInstance(before, member.instanceId()))) {
                causes.add(RebalanceCause.of(Kind.JOINED, at, member, isWhole(member, before)));
            }
        }
    }

    /** Whether a member that is new is new in the group, too: one that a log merely begins to tell of has no known tasks. */
    private static boolean isSeenToJoin(Member member) {
        return member.assigned().active() != null;
    }

    private static boolean hasInstance(GroupState group, String instanceId) {
        return group.members().stream().anyMatch(m -> instanceId.equals(m.instanceId()));
    }

    private static Kind going(Member member, Transition transition) {
        if (errorOf(member, transition) != null) {
            return Kind.FENCED;
        }
        Departure departure = transition.departure();
        return departure == null ? Kind.GONE : departure == Departure.LEFT ? Kind.LEFT : Kind.EXPIRED;
    }

    private static @Nullable Integer errorOf(Member member, Transition transition) {
        return transition.error() != null
                        && member.memberId().equals(transition.error().memberId())
                ? Integer.valueOf(transition.error().code())
                : null;
    }

    /** Whether no member of a member's process is in another state of the group; null when the process is not known. */
    private static @Nullable Boolean isWhole(Member member, @Nullable GroupState other) {
        return member.processId() == null
                ? null
                : Boolean.valueOf(other == null
                        || other.members().stream()
                                .noneMatch(m -> member.processId().equals(m.processId())));
    }

    private static void topology(GroupState before, GroupState after, Instant at, List<RebalanceCause> causes) {
        Integer epochBefore = topologyEpoch(before);
        Integer epochAfter = topologyEpoch(after);
        if (epochBefore != null && epochAfter != null && epochAfter > epochBefore) {
            causes.add(
                    RebalanceCause.ofGroup(Kind.TOPOLOGY_CHANGED, at, "epoch " + epochBefore, "epoch " + epochAfter));
            return;
        }
        if (Objects.equals(before.subtopologies(), after.subtopologies())) {
            return;
        }
        Map<String, Subtopology> known = new HashMap<>();
        Set<String> ids = new HashSet<>();
        for (Subtopology subtopology : topologyOf(before)) {
            known.put(subtopology.subtopologyId(), subtopology.withPartitions(null));
        }
        for (Subtopology subtopology : topologyOf(after)) {
            ids.add(subtopology.subtopologyId());
        }
        if (known.isEmpty() || ids.isEmpty()) {
            return;
        }
        boolean same = known.keySet().equals(ids)
                && topologyOf(after).stream()
                        .allMatch(s -> s.withPartitions(null).equals(known.get(s.subtopologyId())));
        if (!same) {
            causes.add(RebalanceCause.ofGroup(
                    Kind.TOPOLOGY_CHANGED, at, known.size() + " subtopologies", ids.size() + " subtopologies"));
        }
    }

    /** The subtopologies that the group was told of, without those that are known by their tasks only. */
    private static List<Subtopology> topologyOf(GroupState group) {
        return group.subtopologies() == null
                ? List.of()
                : group.subtopologies().stream()
                        .filter(s -> s.sourceTopics() != null)
                        .toList();
    }

    /** The group's, or the highest of its members'. */
    private static @Nullable Integer topologyEpoch(GroupState group) {
        return group.topologyEpoch() != null
                ? group.topologyEpoch()
                : group.members().stream()
                        .map(Member::topologyEpoch)
                        .filter(Objects::nonNull)
                        .max(Integer::compare)
                        .orElse(null);
    }

    private static boolean isHigher(@Nullable Integer a, @Nullable Integer b) {
        return a != null && b != null && a > b;
    }
}
