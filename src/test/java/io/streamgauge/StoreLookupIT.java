package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.DefaultPartitioner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Where to ask for a store's partition or a key, in recorded groups. */
@IntegrationTest
class StoreLookupIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";

    /** 8081 and 8082 run, each with two members. */
    private static final String STEADY = "&at=2026-11-29T22:26:00Z";

    /** 8082 is gone, and four of its tasks run nowhere. */
    private static final String CRASHED = "&at=2026-11-29T22:24:43.9Z";

    @LocalServerPort
    private int port;

    private ApiClient api;
    private String group;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        group = "/api/v1/clusters/" + ApiClient.segment(recording.get("cluster").asString())
                + "/streams-groups/orders-app";
    }

    private JsonNode lookup(String question) {
        return api.ok(group + "/endpoints/lookup?" + question);
    }

    @Test
    void aStoresPartitionIsAskedForWhereItsTaskIs() {
        JsonNode counts = lookup("store=counts&partition=1" + STEADY);

        assertThat(counts.get("taskId").asString()).isEqualTo("1_1");
        assertThat(counts.get("partitionCount").asInt()).isEqualTo(6);
        assertThat(counts.get("mapOutdatedBy").isNull()).isTrue();
        JsonNode places = counts.get("places");
        assertThat(places).hasSize(2);
        assertThat(places.get(0).get("role").asString()).isEqualTo("ACTIVE");
        assertThat(places.get(0).get("port").asInt()).isEqualTo(8081);
        assertThat(places.get(1).get("role").asString()).isEqualTo("STANDBY");
        assertThat(places.get(1).get("port").asInt()).isEqualTo(8082);
        JsonNode task = items("/tasks?search=1_1" + STEADY).get(0);
        assertThat(places.get(0).get("holders"))
                .hasSize(1)
                .containsExactly(task.get("active").get("memberId"));
        assertThat(places.get(1).get("holders"))
                .hasSize(1)
                .containsExactly(task.get("standbys").get(0).get("memberId"));
        assertThat(places.get(1).get("lag"))
                .isEqualTo(task.get("standbys").get(0).get("lag"));
        assertThat(lookup("topic=orders-app-counts-repartition&partition=1" + STEADY)
                        .get("places"))
                .isEqualTo(places);
    }

    @Test
    void aKeyIsInThePartitionOfTheDefaultPartitionerEvenWhileItsTaskRunsNowhere() {
        for (String key : List.of("alice", "bob", "carol", "dave", "müller", "")) {
            int partition = DefaultPartitioner.partition(key.getBytes(StandardCharsets.UTF_8), 6);
            for (String when : List.of(STEADY, CRASHED)) {
                JsonNode byKey = lookup("store=counts&key=" + ApiClient.segment(key) + when);
                assertThat(byKey.get("partition").asInt()).isEqualTo(partition);
                assertThat(byKey).isEqualTo(lookup("store=counts&partition=" + partition + when));
            }
        }
        assertThat(lookup("topic=orders&serializer=long&key=-7" + STEADY)
                        .get("partition")
                        .asInt())
                .isEqualTo(DefaultPartitioner.partition(new byte[] {-1, -1, -1, -1, -1, -1, -1, -7}, 6));
    }

    @Test
    void aPlaceWhoseMemberIsGoneHasNoHolder() {
        JsonNode steady = lookup("store=counts&partition=3" + STEADY);
        JsonNode crashed = lookup("store=counts&partition=3" + CRASHED);

        assertThat(steady.get("places").get(0).get("holders")).isNotEmpty();
        assertThat(crashed.get("places"))
                .isNotEmpty()
                .allSatisfy(place -> assertThat(
                                place.get("role").asString().equals("ACTIVE")
                                        ? place.get("holders").isEmpty()
                                        : !place.get("holders").isEmpty())
                        .as("%s", place)
                        .isTrue());
    }

    @Test
    void theMapIsOlderThanTheAssignmentsOnlyWhileMembersHaveNotHeardOfThem() {
        List<String> outdated = new ArrayList<>();
        int stable = 0;
        for (JsonNode snapshot : items("/snapshots?size=1000&sort=version,asc")) {
            JsonNode counts = lookup("topic=orders&partition=1&version="
                    + snapshot.get("version").asInt());
            if (snapshot.get("state").asString().equals("STABLE")) {
                stable++;
                assertThat(counts.get("mapOutdatedBy").isNull())
                        .as("%s", snapshot)
                        .isTrue();
            } else if (!counts.get("mapOutdatedBy").isNull()) {
                outdated.add(snapshot.get("at").asString());
                assertThat(counts.get("mapOutdatedBy").asString())
                        .isLessThanOrEqualTo(snapshot.get("at").asString());
            }
        }
        assertThat(stable).isPositive();
        assertThat(outdated).as("after the crash, for one").anyMatch(at -> at.startsWith("2026-11-29T22:24:4"));
    }

    @Test
    void tasksAndEndpointsAreAlsoGivenByStore() {
        for (JsonNode task : items("/tasks?size=100" + STEADY)) {
            assertThat(task.get("stores").valueStream().map(JsonNode::asString))
                    .as("%s", task.get("taskId"))
                    .isEqualTo(task.get("subtopologyId").asString().equals("1") ? List.of("counts") : List.of());
        }
        for (JsonNode host : api.ok(group + "/endpoints?" + STEADY.substring(1)).get("endpoints")) {
            assertThat(host.get("stores")).hasSize(1);
            JsonNode counts = host.get("stores").get(0);
            assertThat(counts.get("store").asString()).isEqualTo("counts");
            for (JsonNode topic : host.get("active")) {
                if (topic.get("topic").asString().endsWith("-repartition")) {
                    assertThat(counts.get("active")).isEqualTo(topic.get("partitions"));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "store=count&partition=0 | 404 | store-not-found | known are counts",
                "store=counts&key=alice&version=1 | 409 | partitions-unknown | Give partition instead of key",
                "topic=clicks&key=alice | 409 | partitions-unknown | topic 'clicks'",
                "store=counts&partition=6 | 400 | invalid-parameter | 0 to 5",
                "partition=6 | 400 | invalid-parameter | store or topic",
                "store=counts&topic=orders&partition=6 | 400 | invalid-parameter | store and topic",
                "store=counts | 400 | invalid-parameter | partition or key",
                "store=counts&partition=1&key=1 | 400 | invalid-parameter | partition and key",
                "store=counts&key=alice&serializer=long | 400 | invalid-parameter | key=alice is no whole number",
                "store=counts&key=alice&serializer=json | 400 | invalid-parameter | BASE64"
            })
    void whatCannotBeLookedUpSaysWhy(String question, int status, String type, String detail) {
        ApiClient.Answer answer = api.get(group + "/endpoints/lookup?" + question);

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
        assertThat(answer.body().get("type").asString()).isEqualTo("urn:streamgauge:problem:" + type);
        assertThat(answer.body().get("detail").asString()).contains(detail);
    }

    private List<JsonNode> items(String path) {
        List<JsonNode> items = new ArrayList<>();
        api.ok(group + path).get("items").forEach(items::add);
        return items;
    }
}
