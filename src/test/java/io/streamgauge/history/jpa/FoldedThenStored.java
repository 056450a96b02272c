package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Rebalance;
import io.streamgauge.analysis.RebalanceSpans;
import io.streamgauge.analysis.Rebalances;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.heartbeat.FoldStep;
import io.streamgauge.heartbeat.HeartbeatFold;
import io.streamgauge.heartbeat.RandomExchanges;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.LatestState;
import io.streamgauge.history.MemberHistory;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.history.Span;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.history.TaskInterval;
import io.streamgauge.ingest.CollectorOf;
import io.streamgauge.ingest.GroupObservation;
import io.streamgauge.ingest.ObservationBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

/** Random heartbeats folded and stored as a replay does it, and what the store answers held against what was folded. */
final class FoldedThenStored {

    private static final int EXCHANGES = 50;
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(45);
    private static final Duration OFFSET_INTERVAL = Duration.ofSeconds(10);

    private final Random random;
    private final RandomExchanges exchanges;
    private final HeartbeatFold fold = new HeartbeatFold(SESSION_TIMEOUT);
    private final SessionFactory sessions;
    private final long clusterId;
    private final Map<String, Folded> groups = new TreeMap<>();
    private GroupHistory history;

    private FoldedThenStored(long seed, SessionFactory sessions, long clusterId) {
        random = new Random(seed);
        exchanges = new RandomExchanges(seed);
        this.sessions = sessions;
        this.clusterId = clusterId;
        history = new JpaGroupHistory(sessions);
    }

    /** Folds and stores the heartbeats of a seed in an empty cluster, and compares all that can be read of them. */
    static void check(long seed, SessionFactory sessions, long clusterId) {
        FoldedThenStored folded = new FoldedThenStored(seed, sessions, clusterId);
        folded.store();
        folded.groups.values().forEach(folded::compare);
        folded.compareList();
    }

    private void store() {
        int left = EXCHANGES;
        while (left > 0) {
            try (CollectorOf collector = new CollectorOf(history)) {
                boolean goesOn = true;
                while (goesOn && left > 0) {
                    int now = Math.min(left, 1 + random.nextInt(EXCHANGES / 2));
                    left -= now;
                    try (ObservationBatch batch = collector.collect(clusterId)) {
                        collect(batch, now, left == 0);
                    }
                    goesOn = random.nextBoolean();
                }
            }
            history = new JpaGroupHistory(sessions);
        }
    }

    private void collect(ObservationBatch batch, int count, boolean last) {
        for (int i = 0; i < count; i++) {
            fold.apply(exchanges.next(), step -> take(step, batch));
            if (random.nextInt(12) == 0) {
                batch.flush();
            }
        }
        if (last && random.nextBoolean()) {
            Instant clock = Objects.requireNonNull(fold.clock());
            fold.advanceTo(clock.plusSeconds(random.nextInt(90)), step -> take(step, batch));
        }
    }

    private void take(FoldStep step, ObservationBatch batch) {
        groups.computeIfAbsent(step.state().groupId(), id -> new Folded()).take(step);
        batch.accept(GroupObservation.ofHeartbeat(
                step.at(), step.state(), step.answeredMemberId(), step.taskOffsets(), step.error(), step.departure()));
    }

    /** A state that differs from the one before it, which the given step began. */
    private record Version(int step, Instant at, GroupState state) {}

    /** All that was folded of one group. Versions are counted from 1, steps from 0. */
    private static final class Folded {

        private final List<FoldStep> steps = new ArrayList<>();
        private final List<Version> versions = new ArrayList<>();

        void take(FoldStep step) {
            if (versions.isEmpty()
                    || !step.state().equals(versions.get(versions.size() - 1).state())) {
                versions.add(new Version(steps.size(), step.at(), step.state()));
            }
            steps.add(step);
        }

        int count() {
            return versions.size();
        }

        Version version(int number) {
            return versions.get(number - 1);
        }

        @Nullable
        Member member(int number, String memberId) {
            return number < 1 || number > count()
                    ? null
                    : version(number).state().member(memberId);
        }

        Instant observedAt() {
            return steps.get(steps.size() - 1).at();
        }

        /** The version that held at an instant, null before the first. */
        @Nullable
        Integer versionAt(Instant at) {
            int number = 0;
            while (number < count() && !version(number + 1).at().isAfter(at)) {
                number++;
            }
            return number == 0 ? null : number;
        }

