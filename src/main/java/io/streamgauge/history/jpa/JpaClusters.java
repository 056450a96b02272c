package io.streamgauge.history.jpa;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.ClusterExistsException;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.Slice;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.query.SelectionQuery;
import org.springframework.stereotype.Component;

@Component
class JpaClusters implements Clusters {

    private static final String SELECT = "select c.id, c.name, c.kind, c.createdAt, count(g.id), min(g.firstAt),"
            + " max(g.observedAt) from ClusterRow c left join GroupRow g on g.clusterId = c.id";
    private static final String GROUPED = " group by c.id, c.name, c.kind, c.createdAt order by c.name";

    private static final List<String> TABLES_OF_A_GROUP = List.of(
            "TaskRow",
            "MemberRow",
            "StatusRow",
            "EndpointRow",
            "SubtopologyRow",
            "OffsetReportRow",
            "ErrorRow",
            "SnapshotRow");

    private final SessionFactory sessions;
    private final JpaGroupHistory history;
    private final Clock clock;

    JpaClusters(SessionFactory sessions, JpaGroupHistory history, Clock clock) {
        this.sessions = sessions;
        this.history = history;
        this.clock = clock;
    }

    @Override
    public Cluster create(String name, Cluster.Kind kind) {
        ClusterRow row = new ClusterRow();
        row.name = name;
        row.kind = kind;
        row.createdAt = clock.instant().truncatedTo(ChronoUnit.MICROS);
        try {
            sessions.inStatelessTransaction(session -> session.insert(row));
        } catch (ConstraintViolationException e) {
            throw new ClusterExistsException(name, e);
        }
        return new Cluster(row.id, name, kind, row.createdAt, 0, null, null);
    }

    @Override
    public Optional<Cluster> find(String name) {
        return sessions.fromStatelessTransaction(
                session -> session.createSelectionQuery(SELECT + " where c.name = :name" + GROUPED, Cluster.class)
                        .setParameter("name", name)
                        .uniqueResultOptional());
    }

    @Override
    public Optional<Cluster> find(long id) {
        return sessions.fromStatelessTransaction(
                session -> session.createSelectionQuery(SELECT + " where c.id = :id" + GROUPED, Cluster.class)
                        .setParameter("id", id)
                        .uniqueResultOptional());
    }

    @Override
    public Slice<Cluster> list(int page, int size) {
        return sessions.fromStatelessTransaction(session -> {
            SelectionQuery<Cluster> query = session.createSelectionQuery(SELECT + GROUPED, Cluster.class);
            long total = session.createSelectionQuery("select count(c) from ClusterRow c", Long.class)
                    .getSingleResult();
            return new Slice<>(
                    query.setFirstResult(Math.multiplyExact(page, size))
                            .setMaxResults(size)
                            .getResultList(),
                    page,
                    size,
                    total);
        });
    }

    @Override
    public void delete(long id) {
        List<Long> groups = sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                        "select g.id from GroupRow g where g.clusterId = :id", Long.class)
                .setParameter("id", id)
                .getResultList());
        history.forget(id);
        for (long group : groups) {
            sessions.inStatelessTransaction(session -> {
                for (String table : TABLES_OF_A_GROUP) {
                    delete(session, "delete from " + table + " where groupKey = :key", group);
                }
                delete(session, "delete from GroupRow where id = :key", group);
            });
        }
        sessions.inStatelessTransaction(session -> delete(session, "delete from ClusterRow where id = :key", id));
    }

    private static void delete(StatelessSession session, String hql, long key) {
        session.createMutationQuery(hql).setParameter("key", key).executeUpdate();
    }
}
