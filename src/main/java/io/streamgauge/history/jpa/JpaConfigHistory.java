package io.streamgauge.history.jpa;

import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupConfigs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaConfigHistory implements ConfigHistory {

    /** How many groups are looked up together, always as many so that there is one text of the query. */
    private static final int GROUPS = 100;

    /** Of {@code p} and an instant, the id of the latest row by then; H2 reads an index backwards only for all its columns. */
    static final String LATEST = "(select p.id from ConfigsRow p where p.groupKey = g.id and p.readAt <= :at"
            + " order by p.groupKey desc, p.readAt desc limit 1)";

    private final SessionFactory sessions;

    JpaConfigHistory(SessionFactory sessions) {
        this.sessions = sessions;
    }

    /** @param last null when nothing is stored */
    private record Known(long groupKey, @Nullable GroupConfigs last) {}

    @Override
    public Map<String, GroupConfigs> take(long clusterId, Map<String, GroupConfigs> read) {
        try {
            return sessions.fromStatelessTransaction(session -> {
                Map<String, GroupConfigs> taken = new HashMap<>();
                RowBatch batch = new RowBatch();
                known(session, clusterId, List.copyOf(read.keySet())).forEach((groupId, known) -> {
                    GroupConfigs now = read.get(groupId);
                    GroupConfigs last = known.last();
                    if (now == null) {
                        return;
                    }
                    GroupConfigs following = last == null ? now : now.following(last);
                    if (last == null || !following.values().equals(last.values())) {
                        batch.insert(ConfigsRow.of(known.groupKey(), following));
                    }
                    taken.put(groupId, following);
                });
                batch.execute(session);
                return taken;
            });
        } catch (RuntimeException e) {
            throw JpaGroupHistory.failure(e);
        }
    }

    private static Map<String, Known> known(StatelessSession session, long clusterId, List<String> groupIds) {
        Map<String, Known> known = new HashMap<>();
        for (int i = 0; i < groupIds.size(); i += GROUPS) {
            List<String> hashes = new ArrayList<>(groupIds.subList(i, Math.min(groupIds.size(), i + GROUPS)));
            hashes.replaceAll(GroupRow::hash);
            while (hashes.size() < GROUPS) {
                hashes.add("");
            }
            session.createSelectionQuery(
                            "select g.id, g.groupId, c from GroupRow g left join ConfigsRow c on c.groupKey = g.id and c.id = "
                                    + LATEST + " where g.clusterId = :cluster and g.groupHash in :hashes",
                            Object[].class)
                    .setParameter("at", JpaGroupSeries.NOW)
                    .setParameter("cluster", clusterId)
                    .setParameter("hashes", hashes)
                    .getResultList()
                    .forEach(row -> known.put(
                            (String) row[1],
                            new Known((Long) row[0], row[2] == null ? null : ((ConfigsRow) row[2]).configs())));
        }
        return known;
    }

    @Override
    public Optional<GroupConfigs> at(long groupKey, @Nullable Instant at) {
        return sessions.fromStatelessTransaction(session ->
                latest(session, groupKey, at == null ? JpaGroupSeries.NOW : at).map(ConfigsRow::configs));
    }

    static Optional<ConfigsRow> latest(StatelessSession session, long groupKey, Instant at) {
        return session.createSelectionQuery(
                        "from ConfigsRow where groupKey = :key and readAt <= :at order by groupKey desc, readAt desc",
                        ConfigsRow.class)
                .setParameter("key", groupKey)
                .setParameter("at", at)
                .setMaxResults(1)
                .uniqueResultOptional();
    }

    @Override
    public List<GroupConfigs> between(long groupKey, @Nullable Instant from, @Nullable Instant to) {
        return sessions.fromStatelessTransaction(session -> {
            Instant held = from == null
                    ? null
                    : latest(session, groupKey, from).map(row -> row.readAt).orElse(from);
            SelectionQuery<ConfigsRow> query = session.createSelectionQuery(
                            "from ConfigsRow where groupKey = :key" + (held == null ? "" : " and readAt >= :held")
                                    + (to == null ? "" : " and readAt < :to") + " order by groupKey, readAt",
                            ConfigsRow.class)
                    .setParameter("key", groupKey);
            if (held != null) {
                query.setParameter("held", held);
            }
            if (to != null) {
                query.setParameter("to", to);
            }
            return query.getResultList().stream().map(ConfigsRow::configs).toList();
        });
    }
}
