package io.streamgauge.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What groups were configured to, as it was read: a reading that is stored holds until one that differs. */
public interface ConfigHistory {

    /**
     * Takes what was read of groups of a cluster, and stores those that differ from what was read last.
     *
     * @param read by group id
     * @return by group id what was read, each setting with its beginning; a group that is not stored is missing, and so is
     *     what was read of it
     * @throws HistoryException when nothing was stored
     */
    Map<String, GroupConfigs> take(long clusterId, Map<String, GroupConfigs> read);

    /**
     * What a group was configured to at an instant, as it was first read; empty before the first reading.
     *
     * @param at null for now
     */
    Optional<GroupConfigs> at(long groupKey, @Nullable Instant at);

    /**
     * What held at some time in a range, in the order of time.
     *
     * @param to exclusive
     */
    List<GroupConfigs> between(long groupKey, @Nullable Instant from, @Nullable Instant to);
}
