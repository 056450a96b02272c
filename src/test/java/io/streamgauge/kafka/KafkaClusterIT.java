package io.streamgauge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Brokers and applications of older versions and of this one run beside the tests, and can be killed and brought back. */
class KafkaClusterIT {

    @Test
    void anApplicationOfAnOlderVersionRunsOnItsBrokerAndItsOwnClientDescribesIt() {
        String version = "4.1.2";
        try (KafkaCluster cluster = KafkaCluster.of(version).start();
                VersionAdmin own = new VersionAdmin(version, cluster.bootstrapServers())) {
            StreamsGroups.createTopic(cluster.admin(), "orders", 2);
            try (StreamsApplication application = new StreamsApplication(cluster.bootstrapServers(), "app", "orders")
                    .inProcessesOf(version)
                    .scaleTo(1)) {
                StreamsGroupDescription group = StreamsGroups.awaitStable(cluster.admin(), "app", 1);
                JsonNode described = own.describe("app");
                assertThat(described.get("state").asString()).isEqualTo("STABLE");
                assertThat(described.get("groupEpoch").asInt()).isEqualTo(group.groupEpoch());
                assertThat(described
                                .get("members")
                                .get(0)
                                .get("assigned")
                                .get("active")
                                .toString())
                        .isEqualTo("[\"0_0\",\"0_1\",\"1_0\",\"1_1\"]");
                application.leave(1);
                StreamsGroups.awaitStable(cluster.admin(), "app", 0);
            }
        }
    }

    @Test
    void aBrokerThatKnowsNoStreamsGroupsAnswers() throws Exception {
        try (KafkaCluster cluster = KafkaCluster.of("3.9.2").start()) {
            assertThat(cluster.admin().listGroups().all().get()).isEmpty();
        }
    }

    @Test
    void aGroupSurvivesTheDeathOfItsCoordinatorWhichReturns() throws Exception {
        try (KafkaCluster cluster =
                KafkaCluster.of("4.4.0").brokers(3).logHeartbeats().start()) {
            Admin admin = cluster.admin();
            StreamsGroups.createTopic(admin, "orders", 2);
            try (StreamsApplication application = new StreamsApplication(cluster.bootstrapServers(), "app", "orders")
                    .inProcessesOf("4.4.0")
                    .scaleTo(2)) {
                int coordinator =
                        StreamsGroups.awaitStable(admin, "app", 2).coordinator().id();
                assertThat(Files.readAllLines(cluster.heartbeatLog(coordinator)))
                        .as("heartbeats and nothing else")
                        .isNotEmpty()
                        .allMatch(line -> line.contains("Completed request:{") && line.contains("\"groupId\":\"app\""));

                application.crash(2);
                StreamsGroups.awaitStable(admin, "app", 1);

                cluster.kill(coordinator);
                assertThat(StreamsGroups.awaitStable(admin, "app", 1)
                                .coordinator()
                                .id())
                        .isNotEqualTo(coordinator);
                cluster.restart(coordinator);
                Awaitility.await()
                        .until(() -> admin.describeCluster(new DescribeClusterOptions().timeoutMs(2000))
                                        .nodes()
                                        .get()
                                        .size()
                                == 3);
            }
        }
    }
}
