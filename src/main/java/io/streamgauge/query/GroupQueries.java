package io.streamgauge.query;

import io.streamgauge.analysis.EndpointChange;
import io.streamgauge.analysis.GroupDiff;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupMembers;
import io.streamgauge.history.GroupSummary;
import io.streamgauge.history.MemberHistory;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.OtherGroups;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.Silence;
import io.streamgauge.history.Slice;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.history.TaskInterval;
import io.streamgauge.query.NotFoundException.What;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Questions about clusters and their groups. Every method throws {@link NotFoundException} for what is not there. */
@Service
public class GroupQueries {

    private final Clusters clusters;
    private final GroupHistory history;
    private final OtherGroups others;

    GroupQueries(Clusters clusters, GroupHistory history, OtherGroups others) {
        this.clusters = clusters;
        this.history = history;
        this.others = others;
    }

    public Slice<Cluster> clusters(int page, int size) {
        return clusters.list(page, size);
    }

    public Cluster cluster(String name) {
        return clusters.find(name)
                .orElseThrow(() -> new NotFoundException(
                        What.CLUSTER, "There is no cluster '" + name + "'; GET /api/v1/clusters lists them"));
    }

    public Slice<GroupSummary> groups(Cluster cluster, GroupFilter filter, int page, int size) {
        return history.groups(cluster.id(), filter, page, size);
    }

    /**
     * The members of listed groups, in the order of the list, read as they are consumed.
     *
     * @param at the instant that the list is about; null for now
     */
    public Stream<GroupMembers> members(Cluster cluster, List<GroupSummary> groups, @Nullable Instant at) {
        return history.members(cluster.id(), groups, at == null ? Instant.MAX : at);
    }

    /** Every group of a cluster, by id. */
    public List<GroupKey> groups(Cluster cluster) {
        return history.groups(cluster.id());
    }

    public GroupKey group(String cluster, String groupId) {
        long clusterId = cluster(cluster).id();
        return history.group(clusterId, groupId)
                .filter(key -> key.version() > 0)
                .orElseThrow(() -> new NotFoundException(
                        What.GROUP,
                        others.find(clusterId, groupId)
                                .map(other -> "'" + groupId + "' is a group of type "
                                        + other.type().toLowerCase(Locale.ROOT)
                                        + ", not a streams group; GET"
                                        + " /api/v1/clusters/{cluster}/groups-of-other-types lists such groups")
                                .orElse("No streams group '" + groupId + "' was observed in cluster '" + cluster
                                        + "'; GET /api/v1/clusters/{cluster}/streams-groups lists those that were")));
    }

    /** The whole state of a group. */
    public GroupView view(String cluster, String groupId, AsOf asOf) {
        Cluster found = cluster(cluster);
        GroupKey group = group(cluster, groupId);
        Moment moment = moment(group, asOf);
        int version = moment.version();
        Instant at = moment.at();
        Snapshot snapshot = history.snapshot(group.id(), version, at).orElseThrow(() -> unknownVersion(group, version));
        return new GroupView(found, group, snapshot, at, observedAt(group, snapshot, at));
    }

    /** A version, and the instant within its time up to which is told. */
    private record Moment(int version, Instant at) {}

    private Moment moment(GroupKey group, AsOf asOf) {
        if (asOf.at() != null) {
            return new Moment(versionAt(group, asOf.at()), asOf.at());
        }
        int version = asOf.version() == null ? group.version() : asOf.version();
        return new Moment(version, endOf(group, version));
    }

    /** As {@link #moment}, of a version that there is. */
    private Moment momentOfHistory(GroupKey group, AsOf asOf) {
        Moment moment = moment(group, asOf);
        if (moment.version() != group.version()
                && history.header(group.id(), moment.version()).isEmpty()) {
            throw unknownVersion(group, moment.version());
        }
        return moment;
    }

