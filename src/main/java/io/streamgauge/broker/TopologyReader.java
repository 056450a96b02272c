package io.streamgauge.broker;

import io.streamgauge.broker.Answers.Answer;
import io.streamgauge.group.TaskId;
import io.streamgauge.history.TopologyDescription;
import io.streamgauge.history.TopologyDescription.NodeType;
import io.streamgauge.history.TopologyDescription.Status;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescription;
import org.apache.kafka.common.KafkaFuture;

/**
 * Reads the topology descriptions that brokers keep. They come with a group's description, but not with the poll's: a
 * broker before Kafka 4.4 refuses the whole question for them, and they seldom change.
 */
final class TopologyReader implements GroupReader {

    private static final int GROUPS_A_REQUEST = 50;

    private final Duration timeout;
    private final int timeoutMs;
    private final Secrets secrets;
    private final Clock clock;

    TopologyReader(Duration timeout, Secrets secrets, Clock clock) {
        this.timeout = timeout;
        timeoutMs = Math.toIntExact(timeout.toMillis());
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public Map<String, Outcome> read(Admin client, Map<String, ReadGroup> groups) {
        Answers<String, StreamsGroupDescription> answers = new Answers<>();
        answers.ask(ReadGroup.byCoordinator(groups), GROUPS_A_REQUEST, timeout, some -> {
            Map<String, KafkaFuture<StreamsGroupDescription>> described = client.describeStreamsGroups(
                            some,
                            new DescribeStreamsGroupsOptions()
                                    .includeTopologyDescription(true)
                                    .timeoutMs(timeoutMs))
                    .describedGroups();
            return groupId -> Objects.requireNonNull(described.get(groupId));
        });
        Instant readAt = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        for (String groupId : groups.keySet()) {
            Answer<StreamsGroupDescription> answer = answers.of(groupId);
            if (answer != null) {
                outcomes.put(groupId, outcome(groupId, answer, readAt));
            }
        }
        return outcomes;
    }

    private Outcome outcome(String groupId, Answer<StreamsGroupDescription> answer, Instant readAt) {
        StreamsGroupDescription group = answer.value();
        Throwable error = answer.error();
        if (group != null) {
            return outcome(group, readAt);
        }
        if (error == null || Failure.isWithoutTopology(error)) {
            return new Outcome(null, null);
        }
        return Failure.isUnsupported(error)
                ? new Outcome(TopologyDescription.without(readAt, Status.UNSUPPORTED, null), null)
                : new Outcome(null, Failure.ofGroup(groupId, error, secrets));
    }

    /** What a description tells of the topology. */
    static Outcome outcome(StreamsGroupDescription group, Instant readAt) {
        return switch (group.topologyDescriptionStatus()) {
            case AVAILABLE ->
                new Outcome(
                        group.topologyDescription()
                                .map(topology -> available(topology, group.topologyEpoch(), readAt))
                                .orElse(null),
                        null);
            case NOT_STORED ->
                new Outcome(TopologyDescription.without(readAt, Status.NOT_STORED, group.topologyEpoch()), null);
            // Only a broker that keeps none leaves the question without an answer.
            case NOT_REQUESTED ->
                new Outcome(TopologyDescription.without(readAt, Status.UNSUPPORTED, group.topologyEpoch()), null);
            case ERROR -> new Outcome(null, Failure.ofTopologyPlugin());
        };
    }

    private static TopologyDescription available(StreamsGroupTopologyDescription topology, int epoch, Instant readAt) {
        return new TopologyDescription(
                readAt,
                Status.AVAILABLE,
                epoch,
                topology.subtopologies().stream()
                        .map(s -> new TopologyDescription.Subtopology(
                                s.id(),
                                s.nodes().stream()
                                        .map(TopologyReader::node)
                                        .sorted(Comparator.comparing(TopologyDescription.Node::name))
                                        .toList()))
                        .sorted(Comparator.comparing(
                                TopologyDescription.Subtopology::subtopologyId, TaskId::compareSubtopologies))
                        .toList(),
                topology.globalStores().stream()
                        .map(s -> new TopologyDescription.GlobalStore(node(s.source()), node(s.processor())))
                        .sorted(Comparator.comparing(s -> s.source().name()))
                        .toList());
    }

    private static TopologyDescription.Node node(StreamsGroupTopologyDescription.Node node) {
        if (node instanceof StreamsGroupTopologyDescription.Source source) {
            return node(node, NodeType.SOURCE, source.topics(), List.of());
        }
        if (node instanceof StreamsGroupTopologyDescription.Sink sink) {
            return node(node, NodeType.SINK, sink.topic().stream().toList(), List.of());
        }
        return node(
                node,
                NodeType.PROCESSOR,
                List.of(),
                node instanceof StreamsGroupTopologyDescription.Processor processor ? processor.stores() : List.of());
    }

    private static TopologyDescription.Node node(
            StreamsGroupTopologyDescription.Node node,
            NodeType type,
            Collection<String> topics,
            Collection<String> stores) {
        return new TopologyDescription.Node(
                node.name(),
                type,
                sorted(topics),
                sorted(stores),
                sorted(node.predecessors()),
                sorted(node.successors()));
    }

    private static List<String> sorted(Collection<String> names) {
        return names.stream().sorted().toList();
    }
}
