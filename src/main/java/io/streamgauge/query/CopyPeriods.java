package io.streamgauge.query;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.FindingFacts;
import io.streamgauge.analysis.Findings;
import io.streamgauge.group.Condition;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.history.OffsetReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds when copies of tasks fell behind more and more, or did not catch up while they were to warm up: looked at with each
 * report of a member, and over when its next does not show it, none comes, or the copy warms up no more. Takes first which
 * copies warmed up when, and then the reports, both in the order of time. Keeps some minutes of reports. Not thread-safe.
 */
final class CopyPeriods {

    /** How long a report has a part in what is found. */
    static final Duration KEPT = Findings.COPIES.plus(Findings.COPIES_TOLD);

    private final Consumer<FindingPeriod> sink;
    private final Map<Condition.Spell, WarmUp> warmUps = new LinkedHashMap<>();

    /** By member id, who told longest ago first. */
    private final Map<String, Told> members = new LinkedHashMap<>(16, 0.75f, true);

    /** @param end null while it goes on */
    private record WarmUp(Condition condition, @Nullable Instant end) {

        boolean isOf(String memberId, Instant at) {
            return memberId.equals(condition.evidence().get("memberId"))
                    && !at.isBefore(condition.since())
                    && (end == null || at.isBefore(end));
        }
    }

    /** @param warmUp of a copy that is to warm up; null of others */
    private record Which(FindingCode code, Subject subject, Condition.@Nullable Spell warmUp) {}

    /** @param until when it is over at the latest; null when nothing limits it */
    private record Open(Finding finding, @Nullable Instant until) {}

    private static final class Told {

        private final Deque<OffsetReport> reports = new ArrayDeque<>();
        private final Map<Which, Open> open = new LinkedHashMap<>();
        private final Map<Which, Instant> closed = new HashMap<>();

        private Instant freshUntil() {
            return reports.getLast().at().plus(Findings.COPIES_TOLD);
        }
    }

    /**
     * Begins with nothing told.
     *
     * @param sink takes what was found, at its end
     */
    CopyPeriods(Consumer<FindingPeriod> sink) {
        this.sink = sink;
    }

    /** Takes what the group's next state shows. */
    void shows(Instant at, List<Condition> conditions) {
        warmUps.replaceAll((spell, warmUp) -> warmUp.end() == null ? new WarmUp(warmUp.condition(), at) : warmUp);
        conditions.stream()
                .filter(c -> c.code().equals(FindingCode.WARMUP_NOT_CATCHING_UP.name()))
                .forEach(c -> warmUps.put(c.spell(), new WarmUp(c, null)));
    }

    /** Whether any copy warmed up. */
    boolean haveWarmUps() {
        return !warmUps.isEmpty();
    }

    /** Takes the next report. */
    void told(OffsetReport report) {
        Instant at = report.at();
        forget(at);
        Told member = members.computeIfAbsent(report.memberId(), id -> new Told());
        if (!member.reports.isEmpty() && member.freshUntil().isBefore(at)) {
            close(member, member.freshUntil());
        }
        while (!member.reports.isEmpty()
                && member.reports.getFirst().at().plus(KEPT).isBefore(at)) {
            member.reports.removeFirst();
        }
        member.reports.addLast(report);
        Map<Which, Open> now = look(member, report);
        List<Which> over = member.open.keySet().stream()
                .filter(which -> !now.containsKey(which))
                .toList();
        over.forEach(which -> close(member, which, at));
        now.forEach((which, found) -> {
            Open before = member.open.get(which);
            Instant closed = member.closed.get(which);
            Finding finding = found.finding();
            if (before != null) {
                finding = finding.since(before.finding().since());
            } else if (closed != null && !finding.since().isAfter(closed)) {
                finding = finding.since(at);
            }
            member.open.put(which, new Open(finding, found.until()));
        });
    }

    private Map<Which, Open> look(Told member, OffsetReport report) {
        Map<Subject, WarmUp> warm = new HashMap<>();
        List<Condition> conditions = new ArrayList<>();
        warmUps.values().stream()
                .filter(warmUp -> warmUp.isOf(report.memberId(), report.at()))
                .forEach(warmUp -> {
                    warm.put(warmUp.condition().subject(), warmUp);
                    conditions.add(warmUp.condition());
                });
        Map<Which, Open> found = new LinkedHashMap<>();
        if (conditions.isEmpty() && !report.isFarBehind()) {
            return found;
        }
        FindingFacts facts = new FindingFacts(
                conditions,
                List.of(),
                List.of(),
                FindingQueries.copies(List.copyOf(member.reports), report.at()),
                null,
                null,
                null,
                null);
        for (Finding finding : Findings.of(facts, report.at())) {
            WarmUp warmUp = warm.get(finding.subject());
            found.put(
                    new Which(
                            finding.code(),
                            finding.subject(),
                            warmUp == null ? null : warmUp.condition().spell()),
                    new Open(finding, warmUp == null ? null : warmUp.end()));
        }
        return found;
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

    private void close(Told member, @Nullable Instant at) {
        List.copyOf(member.open.keySet()).forEach(which -> close(member, which, at));
    }

    private void close(Told member, Which which, @Nullable Instant at) {
        Open open = member.open.remove(which);
        if (open == null) {
            return;
        }
        Instant until = open.until();
        Instant closedAt = until != null && (at == null || until.isBefore(at)) ? until : at;
        if (closedAt != null) {
            member.closed.put(which, closedAt);
        }
        sink.accept(new FindingPeriod(open.finding(), closedAt));
    }
}
