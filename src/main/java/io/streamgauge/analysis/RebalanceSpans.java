package io.streamgauge.analysis;

import io.streamgauge.analysis.Rebalance.Span;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import io.streamgauge.group.RebalanceMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds when a group rebalanced and why from the marks of its snapshots, in the order of versions. Snapshots in which
 * nothing comes, goes, begins or ends may be left out. Not thread-safe.
 */
public final class RebalanceSpans {

    /** How many that went are remembered, in case they return. */
    private static final int REMEMBERED = 10_000;

    private final Consumer<Span> sink;
    private final Map<String, Boolean> gone = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };
    private @Nullable RebalanceMark last;
    private @Nullable Span open;
    private @Nullable Span pending;

    /**
     * @param before the mark of the version before the first; null when there is none
     * @param sink takes each rebalance that begins, when it is known to be over for good or at the end
     */
    public RebalanceSpans(@Nullable RebalanceMark before, Consumer<Span> sink) {
        this.last = before;
        this.sink = sink;
    }

    /**
     * Takes the next mark.
     *
     * @param processes that the group has; null when not known
     */
    public void accept(int version, Instant at, RebalanceMark mark, @Nullable Integer processes) {
        List<RebalanceCause> causes = remembering(mark.causes());
        RebalanceMark before = last;
        last = mark;
        if (pending != null && pending.lastVersion() != version - 1) {
            // What ended it is left out: it came to nothing.
            pending = null;
        }
        if (before == null ? isBeginning(at, mark) : mark.count() > before.count()) {
            finish();
            Span begun = pending == null ? begun(mark.count(), version, at) : pending;
            if (mark.begunAt() == null) {
                causes.add(0, RebalanceCause.ofGroup(Kind.UNKNOWN, at, null, null));
            }
            open = grown(begun, mark, version, processes, causes);
            pending = null;
        } else if (mark.pendingSince() != null) {
            pending = grown(
                    pending == null ? begun(mark.count() + 1, version, at) : pending, mark, version, processes, causes);
        } else {
            pending = null;
            if (open != null && (mark.settledAt() == null || !mark.settledAt().equals(open.settledAt()))) {
                open = grown(open, mark, version, processes, causes);
            }
        }
    }

    /** Whether the first mark is that of a beginning: what came before it may be kept no more. */
    static boolean isBeginning(Instant at, RebalanceMark mark) {
        return mark.count() == 1
                && (at.equals(mark.begunAt())
                        || (mark.begunAt() == null && (mark.settledAt() == null || at.equals(mark.settledAt()))));
    }

    /** Hands over the last rebalance as far as it is known. */
    public void finish() {
        Span span = open;
        open = null;
        if (span != null) {
            sink.accept(span);
        }
    }

    private static Span begun(int number, int version, Instant at) {
        return new Span(number, at, null, null, null, version, version, null, List.of());
    }

    private static Span grown(
            Span span, RebalanceMark mark, int version, @Nullable Integer processes, List<RebalanceCause> causes) {
        List<RebalanceCause> all = new ArrayList<>(span.causes());
        all.addAll(causes);
        return new Span(
                span.number(),
                span.seenAt(),
                mark.begunAt(),
                mark.begunAfter(),
                mark.settledAt(),
                span.firstVersion(),
                version,
                processes,
                all);
    }

    private List<RebalanceCause> remembering(List<RebalanceCause> causes) {
        List<RebalanceCause> known = new ArrayList<>(causes.size());
        for (RebalanceCause cause : causes) {
            String member = "member " + cause.memberId();
            String instance = cause.instanceId() == null ? null : "instance " + cause.instanceId();
            boolean returns = cause.kind() == Kind.JOINED
                    && (gone.containsKey(member) || (instance != null && gone.containsKey(instance)));
            known.add(returns ? cause.withKind(Kind.RETURNED) : cause);
            if (cause.goes()) {
                gone.put(member, true);
                if (instance != null) {
                    gone.put(instance, true);
                }
            }
        }
        return known;
    }
}
