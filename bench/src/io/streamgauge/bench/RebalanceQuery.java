package io.streamgauge.bench;

import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.Tasks;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.RebalanceQueries;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** How long the rebalances of a large group take to tell, beside reading the snapshots that they are told from. */
final class RebalanceQuery {

    private static final int MEMBERS = 100;
    private static final int TASKS = 5_000;
    private static final int SNAPSHOTS = 10_000;

    /** Snapshots of a rebalance: one task leaves its owner, who says so, is given to another, who runs it. */
    private static final int STEPS = 5;

    private static final int ROUNDS = 3;
    private static final String GROUP = "busy";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private RebalanceQuery() {}

    static void run(Path work) throws Exception {
        try (Service service = new Service(work)) {
            Cluster cluster = service.bean(Clusters.class).create("bench", Cluster.Kind.RECORDING);
            GroupHistory history = service.bean(GroupHistory.class);
            store(history, cluster.id());
            GroupKey group = service.bean(GroupQueries.class).group("bench", GROUP);
            RebalanceQueries queries = service.bean(RebalanceQueries.class);
            double[] told = new double[ROUNDS];
            double[] read = new double[ROUNDS];
            long count = 0;
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                long[] snapshots = new long[1];
                history.forEachSnapshot(group.id(), 1, SNAPSHOTS, group.observedAt(), s -> snapshots[0]++);
                read[i] = (System.nanoTime() - start) / 1e9;
                start = System.nanoTime();
                count = 0;
                // As many pages as it takes to tell all of them.
                for (int page = 0; page * 1_000 < SNAPSHOTS / STEPS; page++) {
                    count += queries.rebalances(group, null, null, page, 1_000)
                            .page()
                            .items()
                            .size();
                }
                told[i] = (System.nanoTime() - start) / 1e9;
            }
            Bench.print(
                    "rebalances   all %,d in %.1f s | reading the %,d snapshots %.1f s | ratio %.2f, bound <= 2 | %s",
                    count,
                    Bench.median(told),
                    SNAPSHOTS,
                    Bench.median(read),
                    Bench.median(told) / Bench.median(read),
                    Bench.load());
        }
    }

    private static void store(GroupHistory history, long clusterId) {
        List<TreeSet<TaskId>> owned = new ArrayList<>();
        List<TreeSet<TaskId>> assigned = new ArrayList<>();
        int[] epochs = new int[MEMBERS];
        for (int member = 0; member < MEMBERS; member++) {
            TreeSet<TaskId> tasks = new TreeSet<>();
            for (int task = member; task < TASKS; task += MEMBERS) {
                tasks.add(new TaskId("0", task));
            }
            owned.add(tasks);
            assigned.add(new TreeSet<>(tasks));
            epochs[member] = 1;
        }
        GroupState before = null;
        Insight insight = null;
        List<NewSnapshot> batch = new ArrayList<>();
        for (int version = 0; version < SNAPSHOTS; version++) {
            int round = version / STEPS;
            int from = round % MEMBERS;
            int to = (from + 1) % MEMBERS;
            switch (version % STEPS) {
                case 0 -> {
                    // A steady state with everybody at one epoch.
                    Arrays.fill(epochs, round + 1);
                }
                case 1 -> {
                    epochs[from] = round + 2;
                    assigned.get(from).pollFirst();
                }
                case 2 -> owned.set(from, new TreeSet<>(assigned.get(from)));
                case 3 -> {
                    epochs[to] = round + 2;
                    TreeSet<TaskId> all = new TreeSet<>();
                    for (int task = 0; task < TASKS; task++) {
                        all.add(new TaskId("0", task));
                    }
                    assigned.forEach(all::removeAll);
                    assigned.get(to).addAll(all);
                }
                default -> owned.set(to, new TreeSet<>(assigned.get(to)));
            }
            GroupState state = state(version % STEPS == 0, owned, assigned, epochs);
            Instant at = START.plusSeconds(20L * version);
            insight = Insights.next(insight, before, state, Transition.at(at));
            before = state;
            batch.add(new NewSnapshot(at, ObservationSource.HEARTBEAT, state, List.of(), Map.of(), insight, null));
            if (batch.size() == 200) {
                history.append(
                        clusterId,
                        List.of(new GroupWrite(
                                GROUP, List.copyOf(batch), List.of(), List.of(), List.of(), at, Map.of())));
                batch.clear();
            }
        }
    }

    private static GroupState state(
            boolean stable, List<? extends Set<TaskId>> owned, List<? extends Set<TaskId>> assigned, int[] epochs) {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            members.add(new Member(
                    "member-%03d".formatted(i),
                    epochs[i],
                    null,
                    null,
                    "client",
                    "127.0.0.1",
                    "process-" + i / 4,
                    0,
                    null,
                    null,
                    null,
                    false,
                    false,
                    5_000,
                    null,
                    null,
                    null,
                    new Tasks(List.copyOf(owned.get(i)), List.of(), List.of()),
                    new Tasks(List.copyOf(assigned.get(i)), List.of(), List.of()),
                    Tasks.UNKNOWN));
        }
        return new GroupState(
                GROUP,
                stable ? StreamsGroupState.STABLE : StreamsGroupState.RECONCILING,
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
