package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.TaskRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a group is as somebody requires it to be before he scales, deploys or restarts. */
public final class Readiness {

    /** How many tasks or processes a sentence names. */
    private static final int NAMED = 5;

    private Readiness() {}

    /** What can be required of a group. */
    public enum Requirement {
        /** Its state is STABLE, all of its epochs are equal, and no task runs nowhere. */
        STABLE,
        /** Each stateful task has as many standby copies as configured, none of them beside its active task. */
        STANDBYS,
        /** Each standby and warm-up copy is restored up to an acceptable lag. */
        CAUGHT_UP,
        /** Each process runs its share of active tasks by its members, and each of these its share of that. */
        BALANCED
    }

    /**
     * What is known of a group.
     *
     * @param age of the observation that shows it, at the instant that the question is about; not negative
     * @param maxAge what an older observation showed is not known to hold any more
     * @param standbyReplicas that the group is configured to; null when not known
     * @param offsets what each member last told of its tasks, by member id and task
     * @param maxLag in records; null for each member's acceptable recovery lag, or Kafka's default where that is not told
     */
    public record Facts(
            GroupState state,
            Duration age,
            Duration maxAge,
            @Nullable Integer standbyReplicas,
            Map<String, Map<TaskId, TaskOffset>> offsets,
            @Nullable Long maxLag) {}

    /**
     * Whether a requirement is met.
     *
     * @param met null when it is not known
     * @param reason in a sentence with numbers, whatever it is
     */
    public record Verdict(Requirement requirement, @Nullable Boolean met, String reason) {}

    /** Whether a group meets a requirement. */
    public static Verdict of(Requirement requirement, Facts facts) {
        Clauses clauses = new Clauses();
        if (facts.state().members().isEmpty()) {
            clauses.add(
                    facts.state().state() == StreamsGroupState.UNKNOWN ? null : (Boolean) false,
                    "the group is " + facts.state().state() + " and has no known member");
        } else {
            switch (requirement) {
                case STABLE -> stable(facts.state(), clauses);
                case STANDBYS -> standbys(facts, clauses);
                case CAUGHT_UP -> caughtUp(facts, clauses);
                case BALANCED -> balanced(facts.state(), clauses);
            }
        }
        if (facts.age().compareTo(facts.maxAge()) > 0) {
            return new Verdict(
                    requirement,
                    null,
                    "Not known: the group was last observed " + seconds(facts.age())
                            + " before, longer ago than the " + seconds(facts.maxAge()) + " allowed; then "
                            + clauses.text());
        }
        return new Verdict(requirement, clauses.met(), sentence(clauses.text()));
    }

    /** Facts that must all be good; one that is bad outweighs those that are not known. */
    private static final class Clauses {

        private final List<String> texts = new ArrayList<>();
        private boolean bad;
        private boolean unknown;

        void add(@Nullable Boolean good, String clause) {
            unknown |= good == null;
            bad |= good != null && !good;
            texts.add(clause);
        }

        @Nullable
        Boolean met() {
            return bad ? (Boolean) false : unknown ? null : (Boolean) true;
        }

        String text() {
            return String.join("; ", texts);
        }
    }

    private static void stable(GroupState state, Clauses clauses) {
        boolean derived = state.stateSource() == StateSource.DERIVED;
        clauses.add(
                state.state() == StreamsGroupState.UNKNOWN
                        ? null
                        : (Boolean) (state.state() == StreamsGroupState.STABLE),
                "the group is " + state.state() + (derived ? ", as its members' heartbeats show" : ""));
        epochs(state, derived, clauses);
        List<TaskId> unassigned = state.unassignedTasks();
        if (unassigned == null) {
            clauses.add(null, "whether every task is assigned is not known");
        } else if (unassigned.isEmpty()) {
            clauses.add(true, "every known task is assigned");
        } else {
            clauses.add(
                    false,
                    unassigned.size() + (unassigned.size() == 1 ? " task runs" : " tasks run") + " nowhere: "
                            + some(unassigned));
        }
    }

    private static void epochs(GroupState state, boolean derived, Clauses clauses) {
        List<Member> running = running(state);
        IntSummaryStatistics members = running.stream()
                .map(Member::memberEpoch)
                .filter(Objects::nonNull)
                .mapToInt(Integer::intValue)
                .summaryStatistics();
        Set<Integer> epochs = new HashSet<>();
        running.forEach(member -> epochs.add(member.memberEpoch()));
        // Heartbeats never tell the epochs of the group and its assignment; brokers always do.
        if (!derived || state.groupEpoch() != null) {
            epochs.add(state.groupEpoch());
        }
        if (!derived || state.assignmentEpoch() != null) {
            epochs.add(state.assignmentEpoch());
        }
        boolean someUnknown = epochs.remove(null);
        String text = "its epoch is " + number(state.groupEpoch()) + ", its assignment's "
                + number(state.assignmentEpoch()) + ", and "
                + (members.getCount() == 0
                        ? "those of " + members(running.size()) + " are not told"
                        : (members.getCount() == running.size() ? "" : members.getCount() + " of ")
                                + members(running.size())
                                + (members.getCount() == 1 ? " is at " : " are at ")
                                + (members.getMin() == members.getMax()
                                        ? String.valueOf(members.getMin())
                                        : members.getMin() + " to " + members.getMax()));
        clauses.add(epochs.size() > 1 ? (Boolean) false : someUnknown ? null : (Boolean) true, text);
    }