    /** The latest observation up to an instant whose time is kept. */
    private static Instant observedAt(GroupKey group, Snapshot snapshot, Instant asOf) {
        if (!group.observedAt().isAfter(asOf)) {
            return group.observedAt();
        }
        Instant begun = snapshot.header().at();
        return snapshot.lastHeartbeatAt().values().stream()
                .max(Comparator.naturalOrder())
                .filter(heard -> heard.isAfter(begun))
                .orElse(begun);
    }

    /** The last instant at which a version held, as far as it was observed. */
    private Instant endOf(GroupKey group, int version) {
        if (version >= group.version() || version < 1) {
            return group.observedAt();
        }
        Instant next = history.header(group.id(), version + 1)
                .orElseThrow(() -> unknownVersion(group, version))
                .at();
        Instant begun = history.header(group.id(), version)
                .orElseThrow(() -> unknownVersion(group, version))
                .at();
        Instant last = next.minusNanos(1_000);
        return last.isBefore(begun) ? begun : last;
    }

    private int versionAt(GroupKey group, Instant at) {
        Integer version = history.versionAt(group.id(), at);
        if (version == null) {
            throw new NotFoundException(
                    What.BEFORE_FIRST_SNAPSHOT,
                    firstObserved(group)
                            .filter(first -> !at.isBefore(first))
                            .map(first -> "What group '" + group.groupId() + "' was at " + at
                                    + " was removed by retention (streamgauge.retention.snapshots); its states are kept"
                                    + " since " + group.firstAt())
                            .orElseGet(() -> "Group '" + group.groupId() + "' was first observed at "
                                    + firstObserved(group).orElse(group.firstAt())
                                    + "; nothing is known of it at " + at));
        }
        return version;
    }

    /** The beginning of a group's first version, where retention removed that; empty where it removed nothing. */
    private Optional<Instant> firstObserved(GroupKey group) {
        return history.removed(group.id(), 0, 1).items().stream().findFirst().map(RemovedRange::from);
    }

    private NotFoundException unknownVersion(GroupKey group, int version) {
        int first = firstVersion(group);
        boolean removed =
                version >= 1 && version < first && firstObserved(group).isPresent();
        return new NotFoundException(
                What.VERSION,
                "Group '" + group.groupId() + "' has the versions " + first + " to " + group.version() + ", not "
                        + version
                        + (removed ? ", which was removed by retention (streamgauge.retention.snapshots)" : ""));
    }

    /** 1, but for a group that was imported from a part of a history or whose first versions were removed. */
    int firstVersion(GroupKey group) {
        return history.headers(group.id(), null, null, false, 0, 1)
                .items()
                .get(0)
                .version();
    }

    /**
     * Snapshots that began in a range.
     *
     * @param at as of when: what came later is not told; null for now
     */
    public Slice<SnapshotHeader> snapshots(
            GroupKey group,
            @Nullable Instant at,
            @Nullable Instant from,
            @Nullable Instant to,
            boolean newestFirst,
            int page,
            int size) {
        return history.headers(group.id(), from, until(at, to), newestFirst, page, size);
    }

    /** What each member last told of its tasks by the view's instant, by member and task. */
    public Map<String, Map<TaskId, ReportedOffset>> offsets(GroupView view) {
        Map<String, Map<TaskId, ReportedOffset>> offsets = new HashMap<>();
        for (OffsetReport report : history.offsets(view.group().id(), view.asOf())) {
            offsets.put(
                    report.memberId(),
                    report.offsets().stream()
                            .collect(Collectors.toMap(TaskOffset::task, o -> new ReportedOffset(o, report.at()))));
        }
        return offsets;
    }

    /** A task's offset and when it was told. */
    public record ReportedOffset(TaskOffset offset, Instant at) {}

