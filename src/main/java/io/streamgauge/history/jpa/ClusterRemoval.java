package io.streamgauge.history.jpa;

import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Removes the rows of deleted clusters in the background, some at a time, so that others read and write meanwhile. What a
 * process leaves that ends before is removed at the next start.
 */
@Component
class ClusterRemoval implements AutoCloseable {

    /** How many rows a transaction removes. */
    private static final int ROWS = 2_000;

    /** Snapshots last: while one stands its group's row cannot go, and what was stored beside it is looked for again. */
    private static final List<String> TABLES_OF_A_GROUP = List.of(
            "TaskRow",
            "MemberRow",
            "StatusRow",
            "EndpointRow",
            "SubtopologyRow",
            "OffsetReportRow",
            "ErrorRow",
            "SilenceRow",
            "ConfigsRow",
            "RemovedRangeRow",
            "SnapshotRow");

    private static final Logger log = LoggerFactory.getLogger(ClusterRemoval.class);

    private final SessionFactory sessions;
    private final ScheduledThreadPoolExecutor worker;

    ClusterRemoval(SessionFactory sessions) {
        this.sessions = sessions;
        // What is asked for after the end is done at the next start.
        worker = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, "cluster-removal");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Lets what is marked as deleted be removed soon. */
    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        worker.execute(this::removeOrTryAgain);
    }

    private void removeOrTryAgain() {
        try {
            removeDeleted();
        } catch (RuntimeException e) {
            // Another instance may have stored a last batch in it, or removes the same rows.
            log.warn("A deleted cluster could not be removed whole; it is tried again: {}", e.toString());
            var unused = worker.schedule(this::removeOrTryAgain, 10, TimeUnit.SECONDS);
        }
    }

    /** Removes all clusters that are marked as deleted. */
    synchronized void removeDeleted() {
        List<Long> clusters = sessions.fromStatelessTransaction(
                session -> session.createSelectionQuery("select c.id from ClusterRow c where c.deleted", Long.class)
                        .getResultList());
        for (long cluster : clusters) {
            List<Long> groups = sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                            "select g.id from GroupRow g where g.clusterId = :id", Long.class)
                    .setParameter("id", cluster)
                    .getResultList());
            for (long group : groups) {
                boolean removed = false;
                while (!removed) {
                    if (worker.isShutdown()) {
                        return;
                    }
                    removed = removeSome(group);
                }
            }
            sessions.inStatelessTransaction(
                    session -> session.createMutationQuery("delete from ClusterRow where id = :id")
                            .setParameter("id", cluster)
                            .executeUpdate());
        }
    }

    /** Removes some rows of a group; true when nothing of it is left. */
    private boolean removeSome(long group) {
        return sessions.fromStatelessTransaction(session -> {
            int room = ROWS;
            for (String table : TABLES_OF_A_GROUP) {
                // A limit needs an order. This one is that of an index, so that nothing is sorted.
                room -= session.createMutationQuery("delete from " + table + " where id in (select r.id from " + table
                                + " r where r.groupKey = :key order by r.groupKey limit :room)")
                        .setParameter("key", group)
                        .setParameter("room", room)
                        .executeUpdate();
                if (room == 0) {
                    return false;
                }
            }
            session.createMutationQuery("delete from GroupRow where id = :key")
                    .setParameter("key", group)
                    .executeUpdate();
            return true;
        });
    }

    /** Stops after the transaction under way. */
    @Override
    public void close() {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(4, TimeUnit.SECONDS)) {
                log.warn("The removal of a deleted cluster did not stop in time; it goes on at the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
