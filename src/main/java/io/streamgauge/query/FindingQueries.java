package io.streamgauge.query;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.FindingFacts;
import io.streamgauge.analysis.FindingFacts.Copy;
import io.streamgauge.analysis.Findings;
import io.streamgauge.analysis.RebalanceStorms;
import io.streamgauge.analysis.Severity;
import io.streamgauge.group.Condition;
import io.streamgauge.group.Member;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupSeries;
import io.streamgauge.history.GroupSeries.Heard;
import io.streamgauge.history.GroupSeries.Which;
import io.streamgauge.history.GroupSummary;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.OtherGroup;
import io.streamgauge.history.OtherGroups;
import io.streamgauge.history.ReadFailure;
import io.streamgauge.history.ShownConditions;
import io.streamgauge.history.Silence;
import io.streamgauge.history.Slice;
import io.streamgauge.history.SnapshotHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Questions about what is wrong with groups. */
@Service
public class FindingQueries {

    /** Kafka's default. */
    private static final int HEARTBEAT_MS = 5_000;

    /** Of more groups than these, those of the whole cluster are asked about. */
    private static final int FEW = 100;

    /** Later than anything is observed. */
    private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

    /** Of how many snapshots the conditions are read together. */
    private static final int PAGE = 500;

    private final GroupHistory history;
    private final GroupSeries series;
    private final ConfigHistory configs;
    private final LiveReadings readings;
    private final OtherGroups others;

    FindingQueries(
            GroupHistory history,
            GroupSeries series,
            ConfigHistory configs,
            LiveReadings readings,
            OtherGroups others) {
        this.history = history;
        this.series = series;
        this.configs = configs;
        this.readings = readings;
        this.others = others;
    }

    /**
     * What is found of a group.
     *
     * @param findings the worst first
     */
    public record GroupFindings(GroupSummary group, List<Finding> findings) {

        public GroupFindings {
            findings = List.copyOf(findings);
        }

        public long count(Severity severity) {
            return findings.stream().filter(f -> f.severity() == severity).count();
        }
    }

    /** By the number of errors, then of warnings, then of the rest. */
    private static final Comparator<GroupFindings> FEWEST = Comparator.comparingLong(
                    (GroupFindings group) -> group.count(Severity.ERROR))
            .thenComparingLong(group -> group.count(Severity.WARNING))
            .thenComparingLong(group -> group.count(Severity.INFO));

    /** What is found of a group as of a view. */
    public List<Finding> of(GroupView view, AsOf asOf) {
        Instant until =
                view.asOf().isAfter(view.group().observedAt()) ? view.group().observedAt() : view.asOf();
        GroupSummary group = new GroupSummary(view.snapshot().header(), view.observedAt(), until);
        return of(view.cluster(), List.of(group), ReadingQueries.isNow(view, asOf) ? null : view.asOf())
                .get(0)
                .findings();
    }

    /**
     * What is found of every group of a cluster, by group id, in a handful of queries and one for each hundred groups whose
     * copies are behind.
     *
     * @param at null for now
     */
    public List<GroupFindings> of(Cluster cluster, @Nullable Instant at) {
        GroupFilter all = new GroupFilter(null, Set.of(), at, GroupFilter.Sort.GROUP_ID, false);
        return of(
                cluster, history.groups(cluster.id(), all, 0, Integer.MAX_VALUE).items(), at);
    }

    /**
     * Groups of a cluster with what is found of them. Only of a page of groups, unless they are chosen or ordered by it.
     *
     * @param codes those of which at least one is found; empty for all
     */
    public Slice<GroupFindings> groups(
            Cluster cluster, GroupFilter filter, Set<FindingCode> codes, int page, int size) {
        if (codes.isEmpty() && filter.sort() != GroupFilter.Sort.FINDINGS) {
            Slice<GroupSummary> slice = history.groups(cluster.id(), filter, page, size);
            return new Slice<>(of(cluster, slice.items(), filter.at()), slice.page(), slice.size(), slice.total());
        }
        List<GroupSummary> all =
                history.groups(cluster.id(), filter, 0, Integer.MAX_VALUE).items();
        Stream<GroupFindings> found = of(cluster, all, filter.at()).stream()
                .filter(group -> codes.isEmpty()
                        || group.findings().stream().anyMatch(finding -> codes.contains(finding.code())));
        if (filter.sort() == GroupFilter.Sort.FINDINGS) {
            found = found.sorted((filter.descending() ? FEWEST.reversed() : FEWEST)
                    .thenComparing(group -> group.group().header().groupId()));
        }
        return Slice.of(found.toList(), page, size);
    }

