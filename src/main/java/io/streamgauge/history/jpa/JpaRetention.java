package io.streamgauge.history.jpa;

import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.Retention;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaRetention implements Retention {

    /** How many rows a transaction removes. */
    private static final int ROWS = 2_000;

    /** How many rows a statement names, always as many so that there is one text of it. */
    private static final int IDS = 500;

    /** No row's. */
    private static final long NO_ID = -1;

    /**
     * Rows that ended with a version or before it. Their blocks are numbered up to that version's number, see
     * {@link VersionBlock}; of the others there only those are that hold for it and ended since.
     */
    private static final String ENDED =
            " r where r.groupKey = :key and r.block between 1 and :first and r.toVersion <= :first";

    private final SessionFactory sessions;

    JpaRetention(SessionFactory sessions) {
        this.sessions = sessions;
    }

    @Override
    public Optional<Versions> endedBefore(long groupKey, Instant cut, int most) {
        return read(session -> {
            int held =
                    JpaGroupHistory.latestVersion(session, groupKey, "<", cut).orElse(0);
            int first = JpaGroupHistory.firstVersion(session, groupKey);
            int next = (int) Math.min((long) first + most, held);
            if (next <= first) {
                return Optional.empty();
            }
            // Empty where another process removes them meanwhile.
            return beginning(session, groupKey, first)
                    .flatMap(from -> beginning(session, groupKey, next)
                            .map(to -> new Versions(groupKey, first, next, from, to)));
        });
    }

    private static Optional<Instant> beginning(StatelessSession session, long groupKey, int version) {
        return JpaGroupHistory.snapshotRow(session, groupKey, version).map(row -> row.observedFrom);
    }

    @Override
    public boolean remove(Versions versions, List<RemovedRange> left) {
        try {
            sessions.inStatelessTransaction(session -> {
                // First of all: who is second waits here and is turned away.
                left.forEach(range -> session.insert(RemovedRangeRow.of(versions.groupKey(), range)));
                int removed = session.createMutationQuery(
                                "delete from SnapshotRow where groupKey = :key and version between :first and :last")
                        .setParameter("key", versions.groupKey())
                        .setParameter("first", versions.first())
                        .setParameter("last", versions.next() - 1)
                        .executeUpdate();
                if (removed != versions.next() - versions.first()) {
                    throw new Gone();
                }
                // Last, since the group's writer waits for it.
                session.createMutationQuery("update GroupRow set firstAt = :at where id = :key")
                        .setParameter("at", versions.to())
                        .setParameter("key", versions.groupKey())
                        .executeUpdate();
            });
            return true;
        } catch (Gone | ConstraintViolationException e) {
            return false;
        } catch (RuntimeException e) {
            throw JpaGroupHistory.failure(e);
        }
    }

    /** Somebody else removed it. */
    private static final class Gone extends RuntimeException {

        Gone() {
            super(null, null, false, false);
        }
    }

    @Override
    public long sweep(long groupKey, BooleanSupplier goOn) {
        return written(() -> {
            int first = read(session -> JpaGroupHistory.firstVersion(session, groupKey));
            if (first == 1) {
                return 0L;
            }
            long removed = sweepStatuses(groupKey, first, goOn);
            for (String table : List.of("TaskRow", "MemberRow", "EndpointRow", "SubtopologyRow")) {
                String ended = table + ENDED;
                removed += removeAll(table, ended, "r.groupKey", Map.of("key", groupKey, "first", first), goOn);
            }
            return removed;
        });
    }

    /** What statuses are told apart by; those of one kind that touch or overlap are one period. */
    private record StatusKind(short code, @Nullable String detail) {}

    private long sweepStatuses(long groupKey, int first, BooleanSupplier goOn) {
        Optional<Instant> at = read(session -> beginning(session, groupKey, first));
        if (at.isEmpty()) {
            // Another process removed that version meanwhile; the next run knows which is the first.
            return 0;
        }
        Map<StatusKind, Instant> begun = read(session -> periods(session, groupKey, first, at.get()));
        return removeBut(
                "StatusRow",
                "select r.id, r.code, r.detail, r.closedAt from StatusRow" + ENDED + " order by r.groupKey, r.block",
                Map.of("key", groupKey, "first", first),
                row -> {
                    Instant since = begun.get(new StatusKind((Short) row[1], (String) row[2]));
                    return since != null && !((Instant) row[3]).isBefore(since);
                },
                goOn);
    }

    /** When the periods began that were not over by a version, which began at an instant. */
    private static Map<StatusKind, Instant> periods(StatelessSession session, long groupKey, int version, Instant at) {
        Map<StatusKind, Instant> begun = new HashMap<>();
        session.createSelectionQuery(
                        "select s.code, s.detail, min(s.openedAt) from StatusRow s where s.groupKey = :key"
                                + " and s.openedAt <= :at and s.toVersion > :version group by s.code, s.detail",
                        Object[].class)
                .setParameter("key", groupKey)
                .setParameter("at", at)
                .setParameter("version", version)
                .getResultList()
                .forEach(row -> begun.put(new StatusKind((Short) row[0], (String) row[1]), (Instant) row[2]));
        begun.replaceAll((kind, since) -> {
            Instant earliest = since;
            SelectionQuery<Object[]> query = session.createSelectionQuery(
                            "select s.openedAt, s.closedAt from StatusRow s where s.groupKey = :key and s.openedAt < :since"
                                    + " and s.toVersion <= :version and s.code = :code and "
                                    + (kind.detail() == null ? "s.detail is null" : "s.detail = :detail")
                                    + " order by s.closedAt desc",
                            Object[].class)
                    .setParameter("key", groupKey)
                    .setParameter("since", since)
                    .setParameter("version", version)
                    .setParameter("code", kind.code());
            if (kind.detail() != null) {
                query.setParameter("detail", kind.detail());
            }
            for (Object[] ended : query.getResultList()) {
                if (((Instant) ended[1]).isBefore(earliest)) {
                    break;
                }
                earliest = ((Instant) ended[0]).isBefore(earliest) ? (Instant) ended[0] : earliest;
            }
            return earliest;
        });
        return begun;
    }

    @Override
    public long removeOffsets(long groupKey, Instant cut, @Nullable Instant goneBefore, BooleanSupplier goOn) {
        return written(() -> {
            Set<Long> latest = read(session -> latestReports(session, groupKey, cut, goneBefore));
            return removeBut(
                    "OffsetReportRow",
                    "select r.id, r.toldAt from OffsetReportRow r where r.groupKey = :key and r.toldAt < :cut"
                            + " order by r.groupKey, r.toldAt",
                    Map.of("key", groupKey, "cut", cut),
                    row -> latest.contains((Long) row[0]),
                    goOn);
        });
    }

    /** The last that each member told by an instant, as {@link JpaGroupHistory#offsets} finds it. */
    private static Set<Long> latestReports(
            StatelessSession session, long groupKey, Instant cut, @Nullable Instant goneBefore) {
        Set<Long> latest = new HashSet<>();
        Map<String, Long> old = new HashMap<>();
        session.createSelectionQuery(
                        "select r.id, r.memberId, r.toldAt from OffsetReportRow r where r.groupKey = :key and r.id in"
                                + " (select max(l.id) from OffsetReportRow l where l.groupKey = :key and l.toldAt <= :cut"
                                + " group by l.memberId)",
                        Object[].class)
                .setParameter("key", groupKey)
                .setParameter("cut", cut)
                .getResultList()
                .forEach(row -> {
                    if (goneBefore != null && ((Instant) row[2]).isBefore(goneBefore)) {
                        old.put((String) row[1], (Long) row[0]);
                    } else {
                        latest.add((Long) row[0]);
                    }
                });
        if (!old.isEmpty()) {
            int first = JpaGroupHistory.firstVersion(session, groupKey);
            session.createSelectionQuery(
                            "select distinct m.memberId from MemberRow m where m.groupKey = :key and m.toVersion > :first",
                            String.class)
                    .setParameter("key", groupKey)
                    .setParameter("first", first)
                    .getResultList()
                    .forEach(member -> {
                        Long report = old.get(member);
                        if (report != null) {
                            latest.add(report);
                        }
                    });
        }
        return latest;
    }

    @Override
    public void removeSpells(long groupKey, Instant cut, BooleanSupplier goOn) {
        written(() -> removeAll(
                "ErrorRow",
                "ErrorRow r where r.groupKey = :key and r.lastAt < :cut",
                "r.groupKey, r.lastAt",
                Map.of("key", groupKey, "cut", cut),
                goOn));
        written(() -> removeAll(
                "SilenceRow",
                "SilenceRow r where r.groupKey = :key and r.endedAt < :cut",
                "r.groupKey, r.endedAt",
                Map.of("key", groupKey, "cut", cut),
                goOn));
    }

    @Override
    public void removeConfigs(long groupKey, Instant cut, BooleanSupplier goOn) {
        written(() -> {
            long held = read(session -> JpaConfigHistory.latest(session, groupKey, cut)
                    .map(row -> row.id)
                    .orElse(NO_ID));
            return removeAll(
                    "ConfigsRow",
                    "ConfigsRow r where r.groupKey = :key and r.readAt < :cut and r.id <> :held",
                    "r.groupKey, r.readAt",
                    Map.of("key", groupKey, "cut", cut, "held", held),
                    goOn);
        });
    }

    @Override
    public void removeFailures(long clusterId, Instant cut, BooleanSupplier goOn) {
        written(() -> {
            // The same that JpaLiveReadings.latest finds.
            long latest = read(session -> session.createSelectionQuery(
                            "select f.id from ReadFailureRow f where f.clusterId = :key and f.groupId is null"
                                    + " order by f.firstAt desc, f.id desc",
                            Long.class)
                    .setParameter("key", clusterId)
                    .setMaxResults(1)
                    .uniqueResultOptional()
                    .orElse(NO_ID));
            return removeAll(
                    "ReadFailureRow",
                    "ReadFailureRow r where r.clusterId = :key and r.firstAt < :cut and r.endedAt < :cut"
                            + " and r.id <> :latest",
                    "r.clusterId, r.firstAt",
                    Map.of("key", clusterId, "cut", cut, "latest", latest),
                    goOn);
        });
    }

    /**
     * Removes all rows of a condition, some in each transaction.
     *
     * @param order that of an index, so that nothing is sorted; a limit needs one
     */
    private long removeAll(
            String table, String condition, String order, Map<String, Object> parameters, BooleanSupplier goOn) {
        return removeBut(table, "select r.id from " + condition + " order by " + order, parameters, row -> false, goOn);
    }

    /**
     * Removes the rows of a query but for those to keep, which are few.
     *
     * @param hql selects their ids first, in the order of an index
     */
    private long removeBut(
            String table, String hql, Map<String, Object> parameters, Predicate<Object[]> keep, BooleanSupplier goOn) {
        long removed = 0;
        int kept = 0;
        boolean more = true;
        while (more && goOn.getAsBoolean()) {
            int skipped = kept;
            List<Object[]> rows = read(session -> {
                SelectionQuery<Object[]> query = session.createSelectionQuery(hql, Object[].class);
                parameters.forEach(query::setParameter);
                return query.setFirstResult(skipped).setMaxResults(ROWS).getResultList();
            });
            List<Long> ids = rows.stream()
                    .filter(keep.negate())
                    .map(row -> (Long) row[0])
                    .toList();
            removed += sessions.fromStatelessTransaction(session -> remove(session, table, ids));
            kept += rows.size() - ids.size();
            more = rows.size() == ROWS;
        }
        return removed;
    }

    private static int remove(StatelessSession session, String table, List<Long> ids) {
        int removed = 0;
        for (int i = 0; i < ids.size(); i += IDS) {
            List<Long> some = new ArrayList<>(ids.subList(i, Math.min(ids.size(), i + IDS)));
            while (some.size() < IDS) {
                some.add(NO_ID);
            }
            removed += session.createMutationQuery("delete from " + table + " where id in :ids")
                    .setParameter("ids", some)
                    .executeUpdate();
        }
        return removed;
    }

    private <T> T read(Function<StatelessSession, T> query) {
        return Objects.requireNonNull(sessions.fromStatelessTransaction(query));
    }

    private static <T> T written(Supplier<T> removal) {
        try {
            return removal.get();
        } catch (RuntimeException e) {
            throw JpaGroupHistory.failure(e);
        }
    }
}
