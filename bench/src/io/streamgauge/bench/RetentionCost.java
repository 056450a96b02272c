package io.streamgauge.bench;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.Retention;
import io.streamgauge.history.Retention.Versions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/**
 * How long a group's old snapshots take to be removed, beside a plain delete of the same rows of another group; and how
 * long those wait that store snapshots of the group meanwhile.
 */
final class RetentionCost {

    private static final int REMOVED = 10_000;
    private static final int KEPT = 500;
    private static final int APPENDS = 300;
    private static final int TOGETHER = 500;

    private RetentionCost() {}

    static void run(Path work) throws Exception {
        try (Service service = new Service(work)) {
            // The same twice.
            Stored plain = new Stored(service, "plain");
            Stored ours = new Stored(service, "ours");
            long start = System.nanoTime();
            long deleted = delete(service.bean(DataSource.class), plain.groupKey);
            double floor = seconds(start);
            double[] alone = new double[APPENDS];
            for (int i = 0; i < APPENDS; i++) {
                alone[i] = append(ours.writer);
            }
            List<Double> beside = new ArrayList<>();
            Removal removal;
            ExecutorService thread = Executors.newSingleThreadExecutor();
            try {
                Future<Removal> removing = thread.submit(() -> remove(service.bean(Retention.class), ours.groupKey));
                while (!removing.isDone()) {
                    beside.add(append(ours.writer));
                }
                removal = removing.get();
            } finally {
                thread.shutdown();
            }
            if (removal.rows() != deleted) {
                throw new IllegalStateException(removal.rows() + " rows removed, and " + deleted + " deleted");
            }
            double[] waited = beside.stream().mapToDouble(d -> d).toArray();
            Bench.print(
                    "retention  %,d rows of %,d snapshots removed, %,.0f rows/s | floor: deleted at once by JDBC, %,.0f rows/s"
                            + " | ratio %.2f | a snapshot stored beside it: median %.1f ms, longest %.0f ms; alone: median"
                            + " %.1f ms, longest %.0f ms | %s",
                    deleted,
                    REMOVED,
                    deleted / removal.seconds(),
                    deleted / floor,
                    floor / removal.seconds(),
                    Bench.median(waited),
                    longest(waited),
                    Bench.median(alone),
                    longest(alone),
                    Bench.load());
        }
    }

    /** A group of a cluster with more snapshots than are kept. */
    private static final class Stored {

        private final AsOfQuery.Writer writer;
        private final long groupKey;

        Stored(Service service, String name) {
            GroupHistory history = service.bean(GroupHistory.class);
            Cluster cluster = service.bean(Clusters.class).create(name, Cluster.Kind.RECORDING);
            writer = new AsOfQuery.Writer(history, cluster.id());
            writer.upTo(REMOVED + KEPT);
            groupKey = history.groups(cluster.id()).get(0).id();
        }
    }

    private record Removal(long rows, double seconds) {}

    private static Removal remove(Retention retention, long group) {
        long start = System.nanoTime();
        // The version that held at the cut stays: it is the first one after those removed.
        Instant cut = AsOfQuery.START.plusSeconds(REMOVED).plusMillis(1);
        long rows = 0;
        Optional<Versions> versions = retention.endedBefore(group, cut, TOGETHER);
        while (versions.isPresent()) {
            Versions some = versions.get();
            int count = some.next() - some.first();
            retention.remove(
                    some,
                    List.of(new RemovedRange(
                            RemovedRange.Kind.SNAPSHOTS,
                            some.first(),
                            some.next(),
                            some.from(),
                            some.to(),
                            count,
                            List.of())));
            rows += count;
            versions = retention.endedBefore(group, cut, TOGETHER);
        }
        rows += retention.sweep(group, () -> true);
        return new Removal(rows, seconds(start));
    }

    private static long delete(DataSource database, long group) throws SQLException {
        int first = REMOVED + 1;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            long rows = delete(connection, "group_snapshot where group_key = ? and version < ?", group, first);
            for (String table : List.of("task", "member", "endpoint", "subtopology", "status")) {
                rows += delete(connection, table + "_version where group_key = ? and to_version <= ?", group, first);
            }
            connection.commit();
            return rows;
        }
    }

    private static int delete(Connection connection, String what, long group, int version) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("delete from " + what)) {
            statement.setLong(1, group);
            statement.setInt(2, version);
            return statement.executeUpdate();
        }
    }

    /** Milliseconds. */
    private static double append(AsOfQuery.Writer writer) {
        long start = System.nanoTime();
        writer.upTo(writer.version() + 1);
        return seconds(start) * 1e3;
    }

    private static double longest(double[] values) {
        double longest = 0;
        for (double value : values) {
            longest = Math.max(longest, value);
        }
        return longest;
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
