package io.streamgauge.query;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.Findings;
import io.streamgauge.group.Condition;
import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.history.GroupConfigs;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds when tasks lacked standby copies: how many they have is in the states, how many they are to have in what the group
 * was configured to. Takes states in the order of time. Not thread-safe.
 */
final class StandbyPeriods {

    private final Deque<GroupConfigs> toCome;
    private final Consumer<FindingPeriod> sink;
    private @Nullable StandbyReplicas configured;
    private @Nullable Condition shown;
    private @Nullable Lack open;

    private record Lack(
            Instant since, Condition condition, @Nullable StandbyReplicas configured) {}

    /**
     * Begins with nothing shown.
     *
     * @param configs what the group was configured to, in the order of time
     * @param sink takes what was found, at its end
     */
    StandbyPeriods(List<GroupConfigs> configs, Consumer<FindingPeriod> sink) {
        toCome = new ArrayDeque<>(configs);
        this.sink = sink;
    }

    /** Takes what the state of an instant shows of standby copies; null for nothing. */
    void shows(Instant at, @Nullable Condition condition) {
        readUntil(at);
        shown = condition;
        look(at);
    }

    /** Takes that nothing is known beyond an instant. */
    void end(Instant last) {
        readUntil(last);
        close(last, null);
    }

    private void readUntil(Instant at) {
        for (GroupConfigs next = toCome.peek(); next != null && !next.readAt().isAfter(at); next = toCome.peek()) {
            toCome.remove();
            configured = next.standbyReplicas();
            look(next.readAt());
        }
    }

    private void look(Instant at) {
        Condition now = shown;
        Instant since = now == null ? null : Findings.lacksSince(now, configured);
        if (open != null && !open.since().equals(since)) {
            close(at, at);
        }
        if (now != null && since != null) {
            open = new Lack(since, now, configured);
        }
    }

    private void close(Instant until, @Nullable Instant closedAt) {
        Lack lack = open;
        open = null;
        Finding finding = lack == null ? null : Findings.of(lack.condition(), lack.configured(), until);
        if (finding != null) {
            sink.accept(new FindingPeriod(finding, closedAt));
        }
    }
}
