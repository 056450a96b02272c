package io.streamgauge.query;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.FindingFacts;
import io.streamgauge.analysis.FindingFacts.Copy;
import io.streamgauge.analysis.Findings;
import io.streamgauge.history.OffsetReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds when the copies of members fell behind more and more, from their reports in the order of time: looked at with each
 * report, and over when the next does not show it or none comes. Keeps some minutes of reports. Not thread-safe.
 */
final class FallingBehind {

    /** How long a report has a part in what is found. */
    static final Duration KEPT = Findings.COPIES.plus(Findings.COPIES_TOLD);

    private final Predicate<Copy> wanted;
    private final Consumer<FindingPeriod> sink;

    /** By member id, who told longest ago first. */
    private final Map<String, Told> members = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Told {

        private final Deque<OffsetReport> reports = new ArrayDeque<>();
        private @Nullable Finding finding;

        private Instant freshUntil() {
            return reports.getLast().at().plus(Findings.COPIES_TOLD);
        }
    }

    /**
     * Begins with nothing told.
     *
     * @param wanted of which copies, when they are told
     * @param sink takes what was found, at its end
     */
    FallingBehind(Predicate<Copy> wanted, Consumer<FindingPeriod> sink) {
        this.wanted = wanted;
        this.sink = sink;
    }

    /** Takes the next report. */
    void told(OffsetReport report) {
        forget(report.at());
        Told member = members.computeIfAbsent(report.memberId(), id -> new Told());
        if (!member.reports.isEmpty() && member.freshUntil().isBefore(report.at())) {
            close(member, member.freshUntil());
        }
        while (!member.reports.isEmpty()
                && member.reports.getFirst().at().plus(KEPT).isBefore(report.at())) {
            member.reports.removeFirst();
        }
        member.reports.addLast(report);
        Finding finding = finding(List.copyOf(member.reports), report.at());
        if (finding == null) {
            close(member, report.at());
        } else {
            member.finding = member.finding == null ? finding : finding.since(member.finding.since());
        }
    }

    private @Nullable Finding finding(List<OffsetReport> reports, Instant at) {
        List<Copy> copies =
                FindingQueries.copies(reports, at).stream().filter(wanted).toList();
        return Findings.of(new FindingFacts(List.of(), List.of(), List.of(), copies, null, null, null, null), at)
                .stream()
                .filter(finding -> finding.code() == FindingCode.RESTORE_LAG_GROWING)
                .findFirst()
                .orElse(null);
    }

    private void forget(Instant at) {
        Iterator<Told> eldest = members.values().iterator();
        while (eldest.hasNext()) {
            Told member = eldest.next();
            if (!member.reports.getLast().at().plus(KEPT).isBefore(at)) {
                return;
            }
            close(member, member.freshUntil());
            eldest.remove();
        }
    }

    /** Takes that nothing is known beyond an instant. */
    void end(Instant last) {
        members.values()
                .forEach(member -> close(member, member.freshUntil().isBefore(last) ? member.freshUntil() : null));
        members.clear();
    }

    private void close(Told member, @Nullable Instant closedAt) {
        if (member.finding != null) {
            sink.accept(new FindingPeriod(member.finding, closedAt));
        }
        member.finding = null;
    }
}
