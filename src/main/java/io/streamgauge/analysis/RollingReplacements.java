package io.streamgauge.analysis;

import io.streamgauge.analysis.RebalanceSummary.Instance;
import io.streamgauge.analysis.RebalanceSummary.RollingRestart;
import io.streamgauge.analysis.RebalanceSummary.Round;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds rolling restarts in which other processes come instead of those that leave, as when pods are replaced. A new process
 * and one that leaves, in either order, are a round. A group that is made larger, and smaller again later, has none: what came
 * must be answered soon, few may come before one leaves, and in the end there are as many as before. What does not fit ends one
 * that was found, and what still waits for its counterpart then may begin the next. Not thread-safe.
 */
final class RollingReplacements {

    /** A new process is up, or an old one down, within this when they are replaced one after another. */
    private static final Duration ANSWERED = Duration.ofMinutes(5);

    /** More of the group are not replaced at a time: a quarter, as Kubernetes does by itself, and at least one. */
    private static final int PART_AT_A_TIME = 4;

    /** Of more processes than these the first are forgotten. */
    private static final int REMEMBERED = 10_000;

    private record Seen(Instance instance, boolean comes, Instant at, int number) {}

    private final Consumer<RollingRestart> sink;

    /** Since it began, in order. */
    private final List<Seen> events = new ArrayList<>();

    private final Deque<Seen> came = new ArrayDeque<>();
    private final Deque<Seen> left = new ArrayDeque<>();
    private final List<Round> rounds = new ArrayList<>();

    /** Those that are new in it. */
    private final Set<String> fresh = new HashSet<>();

    /** Of these those that came together with others by which the group grew, and may be of the old ones as well. */
    private final Set<String> doubtful = new HashSet<>();

    private int mostAtATime;
    private @Nullable Integer processes;
    private @Nullable RollingRestart found;

    RollingReplacements(Consumer<RollingRestart> sink) {
        this.sink = sink;
    }

    /**
     * Takes that a whole process came or went.
     *
     * @param known whether anything was seen of that process before
     * @param number of the rebalance
     */
    void accept(int number, RebalanceCause cause, Instance instance, boolean known) {
        boolean possible = cause.comes()
                ? cause.kind() == Kind.JOINED && !known
                : cause.kind() == Kind.LEFT || cause.kind() == Kind.GONE;
        if (!possible || isLate(cause.at()) || fresh.size() >= REMEMBERED) {
            beginWith(List.of());
        }
        if (!possible) {
            return;
        }
        if (!cause.comes() && fresh.contains(instance.key()) && !pairedWithout(instance.key())) {
            beginWith(waiting().stream()
                    .filter(seen -> !seen.instance().key().equals(instance.key()))
                    .toList());
        }
        take(new Seen(instance, cause.comes(), cause.at(), number));
    }

    private void take(Seen seen) {
        events.add(seen);
        Seen other = (seen.comes() ? left : came).poll();
        if (seen.comes()) {
            fresh.add(seen.instance().key());
        }
        if (other == null) {
            Deque<Seen> waiting = seen.comes() ? came : left;
            waiting.add(seen);
            mostAtATime = Math.max(mostAtATime, waiting.size());
        } else {
            Seen old = seen.comes() ? other : seen;
            Seen replacement = seen.comes() ? seen : other;
            rounds.add(new Round(
                    old.instance(),
                    old.at(),
                    replacement.at(),
                    old.number(),
                    replacement.number(),
                    replacement.instance()));
        }
    }

    private Deque<Seen> waiting() {
        return came.isEmpty() ? left : came;
    }

    /** Whether what waits for its counterpart waited too long, or the next round begins too late. */
    private boolean isLate(Instant at) {
        Seen waiting = waiting().peek();
        return waiting != null
                ? waiting.at().plus(ANSWERED).isBefore(at)
                : !events.isEmpty()
                        && events.get(events.size() - 1)
                                .at()
                                .plus(RebalanceSummary.ROUND)
                                .isBefore(at);
    }

    /**
     * Tells anew who came instead of whom when one leaves that may have been of the old ones.
     *
     * @return false when it was not: fewer would be replaced than were found to be
     */
    private boolean pairedWithout(String key) {
        if (!doubtful.contains(key)) {
            return false;
        }
        List<Seen> others = events.stream()
                .filter(seen -> !seen.comes() || !seen.instance().key().equals(key))
                .toList();
        if (found != null && pairs(others) < found.rounds().size()) {
            return false;
        }
        found = null;
        Set<String> doubts = Set.copyOf(doubtful);
        beginWith(others);
        doubtful.addAll(doubts);
        settled(processes);
        return true;
    }

    private static int pairs(List<Seen> events) {
        int pairs = 0;
        int more = 0;
        for (Seen seen : events) {
            int step = seen.comes() ? 1 : -1;
            pairs += more * step < 0 ? 1 : 0;
            more += step;
        }
        return pairs;
    }

    /**
     * Takes that a rebalance is over.
     *
     * @param count of the processes that the group has then; null when not known, of which nothing is told
     */
    void settled(@Nullable Integer count) {
        processes = count;
        if (count == null) {
            return;
        }
        int most = Math.max(1, (count + PART_AT_A_TIME - 1) / PART_AT_A_TIME);
        List<Seen> waiting = List.copyOf(waiting());
        if (waiting.size() > most) {
            // The group grows or shrinks; its last step may be the first of a restart.
            beginWith(waiting.subList(waiting.size() - most, waiting.size()));
            doubtful.addAll(fresh);
        } else if (waiting.isEmpty() && rounds.size() >= 2 && 2 * rounds.size() > count && mostAtATime <= most) {
            found = new RollingRestart(rounds);
        }
    }

    /** The one that may still go on; null for none. */
    @Nullable
    RollingRestart found() {
        return found;
    }

    /** Ends what was found, and begins anew with events in their order. */
    private void beginWith(Collection<Seen> next) {
        if (found != null) {
            sink.accept(found);
        }
        found = null;
        events.clear();
        came.clear();
        left.clear();
        rounds.clear();
        fresh.clear();
        doubtful.clear();
        mostAtATime = 0;
        next.forEach(this::take);
    }
}