        /** Whether something was so, for each version. */
        interface Fact {
            boolean holds(GroupState state);
        }

        /** Versions in a row for which something held. */
        record Run(int from, int to) {}

        List<Run> runs(Fact fact) {
            List<Run> runs = new ArrayList<>();
            int from = 0;
            for (int number = 1; number <= count() + 1; number++) {
                boolean holds = number <= count() && fact.holds(version(number).state());
                if (holds && from == 0) {
                    from = number;
                } else if (!holds && from != 0) {
                    runs.add(new Run(from, number));
                    from = 0;
                }
            }
            return runs;
        }

        /** When a member was last heard from the step that began a version to the one before another began. */
        @Nullable
        Instant lastHeard(String memberId, int from, int to) {
            int end = to > count() ? steps.size() : version(to).step();
            for (int step = end - 1; step >= version(from).step(); step--) {
                if (memberId.equals(steps.get(step).answeredMemberId())) {
                    return steps.get(step).at();
                }
            }
            return null;
        }

        /** When the members of a version were last heard, of those who were not heard on after an instant. */
        Map<String, Instant> heard(int number, Instant asOf) {
            Map<String, Instant> heard = new HashMap<>();
            for (Member member : version(number).state().members()) {
                int from = number;
                while (member(from - 1, member.memberId()) != null) {
                    from--;
                }
                int to = number + 1;
                while (member.equals(member(to, member.memberId()))) {
                    to++;
                }
                Instant at = lastHeard(member.memberId(), from, to);
                if (at != null && !at.isAfter(asOf)) {
                    heard.put(member.memberId(), at);
                }
            }
            return heard;
        }

        Map<Run, List<StatusInterval>> statuses() {
            Set<MemberStatus> all = new LinkedHashSet<>();
            versions.forEach(version -> all.addAll(version.state().statuses()));
            Map<Run, List<StatusInterval>> intervals = new HashMap<>();
            for (MemberStatus status : all) {
                for (Run run : runs(state -> state.statuses().contains(status))) {
                    Instant openedAt = version(run.from()).at();
                    Instant heard = lastHeard(status.memberId(), run.from(), run.to());
                    intervals
                            .computeIfAbsent(run, r -> new ArrayList<>())
                            .add(new StatusInterval(
                                    status.memberId(),
                                    status.code(),
                                    status.detail(),
                                    openedAt,
                                    run.to() > count()
                                            ? null
                                            : version(run.to()).at(),
                                    heard == null ? openedAt : heard));
                }
            }
            return intervals;
        }

        Set<TaskId> tasks() {
            Set<TaskId> tasks = new TreeSet<>();
            for (Version version : versions) {
                for (Member member : version.state().members()) {
                    for (TaskView view : TaskView.values()) {
                        for (TaskRole role : TaskRole.values()) {
                            tasks.addAll(
                                    Objects.requireNonNullElse(member.view(view).of(role), List.<TaskId>of()));
                        }
                    }
                }
            }
            return tasks;
        }

        List<TaskInterval> holds(TaskId task) {
            Set<String> members = versions.stream()
                    .flatMap(version -> version.state().members().stream())
                    .map(Member::memberId)
                    .collect(Collectors.toSet());
            List<TaskInterval> holds = new ArrayList<>();
            for (String memberId : members) {
                for (TaskView view : TaskView.values()) {
                    for (TaskRole role : TaskRole.values()) {
                        for (Run run : runs(state -> holds(state.member(memberId), view, role, task))) {
                            boolean lasts = run.to() > count();
                            holds.add(new TaskInterval(
                                    memberId,
                                    process(memberId, run.to() - 1),
                                    view,
                                    role,
                                    run.from(),
                                    lasts ? null : run.to(),
                                    version(run.from()).at(),
                                    lasts ? null : version(run.to()).at()));
                        }
                    }
                }
            }
            return holds;
        }

        private static boolean holds(@Nullable Member member, TaskView view, TaskRole role, TaskId task) {
            List<TaskId> tasks = member == null ? null : member.view(view).of(role);
            return tasks != null && tasks.contains(task);
        }

        private @Nullable String process(String memberId, int number) {
            return Objects.requireNonNull(member(number, memberId)).processId();
        }

        /** All that members told of their offsets, in the order of telling. */
        List<OffsetReport> told() {
            List<OffsetReport> told = new ArrayList<>();
            for (FoldStep step : steps) {
                if (step.answeredMemberId() != null && step.taskOffsets() != null) {
                    told.add(new OffsetReport(step.answeredMemberId(), step.at(), step.taskOffsets()));
                }
            }
            return told;
        }
    }

