package io.streamgauge.ingest;

import io.streamgauge.analysis.EndedInsights;
import io.streamgauge.group.Condition;
import io.streamgauge.group.Condition.Kind;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.Retention.Versions;
import io.streamgauge.history.SnapshotHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells in short what versions held that are about to be removed. */
final class RangeSummaries {

    /** Of so many each is told; of the others only their number. */
    private static final int MOST = 1_000;

    /** Ids may be long; what is left of a range is not. */
    private static final int LONGEST = 400_000;

    private RangeSummaries() {}

    /**
     * The range with its snapshots counted and, if there were any, the rebalances and the findings in it. What changed with
     * the version after the range belongs to the range, so that parts that follow each other tell of each change once.
     *
     * @param headers of the versions and the one after them, in order
     */
    static List<RemovedRange> of(Versions versions, List<SnapshotHeader> headers) {
        EndedInsights insights =
                new EndedInsights(headers.get(0).insight(), headers.get(0).at());
        headers.subList(1, headers.size()).forEach(header -> insights.next(header.insight(), header.at()));
        List<RemovedRange> ranges = new ArrayList<>();
        ranges.add(range(RemovedRange.Kind.SNAPSHOTS, versions, versions.next() - versions.first(), List.of()));
        List<EndedInsights.Rebalance> rebalances = insights.rebalances();
        if (!rebalances.isEmpty()) {
            ranges.add(range(
                    RemovedRange.Kind.REBALANCES,
                    versions,
                    insights.begun(),
                    some(rebalances.stream().map(RangeSummaries::entry))));
        }
        List<EndedInsights.EndedCondition> conditions = insights.conditions();
        if (!conditions.isEmpty()) {
            ranges.add(range(
                    RemovedRange.Kind.FINDINGS,
                    versions,
                    conditions.size(),
                    some(conditions.stream().map(RangeSummaries::entry))));
        }
        return ranges;
    }

    private static List<Map<String, Object>> some(Stream<Map<String, Object>> entries) {
        AtomicInteger length = new AtomicInteger();
        return entries.limit(MOST)
                .takeWhile(entry -> length.addAndGet(entry.toString().length()) <= LONGEST)
                .toList();
    }

    private static RemovedRange range(
            RemovedRange.Kind kind, Versions versions, int count, List<Map<String, Object>> entries) {
        return new RemovedRange(
                kind, versions.first(), versions.next(), versions.from(), versions.to(), count, entries);
    }

    private static Map<String, Object> entry(EndedInsights.Rebalance rebalance) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("number", rebalance.number());
        putIfKnown(entry, "begunAt", rebalance.begunAt());
        putIfKnown(entry, "endedAt", rebalance.endedAt());
        RebalanceCause trigger = rebalance.trigger();
        if (trigger != null) {
            entry.put("trigger", trigger.kind().name());
            putSubject(entry, subject(trigger));
            putIfKnown(entry, "endpoint", trigger.endpoint());
        }
        return entry;
    }

    /** A static member is known again by its instance. */
    private static Subject subject(RebalanceCause cause) {
        return cause.instanceId() != null
                ? new Subject(Kind.INSTANCE, cause.instanceId())
                : cause.memberId() != null ? new Subject(Kind.MEMBER, cause.memberId()) : Subject.GROUP;
    }

    private static Map<String, Object> entry(EndedInsights.EndedCondition ended) {
        Condition condition = ended.condition();
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("code", condition.code());
        putSubject(entry, condition.subject());
        entry.put("since", condition.since().toString());
        entry.put("until", ended.endedAt().toString());
        return entry;
    }

    private static void putSubject(Map<String, Object> entry, Subject subject) {
        entry.put("subject", subject.kind().name().toLowerCase(Locale.ROOT));
        putIfKnown(entry, "subjectId", subject.id());
    }

    private static void putIfKnown(Map<String, Object> entry, String name, @Nullable Object value) {
        if (value != null) {
            entry.put(name, value.toString());
        }
    }
}
