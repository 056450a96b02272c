package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.BrokerSecurity;
import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.RawGroups;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Committed offsets and topics' ends, read from real brokers. */
class LiveOffsetsIT {

    private static final String PASSWORD = "lag-reader";

    private static String offsets(String groupId) {
        return "/api/v1/clusters/live/streams-groups/" + groupId + "/offsets";
    }

    @Test
    void whatAnApplicationLeavesUnprocessedIsItsLagByPartitionAndTask() throws Exception {
        InProcessBroker broker = InProcessBroker.shared();
        StreamsGroups.createTopic(broker.admin(), "lag-in", 3);
        StreamsGroups.configure(broker.admin(), "lag-app", Map.of("streams.num.standby.replicas", "1"));
        Map<String, String> polled =
                Map.of("bootstrap-servers", broker.bootstrapServers(), "offsets-interval", "300ms");
        try (LiveService service = LiveService.polling(Map.of("live", polled));
                StreamsApplication application =
                        new StreamsApplication(broker.bootstrapServers(), "lag-app", "lag-in")) {
            application.produce(100);
            application.scaleTo(2);
            JsonNode processed = service.await(
                    offsets("lag-app"),
                    o -> o.get("lag").asLong(-1) == 0
                            && committed(o, "lag-in") == 100
                            && o.get("tasks").size() == 6
                            && restored(o));
            assertThat(processed.get("readFailure").isNull()).isTrue();
            assertThat(committed(processed, "lag-app-counts-repartition")).isEqualTo(100);

            application.scaleTo(0);
            StreamsGroups.awaitStable(broker.admin(), "lag-app", 0);
            application.produce(40);
            JsonNode behind =
                    service.await(offsets("lag-app"), o -> o.get("lag").asLong(-1) == 40 && members(o) == 0);
            Map<TopicPartition, OffsetAndMetadata> committed = broker.admin()
                    .listStreamsGroupOffsets(
                            Map.of("lag-app", new org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec()))
                    .partitionsToOffsetAndMetadata("lag-app")
                    .get();
            long sum = 0;
            for (JsonNode task : behind.get("tasks")) {
                JsonNode input = task.get("inputs").get(0);
                TopicPartition partition = new TopicPartition(
                        input.get("topic").asString(), input.get("partition").asInt());
                assertThat(partition.partition())
                        .isEqualTo(task.get("partition").asInt());
                assertThat(input.get("committedOffset").asLong())
                        .isEqualTo(committed.get(partition).offset());
                assertThat(input.get("endOffset").asLong()
                                - input.get("committedOffset").asLong())
                        .isEqualTo(input.get("lag").asLong())
                        .isEqualTo(task.get("lag").asLong());
                sum += task.get("lag").asLong();
            }
            assertThat(sum).isEqualTo(40);

            JsonNode before = service.api().ok(offsets("lag-app") + "?version=1");
            assertThat(before.get("readAt").isNull())
                    .as("no reading of then is kept")
                    .isTrue();
            assertThat(before.get("lag").isNull()).isTrue();
        }
    }

    /** Of every input of one topic, together; -1 when one of them is not known. */
    private static long committed(JsonNode offsets, String topic) {
        long sum = 0;
        for (JsonNode task : offsets.get("tasks")) {
            for (JsonNode input : task.get("inputs")) {
                if (input.get("topic").asString().equals(topic)) {
                    if (input.get("committedOffset").isNull()) {
                        return -1;
                    }
                    sum += input.get("committedOffset").asLong();
                }
            }
        }
        return sum;
    }

    /** Whether every task has a standby that says it has restored everything. */
    private static boolean restored(JsonNode offsets) {
        for (JsonNode task : offsets.get("tasks")) {
            JsonNode standby = task.get("standbys").get(0);
            if (standby == null || standby.get("lag").asLong(-1) != 0) {
                return false;
            }
        }
        return true;
    }

    private static int members(JsonNode offsets) {
        List<String> members = new ArrayList<>();
        offsets.get("tasks").forEach(task -> {
            if (!task.get("active").isNull()) {
                members.add(task.get("active").get("memberId").asString());
            }
        });
        return members.size();
    }

    @Test
    void whatMayNotBeReadIsNamedUntilItMay() throws Exception {
        try (InProcessBroker broker =
                InProcessBroker.start(BrokerSecurity.valid().user("reader", PASSWORD))) {
            BrokerSecurity.allow(broker.admin(), "reader", AclOperation.DESCRIBE, ResourceType.GROUP, "*");
            BrokerSecurity.allow(broker.admin(), "reader", AclOperation.DESCRIBE, ResourceType.TOPIC, "*");
            new RawGroups(broker.admin(), broker.bootstrapServers(), 1, 1, 2).create(List.of("raw"));
            Map<String, String> polled = new HashMap<>();
            polled.put("bootstrap-servers", broker.secureBootstrapServers());
            polled.put("offsets-interval", "300ms");
            polled.put("configs-interval", "300ms");
            BrokerSecurity.client("reader", PASSWORD).forEach((name, value) -> polled.put("properties." + name, value));
            try (LiveService service = LiveService.polling(Map.of("live", polled))) {
                JsonNode read =
                        service.await(offsets("raw"), o -> !o.get("readAt").isNull());
                assertThat(read.get("lag").asLong())
                        .as("of topics without a record")
                        .isZero();

                String configs = "/api/v1/clusters/live/streams-groups/raw/configs";
                JsonNode unread =
                        service.await(configs, c -> !c.get("readFailure").isNull());
                assertThat(unread.get("configs").isNull()).isTrue();
                assertThat(unread.get("readFailure").get("part").asString()).isEqualTo("CONFIGS");
                assertThat(unread.get("readFailure").get("message").asString())
                        .contains("DESCRIBE_CONFIGS on group 'raw'");
                BrokerSecurity.allow(broker.admin(), "reader", AclOperation.DESCRIBE_CONFIGS, ResourceType.GROUP, "*");
                service.await(
                        configs,
                        c -> c.get("readFailure").isNull() && !c.get("configs").isNull());

                broker.admin().deleteAcls(List.of(ofTopics())).all().get();
                JsonNode refused =
                        service.await(offsets("raw"), o -> !o.get("readFailure").isNull());
                assertThat(refused.get("readFailure").get("part").asString()).isEqualTo("OFFSETS");
                assertThat(refused.get("readFailure").get("code").asString()).isEqualTo("AUTHORIZATION");
                assertThat(refused.get("readFailure").get("message").asString()).contains("DESCRIBE on topic 'raw-0'");

                BrokerSecurity.allow(broker.admin(), "reader", AclOperation.DESCRIBE, ResourceType.TOPIC, "*");
                service.await(
                        offsets("raw"),
                        o -> o.get("readFailure").isNull() && o.get("lag").asLong(-1) == 0);
            }
        }
    }

    private static AclBindingFilter ofTopics() {
        return new AclBindingFilter(
                new ResourcePatternFilter(ResourceType.TOPIC, "*", PatternType.LITERAL), AccessControlEntryFilter.ANY);
    }
}