    private void compare(Folded folded) {
        String groupId = folded.version(1).state().groupId();
        GroupKey key = history.group(clusterId, groupId).orElseThrow();
        assertThat(key.version()).as(groupId).isEqualTo(folded.count());
        assertThat(key.firstAt()).as(groupId).isEqualTo(folded.version(1).at());
        assertThat(key.observedAt()).as(groupId).isEqualTo(folded.observedAt());
        assertThat(history.latestState(clusterId, groupId).map(LatestState::state))
                .as(groupId)
                .contains(folded.version(folded.count()).state());
        compareVersions(folded, key);
        compareStatuses(folded, key);
        List<TaskId> tasks = new ArrayList<>(folded.tasks());
        Collections.shuffle(tasks, random);
        for (TaskId task : tasks.subList(0, Math.min(5, tasks.size()))) {
            List<TaskInterval> holds = history.taskHistory(key.id(), task, Integer.MAX_VALUE);
            assertThat(holds)
                    .as("task %s of %s", task, groupId)
                    .isSortedAccordingTo(Comparator.comparing(TaskInterval::fromVersion))
                    .containsExactlyInAnyOrderElementsOf(folded.holds(task));
        }
        compareMembers(folded, key);
        compareOffsets(folded, key);
        compareErrors(folded, key);
        compareRebalances(folded, key);
    }

    /** Each rebalance that was counted is told, from all snapshots as from the marks alone, whoever stored them. */
    private void compareRebalances(Folded folded, GroupKey key) {
        List<Rebalance> told = new ArrayList<>();
        Rebalances rebalances = new Rebalances(null, null, told::add);
        history.forEachSnapshot(
                key.id(),
                1,
                folded.count(),
                folded.observedAt(),
                s -> rebalances.accept(
                        s.header().version(),
                        s.header().at(),
                        s.header().insight().rebalances(),
                        s.state()));
        rebalances.finish();
        List<Rebalance.Span> spans = new ArrayList<>();
        RebalanceSpans ofMarks = new RebalanceSpans(null, spans::add);
        history.marks(key.id(), 1, 1_000).forEach(m -> ofMarks.accept(m.version(), m.at(), m.mark(), m.processes()));
        ofMarks.finish();
        assertThat(told)
                .as("rebalances of " + key.groupId())
                .extracting(Rebalance::span)
                .containsExactlyElementsOf(spans);
        assertThat(told)
                .as("rebalances of " + key.groupId())
                .hasSize(history.latestState(clusterId, key.groupId())
                        .orElseThrow()
                        .insight()
                        .rebalances()
                        .count());
    }

    /** What is told of a few members by some version is what the versions up to it have of them. */
    private void compareMembers(Folded folded, GroupKey key) {
        int last = 1 + random.nextInt(folded.count());
        Set<String> all = new TreeSet<>();
        for (int number = 1; number <= last; number++) {
            folded.version(number).state().members().forEach(m -> all.add(m.memberId()));
        }
        List<String> ids = new ArrayList<>(all);
        Collections.shuffle(ids, random);
        for (String id : ids.subList(0, Math.min(3, ids.size()))) {
            MemberHistory life = history.memberHistory(key.id(), id, last, end(folded, last));
            for (int number = 1; number <= last; number++) {
                String place = "member " + id + " in version " + number + " of " + key.groupId() + " as of " + last;
                Member member = folded.version(number).state().member(id);
                assertThat(in(life.states(), number))
                        .as(place)
                        .isEqualTo(member == null ? List.of() : List.of(member.withoutAssignment()));
                assertThat(in(life.epochs(), number))
                        .as(place)
                        .isEqualTo(member == null ? List.of() : List.of(new MemberHistory.Epoch(member.memberEpoch())));
                assertThat(in(life.tasks(), number)).as(place).containsExactlyInAnyOrderElementsOf(holds(member));
            }
            Stream.of(life.states(), life.epochs(), life.tasks())
                    .flatMap(List::stream)
                    .forEach(span -> {
                        assertThat(span.from())
                                .isEqualTo(folded.version(span.fromVersion()).at());
                        assertThat(span.to())
                                .isEqualTo(
                                        span.toVersion() == null
                                                ? null
                                                : folded.version(span.toVersion())
                                                        .at());
                        assertThat(span.toVersion() == null ? last : span.toVersion())
                                .isLessThanOrEqualTo(last);
                    });
        }
    }