    /**
     * What is found of listed groups, in the order of the list.
     *
     * @param at the instant that the list is about; null for now
     */
    public List<GroupFindings> of(Cluster cluster, List<GroupSummary> groups, @Nullable Instant at) {
        Which which = new Which(
                cluster.id(),
                groups.size() > FEW
                        ? null
                        : groups.stream().map(g -> g.header().groupKey()).toList());
        boolean heartbeats = groups.stream().anyMatch(g -> g.header().source() == ObservationSource.HEARTBEAT);
        Map<Long, List<ErrorRun>> errors = heartbeats ? series.recentErrors(which, at, Findings.REFUSALS) : Map.of();
        Map<Long, List<Heard>> heard = heartbeats ? heard(cluster, which, groups, at) : Map.of();
        Map<Long, List<OffsetReport>> reports = reports(which, groups, at);
        Map<Long, Integer> rebalances = groups.stream().anyMatch(FindingQueries::mayStorm)
                ? series.earlierRebalances(which, at, Findings.REBALANCES)
                : Map.of();
        Map<Long, StandbyReplicas> standbys =
                groups.stream().anyMatch(g -> shows(g.header(), FindingCode.STANDBY_MISSING))
                        ? series.standbyReplicas(which, at)
                        : Map.of();
        Map<String, ReadFailure> failing = failing(cluster, groups, at);
        Map<String, OtherGroup> taken = groups.stream().anyMatch(FindingQueries::mayBeTaken)
                ? others.all(cluster.id()).stream().collect(Collectors.toMap(OtherGroup::groupId, Function.identity()))
                : Map.of();
        List<GroupFindings> found = new ArrayList<>();
        for (GroupSummary group : groups) {
            SnapshotHeader header = group.header();
            Instant until = group.until();
            ReadFailure failure = failing.get(header.groupId());
            FindingFacts facts = new FindingFacts(
                    header.insight().conditions(),
                    errors.getOrDefault(header.groupKey(), List.of()).stream()
                            .map(run -> refusal(run, until))
                            .toList(),
                    heard.getOrDefault(header.groupKey(), List.of()).stream()
                            .map(h -> new FindingFacts.Heard(h.memberId(), h.at(), h.heartbeatIntervalMs()))
                            .toList(),
                    copies(reports.getOrDefault(header.groupKey(), List.of()), until),
                    standbys.get(header.groupKey()),
                    mayStorm(group) ? rebalances(header, rebalances, until) : null,
                    failure == null ? null : unreadable(failure, at),
                    mayBeTaken(group) ? taken(taken.get(header.groupId()), until) : null);
            found.add(new GroupFindings(group, Findings.of(facts, until)));
        }
        return found;
    }

    /**
     * That the cluster itself cannot be read; null when it can, or when that is not known.
     *
     * @param at null for now
     */
    public @Nullable Finding ofCluster(Cluster cluster, @Nullable Instant at) {
        if (cluster.kind() != Cluster.Kind.LIVE) {
            return null;
        }
        Stream<ReadFailure> failures = at == null
                ? readings.latest(cluster.id()).stream().filter(failure -> failure.until() == null)
                : readings.stateFailures(cluster.id(), null, at, at).stream()
                        .filter(failure -> failure.groupId() == null);
        return failures.reduce((earlier, later) -> later)
                .map(failure -> Findings.ofCluster(unreadable(failure, at)))
                .orElse(null);
    }

    /** By group id. */
    private Map<String, ReadFailure> failing(Cluster cluster, List<GroupSummary> groups, @Nullable Instant at) {
        if (cluster.kind() != Cluster.Kind.LIVE) {
            return Map.of();
        }
        if (at == null) {
            return readings.failingGroups(cluster.id());
        }
        String only = groups.size() == 1 ? groups.get(0).header().groupId() : null;
        Map<String, ReadFailure> failing = new HashMap<>();
        readings.stateFailures(cluster.id(), only, at, at).stream()
                .filter(failure -> failure.groupId() != null)
                .forEach(failure -> failing.put(failure.groupId(), failure));
        return failing;
    }

