package io.streamgauge.query;

import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.MemberSpan;
import io.streamgauge.history.TaskHold;
import io.streamgauge.history.TaskHolds;
import io.streamgauge.query.Timeline.Bar;
import io.streamgauge.query.Timeline.By;
import io.streamgauge.query.Timeline.Lane;
import io.streamgauge.query.Timeline.Presence;
import io.streamgauge.query.Timeline.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Lays out who ran what over a range of instants. */
@Service
public class TimelineQueries {

    /** More holds than these are not read: the range then begins later. A state alone is told whatever its size. */
    public static final int MOST_HOLDS = 100_000;

    /** Of more tasks in a bar only the first are named. */
    public static final int TASKS_NAMED = 20;

    private final GroupQueries groups;
    private final TaskHolds holds;

    TimelineQueries(GroupQueries groups, TaskHolds holds) {
        this.groups = groups;
        this.holds = holds;
    }

    /**
     * The lanes of a range; empty when it holds nothing of the group.
     *
     * @param from inclusive; null for open
     * @param to exclusive; null for open
     */
    public Optional<Timeline> timeline(GroupKey group, @Nullable Instant from, @Nullable Instant to, By by) {
        return groups.range(group, from, to)
                .filter(range -> range.firstVersion() <= range.lastVersion())
                .map(range -> timeline(range, by));
    }

    private Timeline timeline(GroupRange range, By by) {
        long key = range.group().id();
        int last = range.lastVersion();
        TaskView view = holds.count(key, range.firstVersion(), last, TaskView.ASSIGNED) > 0
                ? TaskView.ASSIGNED
                : TaskView.OWNED;
        int first = firstToTell(range, view);
        List<TaskHold> held = new ArrayList<>();
        holds.forEach(key, first, last, view, held::add);
        List<MemberSpan> spans = holds.members(key, first, last);
        Times times = times(range, first, held, spans);
        return new Timeline(
                view,
                times.begin(),
                range.last(),
                first > range.firstVersion(),
                presences(spans, times),
                lanes(held, spans, by, times));
    }

    private int firstToTell(GroupRange range, TaskView view) {
        int last = range.lastVersion();
        int first = range.firstVersion();
        while (first < last && holds.count(range.group().id(), first, last, view) > MOST_HOLDS) {
            first = last - (last - first) / 2;
        }
        return first;
    }

    /** When versions begin and end, as far as the range reaches. */
    private record Times(int first, int last, Instant begin, Map<Integer, Instant> of) {

        Instant from(int version) {
            return version <= first ? begin : at(version);
        }

        @Nullable
        Instant to(@Nullable Integer version) {
            return version == null || version > last ? null : at(version);
        }

        private Instant at(int version) {
            Instant at =
                    Objects.requireNonNull(of.get(version), () -> "Version " + version + " is not stored any more");
            return at.isBefore(begin) ? begin : at;
        }
    }

    private Times times(GroupRange range, int first, List<TaskHold> held, List<MemberSpan> spans) {
        Set<Integer> wanted = new HashSet<>();
        wanted.add(first);
        for (TaskHold hold : held) {
            wanted.add(hold.fromVersion());
            if (hold.toVersion() != null) {
                wanted.add(hold.toVersion());
            }
        }
        for (MemberSpan span : spans) {
            wanted.add(span.fromVersion());
            if (span.toVersion() != null) {
                wanted.add(span.toVersion());
            }
        }
        Map<Integer, Instant> times = holds.times(range.group().id(), first, range.lastVersion(), wanted);
        Instant begun = Objects.requireNonNull(times.get(first), () -> "Version " + first + " is not stored any more");
        boolean whole = first == range.firstVersion()
                && range.from() != null
                && range.from().isAfter(begun);
        return new Times(first, range.lastVersion(), whole ? Objects.requireNonNull(range.from()) : begun, times);
    }

    private static List<Presence> presences(List<MemberSpan> spans, Times times) {
        Map<String, List<MemberSpan>> byMember =
                spans.stream().collect(Collectors.groupingBy(MemberSpan::memberId, TreeMap::new, Collectors.toList()));
        return byMember.values().stream()
                .map(own -> {
                    List<Stretch> stretches = new ArrayList<>();
                    for (MemberSpan span : own) {
                        Stretch next = new Stretch(
                                times.from(span.fromVersion()), times.to(span.toVersion()), span.away(), span.fenced());
                        Stretch before = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
                        if (before != null
                                && next.from().equals(before.to())
                                && before.away() == next.away()
                                && before.fenced() == next.fenced()) {
                            stretches.set(
                                    stretches.size() - 1,
                                    new Stretch(before.from(), next.to(), next.away(), next.fenced()));
                        } else {
                            stretches.add(next);
                        }
                    }
                    return new Presence(own.get(own.size() - 1), List.copyOf(stretches));
                })
                .toList();
    }

