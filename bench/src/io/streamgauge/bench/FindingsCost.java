package io.streamgauge.bench;

import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.Tasks;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.query.FindingQueries;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.GroupRange;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** What it takes to find what is wrong: in a state when it is stored, over a long history, and in many groups at once. */
final class FindingsCost {

    private static final int WARMUPS = 3;
    private static final int RUNS = 5;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String GROUP = "long-lived";
    private static final int SNAPSHOTS = 10_000;
    private static final int GROUPS = 1_000;

    private FindingsCost() {}

    static void run(Path work) throws Exception {
        states();
        try (Service service = new Service(work)) {
            history(service);
            groups(service);
        }
    }

    /** Of a large group, of which each state gives a member's task to nobody. */
    private static void states() {
        Group group = new Group(500, 20);
        List<GroupState> states = IntStream.range(0, 200).mapToObj(group::state).toList();
        double[] took = new double[RUNS];
        for (int run = -WARMUPS; run < RUNS; run++) {
            long start = System.nanoTime();
            Insight before = null;
            for (int i = 0; i < states.size(); i++) {
                before = Insights.next(
                        before, i == 0 ? null : states.get(i - 1), states.get(i), Transition.at(START.plusSeconds(i)));
            }
            if (run >= 0) {
                took[run] = (System.nanoTime() - start) / 1e6 / states.size();
            }
        }
        Bench.print(
                "findings  a state of 500 members and 10,000 tasks: %.2f ms, bound <= 1 | %s",
                Bench.median(took), Bench.load());
    }

    private static void history(Service service) throws SQLException {
        Cluster cluster = service.bean(Clusters.class).create("history", Cluster.Kind.RECORDING);
        GroupHistory history = service.bean(GroupHistory.class);
        Group group = new Group(100, 50);
        Insight insight = null;
        GroupState before = null;
        for (int version = 0; version < SNAPSHOTS; ) {
            List<NewSnapshot> batch = new ArrayList<>();
            for (; batch.size() < 200 && version < SNAPSHOTS; version++) {
                GroupState state = group.state(version);
                Instant at = START.plusSeconds(version);
                insight = Insights.next(insight, before, state, Transition.at(at));
                before = state;
                batch.add(snapshot(at, ObservationSource.HEARTBEAT, state, insight));
            }
            history.append(cluster.id(), List.of(write(GROUP, batch)));
        }
        GroupQueries groups = service.bean(GroupQueries.class);
        FindingQueries findings = service.bean(FindingQueries.class);
        double[] rows = new double[RUNS];
        double[] headers = new double[RUNS];
        double[] ours = new double[RUNS];
        int found = 0;
        for (int run = -WARMUPS; run < RUNS; run++) {
            long start = System.nanoTime();
            read(service);
            long read = System.nanoTime();
            GroupKey key = groups.group("history", GROUP);
            for (int page = 0; page < SNAPSHOTS / 500; page++) {
                history.headers(key.id(), null, null, false, page, 500);
            }
            long between = System.nanoTime();
            GroupRange range = groups.range(key, null, null).orElseThrow();
            found = findings.history(range, null).size();
            long end = System.nanoTime();
            if (run >= 0) {
                rows[run] = (read - start) / 1e6;
                headers[run] = (between - read) / 1e6;
                ours[run] = (end - between) / 1e6;
            }
        }
        Bench.print(
                "findings  %,d in %,d snapshots of 100 members and 5,000 tasks: %.0f ms | floor: listing those snapshots %.0f ms"
                        + " | ratio %.2f, bound <= 2 | their rows by JDBC, unread: %.0f ms | %s",
                found,
                SNAPSHOTS,
                Bench.median(ours),
                Bench.median(headers),
                Bench.median(ours) / Bench.median(headers),
                Bench.median(rows),
                Bench.load());
    }

    /** Every value of every snapshot's row. */
    private static void read(Service service) throws SQLException {
        try (Connection connection = service.bean(DataSource.class).getConnection();
                PreparedStatement statement = connection.prepareStatement("select s.* from group_snapshot s"
                        + " join streams_group g on g.id = s.group_key where g.group_id = ? order by s.version")) {
            statement.setString(1, GROUP);
            try (ResultSet rows = statement.executeQuery()) {
                int columns = rows.getMetaData().getColumnCount();
                long read = 0;
                while (rows.next()) {
                    for (int column = 1; column <= columns; column++) {
                        read += String.valueOf(rows.getObject(column)).length();
                    }
                }
                if (read == 0) {
                    throw new IllegalStateException("no rows");
                }
            }
        }
    }

