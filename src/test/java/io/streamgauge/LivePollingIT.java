package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/** A real broker with real applications is polled into what the API answers. */
@IntegrationTest
class LivePollingIT {

    private static final String CLUSTER = "/api/v1/clusters/live";
    private static final String GROUPS = CLUSTER + "/streams-groups/";

    /** Of its own: one test takes it away for a while. */
    private static final InProcessBroker BROKER = InProcessBroker.start();

    @LocalServerPort
    private int port;

    private ApiClient api;

    @DynamicPropertySource
    static void clusters(DynamicPropertyRegistry registry) {
        registry.add("streamgauge.clusters[0].name", () -> "live");
        registry.add("streamgauge.clusters[0].bootstrap-servers", BROKER::bootstrapServers);
        registry.add("streamgauge.clusters[1].name", () -> "nowhere");
        registry.add("streamgauge.clusters[1].bootstrap-servers", () -> "127.0.0.1:1");
        registry.add("streamgauge.clusters[1].poll-timeout", () -> "500ms");
        registry.add("streamgauge.poll-interval", () -> "200ms");
        registry.add("streamgauge.max-describe-interval", () -> "1s");
        registry.add("streamgauge.poll-timeout", () -> "2s");
    }

    @AfterAll
    static void endBroker() {
        BROKER.close();
    }

    @BeforeEach
    void open() {
        api = new ApiClient(port);
    }

    /** All of a member that a description and the API both tell. */
    private record MemberFacts(
            int epoch,
            String processId,
            String clientId,
            String endpoint,
            List<String> assigned,
            List<String> target) {}

    @Test
    void whatIsPolledIsWhatTheBrokerDescribesThroughStartScaleOutCrashAndReturn() {
        StreamsGroups.createTopic(BROKER.admin(), "scaled-in", 4);
        try (StreamsApplication application = application("scaled-app", "scaled-in")) {
            application.start(1);
            agreesOnce(1, "scaled-app");
            application.scaleTo(3);
            agreesOnce(3, "scaled-app");
            application.crash(2);
            agreesOnce(2, "scaled-app");
            application.start(2);
            agreesOnce(3, "scaled-app");
        }
        agreesOnce(0, "scaled-app");
        JsonNode empty = api.ok(GROUPS + "scaled-app");
        assertThat(empty.get("state").asString()).isEqualTo("EMPTY");
        assertThat(empty.get("subtopologies")).isNotEmpty();
    }

    private void agreesOnce(int members, String groupId) {
        StreamsGroupDescription described = StreamsGroups.awaitStable(BROKER.admin(), groupId, members);
        JsonNode polled = await(
                GROUPS + groupId,
                group -> group.get("groupEpoch").asInt() == described.groupEpoch()
                        && members(group).equals(members(described)));
        assertThat(polled.get("stateSource").asString()).isEqualTo("BROKER");
        assertThat(polled.get("assignmentEpoch").asInt()).isEqualTo(described.targetAssignmentEpoch());
        assertThat(polled.get("topologyEpoch").asInt()).isEqualTo(described.topologyEpoch());
        assertThat(polled.get("assignor").asString())
                .isEqualTo(described.assignorName().orElseThrow());
        assertThat(polled.get("readFailure").isNull()).isTrue();
        assertThat(polled.get("inconsistencies")).isEmpty();
        assertThat(bad(groupId, "")).as("of a healthy group").isEmpty();
        if (members > 0) {
            assertThat(polled.get("activeTaskCount").asInt()).isEqualTo(8);
            assertThat(polled.get("unassignedTaskCount").asInt()).isZero();
            assertThat(servedPartitions(api.ok(GROUPS + groupId + "/endpoints")))
                    .isEqualTo(4);
        }
    }

    private static int servedPartitions(JsonNode map) {
        assertThat(map.get("source").asString()).isEqualTo("DERIVED");
        Set<Integer> partitions = new TreeSet<>();
        for (JsonNode endpoint : map.get("endpoints")) {
            for (JsonNode topic : endpoint.get("active")) {
                if (topic.get("topic").asString().equals("scaled-in")) {
                    topic.get("partitions").forEach(p -> partitions.add(p.asInt()));
                }
            }
        }
        return partitions.size();
    }

    private static Map<String, MemberFacts> members(StreamsGroupDescription group) {
        Map<String, MemberFacts> members = new TreeMap<>();
        for (StreamsGroupMemberDescription member : group.members()) {
            members.put(
                    member.memberId(),
                    new MemberFacts(
                            member.memberEpoch(),
                            member.processId(),
                            member.clientId(),
                            member.userEndpoint()
                                    .map(e -> e.host() + ":" + e.port())
                                    .orElseThrow(),
                            tasks(member.assignment()),
                            tasks(member.targetAssignment())));
        }
        return members;
    }

