package io.streamgauge.analysis;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state stores of a group by subtopology, as far as anything that was observed names them. */
public final class Stores {

    private static final String CHANGELOG = "-changelog";

    private final Map<String, List<String>> bySubtopology = new TreeMap<>(TaskId::compareSubtopologies);
    private final List<String> unknown = new ArrayList<>();

    private Stores() {}

    /**
     * The stores of a group.
     *
     * @param described by subtopology all stores, where a description of the group's topology has them; else those are
     *     taken that changelog topics are named after, which leaves out a store without a changelog topic of its own
     */
    public static Stores of(GroupState group, Map<String, List<String>> described) {
        Stores stores = new Stores();
        if (group.subtopologies() != null) {
            for (Subtopology subtopology : group.subtopologies()) {
                String id = subtopology.subtopologyId();
                List<String> names = described.get(id);
                if (names == null && subtopology.changelogTopics() != null) {
                    names = subtopology.changelogTopics().stream()
                            .map(topic -> nameIn(group.groupId(), topic))
                            .flatMap(Stream::ofNullable)
                            .toList();
                }
                if (names == null) {
                    stores.unknown.add(id);
                } else {
                    stores.bySubtopology.put(
                            id, names.stream().sorted().distinct().toList());
                }
            }
        }
        return stores;
    }

    /** The store that a changelog topic, {@code <application id>-<store>-changelog}, is named after; null for none. */
    public static @Nullable String nameIn(String groupId, String changelogTopic) {
        String prefix = groupId + "-";
        return changelogTopic.startsWith(prefix)
                        && changelogTopic.endsWith(CHANGELOG)
                        && changelogTopic.length() > prefix.length() + CHANGELOG.length()
                ? changelogTopic.substring(prefix.length(), changelogTopic.length() - CHANGELOG.length())
                : null;
    }

    /** The stores of a subtopology, sorted; null when they are not known. */
    public @Nullable List<String> of(String subtopologyId) {
        return bySubtopology.get(subtopologyId);
    }

    /** The subtopology of a store; null when no known store has that name. */
    public @Nullable String subtopologyOf(String store) {
        return bySubtopology.entrySet().stream()
                .filter(e -> e.getValue().contains(store))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Every store that is known, by subtopology. */
    public List<String> all() {
        return bySubtopology.values().stream().flatMap(List::stream).toList();
    }

    /** The subtopologies whose stores are not known. */
    public List<String> unknownSubtopologies() {
        return List.copyOf(unknown);
    }
}
