package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.PartitionOffset;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which partitions each task reads, and how far behind it is in them. */
public final class TaskInputs {

    private TaskInputs() {}

    /**
     * The partitions of source and repartition topics by the task that reads them: that of the same number in the topic's
     * subtopology. What no subtopology reads, as of a topology before, is left out.
     */
    public static Map<TaskId, List<PartitionOffset>> of(GroupState group, List<PartitionOffset> partitions) {
        Map<String, Set<String>> readers = new HashMap<>();
        if (group.subtopologies() != null) {
            for (Subtopology subtopology : group.subtopologies()) {
                for (String topic : subtopology.inputTopics()) {
                    readers.computeIfAbsent(topic, t -> new HashSet<>()).add(subtopology.subtopologyId());
                }
            }
        }
        Map<TaskId, List<PartitionOffset>> inputs = new TreeMap<>();
        for (PartitionOffset partition : partitions) {
            for (String subtopology : readers.getOrDefault(partition.topic(), Set.of())) {
                inputs.computeIfAbsent(new TaskId(subtopology, partition.partition()), t -> new ArrayList<>())
                        .add(partition);
            }
        }
        return inputs;
    }

    /** Records of all these partitions that are not processed yet; null when that of one is unknown. */
    public static @Nullable Long lag(Collection<PartitionOffset> partitions) {
        long sum = 0;
        for (PartitionOffset partition : partitions) {
            Long lag = partition.lag();
            if (lag == null) {
                return null;
            }
            sum += lag;
        }
        return sum;
    }
}
