package io.streamgauge.query;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.FindingFacts;
import io.streamgauge.analysis.Findings;
import io.streamgauge.group.Condition;
import io.streamgauge.history.OffsetReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds when copies of tasks fell behind more and more, or did not catch up while they were to warm up: looked at with each
 * report of a member, and over when its next does not show it, none comes, or the copy warms up no more. Takes first which
 * copies warmed up when, and then the reports, both in the order of time. Keeps the warm-ups and some minutes of reports. Not
 * thread-safe.
 */
final class CopyPeriods {

    /** How long a report has a part in what is found. */
    static final Duration KEPT = Findings.COPIES.plus(Findings.COPIES_TOLD);

    private final Consumer<FindingPeriod> sink;

    private final Map<String, List<WarmUp>> warmUps = new HashMap<>();
    private Map<Key, WarmUp> warming = Map.of();
    private @Nullable Instant warmUpsBegin;
    private @Nullable Instant warmUpsEnd;

    /** By member id, who told longest ago first. */
    private final Map<String, Told> members = new LinkedHashMap<>(16, 0.75f, true);

    /** One copy of a task may follow another without a break. */
    private record Key(Condition.Spell spell, String memberId) {}

    /** A copy that warms up, and what is found of it. */
    private static final class WarmUp {

        private final Condition condition;
        private final Instant begin;
        private @Nullable Instant end;
        private @Nullable Finding open;
        private @Nullable Instant closedAt;

        WarmUp(Condition condition, Instant begin) {
            this.condition = condition;
            this.begin = begin;
        }

        boolean lasts(Instant at) {
            return !at.isBefore(begin) && (end == null || at.isBefore(end));
        }
    }

    private static final class Told {

        private final Deque<OffsetReport> reports = new ArrayDeque<>();
        private @Nullable Finding growing;
        private @Nullable Instant grewUntil;

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
        Map<Key, WarmUp> now = new LinkedHashMap<>();
        Set<Condition.Spell> known = new HashSet<>();
        warming.keySet().forEach(key -> known.add(key.spell()));
        for (Condition condition : conditions) {
            String memberId = String.valueOf(condition.evidence().get("memberId"));
            if (condition.code().equals(FindingCode.WARMUP_NOT_CATCHING_UP.name())) {
                Key key = new Key(condition.spell(), memberId);
                WarmUp warmUp = warming.get(key);
                if (warmUp == null) {
                    warmUp = new WarmUp(condition, known.contains(key.spell()) ? at : condition.since());
                    warmUps.computeIfAbsent(memberId, m -> new ArrayList<>()).add(warmUp);
                    warmUpsBegin =
                            warmUpsBegin == null || warmUp.begin.isBefore(warmUpsBegin) ? warmUp.begin : warmUpsBegin;
                }
                now.put(key, warmUp);
            }
        }
        warming.forEach((key, warmUp) -> {
            if (!now.containsKey(key)) {
                warmUp.end = at;
                warmUpsEnd = at;
            }
        });
        warming = now;
    }

    /** When the first began to warm up; null when none did. */
    @Nullable
    Instant warmUpsBegin() {
        return warmUpsBegin;
    }

    /**
     * The first instant of which no report tells of a warm-up; null when nothing warmed up.
     *
     * @param end of what is looked at
     */
    @Nullable
    Instant warmUpsEnd(Instant end) {
        return warming.isEmpty() ? warmUpsEnd : end;
    }

    /** Takes the next report. */
    void told(OffsetReport report) {
        Instant at = report.at();
        forget(at);
        Told member = members.computeIfAbsent(report.memberId(), id -> new Told());
        if (!member.reports.isEmpty() && member.freshUntil().isBefore(at)) {
            close(report.memberId(), member, member.freshUntil());
        }
        while (!member.reports.isEmpty()
                && member.reports.getFirst().at().plus(KEPT).isBefore(at)) {
            member.reports.removeFirst();
        }
        member.reports.addLast(report);
        List<WarmUp> all = warmUps.getOrDefault(report.memberId(), List.of());
        List<WarmUp> warm = all.stream().filter(warmUp -> warmUp.lasts(at)).toList();
        List<Finding> found =
                warm.isEmpty() && !report.isFarBehind() ? List.of() : look(List.copyOf(member.reports), warm, at);
        for (WarmUp warmUp : all) {
            Finding finding = warm.contains(warmUp)
                    ? found.stream()
                            .filter(f -> f.subject().equals(warmUp.condition.subject()))
                            .findFirst()
                            .orElse(null)
                    : null;
            if (finding == null) {
                close(warmUp, at);
            } else {
                warmUp.open = finding.since(
                        warmUp.open != null ? warmUp.open.since() : warmUp.closedAt != null ? at : warmUp.begin);
            }
        }
        Finding growing = found.stream()
                .filter(f -> f.code() == FindingCode.RESTORE_LAG_GROWING)
                .findFirst()
                .orElse(null);
        if (growing == null) {
            closeGrowing(member, at);
        } else if (member.growing != null) {
            member.growing = growing.since(member.growing.since());
        } else {
            boolean again = member.grewUntil != null && !growing.since().isAfter(member.grewUntil);
            member.growing = again ? growing.since(at) : growing;
        }
    }

    private static List<Finding> look(List<OffsetReport> reports, List<WarmUp> warm, Instant at) {
        List<Condition> conditions =
                warm.stream().map(warmUp -> warmUp.condition).toList();
        return Findings.of(
                new FindingFacts(
                        conditions, List.of(), List.of(), FindingQueries.copies(reports, at), null, null, null, null),
                at);
    }

    private void forget(Instant at) {
        Iterator<Map.Entry<String, Told>> eldest = members.entrySet().iterator();
        while (eldest.hasNext()) {
            Map.Entry<String, Told> member = eldest.next();
            if (!member.getValue().reports.getLast().at().plus(KEPT).isBefore(at)) {
                return;
            }
            close(member.getKey(), member.getValue(), member.getValue().freshUntil());
            eldest.remove();
        }
    }

    /** Takes that nothing is known beyond an instant. */
    void end(Instant last) {
        members.forEach((memberId, member) ->
                close(memberId, member, member.freshUntil().isBefore(last) ? member.freshUntil() : null));
        members.clear();
    }

    private void close(String memberId, Told member, @Nullable Instant at) {
        warmUps.getOrDefault(memberId, List.of()).forEach(warmUp -> close(warmUp, at));
        closeGrowing(member, at);
    }

    private void close(WarmUp warmUp, @Nullable Instant at) {
        if (warmUp.open != null) {
            Instant end = warmUp.end;
            warmUp.closedAt = end != null && (at == null || end.isBefore(at)) ? end : at;
            sink.accept(new FindingPeriod(warmUp.open, warmUp.closedAt));
            warmUp.open = null;
        }
    }

    private void closeGrowing(Told member, @Nullable Instant at) {
        if (member.growing != null) {
            sink.accept(new FindingPeriod(member.growing, at));
            member.growing = null;
            member.grewUntil = at;
        }
    }
}
