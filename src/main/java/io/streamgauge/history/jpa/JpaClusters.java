package io.streamgauge.history.jpa;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.ClusterAdded;
import io.streamgauge.history.ClusterExistsException;
import io.streamgauge.history.ClusterRemoved;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.Slice;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.query.SelectionQuery;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

@Component
class JpaClusters implements Clusters {

    private static final String SELECT = "select c.id, c.name, c.kind, c.createdAt, count(g.id), min(g.firstAt),"
            + " max(g.observedAt) from ClusterRow c left join GroupRow g on g.clusterId = c.id where not c.deleted";
    private static final String GROUPED = " group by c.id, c.name, c.kind, c.createdAt order by c.name";

    private final SessionFactory sessions;
    private final JpaGroupHistory history;
    private final ClusterRemoval removal;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    JpaClusters(
            SessionFactory sessions,
            JpaGroupHistory history,
            ClusterRemoval removal,
            Clock clock,
            ApplicationEventPublisher events) {
        this.sessions = sessions;
        this.history = history;
        this.removal = removal;
        this.clock = clock;
        this.events = events;
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
        events.publishEvent(new ClusterAdded(row.id, name));
        return new Cluster(row.id, name, kind, row.createdAt, 0, null, null);
    }

    @Override
    public Optional<Cluster> find(String name) {
        return sessions.fromStatelessTransaction(
                session -> session.createSelectionQuery(SELECT + " and c.name = :name" + GROUPED, Cluster.class)
                        .setParameter("name", name)
                        .uniqueResultOptional()
                        .map(this::observed));
    }

    /** A cluster with what was observed and is not stored yet. */
    private Cluster observed(Cluster stored) {
        Instant last = history.lastObserved(stored.id());
        return last == null || (stored.lastAt() != null && !last.isAfter(stored.lastAt()))
                ? stored
                : new Cluster(
                        stored.id(),
                        stored.name(),
                        stored.kind(),
                        stored.createdAt(),
                        stored.groupCount(),
                        stored.firstAt(),
                        last);
    }

    @Override
    public Optional<Cluster> find(long id) {
        return sessions.fromStatelessTransaction(
                session -> session.createSelectionQuery(SELECT + " and c.id = :id" + GROUPED, Cluster.class)
                        .setParameter("id", id)
                        .uniqueResultOptional()
                        .map(this::observed));
    }

    @Override
    public Slice<Cluster> list(int page, int size) {
        return sessions.fromStatelessTransaction(session -> {
            SelectionQuery<Cluster> query = session.createSelectionQuery(SELECT + GROUPED, Cluster.class);
            long total = session.createSelectionQuery(
                            "select count(c) from ClusterRow c where not c.deleted", Long.class)
                    .getSingleResult();
            return new Slice<>(
                    query.setFirstResult(Math.multiplyExact(page, size)).setMaxResults(size).getResultList().stream()
                            .map(this::observed)
                            .toList(),
                    page,
                    size,
                    total);
        });
    }

    @Override
    public void delete(long id) {
        history.forget(id);
        Optional<String> name = sessions.fromStatelessTransaction(session -> {
            Optional<String> found = session.createSelectionQuery(
                            "select name from ClusterRow where id = :id and not deleted", String.class)
                    .setParameter("id", id)
                    .uniqueResultOptional();
            session.createMutationQuery("update ClusterRow set deleted = true, name = :name where id = :id")
                    // No cluster can be called so, and the name it had is free at once.
                    .setParameter("name", "-" + id)
                    .setParameter("id", id)
                    .executeUpdate();
            return found;
        });
        if (name.isPresent()) {
            removal.begin();
            events.publishEvent(new ClusterRemoved(id, name.get()));
        }
    }
}