    /**
     * Every hold on a task there was by then.
     *
     * @throws NotFoundException when no member ever held it
     */
    public List<TaskInterval> taskHistory(GroupKey group, TaskId task, AsOf asOf) {
        List<TaskInterval> intervals = history.taskHistory(
                group.id(), task, momentOfHistory(group, asOf).version());
        if (intervals.isEmpty()) {
            throw new NotFoundException(
                    What.TASK,
                    "Group '" + group.groupId() + "' was never seen with a task " + task
                            + (asOf.equals(AsOf.NOW) ? "" : " by then"));
        }
        return intervals;
    }

    /**
     * The life of a member by then.
     *
     * @throws NotFoundException when nothing was ever observed of it
     */
    public MemberHistory memberHistory(GroupKey group, String memberId, AsOf asOf) {
        Moment moment = momentOfHistory(group, asOf);
        MemberHistory life = history.memberHistory(group.id(), memberId, moment.version(), moment.at());
        if (life.states().isEmpty() && life.errors().isEmpty()) {
            throw new NotFoundException(
                    What.MEMBER,
                    "Group '" + group.groupId() + "' was never seen with a member '" + memberId + "'"
                            + (asOf.equals(AsOf.NOW) ? "" : " by then") + "; …/members lists those it has");
        }
        return life;
    }

    /**
     * Statuses that were open at some time in a range, newest first.
     *
     * @param at as of when: what came later is not told; null for now
     * @param open narrows to those that are (true) or are not (false) open then; null does not
     */
    public List<StatusPeriod> statuses(
            GroupKey group,
            @Nullable Instant at,
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable Boolean open) {
        // United before they are cut: a period does not begin later because somebody asks for a part of it.
        return StatusPeriods.of(intervals(group, at)).stream()
                .filter(p ->
                        from == null || p.closedAt() == null || p.closedAt().isAfter(from))
                .filter(p -> to == null || p.openedAt().isBefore(to))
                .filter(p -> open == null || open == (p.closedAt() == null))
                .sorted(Comparator.comparing(StatusPeriod::openedAt).reversed().thenComparingInt(StatusPeriod::code))
                .toList();
    }

    private List<StatusInterval> intervals(GroupKey group, @Nullable Instant at) {
        List<StatusInterval> all = history.statuses(group.id(), null, null);
        return at == null
                ? all
                : all.stream()
                        .filter(i -> !i.openedAt().isAfter(at))
                        .map(i -> i.asOf(at))
                        .toList();
    }

    /** The statuses that are open in a view's state, each with the members that it is open for. */
    public List<StatusPeriod> openStatuses(GroupView view) {
        List<StatusPeriod> open = StatusPeriods.of(view.snapshot().statuses());
        if (open.isEmpty()) {
            return open;
        }
        return open.stream().map(period -> sinceItsBeginning(view, period)).toList();
    }

    /** A period that is open for other members than those it began with goes back to when it was open for nobody. */
    private StatusPeriod sinceItsBeginning(GroupView view, StatusPeriod open) {
        Instant begun = open.openedAt();
        while (true) {
            Integer before = history.versionAt(view.group().id(), begun.minusNanos(1_000));
            // Of what was before the first stored version only those are left that such periods begin with.
            List<StatusInterval> then = before == null
                    ? history.statuses(view.group().id(), begun.minusNanos(1_000), begun)
                    : history.openStatuses(view.group().id(), before);
            Optional<Instant> earlier = then.stream()
                    .filter(i -> i.code() == open.code() && Objects.equals(i.detail(), open.detail()))
                    .map(StatusInterval::openedAt)
                    .min(Comparator.naturalOrder());
            if (earlier.isEmpty()) {
                return new StatusPeriod(open.code(), open.detail(), begun, null, open.lastSeenAt(), open.memberIds());
            }
            begun = earlier.get();
        }
    }

    /**
     * Error answers in a range, newest first.
     *
     * @param at as of when: what came later is not told; null for now
     */
    public Slice<ErrorRun> errors(
            GroupKey group, @Nullable Instant at, @Nullable Instant from, @Nullable Instant to, int page, int size) {
        Slice<ErrorRun> errors = history.errors(group.id(), from, until(at, to), page, size);
        return at == null ? errors : errors.map(run -> run.asOf(at));
    }