    /** Of the past, the members of each group are read; of now, all of them are looked up together. */
    private Map<Long, List<Heard>> heard(
            Cluster cluster, Which which, List<GroupSummary> groups, @Nullable Instant at) {
        Map<Long, List<Silence>> silences = series.silences(which, at);
        if (at == null) {
            return silences.isEmpty() ? series.heard(which) : heard(series.heard(which), silences);
        }
        Map<Long, List<Heard>> heard = new HashMap<>();
        history.members(cluster.id(), groups, at).forEach(group -> {
            List<Heard> members = new ArrayList<>();
            group.members().forEach(member -> {
                Instant last = group.lastHeartbeatAt().get(member.memberId());
                Integer interval = member.heartbeatIntervalMs();
                if (last == null && group.group().header().source() == ObservationSource.HEARTBEAT) {
                    // It was heard later and was not silent, so that it was heard not longer ago than it heartbeats.
                    last = silences.getOrDefault(group.group().header().groupKey(), List.of()).stream()
                            .filter(silence -> silence.memberId().equals(member.memberId()))
                            .findFirst()
                            .map(Silence::heardAt)
                            .orElse(group.group().until().minusMillis(interval == null ? HEARTBEAT_MS : interval));
                }
                if (last != null) {
                    members.add(new Heard(member.memberId(), last, interval));
                }
            });
            heard.put(group.group().header().groupKey(), members);
        });
        return heard;
    }

    /** With those that were silent where what is stored of a group ends, of which it is only known that they were heard later. */
    private static Map<Long, List<Heard>> heard(Map<Long, List<Heard>> heard, Map<Long, List<Silence>> silences) {
        Map<Long, List<Heard>> all = new HashMap<>(heard);
        silences.forEach((groupKey, silent) -> {
            List<Heard> members = new ArrayList<>(all.getOrDefault(groupKey, List.of()));
            Set<String> known = members.stream().map(Heard::memberId).collect(Collectors.toSet());
            silent.stream()
                    .filter(silence -> !known.contains(silence.memberId()))
                    .forEach(silence -> members.add(
                            new Heard(silence.memberId(), silence.heardAt(), silence.heartbeatIntervalMs())));
            all.put(groupKey, members);
        });
        return all;
    }

    /** Of a run that goes on behind the instant asked for, no more than its beginning had been seen. */
    private static FindingFacts.Refusal refusal(ErrorRun run, Instant until) {
        return run.lastAt().isAfter(until)
                ? new FindingFacts.Refusal(run.error(), run.firstAt(), run.firstAt(), 1)
                : new FindingFacts.Refusal(run.error(), run.firstAt(), run.lastAt(), run.count());
    }

    private static boolean shows(SnapshotHeader header, FindingCode code) {
        return of(header.insight().conditions(), code) != null;
    }

    /** Of the groups whose copies may be behind: the acceptable lag of a warm-up may be small. */
    private Map<Long, List<OffsetReport>> reports(Which which, List<GroupSummary> groups, @Nullable Instant at) {
        Set<Long> behind = new TreeSet<>(series.farBehind(which, at, CopyPeriods.KEPT));
        groups.stream()
                .map(GroupSummary::header)
                .filter(header -> shows(header, FindingCode.WARMUP_NOT_CATCHING_UP))
                .forEach(header -> behind.add(header.groupKey()));
        List<Long> keys = List.copyOf(behind);
        Map<Long, List<OffsetReport>> reports = new HashMap<>();
        for (int i = 0; i < keys.size(); i += FEW) {
            Which some = new Which(which.clusterId(), keys.subList(i, Math.min(keys.size(), i + FEW)));
            reports.putAll(series.offsets(some, at, CopyPeriods.KEPT));
        }
        return reports;
    }

    /** The last that each member told of each task, beside what it told some minutes before. */
    static List<Copy> copies(List<OffsetReport> reports, Instant until) {
        Instant fresh = until.minus(Findings.COPIES_TOLD);
        Instant old = until.minus(Findings.COPIES);
        Map<String, Copy> copies = new LinkedHashMap<>();
        Map<String, Copy> earlier = new HashMap<>();
        for (OffsetReport report : reports) {
            if (report.at().isAfter(until)) {
                continue;
            }
            for (TaskOffset offset : report.offsets()) {
                Long lag = offset.lag();
                if (lag == null) {
                    continue;
                }
                String key = report.memberId() + " " + offset.task();
                Copy copy = new Copy(report.memberId(), offset.task(), report.at(), lag, null, null);
                if (!report.at().isAfter(old)) {
                    earlier.put(key, copy);
                }
                if (!report.at().isBefore(fresh)) {
                    copies.put(key, copy);
                }
            }
        }
        List<Copy> compared = new ArrayList<>();
        copies.forEach((key, copy) -> {
            Copy before = earlier.get(key);
            compared.add(
                    before == null
                            ? copy
                            : new Copy(
                                    copy.memberId(),
                                    copy.task(),
                                    copy.toldAt(),
                                    copy.lag(),
                                    before.toldAt(),
                                    before.lag()));
        });
        return compared;
    }