    private static List<Lane> lanes(List<TaskHold> held, List<MemberSpan> spans, By by, Times times) {
        if (by == By.TASK) {
            return taskLanes(held, times);
        }
        Map<String, String> laneOf = new HashMap<>();
        for (MemberSpan span : spans) {
            if (by == By.PROCESS && span.processId() != null) {
                laneOf.put(span.memberId(), span.processId());
            } else {
                laneOf.putIfAbsent(span.memberId(), span.memberId());
            }
        }
        // A lane for whoever was there, also without a task.
        Map<String, Map<TaskRole, List<TaskHold>>> lanes = new TreeMap<>();
        laneOf.values().forEach(lane -> lanes.put(lane, new TreeMap<>()));
        for (TaskHold hold : held) {
            lanes.computeIfAbsent(laneOf.getOrDefault(hold.memberId(), hold.memberId()), lane -> new TreeMap<>())
                    .computeIfAbsent(hold.role(), role -> new ArrayList<>())
                    .add(hold);
        }
        return lanes.entrySet().stream()
                .map(lane -> new Lane(
                        lane.getKey(),
                        lane.getValue().entrySet().stream()
                                .flatMap(role -> bars(role.getKey(), role.getValue(), times).stream())
                                .toList()))
                .toList();
    }

    private static List<Lane> taskLanes(List<TaskHold> held, Times times) {
        Map<TaskId, List<TaskHold>> lanes =
                held.stream().collect(Collectors.groupingBy(TaskHold::task, TreeMap::new, Collectors.toList()));
        Comparator<TaskHold> order = Comparator.comparing(TaskHold::role)
                .thenComparingInt(TaskHold::fromVersion)
                .thenComparing(TaskHold::memberId);
        return lanes.entrySet().stream()
                .map(lane -> new Lane(
                        lane.getKey().toString(),
                        lane.getValue().stream()
                                .sorted(order)
                                .map(hold -> new Bar(
                                        hold.role(),
                                        times.from(hold.fromVersion()),
                                        times.to(hold.toVersion()),
                                        Math.max(hold.fromVersion(), times.first()),
                                        1,
                                        List.of(lane.getKey()),
                                        hold.memberId()))
                                .toList()))
                .toList();
    }

    /** One bar for each stretch in which the tasks of a role stayed the same. */
    private static List<Bar> bars(TaskRole role, List<TaskHold> held, Times times) {
        TreeMap<Integer, List<Step>> steps = new TreeMap<>();
        for (TaskHold hold : held) {
            steps.computeIfAbsent(Math.max(hold.fromVersion(), times.first()), version -> new ArrayList<>())
                    .add(new Step(hold.task(), 1));
            if (hold.toVersion() != null && hold.toVersion() <= times.last()) {
                steps.computeIfAbsent(hold.toVersion(), version -> new ArrayList<>())
                        .add(new Step(hold.task(), -1));
            }
        }
        List<Bar> bars = new ArrayList<>();
        TreeMap<TaskId, Integer> running = new TreeMap<>();
        Bar open = null;
        for (Map.Entry<Integer, List<Step>> step : steps.entrySet()) {
            int version = step.getKey();
            if (!take(step.getValue(), running)) {
                continue;
            }
            if (open != null) {
                bars.add(new Bar(
                        role, open.from(), times.to(version), open.version(), open.taskCount(), open.tasks(), null));
            }
            open = running.isEmpty()
                    ? null
                    : new Bar(
                            role,
                            times.from(version),
                            null,
                            version,
                            running.size(),
                            running.keySet().stream().limit(TASKS_NAMED).toList(),
                            null);
        }
        if (open != null) {
            bars.add(open);
        }
        return bars;
    }

    private record Step(TaskId task, int by) {}

    /** Takes the steps of one version; whether other tasks run then, for a process may hand one among its members. */
    private static boolean take(List<Step> steps, Map<TaskId, Integer> running) {
        Set<TaskId> before =
                steps.stream().map(Step::task).filter(running::containsKey).collect(Collectors.toSet());
        for (Step step : steps) {
            running.merge(step.task(), step.by(), (a, b) -> a + b == 0 ? null : a + b);
        }
        return steps.stream().map(Step::task).anyMatch(task -> before.contains(task) != running.containsKey(task));
    }
}
