package io.streamgauge.history;

import io.streamgauge.group.StreamsGroupState;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which groups of a cluster, and in what order.
 *
 * @param search part of the group id in any case; null for all
 * @param states empty for all
 * @param statusCodes groups with any of these open; empty for all
 * @param at as of when; null for now
 */
public record GroupFilter(
        @Nullable String search,
        Set<StreamsGroupState> states,
        Set<Integer> statusCodes,
        @Nullable Instant at,
        Sort sort,
        boolean descending) {

    /** Groups whatever their statuses. */
    public GroupFilter(
            @Nullable String search,
            Set<StreamsGroupState> states,
            @Nullable Instant at,
            Sort sort,
            boolean descending) {
        this(search, states, Set.of(), at, sort, descending);
    }

    /** What groups are ordered by; groups that are equal in it are ordered by id. */
    public enum Sort {
        GROUP_ID,
        STATE,
        CHANGED_AT,
        OBSERVED_AT,
        MEMBER_COUNT,
        ACTIVE_TASK_COUNT,
        OPEN_STATUS_COUNT,
        /** By what is found of them, which is not stored: to the store it is the same as by id. */
        FINDINGS
    }
}
