package io.streamgauge.group;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One subtopology of a group's topology. A null list was not observed: a log that begins after the join names tasks of
 * a subtopology without its topics.
 *
 * @param partitions the partitions of its tasks that any member was ever seen with, sorted; null when none was seen
 * @param changelogTopics names of its state changelog topics
 */
public record Subtopology(
        String subtopologyId,
        @Nullable List<Integer> partitions,
        @Nullable List<String> sourceTopics,
        @Nullable List<String> sourceTopicRegex,
        @Nullable List<String> repartitionSourceTopics,
        @Nullable List<String> repartitionSinkTopics,
        @Nullable List<String> changelogTopics) {

    public Subtopology {
        partitions = copy(partitions);
        sourceTopics = copy(sourceTopics);
        sourceTopicRegex = copy(sourceTopicRegex);
        repartitionSourceTopics = copy(repartitionSourceTopics);
        repartitionSinkTopics = copy(repartitionSinkTopics);
        changelogTopics = copy(changelogTopics);
    }

    /** A subtopology of which only the id and tasks were seen. */
    public static Subtopology ofTasks(String subtopologyId, @Nullable List<Integer> partitions) {
        return new Subtopology(subtopologyId, partitions, null, null, null, null, null);
    }

    /** The source and repartition topics that its tasks read, as far as they were observed. */
    public List<String> inputTopics() {
        return Stream.of(sourceTopics, repartitionSourceTopics)
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .toList();
    }

    /** This subtopology with other tasks seen. */
    public Subtopology withPartitions(@Nullable List<Integer> seen) {
        return new Subtopology(
                subtopologyId,
                seen,
                sourceTopics,
                sourceTopicRegex,
                repartitionSourceTopics,
                repartitionSinkTopics,
                changelogTopics);
    }

    private static <T> @Nullable List<T> copy(@Nullable List<T> list) {
        return list == null ? null : List.copyOf(list);
    }
}