    private static void groups(Service service) {
        Cluster cluster = service.bean(Clusters.class).create("groups", Cluster.Kind.LIVE);
        GroupHistory history = service.bean(GroupHistory.class);
        Group group = new Group(20, 3);
        for (int i = 0; i < GROUPS; i += 50) {
            List<GroupWrite> writes = new ArrayList<>();
            for (int j = i; j < i + 50; j++) {
                // One in ten has something wrong.
                GroupState state = j % 10 == 0 ? group.state(j) : group.whole();
                writes.add(write(
                        "group-" + j,
                        List.of(snapshot(
                                START,
                                ObservationSource.DESCRIBE,
                                state,
                                Insights.next(null, null, state, Transition.at(START))))));
            }
            history.append(cluster.id(), writes);
        }
        FindingQueries findings = service.bean(FindingQueries.class);
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        double[] took = new double[RUNS];
        double[] worked = new double[RUNS];
        // They are asked for as often as groups are polled.
        for (int run = -20 * WARMUPS; run < RUNS; run++) {
            long start = System.nanoTime();
            long before = thread.getCurrentThreadCpuTime();
            int groups = findings.of(cluster, null).size();
            if (groups != GROUPS) {
                throw new IllegalStateException(groups + " groups");
            }
            if (run >= 0) {
                worked[run] = (thread.getCurrentThreadCpuTime() - before) / 1e6;
                took[run] = (System.nanoTime() - start) / 1e6;
            }
        }
        Bench.print(
                "findings  of %,d groups with 20 members and 60 tasks: %.0f ms, of which %.0f ms processor time, bound <= 10 %% of poll | %s",
                GROUPS, Bench.median(took), Bench.median(worked), Bench.load());
    }

    private static NewSnapshot snapshot(Instant at, ObservationSource source, GroupState state, Insight insight) {
        return new NewSnapshot(at, source, state, List.of(), Map.of(), insight, null);
    }

    private static GroupWrite write(String groupId, List<NewSnapshot> snapshots) {
        return new GroupWrite(
                groupId,
                snapshots,
                List.of(),
                List.of(),
                List.of(),
                snapshots.get(snapshots.size() - 1).at(),
                Map.of());
    }

    /** A group whose members share one subtopology's tasks. */
    private static final class Group {

        private final int tasksEach;
        private final List<Member> members;
        private final List<Subtopology> topology;

        Group(int members, int tasksEach) {
            this.tasksEach = tasksEach;
            this.members = IntStream.range(0, members)
                    .mapToObj(i -> member(i, i * tasksEach))
                    .toList();
            topology = List.of(new Subtopology(
                    "0",
                    IntStream.range(0, members * tasksEach).boxed().toList(),
                    List.of("in"),
                    null,
                    List.of(),
                    List.of(),
                    List.of()));
        }

        private Member member(int number, int first) {
            List<TaskId> active = IntStream.range(first, (number + 1) * tasksEach)
                    .mapToObj(p -> new TaskId("0", p))
                    .toList();
            Tasks tasks = new Tasks(active, List.of(), List.of());
            return new Member(
                    "member-%03d".formatted(number),
                    1,
                    null,
                    null,
                    "client",
                    "/10.0.0.1",
                    "process-%03d".formatted(number / 4),
                    0,
                    null,
                    Map.of(),
                    null,
                    false,
                    false,
                    5000,
                    null,
                    null,
                    0,
                    tasks,
                    tasks,
                    Tasks.UNKNOWN);
        }

        GroupState whole() {
            return state(members);
        }

        /** In which the first task of some member runs nowhere. */
        GroupState state(int number) {
            int without = number % members.size();
            List<Member> some = new ArrayList<>(members);
            some.set(without, member(without, without * tasksEach + 1));
            return state(some);
        }

        private GroupState state(List<Member> some) {
            return new GroupState(
                    GROUP,
                    StreamsGroupState.STABLE,
                    StateSource.DERIVED,
                    null,
                    null,
                    null,
                    null,
                    null,
                    some,
                    List.of(),
                    null,
                    topology);
        }
    }
}
