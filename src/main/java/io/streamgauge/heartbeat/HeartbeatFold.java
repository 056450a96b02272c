package io.streamgauge.heartbeat;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Folds the heartbeats of one recording, in the order they were recorded, into the states of its groups.
 *
 * <p>Time never runs backwards: an exchange stamped before the fold's clock, as brokers log answers of several network
 * threads a little out of order, happens at the clock. Not thread-safe.
 */
public final class HeartbeatFold {

    private final Duration sessionTimeout;
    private final Map<String, GroupFold> groups = new HashMap<>();
    private final PriorityQueue<Expiry> expiries = new PriorityQueue<>(Comparator.comparing(Expiry::at));
    private @Nullable Instant clock;

    /**
     * @param sessionTimeout after how long without an answered heartbeat the coordinator lets a member go
     *     ({@code group.streams.session.timeout.ms})
     */
    public HeartbeatFold(Duration sessionTimeout) {
        this.sessionTimeout = sessionTimeout;
    }

    /** The latest instant seen, null before the first. */
    public @Nullable Instant clock() {
        return clock;
    }

    /** Applies one exchange; sessions that end before it are reported first. */
    public void apply(HeartbeatExchange exchange, Consumer<FoldStep> steps) {
        // A heartbeat at the very deadline is in time.
        expireBefore(exchange.at(), steps);
        Instant now = moveClock(exchange.at());
        GroupFold group = groups.computeIfAbsent(exchange.groupId(), id -> new GroupFold(id, sessionTimeout));
        FoldStep step = group.apply(exchange, now, this::watch);
        if (step != null) {
            steps.accept(step);
        }
    }

    /** Lets time pass, as any line of the same log shows it did: members silent for the session timeout expire. */
    public void advanceTo(Instant now, Consumer<FoldStep> steps) {
        expireBefore(now.plusNanos(1), steps);
        moveClock(now);
    }

    private void expireBefore(Instant now, Consumer<FoldStep> steps) {
        while (!expiries.isEmpty() && expiries.peek().at().isBefore(now)) {
            Expiry due = expiries.remove();
            Instant deadline = due.member().deadline;
            if (deadline.isAfter(due.at())) {
                watch(due.group(), due.member());
            } else {
                due.member().watched = false;
                FoldStep step = due.group().expire(due.member());
                if (step != null) {
                    steps.accept(step);
                }
            }
        }
    }

    private Instant moveClock(Instant now) {
        Instant moved = clock == null || now.isAfter(clock) ? now : clock;
        clock = moved;
        return moved;
    }

    private void watch(GroupFold group, MemberFold member) {
        member.watched = true;
        expiries.add(new Expiry(member.deadline, group, member));
    }

    /** A queued look at a member: at its deadline as it was when queued, which later heartbeats may have moved. */
    private record Expiry(Instant at, GroupFold group, MemberFold member) {}
}