    private static void standbys(Facts facts, Clauses clauses) {
        Integer replicas = facts.standbyReplicas();
        if (replicas != null && replicas == 0) {
            clauses.add(true, "the group is configured to have no standby");
            return;
        }
        if (replicas == null) {
            clauses.add(
                    null, "how many standbys the group is configured to have is not known: its configs were not read");
        }
        Set<String> stateful = stateful(facts.state(), clauses);
        unseen(facts.state(), s -> stateful.contains(s.subtopologyId())).ifPresent(clause -> clauses.add(null, clause));
        if (facts.state().members().stream()
                .anyMatch(member -> member.assigned().standby() == null)) {
            clauses.add(null, "the standbys of some members are not known");
        }
        List<String> lacking = new ArrayList<>();
        List<String> beside = new ArrayList<>();
        List<String> unplaced = new ArrayList<>();
        int tasks = 0;
        for (TaskTable.Row row : TaskTable.of(facts.state())) {
            if (!stateful.contains(row.task().subtopologyId())) {
                continue;
            }
            tasks++;
            List<Member> standbys = row.standbys().stream().filter(Member::runs).toList();
            String active = row.active() == null ? null : row.active().processId();
            Set<String> others = new HashSet<>();
            standbys.forEach(member -> others.add(member.processId()));
            boolean placed = !others.remove(null) && (row.active() == null || active != null || standbys.isEmpty());
            if (active != null && others.remove(active)) {
                beside.add(row.task().toString());
            }
            if (replicas != null && standbys.size() < replicas) {
                lacking.add(row.task() + " (" + standbys.size() + ")");
            } else if (!placed) {
                unplaced.add(row.task().toString());
            } else if (replicas != null && others.size() < replicas) {
                lacking.add(row.task() + " (" + others.size() + " in other processes)");
            }
        }
        String all = count(tasks, "stateful task");
        if (!lacking.isEmpty()) {
            clauses.add(false, lacking.size() + " of " + all + " lack some of " + replicas + ": " + some(lacking));
        }
        if (!beside.isEmpty()) {
            clauses.add(
                    false,
                    beside.size() + " of " + all + " have a standby in the process of their active task: "
                            + some(beside));
        }
        if (!unplaced.isEmpty()) {
            clauses.add(null, "of " + unplaced.size() + " of " + all + " a process is not known: " + some(unplaced));
        }
        if (lacking.isEmpty() && beside.isEmpty() && unplaced.isEmpty() && clauses.met() != null) {
            clauses.add(
                    true,
                    tasks == 0
                            ? "no task is stateful"
                            : "each of " + all + " has " + count(Objects.requireNonNull(replicas), "standby")
                                    + " in other processes than its active task");
        }
    }

    /** The ids of subtopologies whose tasks have state to copy. */
    private static Set<String> stateful(GroupState state, Clauses clauses) {
        List<Subtopology> subtopologies = state.subtopologies();
        if (subtopologies == null || subtopologies.stream().anyMatch(s -> s.changelogTopics() == null)) {
            clauses.add(null, "which tasks are stateful is not known");
        }
        return subtopologies == null
                ? Set.of()
                : subtopologies.stream()
                        .filter(s -> s.changelogTopics() != null
                                && !s.changelogTopics().isEmpty())
                        .map(Subtopology::subtopologyId)
                        .collect(Collectors.toSet());
    }

    /**
     * What is not known of the tasks of some subtopologies, empty when each was seen with tasks. A group has those of a
     * new topology only once its topics are there, so that none seen does not mean that there is none.
     */
    private static Optional<String> unseen(GroupState state, Predicate<Subtopology> among) {
        if (state.subtopologies() == null) {
            return Optional.of("which tasks the group has is not known");
        }
        List<String> unseen = state.subtopologies().stream()
                .filter(subtopology -> subtopology.partitions() == null && among.test(subtopology))
                .map(Subtopology::subtopologyId)
                .toList();
        return unseen.isEmpty()
                ? Optional.empty()
                : Optional.of("which tasks subtopology " + some(unseen) + " has is not known");
    }

