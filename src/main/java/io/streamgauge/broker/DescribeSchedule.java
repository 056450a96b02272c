package io.streamgauge.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.GroupState;
import org.jspecify.annotations.Nullable;

/**
 * Decides which groups are to be described: those seen for the first time, whose listed state changed, that are not
 * stable, that the listing lacks, or that were last described too long ago; none while it is asked about already.
 */
final class DescribeSchedule {

    private final Duration pollInterval;
    private final Duration maxDescribeInterval;
    private final Map<String, Entry> groups = new HashMap<>();

    DescribeSchedule(Duration pollInterval, Duration maxDescribeInterval) {
        this.pollInterval = pollInterval;
        this.maxDescribeInterval = maxDescribeInterval;
    }

    private static final class Entry {

        private boolean asked;
        private boolean changed = true;
        private @Nullable GroupState listed;
        private boolean settled;
        private @Nullable Instant askedAt;
        private String coordinator = "";
    }

    /** Takes a listing of streams groups, by id. When it is complete, groups that it lacks are looked at too. */
    void listed(Map<String, GroupState> listing, boolean complete) {
        listing.forEach((groupId, state) -> {
            Entry entry = groups.computeIfAbsent(groupId, id -> new Entry());
            if (state != entry.listed) {
                entry.changed = true;
                entry.listed = state;
            }
        });
        if (complete) {
            groups.forEach((groupId, entry) -> {
                if (!listing.containsKey(groupId)) {
                    entry.listed = null;
                    entry.changed = true;
                }
            });
        }
    }

    /** Looks at a group that was recorded before, whether it is listed or not. */
    void remember(String groupId) {
        groups.computeIfAbsent(groupId, id -> new Entry());
    }

    /** The groups that are due, by the coordinator that described them last; they are taken as asked about. */
    Map<String, List<String>> due(Instant now) {
        Map<String, List<String>> due = new HashMap<>();
        groups.forEach((groupId, entry) -> {
            if (!entry.asked && isDue(entry, now)) {
                entry.asked = true;
                entry.askedAt = now;
                entry.changed = false;
                due.computeIfAbsent(entry.coordinator, c -> new ArrayList<>()).add(groupId);
            }
        });
        return due;
    }

    private boolean isDue(Entry entry, Instant now) {
        if (entry.changed || entry.askedAt == null) {
            return true;
        }
        Duration since = Duration.between(entry.askedAt, now);
        // Half an interval: a poll that comes a little early must not leave an unsettled group to the next.
        return since.compareTo(entry.settled ? maxDescribeInterval : pollInterval.dividedBy(2)) >= 0;
    }

    /**
     * Takes that a group was described.
     *
     * @param coordinator that answered
     */
    void described(String groupId, GroupState state, @Nullable String coordinator) {
        Entry entry = groups.get(groupId);
        if (entry != null) {
            entry.asked = false;
            entry.settled = state == GroupState.STABLE;
            entry.coordinator = coordinator == null ? "" : coordinator;
        }
    }

    /** Takes that a group could not be described: it is asked about again soon. */
    void failed(String groupId) {
        Entry entry = groups.get(groupId);
        if (entry != null) {
            entry.asked = false;
            entry.settled = false;
        }
    }

    /** Forgets a group that is no more, until it is listed again. */
    void forget(String groupId) {
        groups.remove(groupId);
    }

    /** Has every group described anew. */
    void renew() {
        groups.values().forEach(entry -> {
            entry.changed = true;
            entry.asked = false;
        });
    }

    /** The state of a group in the latest listing; null when it was not in it. */
    @Nullable
    GroupState listedState(String groupId) {
        Entry entry = groups.get(groupId);
        return entry == null ? null : entry.listed;
    }
}
