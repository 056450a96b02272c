package io.streamgauge.history.jpa;

import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupSeries;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaGroupSeries implements GroupSeries {

    /** Later than anything is observed. */
    static final Instant NOW = Instant.parse("9999-12-31T00:00:00Z");

    private final SessionFactory sessions;

    JpaGroupSeries(SessionFactory sessions) {
        this.sessions = sessions;
    }

    @Override
    public Map<Long, List<ErrorRun>> recentErrors(Which groups, @Nullable Instant at, Duration last) {
        return lists(
                "select e from GroupRow g join ErrorRow e on e.groupKey = g.id and e.lastAt >= " + ago(last)
                        + " and e.firstAt <= :at",
                groups,
                at,
                " order by e.lastAt, e.id",
                ErrorRow.class,
                row -> row.groupKey,
                ErrorRow::run);
    }

    @Override
    public Map<Long, Integer> earlierRebalances(Which groups, @Nullable Instant at, Duration before) {
        return sessions.fromStatelessTransaction(session -> {
            Map<Long, Integer> counts = new HashMap<>();
            query(
                            session,
                            "select g.id, s.rebalanceCount from GroupRow g join SnapshotRow s on s.groupKey = g.id"
                                    + " and s.version = (select p.version from SnapshotRow p where p.groupKey = g.id"
                                    + " and p.observedFrom <= " + ago(before)
                                    + " order by p.groupKey desc, p.observedFrom desc, p.version desc limit 1)",
                            groups,
                            "",
                            Object[].class)
                    .setParameter("at", at == null ? NOW : at)
                    .getResultList()
                    .forEach(row -> counts.put((Long) row[0], (Integer) row[1]));
            return counts;
        });
    }

    @Override
    public Map<Long, List<Heard>> heard(Which groups) {
        return sessions.fromStatelessTransaction(session -> {
            Map<Long, List<Heard>> heard = new HashMap<>();
            query(
                            session,
                            "select g.id, m.memberId, m.lastHeartbeatAt, m.heartbeatIntervalMs from GroupRow g"
                                    + " join MemberRow m on m.groupKey = g.id and m.block = " + VersionBlock.OPEN
                                    + " and m.lastHeartbeatAt is not null",
                            groups,
                            "",
                            Object[].class)
                    .getResultList()
                    .forEach(row -> heard.computeIfAbsent((Long) row[0], g -> new ArrayList<>())
                            .add(new Heard((String) row[1], (Instant) row[2], (Integer) row[3])));
            return heard;
        });
    }

    @Override
    public Map<Long, List<Silence>> silences(Which groups, @Nullable Instant at) {
        return lists(
                "select s from GroupRow g join SilenceRow s on s.groupKey = g.id and s.endedAt > " + ago(Duration.ZERO)
                        + " and s.heardAt < " + ago(Duration.ZERO),
                groups,
                at,
                " order by s.endedAt, s.id",
                SilenceRow.class,
                row -> row.groupKey,
                SilenceRow::silence);
    }

    @Override
    public Set<Long> farBehind(Which groups, @Nullable Instant at, Duration last) {
        return sessions.fromStatelessTransaction(session -> new HashSet<>(query(
                        session,
                        "select distinct g.id from GroupRow g join OffsetReportRow r on r.groupKey = g.id"
                                + " and r.farBehindAt >= " + ago(last) + " and r.farBehindAt <= :at",
                        groups,
                        "",
                        Long.class)
                .setParameter("at", at == null ? NOW : at)
                .getResultList()));
    }

    @Override
    public Map<Long, List<OffsetReport>> offsets(Which groups, @Nullable Instant at, Duration last) {
        return lists(
                "select r from GroupRow g join OffsetReportRow r on r.groupKey = g.id and r.toldAt >= " + ago(last)
                        + " and r.toldAt <= :at",
                groups,
                at,
                " order by r.toldAt, r.id",
                OffsetReportRow.class,
                row -> row.groupKey,
                OffsetReportRow::report);
    }

    @Override
    public Map<Long, StandbyReplicas> standbyReplicas(Which groups, @Nullable Instant at) {
        return sessions.fromStatelessTransaction(session -> {
            Map<Long, StandbyReplicas> configured = new HashMap<>();
            query(
                            session,
                            "select g.id, c.standbyReplicas, c.standbysSince from GroupRow g join ConfigsRow c on"
                                    + " c.groupKey = g.id and c.standbysSince is not null and c.id = "
                                    + JpaConfigHistory.LATEST,
                            groups,
                            "",
                            Object[].class)
                    .setParameter("at", at == null ? NOW : at)
                    .getResultList()
                    .forEach(row ->
                            configured.put((Long) row[0], new StandbyReplicas((Integer) row[1], (Instant) row[2])));
            return configured;
        });
    }

    /** What is read of rows, by their groups and in their order. */
    private <R, V> Map<Long, List<V>> lists(
            String hql,
            Which groups,
            @Nullable Instant at,
            String order,
            Class<R> type,
            Function<R, Long> groupKey,
            Function<R, V> value) {
        return sessions.fromStatelessTransaction(session ->
                query(session, hql, groups, order, type)
                        .setParameter("at", at == null ? NOW : at)
                        .getResultList()
                        .stream()
                        .collect(Collectors.groupingBy(groupKey, Collectors.mapping(value, Collectors.toList()))));
    }

    /** An instant so long before now, or before what is told ends. */
    private static String ago(Duration duration) {
        return "least(g.observedAt, :at) - " + duration.toSeconds() + " second";
    }

    private static <R> SelectionQuery<R> query(
            StatelessSession session, String hql, Which groups, String order, Class<R> type) {
        String where = groups.groupKeys() == null ? " where g.clusterId = :cluster" : " where g.id in :groups";
        SelectionQuery<R> query = session.createSelectionQuery(hql + where + order, type);
        return groups.groupKeys() == null
                ? query.setParameter("cluster", groups.clusterId())
                : query.setParameter("groups", groups.groupKeys());
    }
}