    private static List<String> tasks(StreamsGroupMemberAssignment assignment) {
        List<String> tasks = new ArrayList<>();
        assignment
                .activeTasks()
                .forEach(ids -> ids.partitions().stream()
                        .sorted()
                        .forEach(p -> tasks.add("active " + ids.subtopologyId() + "_" + p)));
        assignment
                .standbyTasks()
                .forEach(ids -> ids.partitions().stream()
                        .sorted()
                        .forEach(p -> tasks.add("standby " + ids.subtopologyId() + "_" + p)));
        tasks.sort(null);
        return tasks;
    }

    private static Map<String, MemberFacts> members(JsonNode group) {
        Map<String, MemberFacts> members = new TreeMap<>();
        for (JsonNode member : group.get("members")) {
            JsonNode endpoint = member.get("endpoint");
            members.put(
                    member.get("memberId").asString(),
                    new MemberFacts(
                            member.get("memberEpoch").asInt(),
                            member.get("processId").asString(),
                            member.get("clientId").asString(),
                            endpoint.get("host").asString() + ":"
                                    + endpoint.get("port").asInt(),
                            tasks(member.get("assigned")),
                            tasks(member.get("target"))));
        }
        return members;
    }

    private static List<String> tasks(JsonNode view) {
        List<String> tasks = new ArrayList<>();
        view.get("active").forEach(t -> tasks.add("active " + t.asString()));
        view.get("standby").forEach(t -> tasks.add("standby " + t.asString()));
        view.get("warmup").forEach(t -> tasks.add("warmup " + t.asString()));
        tasks.sort(null);
        return tasks;
    }

    @Test
    void aGroupAtRestIsObservedAgainAndAgainWithoutANewSnapshot() {
        StreamsGroups.createTopic(BROKER.admin(), "quiet-in", 2);
        try (StreamsApplication application = application("quiet-app", "quiet-in")) {
            application.start(1);
            StreamsGroups.awaitStable(BROKER.admin(), "quiet-app", 1);
            JsonNode first = await(
                    GROUPS + "quiet-app", group -> group.get("state").asString().equals("STABLE"));
            JsonNode later = await(
                    GROUPS + "quiet-app", group -> !group.get("observedAt").equals(first.get("observedAt")));
            assertThat(later.get("version")).isEqualTo(first.get("version"));
            assertThat(later.get("changedAt")).isEqualTo(first.get("changedAt"));
            assertThat(bad("quiet-app", "")).isEmpty();
            assertThat(bad("quiet-app", "&from=" + first.get("changedAt").asString()))
                    .as("as long as it runs")
                    .isEmpty();
        }
    }

    @Test
    void twoInstancesWithOneEndpointHaveThatFindingAndNoOtherUntilOneIsGone() {
        StreamsGroups.createTopic(BROKER.admin(), "shared-in", 2);
        try (StreamsApplication application = application("shared-app", "shared-in")) {
            application.with("application.server", "localhost:9999").scaleTo(2);
            StreamsGroups.awaitStable(BROKER.admin(), "shared-app", 2);
            JsonNode both = await(
                    GROUPS + "shared-app",
                    group -> group.get("memberCount").asInt() == 2
                            && group.get("state").asString().equals("STABLE"));
            assertThat(bad("shared-app", "")).containsExactly("ENDPOINT_SHARED");

            application.leave(2);
            StreamsGroups.awaitStable(BROKER.admin(), "shared-app", 1);
            await(
                    GROUPS + "shared-app",
                    group -> group.get("memberCount").asInt() == 1
                            && group.get("state").asString().equals("STABLE"));
            assertThat(bad("shared-app", "")).isEmpty();
            assertThat(bad("shared-app", "&at=" + both.get("observedAt").asString()))
                    .containsExactly("ENDPOINT_SHARED");
        }
    }

    /** The codes of what of a group is more than information. */
    private List<String> bad(String groupId, String parameters) {
        return codes(GROUPS + groupId + "/findings?severity=ERROR,WARNING&size=1000" + parameters);
    }

    private List<String> codes(String path) {
        return api.ok(path).get("items").findValuesAsString("code");
    }

