package io.streamgauge.history.jpa;

import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupMembers;
import io.streamgauge.history.GroupSummary;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.HistoryException;
import io.streamgauge.history.LatestState;
import io.streamgauge.history.MarkedSnapshot;
import io.streamgauge.history.MemberHistory;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.ShownConditions;
import io.streamgauge.history.Silence;
import io.streamgauge.history.Slice;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.history.TaskInterval;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaGroupHistory implements GroupHistory {

    /** How many versions' rows are read together. */
    private static final int SNAPSHOT_PAGE = 50;

    /** How many groups' open rows are kept at hand between writes. */
    private static final int OPEN_GROUPS = 5_000;

    /** How much the headers that are kept at hand between lists hold: some 20 MB of memory. */
    private static final int HEADERS = 100_000;

    private static final int H2_DISK_FULL = 90_031;
    private static final String POSTGRES_DISK_FULL = "53100";

    /** H2 reads an index backwards only for an order by all of its columns. */
    private static final String LATEST_FIRST = " order by s.groupKey desc, s.observedFrom desc, s.version desc";

    /** Of how many groups the members are read together, each on up to as many blocks. */
    private static final int GROUPS = 8;

    private static final int BLOCKS = 64;

    /** Stands in the places of groups that are left. */
    private static final long NO_GROUP = -1;

    /** How many versions are looked up together. */
    private static final int VERSIONS = 480;

    /** How many holds are looked at together; the members of each stand on some fifty blocks, of which most are shared. */
    private static final int HOLDS = 20;

    /** By how much lists in queries grow. */
    private static final int LIST_STEP = 16;

    /** Stands in the places of a list that are left: neither a version nor a block. */
    private static final int NO_NUMBER = -1;

    private record Name(long clusterId, String groupId) {}

    private final SessionFactory sessions;
    private final Map<Name, OpenGroup> open = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, OpenGroup> eldest) {
            return size() > OPEN_GROUPS;
        }
    };

    private final ListedHeaders headers = new ListedHeaders(HEADERS);

    /** Groups that are being written: what is at hand of them is not stored yet. */
    private final Set<Name> writing = new HashSet<>();

    /** By cluster and group id: when groups were last observed, where that may be later than what is stored. */
    private final Map<Long, Map<String, Instant>> observed = new ConcurrentHashMap<>();

    JpaGroupHistory(SessionFactory sessions) {
        this.sessions = sessions;
    }

    @Override
    public Map<String, Integer> append(long clusterId, List<GroupWrite> writes) {
        Set<Name> names = writes.stream()
                .map(write -> new Name(clusterId, write.groupId()))
                .collect(Collectors.toSet());
        beginWriting(names);
        try {
            return sessions.fromStatelessTransaction(session -> {
                Map<String, Integer> versions = new HashMap<>();
                RowBatch batch = new RowBatch();
                for (GroupWrite write : writes) {
                    OpenGroup group = openGroup(session, clusterId, write);
                    group.take(write, batch);
                    versions.put(write.groupId(), group.version());
                }
                batch.execute(session);
                return versions;
            });
        } catch (RuntimeException e) {
            // What is at hand ran ahead of what was stored.
            forgetOpen(clusterId);
            throw failure(e);
        } finally {
            endWriting(names);
        }
    }

    /** Waits until nobody writes any of these groups. */
    private synchronized void beginWriting(Set<Name> names) {
        boolean interrupted = false;
        while (!Collections.disjoint(writing, names)) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        writing.addAll(names);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void endWriting(Set<Name> names) {
        writing.removeAll(names);
        notifyAll();
    }

    /** What is at hand of a group and stored; null for nothing. */
    private synchronized @Nullable OpenGroup atHand(Name name) {
        return writing.contains(name) ? null : open.get(name);
    }

    /** Forgets what is at hand of a cluster. */
    void forget(long clusterId) {
        forgetOpen(clusterId);
        observed.remove(clusterId);
    }

    private synchronized void forgetOpen(long clusterId) {
        open.keySet().removeIf(name -> name.clusterId() == clusterId);
    }

    @Override
    public void observed(long clusterId, Map<String, Instant> observedAt) {
        if (!observedAt.isEmpty()) {
            observed.computeIfAbsent(clusterId, id -> new ConcurrentHashMap<>()).putAll(observedAt);
        }
    }

    private Instant observedAt(GroupRow row) {
        Map<String, Instant> groups = observed.get(row.clusterId);
        Instant known = groups == null ? null : groups.get(row.groupId);
        return known != null && known.isAfter(row.observedAt) ? known : row.observedAt;
    }

    private GroupKey key(GroupRow row) {
        return new GroupKey(row.id, row.clusterId, row.groupId, row.version, row.firstAt, observedAt(row));
    }

    /** The latest that any group of a cluster was observed without anything to store; null for none. */
    @Nullable
    Instant lastObserved(long clusterId) {
        return observed.getOrDefault(clusterId, Map.of()).values().stream()
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private OpenGroup openGroup(StatelessSession session, long clusterId, GroupWrite write) {
        Name name = new Name(clusterId, write.groupId());
        synchronized (this) {
            OpenGroup known = open.get(name);
            if (known != null) {
                return known;
            }
        }
        GroupRow row = groupRow(session, clusterId, write.groupId()).orElse(null);
        OpenGroup group;
        if (row == null) {
            row = new GroupRow();
            row.clusterId = clusterId;
            row.groupId = write.groupId();
            row.groupHash = GroupRow.hash(write.groupId());
            row.firstAt = write.snapshots().isEmpty()
                    ? write.observedAt()
                    : write.snapshots().get(0).at();
            row.observedAt = row.firstAt;
            session.insert(row);
            group = new OpenGroup(row);
        } else {
            group = new OpenGroup(row);
            if (row.version > 0) {
                OpenGroup.OpenRows rows = rows(session, row.id, row.version);
                SnapshotRow snapshot = snapshotRow(session, row.id, row.version).orElseThrow();
                group.restore(new LatestState(state(row.groupId, snapshot, rows), snapshot.insight()), rows);
            }
        }
        synchronized (this) {
            open.put(name, group);
        }
        return group;
    }

    static HistoryException failure(RuntimeException e) {
        if (e instanceof ConstraintViolationException) {
            return new HistoryException(
                    HistoryException.Kind.CONFLICT,
                    "Another instance stored a snapshot of the same group first; nothing was stored",
                    e);
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            boolean saysSo = cause instanceof SQLException sql
                    && (POSTGRES_DISK_FULL.equals(sql.getSQLState()) || sql.getErrorCode() == H2_DISK_FULL);
            if (saysSo || String.valueOf(cause.getMessage()).contains("No space left on device")) {
                return new HistoryException(
                        HistoryException.Kind.DISK_FULL,
                        "No space is left where the database lies; nothing of this batch was stored",
                        e);
            }
        }
        return new HistoryException(
                HistoryException.Kind.UNAVAILABLE, "The database refused the write; nothing of it was stored", e);
    }

    @Override
    public Optional<LatestState> latestState(long clusterId, String groupId) {
        synchronized (this) {
            OpenGroup group = atHand(new Name(clusterId, groupId));
            if (group != null) {
                return Optional.ofNullable(group.latest());
            }
        }
        return read(session -> groupRow(session, clusterId, groupId)
                .filter(row -> row.version > 0)
                .map(row -> {
                    SnapshotRow snapshot =
                            snapshotRow(session, row.id, row.version).orElseThrow();
                    return new LatestState(
                            state(row.groupId, snapshot, rows(session, row.id, row.version)), snapshot.insight());
                }));
    }

    @Override
    public Optional<GroupKey> group(long clusterId, String groupId) {
        return read(session -> groupRow(session, clusterId, groupId).map(this::key));
    }

    @Override
    public List<GroupKey> groups(long clusterId) {
        return read(session -> session
                .createSelectionQuery("from GroupRow where clusterId = :cluster", GroupRow.class)
                .setParameter("cluster", clusterId)
                .getResultList()
                .stream()
                .map(this::key)
                .sorted(Comparator.comparing(GroupKey::groupId))
                .toList());
    }

    @Override
    public Slice<GroupSummary> groups(long clusterId, GroupFilter filter, int page, int size) {
        StringBuilder where =
                new StringBuilder(" from GroupRow g join SnapshotRow s on s.groupKey = g.id and s.version = ");
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("cluster", clusterId);
        if (filter.at() == null) {
            where.append("g.version");
        } else {
            where.append("(select p.version from SnapshotRow p where p.groupKey = g.id and p.observedFrom <= :at"
                    + " order by p.groupKey desc, p.observedFrom desc, p.version desc limit 1)");
            parameters.put("at", filter.at());
        }
        where.append(" where g.clusterId = :cluster");
        if (filter.search() != null) {
            where.append(" and lower(g.groupId) like :search escape '!'");
            parameters.put("search", GroupRow.containing(filter.search()));
        }
        if (!filter.states().isEmpty()) {
            where.append(" and s.state in :states");
            parameters.put("states", filter.states());
        }
        if (!filter.statusCodes().isEmpty()) {
            where.append(filter.statusCodes().stream()
                    .map(JpaGroupHistory::hasOpen)
                    .collect(Collectors.joining(" or ", " and (", ")")));
        }
        String direction = filter.descending() ? " desc nulls last" : " asc nulls last";
        String order = " order by " + column(filter.sort()) + direction + ", g.groupId";
        return read(session -> {
            SelectionQuery<Object[]> query =
                    session.createSelectionQuery("select g, s.id" + where + order, Object[].class);
            SelectionQuery<Long> count = session.createSelectionQuery("select count(g)" + where, Long.class);
            parameters.forEach((name, value) -> {
                query.setParameter(name, value);
                count.setParameter(name, value);
            });
            if (filter.sort() == GroupFilter.Sort.OBSERVED_AT
                    && filter.at() == null
                    && observed.containsKey(clusterId)) {
                // The latest observations are not stored, so that the store cannot order by them.
                Comparator<GroupSummary> byTime = Comparator.comparing(GroupSummary::observedAt);
                return Slice.of(
                        summaries(session, query.getResultList(), null).stream()
                                .sorted((filter.descending() ? byTime.reversed() : byTime)
                                        .thenComparing(g -> g.header().groupId()))
                                .toList(),
                        page,
                        size);
            }
            List<Object[]> rows = query.setFirstResult(Math.multiplyExact(page, size))
                    .setMaxResults(size)
                    .getResultList();
            // A page that is not full is the last one; all groups of a cluster are mostly asked for on one.
            boolean last = rows.size() < size && (page == 0 || !rows.isEmpty());
            return new Slice<>(
                    summaries(session, rows, filter.at()),
                    page,
                    size,
                    last ? (long) page * size + rows.size() : count.getSingleResult());
        });
    }

    /** @param rows groups, each with the id of one of its snapshots */
    private List<GroupSummary> summaries(StatelessSession session, List<Object[]> rows, @Nullable Instant at) {
        Map<Long, SnapshotHeader> known = new HashMap<>();
        Map<Long, String> unknown = new HashMap<>();
        for (Object[] row : rows) {
            SnapshotHeader header = headers.find((Long) row[1]);
            if (header == null) {
                unknown.put((Long) row[1], ((GroupRow) row[0]).groupId);
            } else {
                known.put((Long) row[1], header);
            }
        }
        List<Long> ids = List.copyOf(unknown.keySet());
        for (int i = 0; i < ids.size(); i += VERSIONS) {
            List<Long> some = new ArrayList<>(ids.subList(i, Math.min(ids.size(), i + VERSIONS)));
            // Two lengths of lists, for the few texts of queries that H2 keeps.
            int places = some.size() > LIST_STEP ? VERSIONS : LIST_STEP;
            some.addAll(Collections.nCopies(places - some.size(), (long) NO_NUMBER));
            session.createSelectionQuery("from SnapshotRow where id in :ids", SnapshotRow.class)
                    .setParameterList("ids", some)
                    .getResultList()
                    .forEach(row -> {
                        SnapshotHeader header = row.header(Objects.requireNonNull(unknown.get(row.id)));
                        known.put(row.id, header);
                        headers.take(row.id, header);
                    });
        }
        return rows.stream()
                // One that is not found was deleted in between.
                .filter(row -> known.containsKey((Long) row[1]))
                .map(row -> summary((GroupRow) row[0], Objects.requireNonNull(known.get((Long) row[1])), at))
                .toList();
    }

    @Override
    public Stream<GroupMembers> members(long clusterId, List<GroupSummary> groups, Instant asOf) {
        Map<Long, GroupMembers> atHand = membersAtHand(clusterId, groups, asOf);
        return IntStream.iterate(0, i -> i < groups.size(), i -> i + GROUPS)
                .mapToObj(i -> groups.subList(i, Math.min(groups.size(), i + GROUPS)))
                .flatMap(some -> {
                    List<GroupSummary> others = some.stream()
                            .filter(group -> !atHand.containsKey(group.header().groupKey()))
                            .toList();
                    Map<Long, GroupMembers> read = others.isEmpty() ? Map.of() : members(others, asOf);
                    return some.stream()
                            .map(group -> group.header().groupKey())
                            .map(key -> Objects.requireNonNull(atHand.getOrDefault(key, read.get(key))));
                });
    }

    /** Of the groups that are at hand in the listed version. */
    private synchronized Map<Long, GroupMembers> membersAtHand(
            long clusterId, List<GroupSummary> groups, Instant asOf) {
        Map<Long, GroupMembers> atHand = new HashMap<>();
        for (GroupSummary group : groups) {
            SnapshotHeader header = group.header();
            OpenGroup known = atHand(new Name(clusterId, header.groupId()));
            GroupState state = known == null ? null : known.state();
            if (known != null
                    && state != null
                    && known.group.id == header.groupKey()
                    && known.version() == header.version()) {
                atHand.put(header.groupKey(), new GroupMembers(group, state.members(), heard(known.members(), asOf)));
            }
        }
        return atHand;
    }

    private Map<Long, GroupMembers> members(List<GroupSummary> groups, Instant asOf) {
        List<SnapshotHeader> headers = groups.stream().map(GroupSummary::header).toList();
        return read(session -> {
            Map<Long, List<MemberRow>> members = rows(session, MemberRow.class, headers);
            Map<Long, List<TaskRow>> tasks = rows(session, TaskRow.class, headers);
            Map<Long, String> epochs = memberEpochs(session, headers);
            Map<Long, GroupMembers> read = new HashMap<>();
            for (GroupSummary group : groups) {
                SnapshotHeader header = group.header();
                List<MemberRow> found = members.getOrDefault(header.groupKey(), List.of());
                String memberEpochs = epochs.get(header.groupKey());
                if (memberEpochs == null || found.size() != header.memberCount()) {
                    throw new IllegalStateException("Version " + header.version() + " of group '" + header.groupId()
                            + "' is not stored any more");
                }
                TaskLists lists = new TaskLists(tasks.getOrDefault(header.groupKey(), List.of()));
                read.put(
                        header.groupKey(),
                        new GroupMembers(group, members(found, memberEpochs, lists), heard(found, asOf)));
            }
            return read;
        });
    }

    /** The text of {@link MemberEpochs} of versions of several groups, by group. */
    private static Map<Long, String> memberEpochs(StatelessSession session, List<SnapshotHeader> versions) {
        return ofGroups(
                        session,
                        "select s.groupKey, s.memberEpochs from SnapshotRow s where ",
                        "version",
                        versions,
                        header -> List.of(header.version()),
                        1,
                        Object[].class)
                .getResultList()
                .stream()
                .collect(Collectors.toMap(row -> (Long) row[0], row -> (String) row[1]));
    }

    /** The rows that hold for versions of several groups, by group. */
    private static <R extends VersionedRow> Map<Long, List<R>> rows(
            StatelessSession session, Class<R> type, List<SnapshotHeader> versions) {
        Map<Long, Integer> wanted =
                versions.stream().collect(Collectors.toMap(SnapshotHeader::groupKey, SnapshotHeader::version));
        return ofGroups(
                        session,
                        "from " + type.getSimpleName() + " where ",
                        "block",
                        versions,
                        header -> VersionBlock.holding(header.version()),
                        BLOCKS,
                        type)
                .getResultList()
                .stream()
                .filter(row -> row.holds(Objects.requireNonNull(wanted.get(row.groupKey))))
                .collect(Collectors.groupingBy(row -> row.groupKey));
    }

    /**
     * As {@link #ofGroup} for several groups at once, each with numbers of its own.
     *
     * @param places for numbers of each group; always as many, so that there is one text of the query
     */
    private static <R> SelectionQuery<R> ofGroups(
            StatelessSession session,
            String hql,
            String column,
            List<SnapshotHeader> versions,
            Function<SnapshotHeader, List<Integer>> numbers,
            int places,
            Class<R> type) {
        StringJoiner pairs = new StringJoiner(", ");
        for (int group = 0; group < GROUPS; group++) {
            for (int place = 0; place < places; place++) {
                pairs.add("(:g" + group + ", :n" + group + "_" + place + ")");
            }
        }
        SelectionQuery<R> query =
                session.createSelectionQuery(hql + "(groupKey, " + column + ") in (" + pairs + ")", type);
        for (int group = 0; group < GROUPS; group++) {
            SnapshotHeader header = group < versions.size() ? versions.get(group) : null;
            List<Integer> ofGroup = header == null ? List.of() : numbers.apply(header);
            query.setParameter("g" + group, header == null ? NO_GROUP : header.groupKey());
            for (int place = 0; place < places; place++) {
                query.setParameter("n" + group + "_" + place, place < ofGroup.size() ? ofGroup.get(place) : NO_NUMBER);
            }
        }
        return query;
    }

    private GroupSummary summary(GroupRow group, SnapshotHeader header, @Nullable Instant at) {
        Instant last = observedAt(group);
        Instant until = at != null && at.isBefore(last) ? at : last;
        return new GroupSummary(header, until.isBefore(last) ? header.at() : last, until);
    }

    /** The condition that a code is in the list that is stored, which is one of numbers without spaces. */
    private static String hasOpen(int code) {
        return Stream.of("[" + code + "]", "[" + code + ",%", "%," + code + ",%", "%," + code + "]")
                .map(pattern -> "s.statusText like '" + pattern + "'")
                .collect(Collectors.joining(" or "));
    }

    private static String column(GroupFilter.Sort sort) {
        return switch (sort) {
            case GROUP_ID, FINDINGS -> "lower(g.groupId)";
            case STATE -> "s.state";
            case CHANGED_AT -> "s.observedFrom";
            case OBSERVED_AT -> "g.observedAt";
            case MEMBER_COUNT -> "s.memberCount";
            case ACTIVE_TASK_COUNT -> "s.activeTaskCount";
            case OPEN_STATUS_COUNT -> "s.statusCount";
        };
    }

    @Override
    public @Nullable Integer versionAt(long groupKey, Instant at) {
        return read(session -> latestVersion(session, groupKey, "<=", at)).orElse(null);
    }

    static Optional<Integer> latestVersion(StatelessSession session, long groupKey, String comparison, Instant at) {
        return session.createSelectionQuery(
                        "select s.version from SnapshotRow s where s.groupKey = :key and s.observedFrom " + comparison
                                + " :at" + LATEST_FIRST,
                        Integer.class)
                .setParameter("key", groupKey)
                .setParameter("at", at)
                .setMaxResults(1)
                .uniqueResultOptional();
    }

    /** 1, but for a group that was imported from a part of a history or whose first versions were removed. */
    static int firstVersion(StatelessSession session, long groupKey) {
        return session.createSelectionQuery(
                        "select s.version from SnapshotRow s where s.groupKey = :key"
                                + " order by s.groupKey, s.observedFrom, s.version",
                        Integer.class)
                .setParameter("key", groupKey)
                .setMaxResults(1)
                .uniqueResultOptional()
                .orElse(1);
    }

    @Override
    public @Nullable Integer latestStable(long groupKey, int version) {
        return read(session -> session.createSelectionQuery(
                                "select s.version from SnapshotRow s where s.groupKey = :key and s.version <= :version"
                                        + " and s.state = :state order by s.groupKey desc, s.version desc",
                                Integer.class)
                        .setParameter("key", groupKey)
                        .setParameter("version", version)
                        .setParameter("state", StreamsGroupState.STABLE)
                        .setMaxResults(1)
                        .uniqueResultOptional())
                .orElse(null);
    }

    @Override
    public Optional<SnapshotHeader> header(long groupKey, int version) {
        return read(session -> snapshotRow(session, groupKey, version)
                .map(row -> row.header(session.get(GroupRow.class, groupKey).groupId)));
    }

    @Override
    public Optional<Snapshot> snapshot(long groupKey, int version, Instant asOf) {
        return read(session -> {
            GroupRow group = session.get(GroupRow.class, groupKey);
            return snapshotRow(session, groupKey, version)
                    .map(row -> snapshot(group.groupId, row, rows(session, groupKey, version), asOf));
        });
    }

    private static Snapshot snapshot(String groupId, SnapshotRow row, OpenGroup.OpenRows rows, Instant asOf) {
        List<StatusInterval> statuses = rows.statuses().stream()
                .sorted(Comparator.comparing(StatusRow::status))
                .map(status -> status.interval().asOf(asOf))
                .toList();
        return new Snapshot(row.header(groupId), state(groupId, row, rows), heard(rows.members(), asOf), statuses);
    }

    private static Map<String, Instant> heard(Collection<MemberRow> members, Instant asOf) {
        Map<String, Instant> heard = new HashMap<>();
        for (MemberRow member : members) {
            if (member.lastHeartbeatAt != null && !member.lastHeartbeatAt.isAfter(asOf)) {
                heard.put(member.memberId, member.lastHeartbeatAt);
            }
        }
        return heard;
    }

    @Override
    public List<MarkedSnapshot> marks(long groupKey, int fromVersion, int limit) {
        return read(session -> session
                .createSelectionQuery(
                        "select s.version, s.observedFrom, s.rebalanceCount, s.begunAt, s.begunAfter, s.settledAt,"
                                + " s.pendingSince, s.rebalanceSubject, s.rebalanceCauses, s.processCount from SnapshotRow s"
                                + " where s.groupKey = :key and s.version >= :from and (s.settledAt is null or"
                                + " s.pendingSince is not null or s.rebalanceCauses is not null or"
                                + " s.begunAt = s.observedFrom or s.settledAt = s.observedFrom) order by s.version",
                        Object[].class)
                .setParameter("key", groupKey)
                .setParameter("from", fromVersion)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(JpaGroupHistory::marked)
                .toList());
    }

    @SuppressWarnings("unchecked") // the converter of the column makes nothing else
    private static MarkedSnapshot marked(@Nullable Object[] row) {
        return new MarkedSnapshot(
                (Integer) Objects.requireNonNull(row[0]),
                (Instant) Objects.requireNonNull(row[1]),
                new RebalanceMark(
                        (Integer) Objects.requireNonNull(row[2]),
                        (Instant) row[3],
                        (Instant) row[4],
                        (Instant) row[5],
                        (Instant) row[6],
                        (String) row[7],
                        row[8] == null ? List.of() : (List<RebalanceCause>) row[8]),
                (Integer) row[9]);
    }

    @Override
    public Map<Long, List<Instant>> rebalancesBegun(Collection<Long> groupKeys, Instant from, Instant to) {
        if (groupKeys.isEmpty()) {
            return Map.of();
        }
        return read(session -> session
                .createSelectionQuery(
                        "select distinct s.groupKey, s.rebalanceCount, s.begunAt from SnapshotRow s where s.groupKey in"
                                + " :keys and s.observedFrom >= :from and s.observedFrom <= :to and s.begunAt >= :from",
                        Object[].class)
                .setParameter("keys", groupKeys)
                .setParameter("from", from)
                .setParameter("to", to)
                .getResultList()
                .stream()
                .collect(Collectors.groupingBy(
                        row -> (Long) row[0], Collectors.mapping(row -> (Instant) row[2], Collectors.toList()))));
    }

    @Override
    public void forEachSnapshot(long groupKey, int first, int last, Instant asOf, Consumer<Snapshot> consumer) {
        // The rows of a page are read together, and no transaction is open while they are consumed.
        for (int from = first; from <= last; from += SNAPSHOT_PAGE) {
            Page page = page(groupKey, from, (int) Math.min((long) from + SNAPSHOT_PAGE - 1, last));
            for (SnapshotRow row : page.snapshots()) {
                consumer.accept(snapshot(page.groupId(), row, page.rows().of(row.version), asOf));
            }
        }
    }

    /** Versions in a row with all rows that hold for any of them. */
    private record Page(String groupId, List<SnapshotRow> snapshots, OpenGroup.OpenRows rows) {}

    private Page page(long groupKey, int first, int last) {
        return read(session -> {
            GroupRow group = session.get(GroupRow.class, groupKey);
            List<SnapshotRow> snapshots = session.createSelectionQuery(
                            "from SnapshotRow where groupKey = :key and version between :first and :last order by version",
                            SnapshotRow.class)
                    .setParameter("key", groupKey)
                    .setParameter("first", first)
                    .setParameter("last", last)
                    .getResultList();
            if (group == null || snapshots.size() != last - first + 1) {
                throw new IllegalStateException("Versions " + first + " to " + last + " are not all stored");
            }
            return new Page(group.groupId, snapshots, rows(session, groupKey, first, last));
        });
    }

    @Override
    public List<ShownConditions> conditions(long groupKey, int first, int last) {
        return read(session -> session.createSelectionQuery(
                        "select version, observedFrom, conditions from SnapshotRow where groupKey = :key"
                                + " and version between :first and :last order by version",
                        ShownConditions.class)
                .setParameter("key", groupKey)
                .setParameter("first", first)
                .setParameter("last", last)
                .getResultList());
    }

    @Override
    public Slice<SnapshotHeader> headers(
            long groupKey, @Nullable Instant from, @Nullable Instant to, boolean newestFirst, int page, int size) {
        return read(session -> {
            GroupRow group = session.get(GroupRow.class, groupKey);
            // Versions follow each other without a gap, in the order of time: a page of them is a range.
            int first = firstVersion(session, groupKey);
            int last = group.version;
            if (from != null) {
                first = latestVersion(session, groupKey, "<", from)
                        .map(before -> before + 1)
                        .orElse(first);
            }
            if (to != null) {
                last = latestVersion(session, groupKey, "<", to).orElse(0);
            }
            long total = Math.max(0, last - first + 1);
            long skipped = Math.min(total, (long) page * size);
            long lowest = newestFirst ? Math.max(first, last - skipped - size + 1) : first + skipped;
            long highest = newestFirst ? last - skipped : Math.min(last, first + skipped + size - 1);
            List<SnapshotHeader> items = session
                    .createSelectionQuery(
                            "from SnapshotRow where groupKey = :key and version between :lowest and :highest"
                                    + " order by version" + (newestFirst ? " desc" : ""),
                            SnapshotRow.class)
                    .setParameter("key", groupKey)
                    .setParameter("lowest", (int) lowest)
                    .setParameter("highest", (int) highest)
                    .getResultList()
                    .stream()
                    .map(row -> row.header(group.groupId))
                    .toList();
            return new Slice<>(items, page, size, total);
        });
    }

    private static <T> SelectionQuery<T> ranged(
            SelectionQuery<T> query, long groupKey, @Nullable Instant from, @Nullable Instant to) {
        query.setParameter("key", groupKey);
        if (from != null) {
            query.setParameter("from", from);
        }
        if (to != null) {
            query.setParameter("to", to);
        }
        return query;
    }

    @Override
    public void forEachOffsetReport(
            long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<OffsetReport> consumer) {
        String hql = "from OffsetReportRow where" + within("toldAt >=", "toldAt", from, to) + " order by toldAt, id";
        forEach(OffsetReportRow.class, hql, groupKey, from, to, row -> consumer.accept(row.report()));
    }

    @Override
    public boolean isFarBehind(long groupKey, @Nullable Instant from, @Nullable Instant to) {
        String hql = "select id from OffsetReportRow where farBehindAt is not null and"
                + within("farBehindAt >=", "farBehindAt", from, to)
                + " order by groupKey, farBehindAt";
        return read(session -> !ranged(session.createSelectionQuery(hql, Long.class), groupKey, from, to)
                .setMaxResults(1)
                .getResultList()
                .isEmpty());
    }

    /**
     * That something is of a group and reaches into a range.
     *
     * @param end of it, with how it compares with the range's beginning
     * @param begin of it, which is before the range's end
     */
    private static String within(String end, String begin, @Nullable Instant from, @Nullable Instant to) {
        return " groupKey = :key"
                + (from == null ? "" : " and " + end + " :from")
                + (to == null ? "" : " and " + begin + " < :to");
    }

    @Override
    public void forEachError(long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<ErrorRun> consumer) {
        String hql = "from ErrorRow where" + within("lastAt >=", "firstAt", from, to) + " order by lastAt, id";
        forEach(ErrorRow.class, hql, groupKey, from, to, row -> consumer.accept(row.run()));
    }

    @Override
    public void forEachSilence(
            long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<Silence> consumer) {
        String hql = "from SilenceRow where" + within("endedAt >", "heardAt", from, to) + " order by endedAt, id";
        forEach(SilenceRow.class, hql, groupKey, from, to, row -> consumer.accept(row.silence()));
    }

    private <R> void forEach(
            Class<R> type,
            String hql,
            long groupKey,
            @Nullable Instant from,
            @Nullable Instant to,
            Consumer<R> consumer) {
        sessions.inStatelessTransaction(session -> {
            try (Stream<R> rows = ranged(session.createSelectionQuery(hql, type), groupKey, from, to)
                    .setFetchSize(500)
                    .getResultStream()) {
                rows.forEach(consumer);
            }
        });
    }

    @Override
    public List<TaskInterval> taskHistory(long groupKey, TaskId task, int version) {
        return read(session -> {
            int latest = Math.min(version, session.get(GroupRow.class, groupKey).version);
            List<TaskRow> rows = session.createSelectionQuery(
                            "from TaskRow where groupKey = :key and partition = :partition and subtopologyId = :id"
                                    + " and fromVersion <= :latest and toVersion > :first order by fromVersion, view, role, memberId",
                            TaskRow.class)
                    .setParameter("key", groupKey)
                    .setParameter("partition", task.partition())
                    .setParameter("id", task.subtopologyId())
                    // The rows of removed versions go later than these.
                    .setParameter("first", firstVersion(session, groupKey))
                    .setParameter("latest", latest)
                    .getResultList();
            Map<Integer, Instant> times = times(session, groupKey, rows);
            Map<TaskRow, String> processes = processes(session, groupKey, rows, latest);
            return rows.stream()
                    .map(row -> new TaskInterval(
                            row.memberId,
                            processes.get(row),
                            row.view,
                            row.role,
                            row.fromVersion,
                            row.toVersion > latest ? null : row.toVersion,
                            times.get(row.fromVersion),
                            row.toVersion > latest ? null : times.get(row.toVersion)))
                    .toList();
        });
    }

    private static Map<Integer, Instant> times(StatelessSession session, long groupKey, List<TaskRow> rows) {
        List<Integer> versions = new ArrayList<>();
        for (TaskRow row : rows) {
            versions.add(row.fromVersion);
            versions.add(row.toVersion);
        }
        Map<Integer, Instant> times = new HashMap<>();
        inChunks(
                versions.stream().distinct().toList(),
                VERSIONS,
                chunk -> ofGroup(
                                session,
                                "select version, observedFrom from SnapshotRow where ",
                                "version",
                                groupKey,
                                chunk,
                                Object[].class)
                        .getResultList()
                        .forEach(pair -> times.put((Integer) pair[0], (Instant) pair[1])));
        return times;
    }

    /** The process of each hold's member at the end of the hold, when most was known of it. */
    private static Map<TaskRow, String> processes(
            StatelessSession session, long groupKey, List<TaskRow> rows, int latest) {
        Map<TaskRow, String> processes = new HashMap<>();
        inChunks(rows, HOLDS, chunk -> {
            Map<TaskRow, Integer> ends = new HashMap<>();
            Set<Integer> blocks = new HashSet<>();
            for (TaskRow row : chunk) {
                int end = Math.min(row.toVersion - 1, latest);
                ends.put(row, end);
                blocks.addAll(blocksHolding(end, end));
            }
            List<MemberRow> members = ofGroup(
                            session,
                            "from MemberRow where memberId in :members and ",
                            "block",
                            groupKey,
                            blocks,
                            MemberRow.class)
                    .setParameter(
                            "members",
                            chunk.stream().map(row -> row.memberId).distinct().toList())
                    .getResultList();
            for (MemberRow member : members) {
                ends.forEach((row, end) -> {
                    boolean holds =
                            member.memberId.equals(row.memberId) && member.fromVersion <= end && member.toVersion > end;
                    if (holds && member.processId != null) {
                        processes.put(row, member.processId);
                    }
                });
            }
        });
        return processes;
    }

    @Override
    public MemberHistory memberHistory(long groupKey, String memberId, int version, Instant asOf) {
        return read(session -> {
            int latest = Math.min(version, session.get(GroupRow.class, groupKey).version);
            int stored = firstVersion(session, groupKey);
            List<MemberRow> states = ofMember(session, "MemberRow", groupKey, memberId, MemberRow.class)
                    .setParameter("latest", latest)
                    .setParameter("stored", stored)
                    .getResultList();
            List<TaskRow> tasks = ofMember(session, "TaskRow", groupKey, memberId, TaskRow.class)
                    .setParameter("latest", latest)
                    .setParameter("stored", stored)
                    .getResultList();
            List<StatusInterval> statuses = session
                    .createSelectionQuery(
                            "from StatusRow where groupKey = :key and memberId = :member and openedAt <= :at"
                                    + " order by openedAt, code, id",
                            StatusRow.class)
                    .setParameter("key", groupKey)
                    .setParameter("member", memberId)
                    .setParameter("at", asOf)
                    .getResultList()
                    .stream()
                    .map(row -> row.interval().asOf(asOf))
                    .toList();
            List<ErrorRun> errors = session
                    .createSelectionQuery(
                            "from ErrorRow where groupKey = :key and memberId = :member and firstAt <= :at"
                                    + " order by firstAt, id",
                            ErrorRow.class)
                    .setParameter("key", groupKey)
                    .setParameter("member", memberId)
                    .setParameter("at", asOf)
                    .getResultList()
                    .stream()
                    .map(row -> row.run().asOf(asOf))
                    .toList();
            MemberLife life = new MemberLife(memberId, states, tasks, stored, latest);
            if (!states.isEmpty()) {
                life.read(session, groupKey);
            }
            return new MemberHistory(life.states(), life.epochs(), life.tasks(), statuses, errors);
        });
    }

    private static <R> SelectionQuery<R> ofMember(
            StatelessSession session, String rows, long groupKey, String memberId, Class<R> type) {
        return session.createSelectionQuery(
                        "from " + rows + " where groupKey = :key and memberId = :member and fromVersion <= :latest"
                                + " and toVersion > :stored order by fromVersion, id",
                        type)
                .setParameter("key", groupKey)
                .setParameter("member", memberId);
    }

    private static <T> void inChunks(List<T> all, int size, Consumer<List<T>> consumer) {
        for (int i = 0; i < all.size(); i += size) {
            consumer.accept(all.subList(i, Math.min(all.size(), i + size)));
        }
    }

    @Override
    public List<StatusInterval> statuses(long groupKey, @Nullable Instant from, @Nullable Instant to) {
        String hql = "from StatusRow where groupKey = :key"
                + (from == null ? "" : " and (closedAt is null or closedAt > :from)")
                + (to == null ? "" : " and openedAt < :to")
                + " order by openedAt, code, memberId";
        return read(session ->
                ranged(session.createSelectionQuery(hql, StatusRow.class), groupKey, from, to).getResultList().stream()
                        .map(StatusRow::interval)
                        .toList());
    }

    @Override
    public List<StatusInterval> openStatuses(long groupKey, int version) {
        return read(session ->
                rows(session, StatusRow.class, groupKey, version, version, blocksHolding(version, version)).stream()
                        .map(StatusRow::interval)
                        .toList());
    }

    @Override
    public Slice<RemovedRange> removed(long groupKey, int page, int size) {
        return read(session -> {
            List<RemovedRange> items = session
                    .createSelectionQuery(
                            "from RemovedRangeRow where groupKey = :key order by groupKey, fromVersion, kind",
                            RemovedRangeRow.class)
                    .setParameter("key", groupKey)
                    .setFirstResult(Math.multiplyExact(page, size))
                    .setMaxResults(size)
                    .getResultList()
                    .stream()
                    .map(RemovedRangeRow::range)
                    .toList();
            long total = session.createSelectionQuery(
                            "select count(r) from RemovedRangeRow r where r.groupKey = :key", Long.class)
                    .setParameter("key", groupKey)
                    .getSingleResult();
            return new Slice<>(items, page, size, total);
        });
    }

    @Override
    public List<OffsetReport> offsets(long groupKey, Instant at) {
        return read(session -> session
                .createSelectionQuery(
                        "from OffsetReportRow r where r.groupKey = :key and r.id in (select max(l.id) from"
                                + " OffsetReportRow l where l.groupKey = :key and l.toldAt <= :at group by l.memberId)"
                                + " order by r.toldAt, r.id",
                        OffsetReportRow.class)
                .setParameter("key", groupKey)
                .setParameter("at", at)
                .getResultList()
                .stream()
                .map(OffsetReportRow::report)
                .toList());
    }

    @Override
    public Slice<ErrorRun> errors(long groupKey, @Nullable Instant from, @Nullable Instant to, int page, int size) {
        String where = " from ErrorRow e where e.groupKey = :key"
                + (from == null ? "" : " and e.lastAt >= :from")
                + (to == null ? "" : " and e.firstAt < :to");
        return read(session -> {
            List<ErrorRun> items = ranged(
                            session.createSelectionQuery(
                                    "select e" + where + " order by e.lastAt desc, e.id desc", ErrorRow.class),
                            groupKey,
                            from,
                            to)
                    .setFirstResult(Math.multiplyExact(page, size))
                    .setMaxResults(size)
                    .getResultList()
                    .stream()
                    .map(ErrorRow::run)
                    .toList();
            long total = ranged(session.createSelectionQuery("select count(e)" + where, Long.class), groupKey, from, to)
                    .getSingleResult();
            return new Slice<>(items, page, size, total);
        });
    }

    private static Optional<GroupRow> groupRow(StatelessSession session, long clusterId, String groupId) {
        return session.createSelectionQuery(
                        "from GroupRow where clusterId = :cluster and groupHash = :hash", GroupRow.class)
                .setParameter("cluster", clusterId)
                .setParameter("hash", GroupRow.hash(groupId))
                .uniqueResultOptional();
    }

    static Optional<SnapshotRow> snapshotRow(StatelessSession session, long groupKey, int version) {
        return session.createSelectionQuery(
                        "from SnapshotRow where groupKey = :key and version = :version", SnapshotRow.class)
                .setParameter("key", groupKey)
                .setParameter("version", version)
                .uniqueResultOptional();
    }

    private static OpenGroup.OpenRows rows(StatelessSession session, long groupKey, int version) {
        return rows(session, groupKey, version, version);
    }

    private static OpenGroup.OpenRows rows(StatelessSession session, long groupKey, int first, int last) {
        Set<Integer> blocks = blocksHolding(first, last);
        return new OpenGroup.OpenRows(
                rows(session, MemberRow.class, groupKey, first, last, blocks),
                rows(session, TaskRow.class, groupKey, first, last, blocks),
                rows(session, StatusRow.class, groupKey, first, last, blocks),
                rows(session, EndpointRow.class, groupKey, first, last, blocks),
                rows(session, SubtopologyRow.class, groupKey, first, last, blocks));
    }

    private static Set<Integer> blocksHolding(int first, int last) {
        Set<Integer> blocks = new HashSet<>();
        for (int version = first; version <= last; version++) {
            blocks.addAll(VersionBlock.holding(version));
        }
        return blocks;
    }

    private static <R extends VersionedRow> List<R> rows(
            StatelessSession session, Class<R> type, long groupKey, int first, int last, Set<Integer> blocks) {
        return ofGroup(
                        session,
                        "from " + type.getSimpleName() + " where fromVersion <= :last and toVersion > :first and ",
                        "block",
                        groupKey,
                        blocks,
                        type)
                .setParameter("first", first)
                .setParameter("last", last)
                .getResultList();
    }

    /**
     * A query of rows of a group with any of some numbers. H2 looks a list up in an index of two columns only when both
     * are in it, else it reads all rows of the group; and it keeps few texts of queries at hand, so that there must be
     * few lengths of lists.
     */
    private static <R> SelectionQuery<R> ofGroup(
            StatelessSession session,
            String hql,
            String column,
            long groupKey,
            Collection<Integer> numbers,
            Class<R> type) {
        int places = (numbers.size() + LIST_STEP - 1) / LIST_STEP * LIST_STEP;
        String pairs =
                IntStream.range(0, places).mapToObj(i -> "(:key, :n" + i + ")").collect(Collectors.joining(", "));
        SelectionQuery<R> query = session.createSelectionQuery(
                        hql + "(groupKey, " + column + ") in (" + pairs + ")", type)
                .setParameter("key", groupKey);
        Iterator<Integer> number = numbers.iterator();
        for (int place = 0; place < places; place++) {
            query.setParameter("n" + place, number.hasNext() ? number.next() : NO_NUMBER);
        }
        return query;
    }

    private static List<Member> members(List<MemberRow> rows, String memberEpochs, TaskLists tasks) {
        List<@Nullable Integer> epochs = MemberEpochs.read(memberEpochs);
        List<MemberRow> ordered =
                rows.stream().sorted(Comparator.comparing(row -> row.memberId)).toList();
        return IntStream.range(0, ordered.size())
                .mapToObj(i -> ordered.get(i).member(epochs.get(i), tasks))
                .toList();
    }

    private static GroupState state(String groupId, SnapshotRow snapshot, OpenGroup.OpenRows rows) {
        List<Member> members = members(rows.members(), snapshot.memberEpochs, new TaskLists(rows.tasks()));
        List<MemberStatus> statuses = snapshot.statusCodes == null
                ? null
                : rows.statuses().stream().map(StatusRow::status).sorted().toList();
        EndpointMap map = snapshot.endpointSource == null
                ? null
                : new EndpointMap(
                        snapshot.endpointEpoch,
                        snapshot.endpointSource,
                        rows.endpoints().stream().map(EndpointRow::entry).toList());
        List<Subtopology> subtopologies = !snapshot.topologyKnown
                ? null
                : rows.subtopologies().stream()
                        .map(row -> row.subtopology)
                        .sorted(Comparator.comparing(Subtopology::subtopologyId, TaskId::compareSubtopologies))
                        .toList();
        return new GroupState(
                groupId,
                snapshot.state,
                snapshot.stateSource,
                snapshot.groupEpoch,
                snapshot.assignmentEpoch,
                snapshot.topologyEpoch,
                snapshot.assignor,
                snapshot.coordinator,
                members,
                statuses,
                map,
                subtopologies);
    }

    private <T extends @Nullable Object> T read(Function<StatelessSession, T> query) {
        return sessions.fromStatelessTransaction(query);
    }
}
