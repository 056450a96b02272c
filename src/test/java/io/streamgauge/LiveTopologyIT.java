package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.KeptTopologies;
import io.streamgauge.kafka.RawGroups;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What brokers keep of a group beside its members: the description of its topology and its configs. */
class LiveTopologyIT {

    private static String path(String groupId, String what) {
        return "/api/v1/clusters/live/streams-groups/" + groupId + what;
    }

    private static Map<String, Map<String, String>> polled(InProcessBroker broker) {
        return Map.of("live", Map.of("bootstrap-servers", broker.bootstrapServers(), "configs-interval", "300ms"));
    }

    @Test
    void theNodesAndStoresOfATopologyAreToldWhereTheBrokersKeepThem() {
        try (InProcessBroker broker = InProcessBroker.start(KeptTopologies.SETTINGS);
                LiveService service = LiveService.polling(polled(broker));
                StreamsApplication application =
                        new StreamsApplication(broker.bootstrapServers(), "described", "described-in")) {
            StreamsGroups.createTopic(broker.admin(), "described-in", 2);
            application.with("topology.description.push.enabled", "true").scaleTo(1);

            JsonNode topology = service.await(
                    path("described", "/topology"),
                    t -> t.path("description").path("status").asString("").equals("AVAILABLE"));
            JsonNode description = topology.get("description");
            assertThat(description.get("topologyEpoch")).isEqualTo(topology.get("topologyEpoch"));
            assertThat(topology.get("readFailure").isNull()).isTrue();
            Map<String, JsonNode> nodes = new HashMap<>();
            for (JsonNode subtopology : description.get("subtopologies")) {
                subtopology
                        .get("nodes")
                        .forEach(node -> nodes.put(node.get("name").asString(), node));
            }
            assertThat(description.get("subtopologies").findValuesAsString("subtopologyId"))
                    .containsExactly("0", "1");
            assertThat(nodes.values())
                    .filteredOn(node -> node.get("type").asString().equals("PROCESSOR"))
                    .flatExtracting(node -> node.get("stores")
                            .valueStream()
                            .map(JsonNode::asString)
                            .toList())
                    .containsExactlyInAnyOrder("latest", "counts");
            assertThat(nodes.values())
                    .filteredOn(node -> node.get("type").asString().equals("SOURCE"))
                    .flatExtracting(node -> node.get("topics")
                            .valueStream()
                            .map(JsonNode::asString)
                            .toList())
                    .contains("described-in");
            nodes.forEach((name, node) -> node.get("successors")
                    .forEach(successor -> assertThat(nodes.get(successor.asString())
                                    .get("predecessors")
                                    .valueStream()
                                    .map(JsonNode::asString))
                            .contains(name)));
        }
    }

    @Test
    void aTopologyThatTheBrokersDoNotKeepIsNoError() {
        InProcessBroker broker = InProcessBroker.shared();
        new RawGroups(broker.admin(), broker.bootstrapServers(), 1, 1, 2).create(List.of("undescribed"));
        try (LiveService service = LiveService.polling(polled(broker))) {
            JsonNode topology = service.await(
                    path("undescribed", "/topology"), t -> !t.get("description").isNull());
            assertThat(topology.get("description").get("status").asString()).isEqualTo("NOT_STORED");
            assertThat(topology.get("readFailure").isNull()).isTrue();
            assertThat(topology.get("subtopologies").findValuesAsString("subtopologyId"))
                    .containsExactly("0");
        }
    }

    @Test
    void aGroupsConfigsAreToldAsItsOwnOrTheBrokers() {
        InProcessBroker broker = InProcessBroker.shared();
        new RawGroups(broker.admin(), broker.bootstrapServers(), 1, 1, 2).create(List.of("configured"));
        try (LiveService service = LiveService.polling(polled(broker))) {
            JsonNode unset = service.await(
                    path("configured", "/configs"), c -> !c.get("configs").isNull());
            assertThat(unset.get("readAt").isNull()).isFalse();
            assertThat(value(unset, "streams.num.standby.replicas"))
                    .isNotEqualTo("not told")
                    .endsWith(" by default");
            assertThat(unset.get("configs").findValuesAsString("name")).allMatch(name -> name.startsWith("streams."));

            StreamsGroups.configure(broker.admin(), "configured", Map.of("streams.num.standby.replicas", "2"));
            service.await(
                    path("configured", "/configs"),
                    c -> value(c, "streams.num.standby.replicas").equals("2 of its own"));
        }
    }

    private static String value(JsonNode configs, String name) {
        for (JsonNode config : configs.get("configs")) {
            if (config.get("name").asString().equals(name)) {
                return config.get("value").asString() + (config.get("own").asBoolean() ? " of its own" : " by default");
            }
        }
        return "not told";
    }
}
