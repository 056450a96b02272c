package io.streamgauge.bench;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.Tasks;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.query.AsOf;
import io.streamgauge.query.GroupQueries;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** How long the whole state of a group as of any instant takes, with a short and with a very long history. */
final class AsOfQuery {

    private static final int MEMBERS = 20;
    private static final int TASKS_EACH = 10;
    private static final int FEW = 10_000;
    private static final int MANY = 1_000_000;
    private static final int WARM_UP = 2_000;
    private static final int QUESTIONS = 2_001;
    private static final String GROUP = "long-lived";
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private AsOfQuery() {}

    static void run(Path work) throws Exception {
        // Both at once and asked in turn, so that whatever else the machine does falls on both.
        try (Service few = new Service(work);
                Service many = new Service(work)) {
            GroupQueries ofFew = stored(few, FEW);
            GroupQueries ofMany = stored(many, MANY);
            Random random = new Random(17);
            double[] tookFew = new double[QUESTIONS];
            double[] tookMany = new double[QUESTIONS];
            for (int i = -WARM_UP; i < QUESTIONS; i++) {
                double timeFew = ask(ofFew, random.nextInt(FEW));
                double timeMany = ask(ofMany, random.nextInt(MANY));
                if (i >= 0) {
                    tookFew[i] = timeFew;
                    tookMany[i] = timeMany;
                }
            }
            Bench.print(
                    "as-of   median %.2f ms with %,d snapshots | %.2f ms with %,d | ratio %.2f, bound <= 2",
                    Bench.median(tookMany),
                    MANY,
                    Bench.median(tookFew),
                    FEW,
                    Bench.median(tookMany) / Bench.median(tookFew));
        }
    }

    private static GroupQueries stored(Service service, int snapshots) {
        Cluster cluster = service.bean(Clusters.class).create("bench", Cluster.Kind.RECORDING);
        new Writer(service.bean(GroupHistory.class), cluster.id()).upTo(snapshots);
        return service.bean(GroupQueries.class);
    }

    /** Milliseconds. */
    private static double ask(GroupQueries queries, int second) {
        long start = System.nanoTime();
        queries.view("bench", GROUP, new AsOf(START.plusSeconds(second), null));
        return (System.nanoTime() - start) / 1e6;
    }

    /** Stores snapshots of which each moves one task from a member to the next. */
    static final class Writer {

        private final GroupHistory history;
        private final long clusterId;
        private final List<List<TaskId>> tasks = new ArrayList<>();
        private int version;

        Writer(GroupHistory history, long clusterId) {
            this.history = history;
            this.clusterId = clusterId;
            for (int member = 0; member < MEMBERS; member++) {
                int first = member * TASKS_EACH;
                tasks.add(new ArrayList<>(IntStream.range(first, first + TASKS_EACH)
                        .mapToObj(p -> new TaskId("0", p))
                        .toList()));
            }
        }

        /** How many it has stored. */
        int version() {
            return version;
        }

        void upTo(int last) {
            while (version < last) {
                List<NewSnapshot> batch = new ArrayList<>();
                while (version < last && batch.size() < 500) {
                    int from = version % MEMBERS;
                    TaskId moved = tasks.get(from).remove(0);
                    tasks.get((from + 1) % MEMBERS).add(moved);
                    batch.add(new NewSnapshot(
                            START.plusSeconds(version),
                            ObservationSource.HEARTBEAT,
                            state(),
                            List.of(),
                            Map.of(),
                            new Insight(new RebalanceMark(0, null), List.of()),
                            null));
                    version++;
                }
                history.append(
                        clusterId,
                        List.of(new GroupWrite(
                                GROUP,
                                batch,
                                List.of(),
                                List.of(),
                                List.of(),
                                batch.get(batch.size() - 1).at(),
                                Map.of())));
            }
        }

        private GroupState state() {
            List<Member> members = new ArrayList<>();
            for (int i = 0; i < MEMBERS; i++) {
                List<TaskId> active = tasks.get(i).stream().sorted().toList();
                members.add(new Member(
                        "member-%02d".formatted(i),
                        1,
                        null,
                        null,
                        "client",
                        "127.0.0.1",
                        "process",
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
                        Tasks.UNKNOWN,
                        new Tasks(active, List.of(), List.of()),
                        Tasks.UNKNOWN));
            }
            return new GroupState(
                    GROUP,
                    StreamsGroupState.STABLE,
                    StateSource.DERIVED,
                    null,
                    null,
                    null,
                    null,
                    null,
                    members,
                    List.of(),
                    null,
                    null);
        }
    }
}
