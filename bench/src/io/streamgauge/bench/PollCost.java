package io.streamgauge.bench;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** What a poll of all groups takes, beside the calls to the brokers that it cannot do without. */
final class PollCost {

    private static final int WARMUPS = 50;
    private static final int RUNS = 15;

    /** Longer than any poll, so that the next one is held before it begins. */
    private static final Duration INTERVAL = Duration.ofSeconds(3);

    /** By which every group is due for a description. */
    private static final Duration LATER = Duration.ofSeconds(31);

    private static final Duration REST = Duration.ofSeconds(1);

    private static final Duration TOO_LONG = Duration.ofMinutes(2);

    private final LiveGroups groups;
    private final Service service;
    private final HeldClock clock;

    private PollCost(LiveGroups groups, Service service, HeldClock clock) {
        this.groups = groups;
        this.service = service;
        this.clock = clock;
    }

    @FunctionalInterface
    private interface Body {
        void run(PollCost poll) throws Exception;
    }

    private static void with(Path work, Body body) throws Exception {
        LiveGroups groups = LiveGroups.get();
        HeldClock clock = new HeldClock();
        List<String> arguments = new ArrayList<>(groups.arguments());
        arguments.add("--streamgauge.poll-interval=" + INTERVAL.toMillis() + "ms");
        try (Service service = new Service(work, clock, arguments)) {
            PollCost poll = new PollCost(groups, service, clock);
            poll.await("streamgauge.snapshots", LiveGroups.GROUPS);
            try {
                body.run(poll);
            } finally {
                clock.release(Duration.ZERO);
            }
        }
    }

    static void unchanged(Path work) throws Exception {
        with(work, poll -> poll.measure("poll", "nothing changed", groups -> {}, "streamgauge.observations", 1.3));
    }

    static void changed(Path work) throws Exception {
        with(
                work,
                poll -> poll.measure(
                        "poll-changed", "every group changed", LiveGroups::changeAll, "streamgauge.snapshots", 2));
    }

    @FunctionalInterface
    private interface Change {
        void in(LiveGroups groups) throws Exception;
    }

    private void measure(String name, String what, Change change, String counter, double bound) throws Exception {
        double[] bare = new double[RUNS];
        double[] ours = new double[RUNS];
        String written = "";
        for (int run = -WARMUPS; run < RUNS; run++) {
            clock.hold();
            change.in(groups);
            if (run == -1) {
                countStatements();
            } else if (run == 0) {
                written = written();
            }
            rest(run);
            double floor = groups.bare();
            rest(run);
            double took = poll(counter);
            if (run >= 0) {
                bare[run] = floor;
                ours[run] = took;
            }
        }
        clock.hold();
        print(name, what, ours, bare, bound, written);
    }

    /** Neither is to pay for what the other left to collect, nor for what the broker still does of the change. */
    private static void rest(int run) {
        if (run >= 0) {
            System.gc();
            LockSupport.parkNanos(REST.toNanos());
        }
    }

    private static void print(String name, String what, double[] ours, double[] bare, double bound, String written) {
        double our = Bench.median(ours);
        double floor = Bench.median(bare);
        Bench.print(
                "%s  %,d groups, %s: %.0f ms | floor: listing and describing them with Kafka's client alone %.0f ms"
                        + " | ratio %.2f, bound <= %.1f | written in the poll before: %s | %s",
                name, LiveGroups.GROUPS, what, our * 1e3, floor * 1e3, our / floor, bound, written, Bench.load());
    }

    /** Seconds from the poll's beginning until a count says that each group is through. */
    private double poll(String counter) throws InterruptedException {
        double before = count(counter);
        long start = System.nanoTime();
        clock.release(LATER);
        await(counter, before + LiveGroups.GROUPS);
        return (System.nanoTime() - start) / 1e9;
    }

    private void await(String counter, double wanted) {
        long until = System.nanoTime() + TOO_LONG.toNanos();
        while (count(counter) < wanted) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException(counter + " came to " + count(counter) + ", not to " + wanted);
            }
            // Seldom enough to take nothing of note from what is measured.
            LockSupport.parkNanos(2_000_000);
        }
    }

    private double count(String counter) {
        return service.bean(MeterRegistry.class).get(counter).counter().count();
    }

    private void countStatements() throws SQLException {
        try (Connection connection = service.bean(DataSource.class).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set query_statistics false");
            statement.execute("set query_statistics_max_entries 1000");
            statement.execute("set query_statistics true");
        }
    }

    /** Rows written since the statements are counted, which ends here: counting them takes time. */
    private String written() throws SQLException {
        long rows = 0;
        long leases = 0;
        try (Connection connection = service.bean(DataSource.class).getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "select lower(sql_statement), cumulative_row_count from information_schema.query_statistics"
                                + " where regexp_like(sql_statement, '^\\s*(insert|update|delete|merge)', 'i')")) {
            while (result.next()) {
                if (result.getString(1).contains("cluster_reading")) {
                    leases += result.getLong(2);
                } else {
                    rows += result.getLong(2);
                }
            }
            statement.execute("set query_statistics false");
        }
        return String.format("%,d rows (and %d times the lease, which is kept every 10 s)", rows, leases);
    }
}
