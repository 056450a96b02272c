package io.streamgauge.query;

import io.streamgauge.analysis.Readiness;
import io.streamgauge.analysis.Readiness.Requirement;
import io.streamgauge.analysis.Readiness.Verdict;
import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.ReadFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Whether groups are as somebody requires them to be. */
@Service
public class ReadinessQueries {

    private final GroupQueries groups;
    private final ReadingQueries readings;
    private final Clock clock;

    ReadinessQueries(GroupQueries groups, ReadingQueries readings, Clock clock) {
        this.groups = groups;
        this.readings = readings;
        this.clock = clock;
    }

    /**
     * What a group comes to.
     *
     * @param failure why the group cannot be read now; null when it can, and where the past is asked for
     * @param verdicts one for each requirement, in their order
     */
    public record Report(GroupView view, @Nullable ReadFailure failure, List<Verdict> verdicts) {

        /** Whether every requirement is met; one that is not known to be met is not. */
        public boolean ready() {
            return verdicts.stream().allMatch(verdict -> Boolean.TRUE.equals(verdict.met()));
        }
    }

    /**
     * Whether a group meets requirements.
     *
     * @param maxAge what an observation showed that is older than this, at the instant asked for, does not count
     * @param maxLag of copies of tasks, in records; null for what is acceptable to their members
     * @throws NotFoundException for what is not there
     */
    public Report readiness(
            String cluster,
            String groupId,
            AsOf asOf,
            Set<Requirement> requirements,
            Duration maxAge,
            @Nullable Long maxLag) {
        GroupView view = groups.view(cluster, groupId, asOf);
        Readiness.Facts facts = new Readiness.Facts(
                view.snapshot().state(),
                age(view, asOf),
                maxAge,
                requirements.contains(Requirement.STANDBYS) ? standbyReplicas(view, asOf) : null,
                requirements.contains(Requirement.CAUGHT_UP) ? offsets(view) : Map.of(),
                maxLag);
        return new Report(
                view,
                readings.stateFailure(view, asOf).orElse(null),
                requirements.stream()
                        .sorted()
                        .map(requirement -> Readiness.of(requirement, facts))
                        .toList());
    }

    /**
     * How old the latest observation is at the instant asked about. That is now where the latest state of a live group is
     * asked for; in a recording time ends with the group's last observation.
     */
    private Duration age(GroupView view, AsOf asOf) {
        Instant now = clock.instant();
        boolean live = view.cluster().kind() == Cluster.Kind.LIVE && ReadingQueries.isNow(view, asOf);
        Instant about = live || view.asOf().isAfter(now) ? now : view.asOf();
        Duration age = Duration.between(view.group().observedAt(), about);
        return age.isNegative() ? Duration.ZERO : age;
    }

    private @Nullable Integer standbyReplicas(GroupView view, AsOf asOf) {
        return readings.configs(view, asOf)
                .map(GroupConfigs::standbyReplicas)
                .map(StandbyReplicas::count)
                .orElse(null);
    }

    private Map<String, Map<TaskId, TaskOffset>> offsets(GroupView view) {
        Map<String, Map<TaskId, TaskOffset>> offsets = new HashMap<>();
        groups.offsets(view).forEach((memberId, reported) -> {
            Map<TaskId, TaskOffset> tasks = new HashMap<>();
            reported.forEach((task, offset) -> tasks.put(task, offset.offset()));
            offsets.put(memberId, tasks);
        });
        return offsets;
    }
}
