package io.streamgauge.analysis;

import io.streamgauge.group.Condition;
import io.streamgauge.group.Insight;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Follows what the states of a group say, and collects the rebalances and the conditions that change from the first of
 * them to the last. Who follows one part after the other, each from the last state of the part before, is told of every
 * change once.
 */
public final class EndedInsights {

    /**
     * A rebalance that began or ended.
     *
     * @param number which of the group's it is, as {@link io.streamgauge.group.RebalanceMark#count()} counts
     * @param begunAt null when that is not known: it went on when the group was first seen
     * @param endedAt null when it had not by the last state
     * @param trigger the first of its causes that were observed with states; null when it began before the first state,
     *     and when only the states themselves tell it. A member that came back under its id is one that joined, unless it
     *     went after the first state
     */
    public record Rebalance(
            int number,
            @Nullable Instant begunAt,
            @Nullable Instant endedAt,
            @Nullable RebalanceCause trigger) {}

    /**
     * A condition that ended.
     *
     * @param condition with its beginning and its last evidence
     * @param endedAt when the group first did not show it
     */
    public record EndedCondition(Condition condition, Instant endedAt) {}

    private final List<Rebalance> rebalances = new ArrayList<>();
    private final List<EndedCondition> conditions = new ArrayList<>();
    private final RebalanceSpans spans;
    private final Map<Integer, RebalanceCause> triggers = new HashMap<>();
    private final int first;
    private Insight last;
    private int states;
    private @Nullable Instant begunAt;

    /** Begins with the first state, and when the group came to be in it. */
    public EndedInsights(Insight state, Instant at) {
        RebalanceMark mark = state.rebalances();
        last = state;
        first = mark.count();
        boolean causedEarlier =
                mark.pendingSince() != null && mark.pendingSince().isBefore(at);
        spans = new RebalanceSpans(null, span -> {
            if (!span.causes().isEmpty() && !(causedEarlier && span.firstVersion() == 1)) {
                triggers.put(span.number(), span.causes().get(0));
            }
        });
        spans.accept(++states, at, mark, null);
    }

    /** Takes the next state, and when the group came to be in it. */
    public void next(Insight state, Instant at) {
        spans.accept(++states, at, state.rebalances(), null);
        int number = state.rebalances().count();
        boolean begins = number > last.rebalances().count();
        if (begins) {
            begunAt = begunAt(state, at);
        }
        boolean ended = state.rebalances().settledAt() != null
                && (begins || last.rebalances().settledAt() == null);
        if (ended) {
            // One that went on after its end ends anew.
            rebalances.removeIf(rebalance -> rebalance.number() == number);
            rebalances.add(new Rebalance(number, begunAt(state, begunAt), at, null));
            begunAt = null;
        }
        Set<Condition.Spell> lasting =
                state.conditions().stream().map(Condition::spell).collect(Collectors.toSet());
        last.conditions().stream()
                .filter(condition -> !lasting.contains(condition.spell()))
                .forEach(condition -> conditions.add(new EndedCondition(condition, at)));
        last = state;
    }

    private static @Nullable Instant begunAt(Insight state, @Nullable Instant seen) {
        Instant told = state.rebalances().begunAt();
        return told == null ? seen : told;
    }

    /** How many rebalances began. */
    public int begun() {
        return last.rebalances().count() - first;
    }

    /** Those that began or ended, in order, when all states are told. */
    public List<Rebalance> rebalances() {
        spans.finish();
        List<Rebalance> all = new ArrayList<>(rebalances);
        if (begunAt != null) {
            all.add(new Rebalance(last.rebalances().count(), begunAt, null, null));
        }
        return all.stream()
                .map(r -> new Rebalance(r.number(), r.begunAt(), r.endedAt(), triggers.get(r.number())))
                .toList();
    }

    /** The conditions that ended, in the order of their ends. */
    public List<EndedCondition> conditions() {
        return List.copyOf(conditions);
    }
}
