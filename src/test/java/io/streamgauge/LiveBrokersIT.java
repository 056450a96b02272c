package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.KafkaCluster;
import io.streamgauge.kafka.RawGroups;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import io.streamgauge.kafka.VersionAdmin;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Brokers of every version that has streams groups, each in a process of its own, are polled as they are. */
@Execution(ExecutionMode.CONCURRENT)
class LiveBrokersIT {

    private static final String CLUSTER = "/api/v1/clusters/live";
    private static final String GROUP = CLUSTER + "/streams-groups/app";

    @ParameterizedTest
    @ValueSource(strings = {"4.1.2", "4.2.2", "4.3.1", "4.4.0"})
    void whatIsPolledIsWhatTheVersionsOwnClientIsTold(String version) {
        try (KafkaCluster cluster = KafkaCluster.of(version).start();
                VersionAdmin own = new VersionAdmin(version, cluster.bootstrapServers());
                LiveService service = polling(cluster)) {
            StreamsGroups.createTopic(cluster.admin(), "orders", 2);
            try (StreamsApplication application = new StreamsApplication(cluster.bootstrapServers(), "app", "orders")
                    .inProcessesOf(version)
                    .scaleTo(1)) {
                agrees(service, cluster, own, 1);
                JsonNode topology = service.await(
                        GROUP + "/topology", t -> !t.get("description").isNull());
                assertThat(topology.get("description").get("status").asString())
                        .isEqualTo(version.startsWith("4.4") ? "NOT_STORED" : "UNSUPPORTED");
                application.scaleTo(2);
                agrees(service, cluster, own, 2);
                application.crash(2);
                agrees(service, cluster, own, 1);
                application.start(2);
                agrees(service, cluster, own, 2);
            }
            agrees(service, cluster, own, 0);
        }
    }

    private static void agrees(LiveService service, KafkaCluster cluster, VersionAdmin own, int members) {
        StreamsGroups.awaitStable(cluster.admin(), "app", members);
        JsonNode told = own.describe("app");
        JsonNode polled = service.await(
                GROUP,
                group -> group.get("groupEpoch").equals(told.get("groupEpoch"))
                        && group.get("state").equals(told.get("state"))
                        && members(group).equals(members(told)));
        assertThat(polled.get("assignmentEpoch")).isEqualTo(told.get("assignmentEpoch"));
        assertThat(polled.get("topologyEpoch")).isEqualTo(told.get("topologyEpoch"));
        assertThat(members(polled)).hasSize(members);
    }

    /** The fields of members that the version's client tells. */
    private static Map<String, Map<String, JsonNode>> members(JsonNode group) {
        Map<String, Map<String, JsonNode>> members = new TreeMap<>();
        for (JsonNode member : group.get("members")) {
            Map<String, JsonNode> fields = new TreeMap<>();
            for (String field : new String[] {
                "memberEpoch", "clientId", "clientHost", "processId", "topologyEpoch", "endpoint", "assigned", "target"
            }) {
                fields.put(field, member.get(field));
            }
            members.put(member.get("memberId").asString(), fields);
        }
        return members;
    }

    @Test
    void whatIsPolledIsWhatTheSameBrokersLogOfHeartbeatsShows() throws Exception {
        try (KafkaCluster cluster = KafkaCluster.of("4.4.0").logHeartbeats().start();
                LiveService service = polling(cluster)) {
            StreamsGroups.createTopic(cluster.admin(), "orders", 4);
            StreamsGroups.configure(cluster.admin(), "app", Map.of("streams.num.standby.replicas", "1"));
            try (StreamsApplication application = new StreamsApplication(cluster.bootstrapServers(), "app", "orders")
                    .inProcessesOf("4.4.0")
                    .scaleTo(2)) {
                StreamsGroups.awaitStable(cluster.admin(), "app", 2);
                application.crash(2);
                StreamsGroups.awaitStable(cluster.admin(), "app", 1);
                application.start(2);
                int epoch = StreamsGroups.awaitStable(cluster.admin(), "app", 2).groupEpoch();
                JsonNode live = service.await(
                        GROUP,
                        group -> group.get("groupEpoch").asInt() == epoch
                                && group.get("state").asString().equals("STABLE")
                                && group.get("standbyTaskCount").asInt() > 0);
                JsonNode endpoints = service.api().ok(GROUP + "/endpoints").get("endpoints");

                // Members hear of the latest map some heartbeats after they have their tasks.
                service.await(GROUP, group -> {
                    String replayed = replayed(service, cluster);
                    JsonNode map = service.api().ok(replayed + "/endpoints").get("endpoints");
                    return heard(service.api().ok(replayed)).equals(heard(live)) && map.equals(endpoints);
                });
            }
        }
    }

