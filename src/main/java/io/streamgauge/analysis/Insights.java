package io.streamgauge.analysis;

import io.streamgauge.group.Condition;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.StatusCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What each state of a group says in the light of those before it. */
public final class Insights {

    private Insights() {}

    /**
     * What the next state says.
     *
     * @param before of the state before; null for the first
     * @param stateBefore null for the first
     */
    public static Insight next(
            @Nullable Insight before, @Nullable GroupState stateBefore, GroupState state, Transition transition) {
        return new Insight(
                RebalanceMarks.next(before == null ? null : before.rebalances(), stateBefore, state, transition),
                conditions(before, stateBefore, state, transition.at()));
    }

    /** Those that the state shows; one that the state before showed too began when it began. */
    private static List<Condition> conditions(
            @Nullable Insight before, @Nullable GroupState stateBefore, GroupState state, Instant at) {
        List<Conditions.Shown> shown = Conditions.of(state);
        List<Condition> old = before == null ? List.of() : before.conditions();
        if (shown.isEmpty() && old.isEmpty()) {
            return List.of();
        }
        List<Condition> conditions = new ArrayList<>();
        for (Conditions.Shown now : shown) {
            Condition was = before(old, now);
            Map<String, Object> evidence = now.code() == FindingCode.SHUTDOWN_REQUESTED && stateBefore != null
                    ? withLeft(now.evidence(), was, stateBefore, state)
                    : now.evidence();
            conditions.add(new Condition(now.code().name(), now.subject(), was == null ? at : was.since(), evidence));
        }
        if (stateBefore != null && shown.stream().noneMatch(now -> now.code() == FindingCode.SHUTDOWN_REQUESTED)) {
            old.stream()
                    .filter(was -> was.code().equals(FindingCode.SHUTDOWN_REQUESTED.name()))
                    .filter(was -> goesOnShuttingDown(stateBefore, state))
                    .map(was -> new Condition(
                            was.code(), was.subject(), was.since(), withLeft(was.evidence(), was, stateBefore, state)))
                    .forEach(conditions::add);
        }
        return conditions;
    }

    /** Until somebody joins or is not told so any more: when all who were told have left, nobody is told, but it is why. */
    private static boolean goesOnShuttingDown(GroupState before, GroupState state) {
        boolean joined = state.members().stream().anyMatch(m -> before.member(m.memberId()) == null);
        boolean withdrawn = before.statuses() != null
                && before.statuses().stream()
                        .filter(status -> status.code() == StatusCode.SHUTDOWN_APPLICATION.code())
                        .map(status -> state.member(status.memberId()))
                        .anyMatch(told -> told != null && told.runs());
        return !joined && !withdrawn;
    }

    private static @Nullable Condition before(List<Condition> old, Conditions.Shown now) {
        String code = now.code().name();
        Condition ofGroup = null;
        Condition earliest = null;
        for (Condition was : old) {
            if (!was.code().equals(code)) {
                continue;
            }
            if (was.subject().equals(now.subject())) {
                return was;
            }
            if (was.subject().equals(Subject.GROUP)) {
                ofGroup = was;
            }
            if (earliest == null || was.since().isBefore(earliest.since())) {
                earliest = was;
            }
        }
        // Many are told as one of the group, so that they are in it, or it has them.
        return now.subject().equals(Subject.GROUP) ? earliest : ofGroup;
    }

    private static Map<String, Object> withLeft(
            Map<String, Object> evidence, @Nullable Condition was, GroupState stateBefore, GroupState state) {
        Set<String> left = new LinkedHashSet<>();
        int count = 0;
        if (was != null && was.evidence().get("left") instanceof List<?> before) {
            before.forEach(id -> left.add(id.toString()));
            count = was.evidence().get("leftCount") instanceof Number n ? n.intValue() : left.size();
        }
        for (Member member : stateBefore.members()) {
            if (state.member(member.memberId()) == null && !left.contains(member.memberId())) {
                count++;
                if (left.size() < Conditions.SUBJECTS) {
                    left.add(member.memberId());
                }
            }
        }
        Map<String, Object> with = new HashMap<>(evidence);
        with.put("left", List.copyOf(left));
        with.put("leftCount", count);
        with.put("members", state.members().size());
        return with;
    }
}
