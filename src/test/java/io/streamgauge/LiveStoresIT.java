package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A key is looked up where a running application itself would look for it. */
class LiveStoresIT {

    private static final String GROUP = "/api/v1/clusters/live/streams-groups/stores";

    private interface Question {

        KeyQueryMetadata ofApplication(String store);

        String parameters();
    }

    private static <K> Question question(
            K key, Serializer<K> serializer, String written, String name, StreamsApplication application) {
        return new Question() {
            @Override
            public KeyQueryMetadata ofApplication(String store) {
                return application.queryMetadataForKey(1, store, key, serializer);
            }

            @Override
            public String parameters() {
                return "&serializer=" + name + "&key=" + ApiClient.segment(written);
            }
        };
    }

    @Test
    void aKeyIsLookedUpWhereTheApplicationItselfLooksForIt() {
        InProcessBroker broker = InProcessBroker.shared();
        StreamsGroups.createTopic(broker.admin(), "stores-in", 5);
        StreamsGroups.configure(broker.admin(), "stores", Map.of("streams.num.standby.replicas", "1"));
        try (StreamsApplication application =
                        new StreamsApplication(broker.bootstrapServers(), "stores", "stores-in").scaleTo(2);
                LiveService service =
                        LiveService.polling(Map.of("live", Map.of("bootstrap-servers", broker.bootstrapServers())))) {
            StreamsGroups.awaitStable(broker.admin(), "stores", 2);
            service.await(
                    GROUP,
                    g -> g.get("state").asString().equals("STABLE")
                            && g.get("memberCount").asInt() == 2
                            && g.get("standbyTaskCount").asInt() == 10);
            List<Question> questions = questions(application);
            for (String store : List.of("counts", "latest")) {
                for (Question question : questions) {
                    // The application hears of the latest map some heartbeats after it has its tasks.
                    Awaitility.await().pollDelay(Duration.ZERO).untilAsserted(() -> {
                        KeyQueryMetadata own = question.ofApplication(store);
                        JsonNode found =
                                service.api().ok(GROUP + "/endpoints/lookup?store=" + store + question.parameters());
                        assertThat(found.get("partition").asInt())
                                .as(question.parameters())
                                .isEqualTo(own.partition());
                        List<Integer> ports =
                                new ArrayList<>(List.of(own.activeHost().port()));
                        ports.addAll(new TreeSet<>(
                                own.standbyHosts().stream().map(h -> h.port()).toList()));
                        assertThat(found.get("places").findValues("port").stream()
                                        .map(JsonNode::asInt))
                                .as("%s %s", question.parameters(), own)
                                .isEqualTo(ports);
                        assertThat(found.get("mapOutdatedBy").isNull()).isTrue();
                    });
                }
            }
        }
    }

    private static List<Question> questions(StreamsApplication application) {
        Random random = new Random(23);
        List<Question> questions = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            String text = "order-" + random.nextInt(1_000);
            questions.add(question(text, new StringSerializer(), text, "string", application));
            long number = random.nextLong();
            questions.add(question(number, new LongSerializer(), Long.toString(number), "long", application));
            int small = random.nextInt();
            questions.add(question(small, new IntegerSerializer(), Integer.toString(small), "integer", application));
            UUID uuid = new UUID(random.nextLong(), random.nextLong());
            questions.add(question(uuid, new UUIDSerializer(), uuid.toString(), "uuid", application));
            byte[] bytes = new byte[random.nextInt(30)];
            random.nextBytes(bytes);
            questions.add(
                    question(bytes, new ByteArraySerializer(), HexFormat.of().formatHex(bytes), "hex", application));
            questions.add(question(
                    bytes,
                    new ByteArraySerializer(),
                    Base64.getEncoder().encodeToString(bytes),
                    "base64",
                    application));
        }
        return questions;
    }
}
