package io.streamgauge.history;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers keep of the processors, stores and topics of a group's topology, as its members sent it. Brokers since
 * Kafka 4.4 keep it where they have a plugin for it ({@code group.streams.topology.description.plugin.class}).
 *
 * @param topologyEpoch of the group when it was asked for; null when the brokers could not be asked
 * @param subtopologies by id; empty unless available
 * @param globalStores empty unless available
 */
public record TopologyDescription(
        Instant readAt,
        Status status,
        @Nullable Integer topologyEpoch,
        List<Subtopology> subtopologies,
        List<GlobalStore> globalStores)
        implements GroupReading {

    public TopologyDescription {
        subtopologies = List.copyOf(subtopologies);
        globalStores = List.copyOf(globalStores);
    }

    /** That there is none. */
    public static TopologyDescription without(Instant readAt, Status status, @Nullable Integer topologyEpoch) {
        return new TopologyDescription(readAt, status, topologyEpoch, List.of(), List.of());
    }

    /** Whether there is one. */
    public enum Status {
        /** The brokers have it. */
        AVAILABLE,
        /** The brokers have none of this group: they have no plugin for it, or no member has sent it. */
        NOT_STORED,
        /** The brokers are of a version that keeps none. */
        UNSUPPORTED
    }

    /** What a node does. */
    public enum NodeType {
        SOURCE,
        PROCESSOR,
        SINK
    }

    /**
     * Nodes that are joined to each other and to no others.
     *
     * @param nodes by name
     */
    public record Subtopology(String subtopologyId, List<Node> nodes) {

        public Subtopology {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A node. Lists are sorted.
     *
     * @param topics that a source reads or a sink writes; a sink that chooses its topics by record has none
     * @param stores that a processor uses
     */
    public record Node(
            String name,
            NodeType type,
            List<String> topics,
            List<String> stores,
            List<String> predecessors,
            List<String> successors) {

        public Node {
            topics = List.copyOf(topics);
            stores = List.copyOf(stores);
            predecessors = List.copyOf(predecessors);
            successors = List.copyOf(successors);
        }
    }

    /** A store that every instance fills for itself from all partitions of a topic. */
    public record GlobalStore(Node source, Node processor) {}
}
