package io.streamgauge.history;

import io.streamgauge.group.StandbyReplicas;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is stored beside the states of groups, for all groups of a cluster in one question each. Times are counted back from
 * the instant asked for, or from when a group was last observed if that was before. Answers are by
 * {@link GroupKey#id()}; a group without anything is missing.
 */
public interface GroupSeries {

    /**
     * Which groups.
     *
     * @param groupKeys null for all of the cluster
     */
    record Which(long clusterId, @Nullable List<Long> groupKeys) {}

    /**
     * When a member of a group's latest version was last heard.
     *
     * @param heartbeatIntervalMs null when it was not told
     */
    record Heard(String memberId, Instant at, @Nullable Integer heartbeatIntervalMs) {}

    /**
     * Runs of errors that reach into the last while, by their ends.
     *
     * @param at what began later is not told; null for now
     * @param last how long that is, in whole seconds
     */
    Map<Long, List<ErrorRun>> recentErrors(Which groups, @Nullable Instant at, Duration last);

    /**
     * Rebalances that had begun some time before.
     *
     * @param at null for now
     * @param before how long before, in whole seconds
     */
    Map<Long, Integer> earlierRebalances(Which groups, @Nullable Instant at, Duration before);

    /** Members of the groups' latest versions that were heard. */
    Map<Long, List<Heard>> heard(Which groups);

    /**
     * Silences of members that lasted at an instant, of which it is stored how they ended.
     *
     * @param at null for now, when only those of a copy last, of a range that ends in them
     */
    Map<Long, List<Silence>> silences(Which groups, @Nullable Instant at);

    /**
     * The groups of which a report of offsets of the last while is {@linkplain OffsetReport#isFarBehind() far behind}.
     *
     * @param at null for now
     * @param last how long that is, in whole seconds
     */
    Set<Long> farBehind(Which groups, @Nullable Instant at, Duration last);

    /**
     * Reports of offsets of the last while, in order.
     *
     * @param at null for now
     * @param last how long that is, in whole seconds
     */
    Map<Long, List<OffsetReport>> offsets(Which groups, @Nullable Instant at, Duration last);

    /**
     * How many standby copies groups were configured to, as it was last read.
     *
     * @param at null for now
     */
    Map<Long, StandbyReplicas> standbyReplicas(Which groups, @Nullable Instant at);
}