    private static <T> List<T> in(List<Span<T>> spans, int version) {
        List<T> values = new ArrayList<>();
        for (Span<T> span : spans) {
            if (span.fromVersion() <= version && (span.toVersion() == null || span.toVersion() > version)) {
                values.add(span.value());
            }
        }
        return values;
    }

    private static List<MemberHistory.Hold> holds(@Nullable Member member) {
        List<MemberHistory.Hold> holds = new ArrayList<>();
        for (TaskView view : TaskView.values()) {
            for (TaskRole role : TaskRole.values()) {
                List<TaskId> tasks = member == null ? null : member.view(view).of(role);
                if (tasks != null) {
                    tasks.forEach(task -> holds.add(new MemberHistory.Hold(task, view, role)));
                }
            }
        }
        return holds;
    }

    private void compareVersions(Folded folded, GroupKey key) {
        Map<Folded.Run, List<StatusInterval>> statuses = folded.statuses();
        List<Snapshot> range = new ArrayList<>();
        history.forEachSnapshot(key.id(), 1, folded.count(), folded.observedAt(), range::add);
        for (int number = 1; number <= folded.count(); number++) {
            Version version = folded.version(number);
            String place = "version " + number + " of " + key.groupId();
            Instant before = version.at().minusNanos(1_000);
            assertThat(history.versionAt(key.id(), before))
                    .as("before " + place)
                    .isEqualTo(folded.versionAt(before));
            assertThat(history.versionAt(key.id(), version.at()))
                    .as("at " + place)
                    .isEqualTo(folded.versionAt(version.at()));
            Instant asOf = random.nextBoolean() ? version.at() : end(folded, number);
            Snapshot read = history.snapshot(key.id(), number, asOf).orElseThrow();
            compare(folded, number, asOf, statuses, read, place);
            compare(folded, number, folded.observedAt(), statuses, range.get(number - 1), place + " in a range");
        }
        assertThat(history.snapshot(key.id(), folded.count() + 1, folded.observedAt()))
                .isEmpty();
    }

    /** The last instant of a version that can be asked for. */
    private static Instant end(Folded folded, int number) {
        if (number == folded.count()) {
            return folded.observedAt();
        }
        Instant end = folded.version(number + 1).at().minusNanos(1_000);
        return end.isBefore(folded.version(number).at())
                ? folded.version(number).at()
                : end;
    }

    private static void compare(
            Folded folded,
            int number,
            Instant asOf,
            Map<Folded.Run, List<StatusInterval>> statuses,
            Snapshot read,
            String place) {
        Version version = folded.version(number);
        assertThat(read.state()).as(place).isEqualTo(version.state());
        compare(version, number, read.header(), place);
        assertThat(read.lastHeartbeatAt()).as("heard by %s in %s", asOf, place).isEqualTo(folded.heard(number, asOf));
        List<StatusInterval> open = new ArrayList<>();
        statuses.forEach((run, intervals) -> {
            if (run.from() <= number && number < run.to()) {
                intervals.forEach(interval -> open.add(interval.asOf(asOf)));
            }
        });
        assertThat(read.statuses()).as("open by %s in %s", asOf, place).containsExactlyInAnyOrderElementsOf(open);
    }

