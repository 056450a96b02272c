package io.streamgauge.group;

import org.jspecify.annotations.Nullable;

/**
 * How far a group is in a partition of a topic that it reads.
 *
 * @param committed offset of the next record to process, as the group committed it; null when it committed none there
 * @param end offset after the last record; null when it could not be read
 */
public record PartitionOffset(
        String topic,
        int partition,
        @Nullable Long committed,
        @Nullable Long end) {

    /**
     * Records not processed yet, never negative; null when unknown. A partition that never had a record has none, whether
     * anything was committed there or not.
     */
    public @Nullable Long lag() {
        if (end == null) {
            return null;
        }
        if (end == 0) {
            return 0L;
        }
        return committed == null ? null : (Long) Math.max(0, end - committed);
    }
}
