package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.RawGroups;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is wrong with a cluster is told, and once it is put right the cluster is read again without anybody's help. */
class LiveRecoveryIT {

    private static final String CLUSTER = "/api/v1/clusters/live";

    @Test
    void brokersThatAllMovedAreFoundAgainThroughTheSetting() throws IOException {
        try (InProcessBroker broker = InProcessBroker.start(RawGroups.SETTINGS)) {
            new RawGroups(broker.admin(), broker.bootstrapServers(), 1, 1, 1).create(List.of("moved"));
            int elsewhere = freePort();
            try (LiveService service = polling(broker.bootstrapServers() + ",127.0.0.1:" + elsewhere)) {
                String before = service.await(
                                CLUSTER + "/streams-groups/moved",
                                group -> group.get("state").asString().equals("STABLE"))
                        .get("coordinator")
                        .asString();

                broker.stop();
                service.await(CLUSTER, c -> c.get("health").get("failing").asBoolean());
                broker.restartAt(elsewhere);

                service.await(CLUSTER, c -> !c.get("health").get("failing").asBoolean());
                JsonNode moved = service.await(
                        CLUSTER + "/streams-groups/moved",
                        group -> !group.get("coordinator").asString().equals(before));
                assertThat(moved.get("coordinator").asString()).endsWith(":" + elsewhere);
                assertThat(moved.get("memberCount").asInt()).isEqualTo(1);
            }
        }
    }

    @Test
    void streamsGroupsThatAreSwitchedOffAreSaidToBeAndReadOnceTheyAreOn() throws Exception {
        try (InProcessBroker broker = InProcessBroker.start(RawGroups.SETTINGS)) {
            streamsVersion(broker, 0, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
            try (LiveService service = polling(broker.bootstrapServers())) {
                JsonNode health = service.await(
                                CLUSTER, c -> c.get("health").get("failing").asBoolean())
                        .get("health");
                assertThat(health.get("lastError").asString())
                        .contains("switched off")
                        .contains("upgrade --feature streams.version=1");

                streamsVersion(broker, 1, FeatureUpdate.UpgradeType.UPGRADE);
                new RawGroups(broker.admin(), broker.bootstrapServers(), 1, 1, 1).create(List.of("first"));
                service.await(CLUSTER + "/streams-groups/first", group -> true);
                service.await(CLUSTER, c -> !c.get("health").get("failing").asBoolean());
            }
        }
    }

    private static void streamsVersion(InProcessBroker broker, int level, FeatureUpdate.UpgradeType type)
            throws Exception {
        broker.admin()
                .updateFeatures(
                        Map.of("streams.version", new FeatureUpdate((short) level, type)), new UpdateFeaturesOptions())
                .all()
                .get();
    }

    private static LiveService polling(String bootstrapServers) {
        return LiveService.polling(Map.of("live", Map.of("bootstrap-servers", bootstrapServers)));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