    private static void compare(Version version, int number, SnapshotHeader header, String place) {
        GroupState state = version.state();
        List<Integer> epochs = state.members().stream()
                .filter(member -> !member.away())
                .map(Member::memberEpoch)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        List<TaskId> unassigned = state.unassignedTasks();
        assertThat(header.changes()).as(place).isNotEmpty();
        assertThat(header)
                .as(place)
                .isEqualTo(new SnapshotHeader(
                        header.groupKey(),
                        state.groupId(),
                        number,
                        version.at(),
                        ObservationSource.HEARTBEAT,
                        state.state(),
                        state.stateSource(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        state.members().size(),
                        state.processCount(),
                        state.taskCount(TaskRole.ACTIVE),
                        state.taskCount(TaskRole.STANDBY),
                        state.taskCount(TaskRole.WARMUP),
                        unassigned == null ? null : unassigned.size(),
                        epochs.isEmpty() ? null : epochs.get(0),
                        epochs.isEmpty() ? null : epochs.get(epochs.size() - 1),
                        List.copyOf(state.statuses().stream()
                                .map(MemberStatus::code)
                                .collect(Collectors.toCollection(TreeSet::new))),
                        header.insight(),
                        header.changes()));
    }

    private void compareStatuses(Folded folded, GroupKey key) {
        List<StatusInterval> all =
                folded.statuses().values().stream().flatMap(List::stream).toList();
        assertThat(history.statuses(key.id(), null, null))
                .as("statuses of " + key.groupId())
                .isSortedAccordingTo(Comparator.comparing(StatusInterval::openedAt))
                .containsExactlyInAnyOrderElementsOf(all);
        Instant from = instant(folded);
        Instant to = instant(folded);
        assertThat(history.statuses(key.id(), from, to))
                .as("statuses of %s from %s to %s", key.groupId(), from, to)
                .containsExactlyInAnyOrderElementsOf(all.stream()
                        .filter(s -> s.closedAt() == null || s.closedAt().isAfter(from))
                        .filter(s -> s.openedAt().isBefore(to))
                        .toList());
    }

    /** The instant of some step. */
    private Instant instant(Folded folded) {
        return folded.steps.get(random.nextInt(folded.steps.size())).at();
    }

    private void compareOffsets(Folded folded, GroupKey key) {
        List<OffsetReport> all = new ArrayList<>();
        history.forEachOffsetReport(key.id(), null, null, all::add);
        assertThat(all)
                .as("offset reports of " + key.groupId())
                .isSortedAccordingTo(Comparator.comparing(OffsetReport::at));
        for (Instant at : List.of(instant(folded), instant(folded), folded.observedAt())) {
            List<OffsetReport> read = history.offsets(key.id(), at);
            Map<String, OffsetReport> told = new HashMap<>();
            folded.told().stream().filter(r -> !r.at().isAfter(at)).forEach(r -> told.put(r.memberId(), r));
            assertThat(read)
                    .as("offsets of %s at %s", key.groupId(), at)
                    .isSortedAccordingTo(Comparator.comparing(OffsetReport::at))
                    .extracting(OffsetReport::memberId)
                    .containsExactlyInAnyOrderElementsOf(told.keySet());
            for (OffsetReport report : read) {
                OffsetReport last = Objects.requireNonNull(told.get(report.memberId()));
                String place = "offsets of " + report.memberId() + " in " + key.groupId() + " at " + at;
                assertThat(folded.told()).as(place).contains(report);
                if (at.equals(folded.observedAt())
                        || !last.at().isBefore(report.at().plus(OFFSET_INTERVAL))) {
                    assertThat(report.offsets()).as(place).isEqualTo(last.offsets());
                }
            }
        }
    }

    private void compareErrors(Folded folded, GroupKey key) {
        Map<MemberError, ErrorRun> answered = new HashMap<>();
        for (FoldStep step : folded.steps) {
            if (step.error() != null) {
                unite(answered, new ErrorRun(step.error(), step.at(), step.at(), 1));
            }
        }
        List<ErrorRun> runs = new ArrayList<>();
        history.forEachError(key.id(), null, null, runs::add);
        Map<MemberError, ErrorRun> read = new HashMap<>();
        runs.forEach(run -> unite(read, run));
        assertThat(read).as("errors of " + key.groupId()).isEqualTo(answered);
        assertThat(runs).isSortedAccordingTo(Comparator.comparing(ErrorRun::lastAt));
    }

    private static void unite(Map<MemberError, ErrorRun> runs, ErrorRun run) {
        runs.merge(
                run.error(),
                run,
                (a, b) -> new ErrorRun(
                        a.error(),
                        a.firstAt().isBefore(b.firstAt()) ? a.firstAt() : b.firstAt(),
                        a.lastAt().isAfter(b.lastAt()) ? a.lastAt() : b.lastAt(),
                        a.count() + b.count()));
    }

    private void compareList() {
        List<Folded> all = List.copyOf(groups.values());
        Instant at = instant(all.get(random.nextInt(all.size())));
        Map<String, Integer> expected = new HashMap<>();
        groups.forEach((id, folded) -> {
            Integer version = folded.versionAt(at);
            if (version != null) {
                expected.put(id, version);
            }
        });
        GroupFilter filter = new GroupFilter(null, Set.of(), at, GroupFilter.Sort.GROUP_ID, false);
        assertThat(history.groups(clusterId, filter, 0, 100).items())
                .as("groups at %s", at)
                .extracting(group ->
                        Map.entry(group.header().groupId(), group.header().version()))
                .containsExactlyInAnyOrderElementsOf(expected.entrySet());
    }
}