    /** The end of a range as of an instant. */
    private static @Nullable Instant until(@Nullable Instant at, @Nullable Instant to) {
        Instant behind = at == null ? null : at.plusNanos(1_000);
        return behind == null || (to != null && to.isBefore(behind)) ? to : behind;
    }

    /** What is left of the versions that retention removed, oldest first. */
    public Slice<RemovedRange> removed(GroupKey group, int page, int size) {
        return history.removed(group.id(), page, size);
    }

    /** What differs between two versions of a group, each with its beginning. */
    public Difference diff(String cluster, String groupId, AsOf from, AsOf to) {
        GroupView earlier = view(cluster, groupId, from);
        GroupView later = view(cluster, groupId, to);
        return new Difference(
                earlier.snapshot().header(),
                later.snapshot().header(),
                GroupDiff.between(earlier.snapshot().state(), later.snapshot().state()),
                EndpointChange.between(
                        earlier.snapshot().state().endpointMap(),
                        later.snapshot().state().endpointMap()));
    }

    /**
     * Two versions and what differs.
     *
     * @param endpoints how the endpoint map differs, by endpoint
     */
    public record Difference(SnapshotHeader from, SnapshotHeader to, GroupDiff diff, List<EndpointChange> endpoints) {}

    /** Groups ever observed in a cluster; null when it is gone. */
    public @Nullable Long groupCount(long clusterId) {
        return clusters.find(clusterId).map(Cluster::groupCount).orElse(null);
    }

    /**
     * What a range of instants holds of a group; empty when that is nothing.
     *
     * @param from inclusive; null for open
     * @param to exclusive; null for open
     */
    public Optional<GroupRange> range(GroupKey group, @Nullable Instant from, @Nullable Instant to) {
        if (to != null && (!group.firstAt().isBefore(to) || (from != null && !from.isBefore(to)))) {
            return Optional.empty();
        }
        Instant last = to == null || group.observedAt().isBefore(to) ? group.observedAt() : to.minusNanos(1_000);
        if (group.version() == 0) {
            return Optional.of(new GroupRange(group, 1, 0, from, last));
        }
        Integer lastVersion = last.equals(group.observedAt())
                ? Integer.valueOf(group.version())
                : history.versionAt(group.id(), last);
        if (lastVersion == null) {
            return Optional.empty();
        }
        Integer firstVersion = from == null ? null : history.versionAt(group.id(), from);
        return Optional.of(new GroupRange(
                group,
                firstVersion == null ? firstVersion(group) : Math.min(firstVersion, lastVersion),
                lastVersion,
                from,
                last));
    }

    /** Hands over each snapshot of a range, in order and as it was known at the range's end. */
    public void forEachSnapshot(GroupRange range, Consumer<Snapshot> consumer) {
        history.forEachSnapshot(range.group().id(), range.firstVersion(), range.lastVersion(), range.last(), consumer);
    }

    /** Hands over each run of error answers that reaches into a range, whole, in the order of their ends. */
    public void forEachError(GroupRange range, Consumer<ErrorRun> consumer) {
        history.forEachError(range.group().id(), range.from(), range.end(), consumer);
    }

    /** Hands over each silence of a member that reaches into a range, whole, in the order of their ends. */
    public void forEachSilence(GroupRange range, Consumer<Silence> consumer) {
        history.forEachSilence(range.group().id(), range.from(), range.end(), consumer);
    }

    /** Hands over what each member had last told before a range, and each report of task offsets in it, in order. */
    public void forEachOffsetReport(GroupRange range, Consumer<OffsetReport> consumer) {
        if (range.from() != null) {
            history.offsets(range.group().id(), range.from().minusNanos(1_000)).forEach(consumer);
        }
        history.forEachOffsetReport(range.group().id(), range.from(), range.end(), consumer);
    }
}
