package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.BrokerSecurity;
import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.RawGroups;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Brokers that want to know who comes, in every way that they know, and ACLs. */
@ExtendWith(OutputCaptureExtension.class)
class LiveSecurityIT {

    private static final String PASSWORD = "reader's 5ecret";
    private static final String WRONG = "n0t-the-secret";

    @Test
    void eachThingThatIsRefusedIsNamedAndNoSecretIsTold(CapturedOutput output) {
        try (InProcessBroker valid =
                        InProcessBroker.start(BrokerSecurity.valid().user("reader", PASSWORD));
                InProcessBroker expired =
                        InProcessBroker.start(BrokerSecurity.expired().user("reader", PASSWORD))) {
            BrokerSecurity.allow(valid.admin(), "reader", AclOperation.DESCRIBE, ResourceType.CLUSTER, "kafka-cluster");
            BrokerSecurity.allow(valid.admin(), "reader", AclOperation.DESCRIBE, ResourceType.GROUP, "open");
            BrokerSecurity.allow(valid.admin(), "reader", AclOperation.DESCRIBE_CONFIGS, ResourceType.GROUP, "*");
            BrokerSecurity.allow(valid.admin(), "reader", AclOperation.DESCRIBE, ResourceType.TOPIC, "*");
            new RawGroups(valid.admin(), valid.bootstrapServers(), 1, 1, 2).create(List.of("open", "closed"));

            Map<String, Map<String, String>> clusters = new LinkedHashMap<>();
            clusters.put("good", secured(valid, PASSWORD));
            clusters.put("wrong", secured(valid, WRONG));
            clusters.put("expired", secured(expired, PASSWORD));
            StringBuilder told = new StringBuilder();
            try (LiveService service = LiveService.polling(clusters)) {
                JsonNode group = service.await("/api/v1/clusters/good/streams-groups/open", g -> true);
                assertThat(group.get("topologyEpoch").isNull()).isFalse();
                JsonNode refused = service.await(
                        "/api/v1/clusters/good/read-failures",
                        f -> f.get("total").asInt() > 0);
                assertThat(refused.get("items").get(0).get("groupId").asString())
                        .isEqualTo("closed");
                assertThat(refused.get("items").get(0).get("message").asString())
                        .contains("DESCRIBE on group 'closed'");
                assertThat(failing(service, "wrong")).contains("sasl.jaas.config");
                assertThat(failing(service, "expired"))
                        .contains("TLS handshake")
                        .contains("NotAfter");
                for (String path : List.of("/api/v1/clusters", "/api/v1/clusters/wrong/read-failures")) {
                    told.append(service.api().ok(path));
                }
            }
            assertThat(output.getAll() + told)
                    .contains("cannot be read")
                    .doesNotContain("5ecret")
                    .doesNotContain(WRONG);
        }
    }

    @Test
    void everyWayToSayWhoOneIsIsTaken() {
        try (InProcessBroker users =
                        InProcessBroker.start(BrokerSecurity.valid().user("reader", PASSWORD));
                InProcessBroker certified =
                        InProcessBroker.start(BrokerSecurity.valid().mutualTls())) {
            for (String user : List.of("reader", "token-reader")) {
                BrokerSecurity.allow(users.admin(), user, AclOperation.DESCRIBE, ResourceType.GROUP, "*");
                BrokerSecurity.allow(users.admin(), user, AclOperation.DESCRIBE, ResourceType.TOPIC, "*");
            }
            for (ResourceType type : List.of(ResourceType.GROUP, ResourceType.TOPIC)) {
                BrokerSecurity.allow(certified.admin(), BrokerSecurity.CERTIFIED, AclOperation.DESCRIBE, type, "*");
            }
            for (InProcessBroker broker : List.of(users, certified)) {
                new RawGroups(broker.admin(), broker.bootstrapServers(), 1, 1, 2).create(List.of("app"));
            }
            Map<String, Map<String, String>> clusters = Map.of(
                    "scram", settings(users, BrokerSecurity.client("reader", PASSWORD)),
                    "plain", settings(users, BrokerSecurity.plainClient("reader", PASSWORD)),
                    "token", settings(users, BrokerSecurity.tokenClient("token-reader")),
                    "certificate", settings(certified, BrokerSecurity.certifiedClient()));
            try (LiveService service = LiveService.polling(clusters)) {
                for (String cluster : clusters.keySet()) {
                    JsonNode group = service.await("/api/v1/clusters/" + cluster + "/streams-groups/app", g -> true);
                    assertThat(group.get("topologyEpoch").isNull()).isFalse();
                }
            }
        }
    }

    private static String failing(LiveService service, String cluster) {
        return service.await(
                        "/api/v1/clusters/" + cluster,
                        c -> c.get("health").get("failing").asBoolean())
                .get("health")
                .get("lastError")
                .asString();
    }

    private static Map<String, String> secured(InProcessBroker broker, String password) {
        return settings(broker, BrokerSecurity.client("reader", password));
    }

    private static Map<String, String> settings(InProcessBroker broker, Map<String, String> client) {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap-servers", broker.secureBootstrapServers());
        client.forEach((name, value) -> settings.put("properties." + name, value));
        return settings;
    }
}