    /** Whether enough rebalances began at all, and anything changed of late. */
    private static boolean mayStorm(GroupSummary group) {
        return group.header().insight().rebalances().count() >= Findings.STORM
                && group.header().at().isAfter(group.until().minus(Findings.REBALANCES));
    }

    private static FindingFacts.Rebalances rebalances(
            SnapshotHeader header, Map<Long, Integer> earlier, Instant until) {
        return new FindingFacts.Rebalances(
                header.insight().rebalances().count() - earlier.getOrDefault(header.groupKey(), 0),
                until.minus(Findings.REBALANCES));
    }

    /** @param until the instant asked for; null for now */
    private static FindingFacts.Unreadable unreadable(ReadFailure failure, @Nullable Instant until) {
        return new FindingFacts.Unreadable(
                failure.code(),
                failure.message(),
                failure.since(),
                until == null || !failure.lastAt().isAfter(until) ? failure.count() : null);
    }

    /** The brokers have another kind of group under its name, or once had. */
    private static boolean mayBeTaken(GroupSummary group) {
        return group.header().state() == StreamsGroupState.UNKNOWN
                && group.header().stateSource() == StateSource.BROKER;
    }

    private static FindingFacts.@Nullable Taken taken(@Nullable OtherGroup other, Instant until) {
        return other == null || other.since().isAfter(until)
                ? null
                : new FindingFacts.Taken(other.type(), other.protocol(), other.since());
    }

    /**
     * Findings that were open at some time in a range, newest first: of states, what a group was configured to, error
     * answers, offsets as far as they are kept, failed readings, storms of rebalances, and silence of members.
     *
     * @param range what the range holds of the group
     * @param to where the range ends, exclusive: reading a group may have failed after it was last observed; null for open
     */
    public List<FindingPeriod> history(GroupRange range, @Nullable Instant to) {
        long key = range.group().id();
        List<FindingPeriod> periods = new ArrayList<>();
        StandbyPeriods standbys = new StandbyPeriods(configs.between(key, range.from(), range.end()), periods::add);
        CopyPeriods copies = new CopyPeriods(period -> {
            if (range.from() == null
                    || period.closedAt() == null
                    || period.closedAt().isAfter(range.from())) {
                periods.add(period);
            }
        });
        Map<Condition.Spell, Open> open = Map.of();
        List<Condition> latest = List.of();
        if (range.from() != null) {
            // Reports of before the range have a part in what is found at its beginning.
            Integer earlier = history.versionAt(key, range.from().minus(CopyPeriods.KEPT));
            for (int first = earlier == null ? 1 : earlier; first < range.firstVersion(); first += PAGE) {
                history.conditions(key, first, Math.min(first + PAGE, range.firstVersion()) - 1)
                        .forEach(shown -> copies.shows(shown.at(), shown.conditions()));
            }
        }
        for (int first = range.firstVersion(); first <= range.lastVersion(); first += PAGE) {
            int last = (int) Math.min((long) first + PAGE - 1, range.lastVersion());
            for (ShownConditions shown : history.conditions(key, first, last)) {
                List<Condition> conditions = shown.conditions();
                latest = conditions;
                copies.shows(shown.at(), conditions);
                standbys.shows(later(shown.at(), range.from()), of(conditions, FindingCode.STANDBY_MISSING));
                if (conditions.isEmpty() && open.isEmpty()) {
                    continue;
                }
                Map<Condition.Spell, Open> now = new LinkedHashMap<>();
                conditions.stream()
                        .filter(c -> !c.code().equals(FindingCode.STANDBY_MISSING.name()))
                        .forEach(c -> now.put(c.spell(), new Open(c, shown.version())));
                open.forEach((spell, before) -> {
                    if (!now.containsKey(spell)) {
                        add(key, before, shown.at(), shown.at(), periods);
                    }
                });
                open = now;
            }
        }
        open.values().forEach(still -> add(key, still, range.last(), null, periods));
        standbys.end(range.last());
        addLaggingCopies(range, copies);
        history.forEachError(key, range.from(), range.end(), run -> {
            Finding finding = Findings.of(refusal(run, range.last()));
            if (finding != null) {
                periods.add(new FindingPeriod(finding, run.lastAt().isAfter(range.last()) ? null : run.lastAt()));
            }
        });
        addUnread(range, to, periods);
        addStorms(range, periods);
        addSilent(range, latest, periods);
        periods.sort(Comparator.comparing((FindingPeriod p) -> p.finding().since())
                .reversed()
                .thenComparing(FindingPeriod::finding, Finding.WORST_FIRST));
        return periods;
    }

    private static Instant later(Instant at, @Nullable Instant from) {
        return from == null || at.isAfter(from) ? at : from;
    }

