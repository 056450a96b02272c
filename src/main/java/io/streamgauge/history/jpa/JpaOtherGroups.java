package io.streamgauge.history.jpa;

import io.streamgauge.history.OtherGroup;
import io.streamgauge.history.OtherGroups;
import io.streamgauge.history.Slice;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaOtherGroups implements OtherGroups {

    private final SessionFactory sessions;

    JpaOtherGroups(SessionFactory sessions) {
        this.sessions = sessions;
    }

    @Override
    public List<OtherGroup> all(long clusterId) {
        return sessions.fromStatelessTransaction(session -> session
                .createSelectionQuery("from OtherGroupRow where clusterId = :cluster", OtherGroupRow.class)
                .setParameter("cluster", clusterId)
                .getResultList()
                .stream()
                .map(OtherGroupRow::group)
                .toList());
    }

    @Override
    public void change(long clusterId, Collection<String> removed, Collection<OtherGroup> added) {
        RowBatch batch = new RowBatch();
        added.forEach(group -> batch.insert(OtherGroupRow.of(clusterId, group)));
        sessions.inStatelessTransaction(session -> {
            removed.forEach(groupId -> session.createMutationQuery(
                            "delete from OtherGroupRow where clusterId = :cluster and groupHash = :hash")
                    .setParameter("cluster", clusterId)
                    .setParameter("hash", GroupRow.hash(groupId))
                    .executeUpdate());
            batch.execute(session);
        });
    }

    @Override
    public Optional<OtherGroup> find(long clusterId, String groupId) {
        return sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                        "from OtherGroupRow where clusterId = :cluster and groupHash = :hash", OtherGroupRow.class)
                .setParameter("cluster", clusterId)
                .setParameter("hash", GroupRow.hash(groupId))
                .uniqueResultOptional()
                .map(OtherGroupRow::group));
    }

    @Override
    public Slice<OtherGroup> list(long clusterId, @Nullable String search, int page, int size) {
        String where = " from OtherGroupRow o where o.clusterId = :cluster"
                + (search == null ? "" : " and lower(o.groupId) like :search escape '!'");
        return sessions.fromStatelessTransaction(session -> {
            SelectionQuery<OtherGroupRow> query = session.createSelectionQuery(
                    "select o" + where + " order by lower(o.groupId), o.groupId", OtherGroupRow.class);
            SelectionQuery<Long> count = session.createSelectionQuery("select count(o)" + where, Long.class);
            query.setParameter("cluster", clusterId);
            count.setParameter("cluster", clusterId);
            if (search != null) {
                query.setParameter("search", GroupRow.containing(search));
                count.setParameter("search", GroupRow.containing(search));
            }
            return new Slice<>(
                    query.setFirstResult(Math.multiplyExact(page, size)).setMaxResults(size).getResultList().stream()
                            .map(OtherGroupRow::group)
                            .toList(),
                    page,
                    size,
                    count.getSingleResult());
        });
    }
}
