package io.streamgauge.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.broker.GroupReader.Outcome;
import io.streamgauge.history.TopologyDescription;
import io.streamgauge.history.TopologyDescription.NodeType;
import io.streamgauge.history.TopologyDescription.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescription;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescription.Subtopology;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.Node;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopologyReaderTests {

    private static final Instant AT = Instant.parse("2026-11-29T22:00:00Z");

    private static Outcome read(
            StreamsGroupTopologyDescriptionStatus status, @Nullable StreamsGroupTopologyDescription topology) {
        return TopologyReader.outcome(
                new StreamsGroupDescription(
                        "orders",
                        3,
                        3,
                        2,
                        List.of(),
                        List.of(),
                        GroupState.STABLE,
                        new Node(1, "broker-1", 9092),
                        Set.of(),
                        Optional.ofNullable(topology),
                        status,
                        Optional.of("sticky")),
                AT);
    }

    @Test
    void nodesAreToldWithWhatEachReadsWritesAndKeeps() {
        Source source = new Source("in", Set.of("b", "a"), Set.of("count"), Set.of());
        Processor processor = new Processor("count", Set.of("counts"), Set.of("out", "dynamic"), Set.of("in"));
        Sink sink = new Sink("out", Optional.of("totals"), Set.of(), Set.of("count"));
        Sink dynamic = new Sink("dynamic", Optional.empty(), Set.of(), Set.of("count"));
        Source global = new Source("global-in", Set.of("rates"), Set.of("global-fill"), Set.of());
        Processor fill = new Processor("global-fill", Set.of("rates-store"), Set.of(), Set.of("global-in"));
        Outcome outcome = read(
                StreamsGroupTopologyDescriptionStatus.AVAILABLE,
                new StreamsGroupTopologyDescription(
                        List.of(
                                new Subtopology("10", List.of()),
                                new Subtopology("9", List.of(source, sink, processor, dynamic))),
                        List.of(new GlobalStore(global, fill))));

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.read())
                .isEqualTo(new TopologyDescription(
                        AT,
                        Status.AVAILABLE,
                        2,
                        List.of(
                                new TopologyDescription.Subtopology(
                                        "9",
                                        List.of(
                                                node(
                                                        "count",
                                                        NodeType.PROCESSOR,
                                                        List.of(),
                                                        List.of("counts"),
                                                        List.of("in"),
                                                        List.of("dynamic", "out")),
                                                node(
                                                        "dynamic",
                                                        NodeType.SINK,
                                                        List.of(),
                                                        List.of(),
                                                        List.of("count"),
                                                        List.of()),
                                                node(
                                                        "in",
                                                        NodeType.SOURCE,
                                                        List.of("a", "b"),
                                                        List.of(),
                                                        List.of(),
                                                        List.of("count")),
                                                node(
                                                        "out",
                                                        NodeType.SINK,
                                                        List.of("totals"),
                                                        List.of(),
                                                        List.of("count"),
                                                        List.of()))),
                                new TopologyDescription.Subtopology("10", List.of())),
                        List.of(new TopologyDescription.GlobalStore(
                                node(
                                        "global-in",
                                        NodeType.SOURCE,
                                        List.of("rates"),
                                        List.of(),
                                        List.of(),
                                        List.of("global-fill")),
                                node(
                                        "global-fill",
                                        NodeType.PROCESSOR,
                                        List.of(),
                                        List.of("rates-store"),
                                        List.of("global-in"),
                                        List.of())))));
    }

    private static TopologyDescription.Node node(
            String name,
            NodeType type,
            List<String> topics,
            List<String> stores,
            List<String> predecessors,
            List<String> successors) {
        return new TopologyDescription.Node(name, type, topics, stores, predecessors, successors);
    }

    @Test
    void thatTheBrokersKeepNoneIsAnAnswer() {
        Outcome outcome = read(StreamsGroupTopologyDescriptionStatus.NOT_STORED, null);
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.read()).isEqualTo(new TopologyDescription(AT, Status.NOT_STORED, 2, List.of(), List.of()));
    }

    @Test
    void aPluginThatFailsIsAFailureAndTakesNothingAway() {
        Outcome outcome = read(StreamsGroupTopologyDescriptionStatus.ERROR, null);
        assertThat(outcome.read()).isNull();
        assertThat(outcome.failure()).isEqualTo(Failure.ofTopologyPlugin());
    }
}
