package io.streamgauge.analysis;

import io.streamgauge.group.Condition;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.group.TaskId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that findings of a group follow from. What a source cannot know is empty or null, and nothing is said of it.
 *
 * @param conditions what the group's state shows
 * @param refusals heartbeats that were answered with errors lately, in the order of their ends
 * @param heard members that tell when they were last heard
 * @param copies how far members' copies of tasks are restored
 * @param configuredStandbys standby copies that the group is configured to have; null when not known
 * @param rebalances that began lately; null when not counted
 * @param unreadable why the group cannot be read then; null when it can
 * @param taken what else the group's name is; null when nothing
 */
public record FindingFacts(
        List<Condition> conditions,
        List<Refusal> refusals,
        List<Heard> heard,
        List<Copy> copies,
        @Nullable StandbyReplicas configuredStandbys,
        @Nullable Rebalances rebalances,
        @Nullable Unreadable unreadable,
        @Nullable Taken taken) {

    public FindingFacts {
        conditions = List.copyOf(conditions);
        refusals = List.copyOf(refusals);
        heard = List.copyOf(heard);
        copies = List.copyOf(copies);
    }

    /** Those of a group of which only the state is known. */
    public static FindingFacts of(List<Condition> conditions) {
        return new FindingFacts(conditions, List.of(), List.of(), List.of(), null, null, null, null);
    }

    /** The same error to the same member again and again. */
    public record Refusal(MemberError error, Instant firstAt, Instant lastAt, int count) {}

    /**
     * When a member was last heard.
     *
     * @param heartbeatIntervalMs null when the coordinator has not told it
     */
    public record Heard(
            String memberId,
            Instant lastHeartbeatAt,
            @Nullable Integer heartbeatIntervalMs) {}

    /**
     * How far a member's copy of a task is.
     *
     * @param toldAt when the member told
     * @param lag records behind the end, then
     * @param earlierAt when it told some minutes before; null when it did not
     * @param earlierLag its lag then, null when not known
     */
    public record Copy(
            String memberId,
            TaskId task,
            Instant toldAt,
            long lag,
            @Nullable Instant earlierAt,
            @Nullable Long earlierLag) {}

    /** Rebalances that began since an instant. */
    public record Rebalances(int count, Instant since) {}

    /**
     * That reading failed, again and again.
     *
     * @param message of the latest failure
     * @param count how often; null when it went on beyond the instant asked for
     */
    public record Unreadable(
            String code,
            String message,
            Instant since,
            @Nullable Integer count) {}

    /** What else a group's name is, in Kafka's words. */
    public record Taken(String type, String protocol, Instant since) {}
}
