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
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds rolling restarts in which other processes come instead of those that leave, as when pods are replaced. A new process
 * and one that leaves, in either order, are a round. A group that is made larger, and smaller again later, has none: what came
 * must be answered soon, few may come before one leaves, and in the end there are as many as before. Not thread-safe.
 */
final class RollingReplacements {

    /** A new process is up, or an old one down, within this when they are replaced one after another. */
    private static final Duration ANSWERED = Duration.ofMinutes(5);

    /** More of the group are not replaced at a time: a quarter, as Kubernetes does by itself, and at least one. */
    private static final int PART_AT_A_TIME = 4;

    /** Of more processes than these the first are forgotten. */
    private static final int REMEMBERED = 10_000;

    private record Seen(Instance instance, Instant at, int number) {}

    private final Consumer<RollingRestart> sink;
    private final Deque<Seen> came = new ArrayDeque<>();
    private final Deque<Seen> left = new ArrayDeque<>();
    private final List<Round> rounds = new ArrayList<>();

    /** Those that are new in it. */
    private final Set<String> fresh = new HashSet<>();

    private int mostAtATime;
    private @Nullable Instant lastAt;
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
        if (isLate(cause.at()) || fresh.size() >= REMEMBERED) {
            end();
        }
        boolean expected = cause.comes()
                ? cause.kind() == Kind.JOINED && !known
                : (cause.kind() == Kind.LEFT || cause.kind() == Kind.GONE) && !fresh.contains(instance.key());
        if (!expected) {
            end();
            return;
        }
        lastAt = cause.at();
        Seen seen = new Seen(instance, cause.at(), number);
        Seen other = (cause.comes() ? left : came).poll();
        if (cause.comes()) {
            fresh.add(instance.key());
        }
        if (other == null) {
            Deque<Seen> waiting = cause.comes() ? came : left;
            waiting.add(seen);
            mostAtATime = Math.max(mostAtATime, waiting.size());
        } else {
            Seen old = cause.comes() ? other : seen;
            Seen replacement = cause.comes() ? seen : other;
            rounds.add(new Round(
                    old.instance(),
                    old.at(),
                    replacement.at(),
                    old.number(),
                    replacement.number(),
                    replacement.instance()));
        }
    }

    /** Whether what waits for its counterpart waited too long, or the next round begins too late. */
    private boolean isLate(Instant at) {
        Seen waiting = came.isEmpty() ? left.peek() : came.peek();
        return waiting != null
                ? waiting.at().plus(ANSWERED).isBefore(at)
                : lastAt != null && lastAt.plus(RebalanceSummary.ROUND).isBefore(at);
    }

    /**
     * Takes that a rebalance is over.
     *
     * @param processes that the group has then; null when not known, of which nothing is told
     */
    void settled(@Nullable Integer processes) {
        if (processes != null
                && came.isEmpty()
                && left.isEmpty()
                && rounds.size() >= 2
                && 2 * rounds.size() > processes
                && mostAtATime <= Math.max(1, (processes + PART_AT_A_TIME - 1) / PART_AT_A_TIME)) {
            found = new RollingRestart(rounds);
        }
    }

    /** The one that may still go on; null for none. */
    @Nullable
    RollingRestart found() {
        return found;
    }

    private void end() {
        if (found != null) {
            sink.accept(found);
        }
        found = null;
        came.clear();
        left.clear();
        rounds.clear();
        fresh.clear();
        mostAtATime = 0;
        lastAt = null;
    }
}