    private static @Nullable Condition of(List<Condition> conditions, FindingCode code) {
        return conditions.stream()
                .filter(c -> c.code().equals(code.name()))
                .findFirst()
                .orElse(null);
    }

    /** Of copies that warmed up all reports count, of others those of a range in which one is far behind. */
    private void addLaggingCopies(GroupRange range, CopyPeriods copies) {
        long key = range.group().id();
        Instant from = range.from() == null ? null : range.from().minus(CopyPeriods.KEPT);
        Instant end = range.end();
        if (!history.isFarBehind(key, from, end)) {
            from = copies.warmUpsBegin() == null ? from : later(copies.warmUpsBegin(), from);
            end = copies.warmUpsEnd(end);
        }
        if (end != null) {
            history.forEachOffsetReport(key, from, end, copies::told);
            copies.end(range.last());
        }
    }

    private void addUnread(GroupRange range, @Nullable Instant to, List<FindingPeriod> periods) {
        GroupKey group = range.group();
        Instant from = range.from() == null ? group.firstAt() : range.from();
        Instant last = to == null ? NEVER : to.minusNanos(1_000);
        readings.stateFailures(group.clusterId(), group.groupId(), from, last)
                .forEach(failure -> periods.add(
                        new FindingPeriod(Findings.ofGroup(unreadable(failure, last)), closed(failure.until(), last))));
    }

    /** Null for an end behind the range, or none. */
    private static @Nullable Instant closed(@Nullable Instant end, Instant last) {
        return end == null || end.isAfter(last) ? null : end;
    }

    private void addStorms(GroupRange range, List<FindingPeriod> periods) {
        long key = range.group().id();
        Instant from = range.from() == null ? range.group().firstAt() : range.from();
        List<Instant> begun = history
                .rebalancesBegun(List.of(key), from.minus(Findings.REBALANCES), range.last())
                .getOrDefault(key, List.of())
                .stream()
                .sorted()
                .toList();
        RebalanceStorms.of(begun).stream()
                .filter(storm -> storm.until().isAfter(from))
                .forEach(storm -> periods.add(new FindingPeriod(
                        Findings.storm(new FindingFacts.Rebalances(storm.most(), storm.since())),
                        closed(storm.until(), range.last()))));
    }

    /**
     * Who was silent, or is where the range ends.
     *
     * @param latest what is shown there
     */
    private void addSilent(GroupRange range, List<Condition> latest, List<FindingPeriod> periods) {
        Map<String, FindingFacts.Heard> still = new TreeMap<>();
        history.forEachSilence(range.group().id(), range.from(), range.end(), silence -> {
            FindingFacts.Heard heard =
                    new FindingFacts.Heard(silence.memberId(), silence.heardAt(), silence.heartbeatIntervalMs());
            if (silence.endedAt().isAfter(range.last())) {
                still.put(silence.memberId(), heard);
            } else {
                periods.add(new FindingPeriod(Findings.silent(heard, silence.endedAt()), silence.endedAt()));
            }
        });
        heard(range.group().id(), range.lastVersion(), range.last())
                .forEach(heard -> still.put(heard.memberId(), heard));
        FindingFacts facts =
                new FindingFacts(latest, List.of(), List.copyOf(still.values()), List.of(), null, null, null, null);
        Findings.of(facts, range.last()).stream()
                .filter(finding -> finding.code() == FindingCode.MEMBER_SILENT)
                .forEach(finding -> periods.add(new FindingPeriod(finding, null)));
    }

    /** A condition, and the last version that has it. */
    private record Open(Condition condition, int version) {}

    private void add(long groupKey, Open open, Instant until, @Nullable Instant closedAt, List<FindingPeriod> periods) {
        Finding finding = Findings.of(open.condition(), until);
        if (finding != null && Findings.takesHeartbeats(open.condition())) {
            finding = Findings.of(open.condition(), heard(groupKey, open.version(), until), until);
        }
        if (finding != null) {
            periods.add(new FindingPeriod(finding, closedAt));
        }
    }

    /** The members of a version that were last heard by an instant within it. */
    private List<FindingFacts.Heard> heard(long groupKey, int version, Instant until) {
        List<FindingFacts.Heard> all = new ArrayList<>();
        history.snapshot(groupKey, version, until).ifPresent(snapshot -> {
            for (Member member : snapshot.state().members()) {
                Instant at = snapshot.lastHeartbeatAt().get(member.memberId());
                if (at != null) {
                    all.add(new FindingFacts.Heard(member.memberId(), at, member.heartbeatIntervalMs()));
                }
            }
        });
        return all;
    }
}