    private static void caughtUp(Facts facts, Clauses clauses) {
        List<String> behind = new ArrayList<>();
        List<String> untold = new ArrayList<>();
        int copies = 0;
        long highest = 0;
        Set<Long> limits = new HashSet<>();
        for (Member member : running(facts.state())) {
            for (TaskRole role : List.of(TaskRole.STANDBY, TaskRole.WARMUP)) {
                List<TaskId> tasks = member.assigned().of(role);
                if (tasks == null) {
                    clauses.add(null, "the " + role + " tasks of member " + member.memberId() + " are not known");
                    continue;
                }
                long limit = limit(facts, member);
                for (TaskId task : tasks) {
                    copies++;
                    limits.add(limit);
                    TaskOffset offset = facts.offsets()
                            .getOrDefault(member.memberId(), Map.of())
                            .get(task);
                    Long lag = offset == null ? null : offset.lag();
                    String name = task + " on " + member.memberId();
                    if (lag == null) {
                        untold.add(name);
                    } else {
                        highest = Math.max(highest, lag);
                        if (lag > limit) {
                            behind.add(name + " by " + lag);
                        }
                    }
                }
            }
        }
        String all = copies == 1 ? "1 standby or warm-up copy" : copies + " standby and warm-up copies";
        String within = limits.stream().sorted().map(String::valueOf).collect(Collectors.joining(" or "));
        if (!behind.isEmpty()) {
            clauses.add(
                    false,
                    behind.size() + " of " + all + " lag more than " + within + " records behind: " + some(behind));
        }
        if (!untold.isEmpty()) {
            clauses.add(null, "the lag of " + untold.size() + " of " + all + " is not known: " + some(untold));
        }
        if (copies == 0) {
            unseen(
                            facts.state(),
                            s -> s.changelogTopics() == null
                                    || !s.changelogTopics().isEmpty())
                    .ifPresentOrElse(
                            clause -> clauses.add(null, clause),
                            () -> clauses.add(true, "there is no standby or warm-up copy to catch up"));
        } else if (behind.isEmpty() && untold.isEmpty()) {
            clauses.add(
                    true,
                    all + (copies == 1 ? " lags " : " lag ") + "by no more than " + highest + " records, within "
                            + within);
        }
    }

    private static long limit(Facts facts, Member member) {
        if (facts.maxLag() != null) {
            return facts.maxLag();
        }
        return member.acceptableRecoveryLag() == null
                ? Member.DEFAULT_ACCEPTABLE_RECOVERY_LAG
                : member.acceptableRecoveryLag();
    }

    private static void balanced(GroupState state, Clauses clauses) {
        List<Member> running = running(state);
        if (running.isEmpty()) {
            clauses.add(false, "none of its " + members(state.members().size()) + " runs");
            return;
        }
        Map<String, List<Integer>> processes = new TreeMap<>();
        int tasks = 0;
        for (Member member : running) {
            List<TaskId> active = member.assigned().active();
            if (active == null || member.processId() == null) {
                clauses.add(
                        null,
                        "the " + (active == null ? "active tasks" : "process") + " of member " + member.memberId()
                                + " is not known");
                return;
            }
            tasks += active.size();
            processes
                    .computeIfAbsent(member.processId(), id -> new ArrayList<>())
                    .add(active.size());
        }
        Optional<String> unseen = tasks == 0 ? unseen(state, s -> true) : Optional.empty();
        if (unseen.isPresent()) {
            clauses.add(null, unseen.get());
            return;
        }
        List<String> uneven = new ArrayList<>();
        for (Map.Entry<String, List<Integer>> process : processes.entrySet()) {
            IntSummaryStatistics counts =
                    process.getValue().stream().mapToInt(Integer::intValue).summaryStatistics();
            long share = (long) tasks * counts.getCount();
            long least = share / running.size();
            long most = (share + running.size() - 1) / running.size();
            if (counts.getSum() < least || counts.getSum() > most) {
                uneven.add(process.getKey() + " runs " + counts.getSum() + ", not "
                        + (least == most ? most : least + " or " + most));
            } else if (counts.getMax() - counts.getMin() > 1) {
                uneven.add(process.getKey() + " runs " + counts.getMin() + " to " + counts.getMax() + " a member");
            }
        }
        String spread = count(tasks, "active task") + " on " + members(running.size()) + " of "
                + (processes.size() == 1 ? "1 process" : processes.size() + " processes");
        if (uneven.isEmpty()) {
            clauses.add(true, spread + " are spread by members, to the task");
        } else {
            clauses.add(false, spread + " are not spread by members: " + some(uneven));
        }
    }

    private static List<Member> running(GroupState state) {
        return state.members().stream().filter(Member::runs).toList();
    }

    private static String some(Collection<?> things) {
        String named = things.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return things.size() > NAMED ? named + " and " + (things.size() - NAMED) + " more" : named;
    }

    private static String members(int count) {
        return count(count, "member");
    }

    private static String count(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    private static String number(@Nullable Integer epoch) {
        return epoch == null ? "not told" : epoch.toString();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() < 10_000 ? duration.toMillis() + " ms" : duration.toSeconds() + " s";
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
