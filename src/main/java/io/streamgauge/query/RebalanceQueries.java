package io.streamgauge.query;

import io.streamgauge.analysis.Rebalance;
import io.streamgauge.analysis.Rebalance.Span;
import io.streamgauge.analysis.RebalanceSpans;
import io.streamgauge.analysis.RebalanceSummary;
import io.streamgauge.analysis.Rebalances;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupSummary;
import io.streamgauge.history.MarkedSnapshot;
import io.streamgauge.history.Slice;
import io.streamgauge.history.SnapshotHeader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Questions about the rebalances of a group. Their marks are read of a whole range, the states only of those that are
 * told, and of those nothing but what lies between their beginning and end.
 */
@Service
public class RebalanceQueries {

    /** How far before a range it is looked for members that return in it. */
    private static final Duration LOOKED_BACK = Duration.ofDays(1);

    private static final int MARKS = 1_000;

    /** As many versions are read together anyway. */
    private static final int APART = 50;

    private static final int HOURS = 24;

    private final GroupHistory history;
    private final Clock clock;

    RebalanceQueries(GroupHistory history, Clock clock) {
        this.history = history;
        this.clock = clock;
    }

    /**
     * Rebalances of a range.
     *
     * @param page newest first
     * @param perHour how many there were in an hour, on average; null when the range is shorter than a minute
     */
    public record Told(
            Slice<Rebalance> page,
            RebalanceSummary summary,
            Instant from,
            Instant to,
            @Nullable Double perHour) {}

    /**
     * The rebalances that went on at some time in a range, each as it is known now.
     *
     * @param from inclusive; null for the group's beginning
     * @param to exclusive; null for its latest observation
     */
    public Told rebalances(GroupKey group, @Nullable Instant from, @Nullable Instant to, int page, int size) {
        RebalanceSummary summary = new RebalanceSummary();
        Deque<Span> newest = new ArrayDeque<>();
        long wanted = (page + 1L) * size;
        forEachSpan(group, from, to, span -> {
            summary.accept(span);
            newest.addLast(span);
            if (newest.size() > wanted) {
                newest.removeFirst();
            }
        });
        List<Span> spans = new ArrayList<>(newest);
        int end = (int) Math.max(0, spans.size() - (long) page * size);
        List<Span> told = spans.subList(Math.max(0, end - size), end);
        Instant begins = from != null && from.isAfter(group.firstAt()) ? from : group.firstAt();
        Instant ends = to != null && to.isBefore(group.observedAt()) ? to : group.observedAt();
        double hours = Duration.between(begins, ends).toMillis() / 3_600_000d;
        return new Told(
                new Slice<>(details(group, told), page, size, summary.count()),
                summary,
                begins,
                ends,
                hours < 1 / 60d ? null : summary.count() / hours);
    }

    /**
     * Rebalances begun in each of 24 hours.
     *
     * @param from begin of the first hour
     * @param counts by the key of the group: 24 numbers
     */
    public record ByHour(Instant from, Map<Long, List<Integer>> counts) {}