    @Test
    void aDeletedGroupIsDeadAndOneThatBecameAConsumerGroupIsNot() throws Exception {
        StreamsGroups.createTopic(BROKER.admin(), "left-in", 2);
        for (String groupId : List.of("deleted-app", "reborn-app")) {
            try (StreamsApplication application = application(groupId, "left-in")) {
                application.start(1);
                StreamsGroups.awaitStable(BROKER.admin(), groupId, 1);
                await(GROUPS + groupId, group -> group.get("memberCount").asInt() == 1);
            }
            BROKER.admin().deleteStreamsGroups(List.of(groupId)).all().get();
            JsonNode dead = await(
                    GROUPS + groupId, group -> group.get("state").asString().equals("DEAD"));
            assertThat(dead.get("memberCount").asInt()).isZero();
            assertThat(dead.get("readFailure").isNull()).isTrue();
        }
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        BROKER.bootstrapServers(),
                        "group.id",
                        "reborn-app",
                        "group.protocol",
                        "consumer"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of("left-in"));
            JsonNode reborn = await(GROUPS + "reborn-app", group -> {
                consumer.poll(Duration.ofMillis(50));
                return group.get("state").asString().equals("UNKNOWN");
            });
            assertThat(reborn.get("readFailure").get("code").asString()).isEqualTo("OTHER_TYPE");
            assertThat(reborn.get("readFailure").get("message").asString()).contains("type consumer");
            assertThat(reborn.get("openStatuses").isNull()).isTrue();
            JsonNode others = api.ok(CLUSTER + "/groups-of-other-types?search=REBORN");
            assertThat(others.get("total").asInt()).isEqualTo(1);
            assertThat(others.get("items").get(0).get("type").asString()).isEqualTo("CONSUMER");
            assertThat(others.get("listedAt").isNull()).isFalse();
            assertThat(bad("reborn-app", "")).containsExactly("GROUP_NAME_TAKEN");
            assertThat(bad("reborn-app", "&from=2020-01-01T00:00:00Z"))
                    .contains("GROUP_NAME_TAKEN")
                    .doesNotContain("GROUP_UNREADABLE");
        }
    }

    @Test
    void aGroupThatNeverWasAStreamsGroupIsSaidToBeWhatItIs() {
        StreamsGroups.createTopic(BROKER.admin(), "plain-in", 1);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "group.id", "plain-consumer"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of("plain-in"));
            await(CLUSTER + "/groups-of-other-types?search=plain-consumer", others -> {
                consumer.poll(Duration.ofMillis(50));
                return others.get("total").asInt() == 1;
            });
            ApiClient.Answer answer = api.get(GROUPS + "plain-consumer");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body().get("detail").asString()).contains("a group of type classic");
        }
    }

    @Test
    void aBrokerThatGoesAwayIsAGapAndWhatWasReadStays() {
        StreamsGroups.createTopic(BROKER.admin(), "gap-in", 2);
        try (StreamsApplication application = application("gap-app", "gap-in")) {
            application.start(1);
            StreamsGroups.awaitStable(BROKER.admin(), "gap-app", 1);
            await(GROUPS + "gap-app", group -> group.get("state").asString().equals("STABLE"));

            BROKER.stop();
            JsonNode failing =
                    await(CLUSTER, c -> c.get("health").get("failing").asBoolean());
            assertThat(failing.get("health").get("lastError").asString()).contains("No broker answers");
            assertThat(api.ok(GROUPS + "gap-app").get("memberCount").asInt()).isEqualTo(1);
            assertThat(codes(CLUSTER + "/findings?size=1000")).containsOnlyOnce("CLUSTER_UNREADABLE");
            assertThat(bad("gap-app", "")).isEmpty();

            BROKER.restart();
            await(CLUSTER, c -> !c.get("health").get("failing").asBoolean());
            assertThat(codes(CLUSTER + "/findings?size=1000")).doesNotContain("CLUSTER_UNREADABLE");
            assertThat(codes(CLUSTER + "/findings?size=1000&at="
                            + failing.get("health").get("lastErrorAt").asString()))
                    .containsOnlyOnce("CLUSTER_UNREADABLE");
            StreamsGroups.awaitStable(BROKER.admin(), "gap-app", 1);
            await(GROUPS + "gap-app", group -> group.get("state").asString().equals("STABLE"));
            for (JsonNode snapshot :
                    api.ok(GROUPS + "gap-app/snapshots?size=1000").get("items")) {
                assertThat(snapshot.get("state").asString()).isNotIn("DEAD", "UNKNOWN");
            }
            JsonNode health = api.ok(CLUSTER).get("health");
            assertThat(health.get("errorSince")).isEqualTo(failing.get("health").get("errorSince"));
            JsonNode spell = api.ok(CLUSTER + "/read-failures?size=1000")
                    .get("items")
                    .valueStream()
                    .filter(failure -> failure.get("groupId").isNull())
                    .findFirst()
                    .orElseThrow();
            assertThat(spell.get("since")).isEqualTo(health.get("errorSince"));
            assertThat(spell.get("until").isNull()).isFalse();
        }
    }

    @Test
    void aClusterThatNobodyAnswersForSaysSinceWhenAndHowOften() {
        JsonNode nowhere = await(
                "/api/v1/clusters/nowhere",
                c -> c.get("health").get("errorCount").asInt(0) > 1);
        JsonNode health = nowhere.get("health");
        assertThat(health.get("lastSuccessAt").isNull()).isTrue();
        assertThat(health.get("failing").asBoolean()).isTrue();
        assertThat(health.get("errorSince").asString())
                .isLessThan(health.get("lastErrorAt").asString());
        assertThat(nowhere.get("groupCount").asInt()).isZero();
    }

    /** An application whose topic the broker is sure to know: of one that it does not it dies at its first heartbeat. */
    private static StreamsApplication application(String groupId, String topic) {
        StreamsApplication application = new StreamsApplication(BROKER.bootstrapServers(), groupId, topic);
        application.produce(10);
        return application;
    }

    private JsonNode await(String path, Predicate<JsonNode> condition) {
        return Awaitility.await(path)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> api.get(path), answer -> answer.status() == 200 && condition.test(answer.body()))
                .body();
    }
}
