package io.streamgauge.history;

import io.streamgauge.group.PartitionOffset;
import java.time.Instant;
import java.util.List;

/**
 * How far a group was in the topics that it reads.
 *
 * @param readAt when the ends of the topics were read; the committed offsets were moments before, so that a lag is rather
 *     too large than too small
 * @param partitions by topic and partition; a topic whose size is not known has only partitions with a committed offset
 */
public record InputOffsets(Instant readAt, List<PartitionOffset> partitions) implements GroupReading {

    public InputOffsets {
        partitions = List.copyOf(partitions);
    }
}