    /**
     * The rebalances that began in the last day of listed groups, by full hours.
     *
     * @param at the instant that the list is about; null for now, which of a recording is its end
     */
    public ByHour begunByHour(Cluster cluster, List<GroupSummary> groups, @Nullable Instant at) {
        Instant end = at != null
                ? at
                : cluster.kind() == Cluster.Kind.LIVE
                        ? clock.instant()
                        : groups.stream()
                                .map(GroupSummary::observedAt)
                                .max(Comparator.naturalOrder())
                                .orElse(Instant.EPOCH);
        Instant from = end.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(HOURS - 1));
        List<Long> keys =
                groups.stream().map(group -> group.header().groupKey()).toList();
        Map<Long, List<Instant>> begun = history.rebalancesBegun(keys, from, end);
        Map<Long, List<Integer>> counts = new HashMap<>();
        for (Long key : keys) {
            int[] hours = new int[HOURS];
            for (Instant instant : begun.getOrDefault(key, List.of())) {
                hours[(int) Duration.between(from, instant).toHours()]++;
            }
            counts.put(key, Arrays.stream(hours).boxed().toList());
        }
        return new ByHour(from, counts);
    }

    private void forEachSpan(GroupKey group, @Nullable Instant from, @Nullable Instant to, Consumer<Span> consumer) {
        SnapshotHeader before = from == null ? null : atRestBefore(group, from.minus(LOOKED_BACK));
        RebalanceSpans spans =
                new RebalanceSpans(before == null ? null : before.insight().rebalances(), span -> {
                    boolean begins = to == null || span.seenAt().isBefore(to);
                    boolean lasts = from == null
                            || span.settledAt() == null
                            || !span.settledAt().isBefore(from);
                    if (begins && lasts) {
                        consumer.accept(span);
                    }
                });
        int next = before == null ? 0 : before.version() + 1;
        int count = before == null ? 0 : before.insight().rebalances().count();
        boolean more = true;
        while (more) {
            List<MarkedSnapshot> marks = history.marks(group.id(), next, MARKS);
            more = marks.size() == MARKS;
            for (MarkedSnapshot marked : marks) {
                if (to != null && !marked.at().isBefore(to)) {
                    if (marked.mark().count() > count) {
                        more = false;
                        break;
                    }
                } else {
                    count = marked.mark().count();
                }
                spans.accept(marked.version(), marked.at(), marked.mark(), marked.processes());
                next = marked.version() + 1;
            }
        }
        spans.finish();
    }

    /** The last version before an instant in which no rebalance goes on or waits to be told; null when there is none. */
    private @Nullable SnapshotHeader atRestBefore(GroupKey group, Instant at) {
        Instant before = at;
        while (true) {
            Integer version = history.versionAt(group.id(), before);
            SnapshotHeader header =
                    version == null ? null : history.header(group.id(), version).orElse(null);
            if (header == null) {
                return null;
            }
            RebalanceMark mark = header.insight().rebalances();
            Instant since = mark.settledAt() == null ? mark.begunAt() : mark.pendingSince();
            if (mark.settledAt() != null && since == null) {
                return header;
            }
            if (since == null) {
                return null;
            }
            before = (since.isBefore(before) ? since : before).minusNanos(1_000);
        }
    }

    /** What the states tell of some rebalances, in order; the newest first. */
    private List<Rebalance> details(GroupKey group, List<Span> spans) {
        Map<Integer, Rebalance> told = new HashMap<>();
        for (int i = 0; i < spans.size(); ) {
            int first = spans.get(i).firstVersion();
            int last = spans.get(i).lastVersion();
            while (++i < spans.size() && spans.get(i).firstVersion() <= last + APART) {
                last = spans.get(i).lastVersion();
            }
            walk(group, first, last, told);
        }
        List<Rebalance> newestFirst = new ArrayList<>();
        for (int i = spans.size() - 1; i >= 0; i--) {
            Rebalance rebalance = told.get(spans.get(i).number());
            if (rebalance != null) {
                newestFirst.add(rebalance.withCauses(spans.get(i).causes()));
            }
        }
        return newestFirst;
    }

    private void walk(GroupKey group, int first, int last, Map<Integer, Rebalance> told) {
        boolean hasBefore = first > 1 && history.header(group.id(), first - 1).isPresent();
        Walk walk = new Walk(told);
        history.forEachSnapshot(group.id(), hasBefore ? first - 1 : first, last, group.observedAt(), snapshot -> {
            SnapshotHeader header = snapshot.header();
            RebalanceMark mark = header.insight().rebalances();
            if (walk.rebalances == null) {
                walk.rebalances = hasBefore
                        ? new Rebalances(mark, snapshot.state(), walk::tell)
                        : new Rebalances(null, null, walk::tell);
                if (hasBefore) {
                    return;
                }
            }
            walk.rebalances.accept(header.version(), header.at(), mark, snapshot.state());
        });
        if (walk.rebalances != null) {
            walk.rebalances.finish();
        }
    }

    private static final class Walk {

        private final Map<Integer, Rebalance> told;
        private @Nullable Rebalances rebalances;

        Walk(Map<Integer, Rebalance> told) {
            this.told = told;
        }

        void tell(Rebalance rebalance) {
            told.put(rebalance.span().number(), rebalance);
        }
    }
}