    private static String replayed(LiveService service, KafkaCluster cluster) {
        try {
            JsonNode recording = service.api()
                    .replay(
                            Files.readAllBytes(cluster.heartbeatLog(1)),
                            "heartbeats.log",
                            Map.of("sessionTimeout", "3s"));
            return "/api/v1/clusters/"
                    + ApiClient.segment(recording.get("cluster").asString()) + "/streams-groups/app";
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** What both sources tell of members. */
    private static Map<String, Map<String, JsonNode>> heard(JsonNode group) {
        Map<String, Map<String, JsonNode>> members = new TreeMap<>();
        for (JsonNode member : group.get("members")) {
            Map<String, JsonNode> fields = new TreeMap<>();
            for (String field : new String[] {"memberEpoch", "processId", "endpoint", "assigned"}) {
                fields.put(field, member.get(field));
            }
            members.put(member.get("memberId").asString(), fields);
        }
        return members;
    }

    @Test
    void brokersThatKnowNoStreamsGroupsSayWhatToEnable() {
        try (KafkaCluster cluster = KafkaCluster.of("3.9.2").start();
                LiveService service = polling(cluster)) {
            JsonNode health = service.await(
                            CLUSTER, c -> c.get("health").get("failing").asBoolean())
                    .get("health");
            assertThat(health.get("lastError").asString()).contains("streams.version");
        }
    }

    @Test
    void aCoordinatorThatDiesAndReturnsLeavesAGapAndNeverAnEmptyGroup() {
        // Members stay, however late a busy machine lets them send their heartbeats.
        try (KafkaCluster cluster = KafkaCluster.of("4.4.0")
                        .brokers(3)
                        .with("group.streams.session.timeout.ms", "60000")
                        .start();
                LiveService service = polling(cluster)) {
            StreamsGroups.createTopic(cluster.admin(), "orders", 2);
            try (StreamsApplication application = new StreamsApplication(cluster.bootstrapServers(), "app", "orders")
                    .inProcessesOf("4.4.0")
                    .scaleTo(2)) {
                int coordinator = StreamsGroups.awaitStable(cluster.admin(), "app", 2)
                        .coordinator()
                        .id();
                int before = service.await(
                                GROUP,
                                group -> group.get("memberCount").asInt() == 2
                                        && group.get("state").asString().equals("STABLE"))
                        .get("version")
                        .asInt();

                cluster.kill(coordinator);
                JsonNode moved = service.await(
                        GROUP, group -> !group.get("coordinator").asString().startsWith(coordinator + "@"));
                assertThat(moved.get("memberCount").asInt()).isEqualTo(2);
                cluster.restart(coordinator);
                service.await(CLUSTER, c -> !c.get("health").get("failing").asBoolean());

                for (JsonNode snapshot :
                        service.api().ok(GROUP + "/snapshots?size=1000").get("items")) {
                    if (snapshot.get("version").asInt() >= before) {
                        assertThat(snapshot.get("memberCount").asInt())
                                .as("%s", snapshot)
                                .isEqualTo(2);
                    }
                }
                assertThat(service.api()
                                .ok(CLUSTER + "/read-failures")
                                .get("total")
                                .asInt())
                        .isPositive();
                application.leave(1);
            }
        }
    }

    @Test
    void aBrokerThatHangsHoldsUpItsOwnGroupsOnly() {
        // A copy of the coordinators' log on each broker would have all of them wait for the one that hangs.
        try (KafkaCluster cluster = KafkaCluster.of("4.4.0")
                        .brokers(3)
                        .with("offsets.topic.replication.factor", "1")
                        .with("default.replication.factor", "1")
                        .with("broker.session.timeout.ms", "600000")
                        .with("group.streams.session.timeout.ms", "600000")
                        .with("group.streams.max.session.timeout.ms", "600000")
                        .start();
                LiveService service = LiveService.polling(Map.of(
                        "live", Map.of("bootstrap-servers", cluster.bootstrapServers(), "poll-timeout", "15s")))) {
            // The first to ask has the coordinators' log made.
            new RawGroups(cluster.admin(), cluster.address(1), 1, 1, 2);
            Map<Integer, List<String>> byCoordinator = StreamsGroups.groupsOfEachCoordinator(cluster.admin(), "g", 3);
            int hanging = 2;
            Map<Integer, RawGroups> groups = new TreeMap<>();
            byCoordinator.forEach((broker, groupIds) -> {
                RawGroups made = new RawGroups(cluster.admin(), cluster.address(broker), 1, 1, 2);
                made.create(groupIds.subList(0, 1));
                groups.put(broker, made);
            });
            byCoordinator.forEach((broker, groupIds) -> service.await(group(groupIds.get(0)), g -> true));

            cluster.pause(hanging);
            byCoordinator.forEach((broker, groupIds) -> {
                if (broker != hanging) {
                    int before = service.api()
                            .ok(group(groupIds.get(0)))
                            .get("groupEpoch")
                            .asInt();
                    groups.get(broker).changeAll();
                    groups.get(broker).create(groupIds.subList(1, 2));
                    JsonNode changed = service.await(
                            group(groupIds.get(0)),
                            g -> g.get("groupEpoch").asInt() > before
                                    && g.get("state").asString().equals("STABLE"));
                    JsonNode created = service.await(group(groupIds.get(1)), g -> true);
                    assertThat(changed.get("readFailure").isNull()).isTrue();
                    assertThat(created.get("readFailure").isNull()).isTrue();
                }
            });
            assertThat(service.api().ok(CLUSTER).get("health").get("failing").asBoolean())
                    .as("all of it was seen before the listing gave the broker up")
                    .isFalse();

            JsonNode health = service.await(
                            CLUSTER, c -> c.get("health").get("failing").asBoolean())
                    .get("health");
            assertThat(health.get("lastError").asString()).contains("Some of the brokers");
            String held = group(byCoordinator.get(hanging).get(0));
            JsonNode stale = service.await(held, g -> !g.get("readFailure").isNull());
            assertThat(stale.get("readFailure").get("code").asString()).isEqualTo("COORDINATOR");
            assertThat(stale.get("memberCount").asInt()).isEqualTo(1);

            cluster.resume(hanging);
            service.await(held, g -> g.get("readFailure").isNull());
            service.await(CLUSTER, c -> !c.get("health").get("failing").asBoolean());
        }
    }

    private static String group(String groupId) {
        return CLUSTER + "/streams-groups/" + groupId;
    }

    private static LiveService polling(KafkaCluster cluster) {
        return LiveService.polling(Map.of("live", Map.of("bootstrap-servers", cluster.bootstrapServers())));
    }
}
