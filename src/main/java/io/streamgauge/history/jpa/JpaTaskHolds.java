package io.streamgauge.history.jpa;

import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.history.MemberSpan;
import io.streamgauge.history.TaskHold;
import io.streamgauge.history.TaskHolds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaTaskHolds implements TaskHolds {

    private static final int FETCH_SIZE = 1_000;

    /** Blocks in the range follow each other in the index; those that reach over its ends are listed. */
    private static final String INSIDE = " where r.groupKey = :key and r.block between :first and :last";

    /** As many as there can be, so that there is one text of a query. */
    private static final int PLACES = 1 + 3 * 31;

    private static final int NO_BLOCK = -1;

    private static final String ACROSS = IntStream.range(0, PLACES)
            .mapToObj(place -> "(:key, :n" + place + ")")
            .collect(Collectors.joining(", ", " where (r.groupKey, r.block) in (", ")"));

    private static final String HOLDS = " and r.fromVersion <= :last and r.toVersion > :first";

    private final SessionFactory sessions;

    JpaTaskHolds(SessionFactory sessions) {
        this.sessions = sessions;
    }

    @Override
    public long count(long groupKey, int first, int last, TaskView view) {
        return sessions.fromStatelessTransaction(session -> Stream.of(true, false)
                .map(inside -> query(
                        session,
                        "select count(r) from TaskRow r",
                        inside,
                        " and r.view = :view",
                        groupKey,
                        first,
                        last,
                        Long.class))
                .mapToLong(query -> query.setParameter("view", view).getSingleResult())
                .sum());
    }

    @Override
    public void forEach(long groupKey, int first, int last, TaskView view, Consumer<TaskHold> consumer) {
        String select = "select r.memberId, r.subtopologyId, r.partition, r.role, r.fromVersion, r.toVersion"
                + " from TaskRow r";
        sessions.inStatelessTransaction(session -> {
            for (boolean inside : List.of(true, false)) {
                SelectionQuery<Object[]> query =
                        query(session, select, inside, " and r.view = :view", groupKey, first, last, Object[].class);
                try (Stream<Object[]> rows = query.setParameter("view", view)
                        .setFetchSize(FETCH_SIZE)
                        .getResultStream()) {
                    rows.forEach(row -> consumer.accept(new TaskHold(
                            (String) row[0],
                            new TaskId((String) row[1], (Integer) row[2]),
                            (TaskRole) row[3],
                            (Integer) row[4],
                            end((Integer) row[5]))));
                }
            }
        });
    }

    @Override
    public List<MemberSpan> members(long groupKey, int first, int last) {
        List<MemberSpan> spans = new ArrayList<>();
        sessions.inStatelessTransaction(session -> {
            for (boolean inside : List.of(true, false)) {
                query(session, "select r from MemberRow r", inside, "", groupKey, first, last, MemberRow.class)
                        .getResultList()
                        .forEach(row -> spans.add(new MemberSpan(
                                row.memberId,
                                row.processId,
                                row.instanceId,
                                row.rackId,
                                row.clientId,
                                row.endpoint(),
                                row.away,
                                row.fenced,
                                row.fromVersion,
                                end(row.toVersion))));
            }
        });
        spans.sort(Comparator.comparing(MemberSpan::memberId).thenComparingInt(MemberSpan::fromVersion));
        return spans;
    }

    @Override
    public Map<Integer, Instant> times(long groupKey, int first, int last, Set<Integer> wanted) {
        Map<Integer, Instant> times = new HashMap<>();
        sessions.inStatelessTransaction(session -> {
            try (Stream<Object[]> rows = session.createSelectionQuery(
                            "select s.version, s.observedFrom from SnapshotRow s where s.groupKey = :key"
                                    + " and s.version between :first and :last",
                            Object[].class)
                    .setParameter("key", groupKey)
                    .setParameter("first", first)
                    .setParameter("last", last)
                    .setFetchSize(FETCH_SIZE)
                    .getResultStream()) {
                rows.filter(row -> wanted.contains((Integer) row[0]))
                        .forEach(row -> times.put((Integer) row[0], (Instant) row[1]));
            }
        });
        return times;
    }

    private static @Nullable Integer end(int toVersion) {
        return toVersion == VersionedRow.NEVER ? null : toVersion;
    }

    /** The rows that reach into a range: those whose blocks lie inside it, or those that may reach over its ends. */
    private static <R> SelectionQuery<R> query(
            StatelessSession session,
            String select,
            boolean inside,
            String and,
            long groupKey,
            int first,
            int last,
            Class<R> type) {
        if (inside) {
            return session.createSelectionQuery(select + INSIDE + HOLDS + and, type)
                    .setParameter("key", groupKey)
                    .setParameter("first", first)
                    .setParameter("last", last);
        }
        SelectionQuery<R> query = session.createSelectionQuery(select + ACROSS + HOLDS + and, type)
                .setParameter("key", groupKey)
                .setParameter("first", first)
                .setParameter("last", last);
        List<Integer> blocks = VersionBlock.acrossEndsOf(first, last);
        for (int place = 0; place < PLACES; place++) {
            query.setParameter("n" + place, place < blocks.size() ? blocks.get(place) : NO_BLOCK);
        }
        return query;
    }
}
