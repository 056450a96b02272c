package io.streamgauge.ingest;

import io.streamgauge.analysis.EndedInsights;
import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.Findings;
import io.streamgauge.group.Condition.Kind;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.Retention.Versions;
import io.streamgauge.history.SnapshotHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
     * @param configs what the group was configured to meanwhile, in order
     */
    static List<RemovedRange> of(Versions versions, List<SnapshotHeader> headers, List<GroupConfigs> configs) {
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
        List<Map<String, Object>> findings = insights.conditions().stream()
                .map(ended -> entry(ended, configs))
                .filter(Objects::nonNull)
                .toList();
        if (!findings.isEmpty()) {
            ranges.add(range(RemovedRange.Kind.FINDINGS, versions, findings.size(), some(findings.stream())));
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

    /** What a condition had come to when it ended; null for nothing. */
    private static @Nullable Map<String, Object> entry(EndedInsights.EndedCondition ended, List<GroupConfigs> configs) {
        StandbyReplicas configured = configs.stream()
                .filter(read -> !read.readAt().isAfter(ended.endedAt()))
                .reduce((earlier, later) -> later)
                .map(GroupConfigs::standbyReplicas)
                .orElse(null);
        Finding finding = Findings.of(ended.condition(), configured, ended.endedAt());
        if (finding == null) {
            return null;
        }
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("code", finding.code().name());
        entry.put("severity", finding.severity().name());
        putSubject(entry, finding.subject());
        entry.put("since", finding.since().toString());
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
