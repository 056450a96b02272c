package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From an upload to every answer, over HTTP. */
@IntegrationTest
class ReplayPathIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";
    private static final String STATUSES = "broker-request-4.4.0-statuses.log";
    private static final String EDGE_CASES = "broker-request-4.4.0-edge-cases.log";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @LocalServerPort
    private int port;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
    }

    private String groups(JsonNode recording) {
        return "/api/v1/clusters/" + ApiClient.segment(recording.get("cluster").asString()) + "/streams-groups";
    }

    @Test
    void theSameHeartbeatsTwiceGiveTheSameSnapshotsVersionByVersionInClustersThatDoNotMix() {
        JsonNode first = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        JsonNode second = api.replay(likeButNotTheSame(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));

        assertThat(second.get("cluster").asString())
                .isNotEqualTo(first.get("cluster").asString());
        List<JsonNode> a = items(groups(first) + "?size=1000");
        List<JsonNode> b = items(groups(second) + "?size=1000");
        assertThat(withoutCluster(a)).isNotEmpty().isEqualTo(withoutCluster(b));
        for (JsonNode group : a) {
            String id = "/" + ApiClient.segment(group.get("groupId").asString());
            assertThat(api.ok(groups(first) + id + "/snapshots?size=1000"))
                    .isEqualTo(api.ok(groups(second) + id + "/snapshots?size=1000"));
            for (int version = 1; version <= group.get("version").asInt(); version++) {
                String path = id + "/snapshots/" + version;
                assertThat(withoutCluster(List.of(api.ok(groups(first) + path))))
                        .isEqualTo(withoutCluster(List.of(api.ok(groups(second) + path))));
                String endpoints = id + "/endpoints?version=" + version;
                assertThat(api.ok(groups(first) + endpoints)).isEqualTo(api.ok(groups(second) + endpoints));
            }
        }
    }

    @Test
    void aLogThatAShipperWrappedInJsonGivesTheSameSnapshots() {
        JsonNode plain = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        StringBuilder wrapped = new StringBuilder();
        for (String line : Recordings.lines(ORDERS)) {
            String at = line.substring(1, 24).replace(' ', 'T').replace(',', '.') + "Z";
            wrapped.append("{\"@timestamp\":\"")
                    .append(at)
                    .append(
                            "\",\"ts\":17,\"log\":{\"offset\":12,\"file\":{\"path\":\"/var/log/kafka.log\"}},\"message\":")
                    .append(JSON.writeValueAsString(line.substring(line.indexOf("DEBUG"))))
                    .append("}\n");
        }
        JsonNode shipped = api.replay(
                wrapped.toString().getBytes(StandardCharsets.UTF_8), "shipped.log", Map.of("sessionTimeout", "10s"));
        String snapshots = "/orders-app/snapshots?size=1000";
        assertThat(api.ok(groups(shipped) + snapshots)).isEqualTo(api.ok(groups(plain) + snapshots));
    }

    @Test
    void aListWithMembersHasThoseOfEachGroupThen() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        List<String> questions = new ArrayList<>(List.of(""));
        for (JsonNode snapshot : items(groups(recording) + "/orders-app/snapshots?size=1000")) {
            questions.add("&at=" + snapshot.get("at").asString());
        }
        for (String at : questions) {
            for (JsonNode group : items(groups(recording) + "?size=1000&include=members" + at)) {
                String id = "/" + ApiClient.segment(group.get("groupId").asString());
                JsonNode alone = api.ok(groups(recording) + id + at.replace('&', '?'));
                assertThat(group.get("members")).as("%s%s", id, at).isEqualTo(alone.get("members"));
                assertThat(group.get("memberCount"))
                        .hasToString(String.valueOf(alone.get("members").size()));
            }
        }
        assertThat(items(groups(recording)))
                .isNotEmpty()
                .allMatch(group -> group.get("members").isNull());
    }

    @Test
    void aStatusIsTheSameWhicheverWayItIsAskedFor() {
        JsonNode recording = api.replay(Recordings.bytes(STATUSES), STATUSES, Map.of("sessionTimeout", "10s"));
        String group = groups(recording) + "/rack-app";
        String at = "2026-11-29T22:28:42.700Z";
        JsonNode whole = status(items(group + "/statuses?size=100"), 5);
        JsonNode then = status(items(group + "/statuses?size=100&at=" + at), 5);
        assertThat(then.get("openedAt")).isEqualTo(whole.get("openedAt"));
        assertThat(then.get("closedAt").isNull()).as("not closed yet then").isTrue();
        JsonNode later = status(items(group + "/statuses?from=2026-11-29T22:28:42Z&size=100"), 5);
        assertThat(later.get("openedAt")).isEqualTo(whole.get("openedAt"));
        List<JsonNode> open = new ArrayList<>();
        api.ok(group + "?at=" + at).get("statuses").forEach(open::add);
        assertThat(status(open, 5).get("openedAt")).isEqualTo(whole.get("openedAt"));
    }

    private static JsonNode status(List<JsonNode> statuses, int code) {
        return statuses.stream()
                .filter(s -> s.get("code").asInt() == code)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anUnchangedHeartbeatMakesNoSnapshotAndEveryOtherSnapshotDiffersFromTheOneBefore() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        String group = groups(recording) + "/orders-app";
        int versions = api.ok(group).get("version").asInt();

        assertThat(recording.get("heartbeats").asInt()).isEqualTo(468);
        assertThat(recording.get("snapshotCount").asInt()).isLessThan(140);
        for (int version = 2; version <= versions; version++) {
            JsonNode diff = api.ok(group + "/diff?from=" + (version - 1) + "&to=" + version);
            boolean differs = !diff.get("state").isNull()
                    || !diff.get("joined").isEmpty()
                    || !diff.get("left").isEmpty()
                    || !diff.get("changed").isEmpty()
                    || !diff.get("tasks").isEmpty()
                    || !diff.get("statusesOpened").isEmpty()
                    || !diff.get("statusesClosed").isEmpty()
                    || diff.get("endpointsChanged").asBoolean()
                    || diff.get("topologyChanged").asBoolean();
            assertThat(differs).as("version %d: %s", version, diff).isTrue();
            assertThat(diff.get("changes")).as("version %d", version).isNotEmpty();
        }
    }

    @Test
    void everyVersionIsFoundByItsInstantAndByItsNumber() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        String group = groups(recording) + "/orders-app";
        for (JsonNode snapshot : items(group + "/snapshots?size=1000&sort=version,asc")) {
            JsonNode byVersion =
                    api.ok(group + "?version=" + snapshot.get("version").asInt());
            assertThat(byVersion.get("changedAt")).isEqualTo(snapshot.get("at"));
            JsonNode byInstant = api.ok(group + "?at=" + snapshot.get("at").asString());
            // Two snapshots may begin at one instant; then the later holds.
            assertThat(byInstant.get("version").asInt())
                    .isGreaterThanOrEqualTo(snapshot.get("version").asInt());
            assertThat(byInstant.get("changedAt")).isEqualTo(snapshot.get("at"));
        }
    }

    @Test
    void aCrashShowsTheSilentMemberThenItsTasksRunningNowhereThenTheirNewOwner() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        String group = groups(recording) + "/orders-app";

        // 8082 was killed at 22:24:35.028; its sessions ended ten seconds after its members' last heartbeats.
        JsonNode silent = api.ok(group + "?at=2026-11-29T22:24:40Z");
        JsonNode member = member(silent, "hvsq82");
        assertThat(member.get("lastHeartbeatAt").asString()).startsWith("2026-11-29T22:24:3");
        assertThat(member(silent, "JY2msH").get("lastHeartbeatAt").isNull())
                .as("it was heard on, at times that are not kept")
                .isTrue();
        JsonNode nowhere = api.ok(group + "?at=2026-11-29T22:24:43.9Z");
        assertThat(nowhere.get("unassignedTaskCount").asInt()).isEqualTo(4);
        assertThat(nowhere.get("state").asString()).isEqualTo("RECONCILING");
        List<String> unassigned = new ArrayList<>();
        items(group + "/tasks?role=unassigned&at=2026-11-29T22:24:43.9Z")
                .forEach(task -> unassigned.add(task.get("taskId").asString()));
        assertThat(unassigned).containsExactly("0_4", "0_5", "1_2", "1_3");
        JsonNode history = api.ok(group + "/tasks/1_3/history").get("intervals");
        Set<String> processes = new HashSet<>();
        history.forEach(hold -> {
            if (hold.get("role").asString().equals("active")
                    && hold.get("view").asString().equals("assigned")) {
                processes.add(hold.get("processId").asString());
            }
        });
        assertThat(processes).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void theTimelineSaysOfEveryInstantWhatTheSnapshotThenSays() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        String group = groups(recording) + "/orders-app";
        JsonNode whole = api.ok(group + "/timeline?by=task&size=1000");
        assertThat(whole.get("view").asString()).isEqualTo("assigned");
        assertThat(whole.get("cut").asBoolean()).isFalse();
        JsonNode part = api.ok(group + "/timeline?by=task&size=1000&from=2026-11-29T22:24:00Z&to=2026-11-29T22:25:00Z");
        assertThat(part.get("from").asString()).isEqualTo("2026-11-29T22:24:00Z");
        for (String at : List.of("2026-11-29T22:24:00Z", "2026-11-29T22:24:40Z", "2026-11-29T22:24:43.9Z")) {
            Set<String> held = new HashSet<>();
            api.ok(group + "/members?size=1000&at=" + at).get("items").forEach(member -> {
                for (String role : List.of("active", "standby", "warmup")) {
                    member.get("assigned")
                            .get(role)
                            .forEach(task -> held.add(task.asString() + " " + role + " "
                                    + member.get("memberId").asString()));
                }
            });
            assertThat(held(whole, at)).as(at).isEqualTo(held);
            assertThat(held(part, at)).as(at).isEqualTo(held);
        }
        int active = 0;
        for (JsonNode lane : api.ok(group + "/timeline?size=1000").get("items")) {
            for (JsonNode bar : lane.get("bars")) {
                if (within(bar, "2026-11-29T22:24:00Z")
                        && bar.get("role").asString().equals("active")) {
                    active += bar.get("taskCount").asInt();
                    assertThat(bar.get("tasks")).hasSize(bar.get("taskCount").asInt());
                }
            }
        }
        assertThat(active)
                .isEqualTo(api.ok(group + "?at=2026-11-29T22:24:00Z")
                        .get("activeTaskCount")
                        .asInt());
        assertThat(api.ok(group + "/timeline?to=2020-01-01T00:00:00Z")
                        .get("view")
                        .isNull())
                .isTrue();
        assertThat(api.ok(group + "/timeline?by=task&search=1_3").get("total").asInt())
                .isEqualTo(1);
        assertThat(api.get(group + "/timeline?by=rack").status()).isEqualTo(400);
    }

    private static Set<String> held(JsonNode timeline, String at) {
        Set<String> held = new HashSet<>();
        timeline.get("items")
                .forEach(lane -> lane.get("bars").forEach(bar -> {
                    if (within(bar, at)) {
                        held.add(lane.get("id").asString() + " "
                                + bar.get("role").asString() + " "
                                + bar.get("memberId").asString());
                    }
                }));
        return held;
    }

    private static boolean within(JsonNode bar, String at) {
        Instant then = Instant.parse(at);
        return !Instant.parse(bar.get("from").asString()).isAfter(then)
                && (bar.get("to").isNull()
                        || Instant.parse(bar.get("to").asString()).isAfter(then));
    }

    @Test
    void missingSourceTopicsAreAStatusWithItsIntervalAndTheBrokersWords() {
        JsonNode recording = api.replay(Recordings.bytes(STATUSES), STATUSES, Map.of("sessionTimeout", "10s"));
        String group = groups(recording) + "/invoices-app";

        JsonNode during = api.ok(group + "?at=2026-11-29T22:28:05Z");
        assertThat(during.get("state").asString()).isEqualTo("NOT_READY");
        assertThat(during.get("statuses").get(0).get("detail").asString())
                .isEqualTo("Source topics invoices are missing.");
        List<JsonNode> statuses = items(group + "/statuses?size=100");
        assertThat(statuses).extracting(s -> s.get("name").asString()).contains("MISSING_SOURCE_TOPICS");
        assertThat(statuses)
                .allSatisfy(s -> assertThat(s.get("closedAt").isNull()).isFalse());
        assertThat(items(group + "/statuses?open=true")).isEmpty();
    }

    @Test
    void aRefusedJoinLeavesAGroupOfUnknownStateWithTheReason() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        JsonNode group = api.ok(groups(recording) + "/join-app");
        assertThat(group.get("state").asString()).isEqualTo("UNKNOWN");
        assertThat(group.get("activeTaskCount").isNull()).isTrue();
        JsonNode error = items(groups(recording) + "/join-app/errors").get(0);
        assertThat(error.get("code").asInt()).isEqualTo(-1);
        assertThat(error.get("explanation").asString()).contains("failed on this member's join");
    }

    @Test
    void aFencedMemberIsToldWithBothEpochs() {
        JsonNode recording = api.replay(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of());
        JsonNode error = items(groups(recording) + "/g-int/errors").get(0);
        assertThat(error.get("explanation").asString()).contains("sent 1, coordinator has 2");
        assertThat(member(api.ok(groups(recording) + "/g-int?at=2026-11-29T22:23:29Z"), "M1")
                        .get("fenced")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void membersOfOneEndpointAreUnitedAndALookupNamesTheActiveHostFirst() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        String group = groups(recording) + "/orders-app";
        String at = "2026-11-29T22:26:00Z";
        JsonNode map = api.ok(group + "/endpoints?at=" + at);
        assertThat(map.get("source").asString()).isEqualTo("HEARTBEAT");
        assertThat(map.get("informationEpoch").asInt()).isEqualTo(42);
        assertThat(map.get("endpoints")).hasSize(2);
        map.get("endpoints")
                .forEach(endpoint -> assertThat(endpoint.get("memberIds")).hasSize(2));
        JsonNode places = api.ok(group + "/endpoints/lookup?topic=orders-app-counts-repartition&partition=1&at=" + at)
                .get("places");
        assertThat(places).hasSize(2);
        assertThat(places.get(0).get("role").asString()).isEqualTo("ACTIVE");
        assertThat(places.get(0).get("port").asInt()).isEqualTo(8081);
        assertThat(places.get(1).get("role").asString()).isEqualTo("STANDBY");
        assertThat(places.get(1).get("port").asInt()).isEqualTo(8082);
    }

    @Test
    void anUnknownEndOffsetIsExactAndItsLagIsUnknown() {
        JsonNode recording = api.replay(Recordings.bytes(STATUSES), STATUSES, Map.of("sessionTimeout", "10s"));
        List<JsonNode> tasks =
                items(groups(recording) + "/rack-app/tasks?role=standby&size=100&at=2026-11-29T22:29:45Z");
        JsonNode unknown = standby(tasks, "1_0");
        assertThat(unknown.get("endOffset").toString()).isEqualTo("9223372036854775807");
        assertThat(unknown.get("lag").isNull()).isTrue();
        JsonNode ahead = standby(tasks, "1_1");
        assertThat(ahead.get("offset").asLong()).isEqualTo(2);
        assertThat(ahead.get("endOffset").asLong()).isEqualTo(1);
        assertThat(ahead.get("lag").asLong()).isZero();
    }

    @Test
    void aGroupMayBeCalledAnythingKafkaAllows() {
        for (String groupId : List.of("a/b c%2F é", "..;x=1", "100%", "a\\\\b", "?#&=+", " lead", "日本")) {
            String log = new String(Recordings.bytes(EDGE_CASES), StandardCharsets.UTF_8)
                    .replace("\"groupId\":\"g-f\"", "\"groupId\":\"" + groupId + "\"");
            String name = groupId.replace("\\\\", "\\");
            JsonNode recording = api.replay(log.getBytes(StandardCharsets.UTF_8), "names.log", Map.of());
            String group = groups(recording) + "/" + ApiClient.segment(name);
            assertThat(api.ok(group).get("groupId").asString()).isEqualTo(name);
            for (String path : List.of(
                    "/members?version=2",
                    "/members/M2?version=2",
                    "/members/M2/history",
                    "/tasks",
                    "/tasks/0_1/history",
                    "/statuses",
                    "/errors",
                    "/endpoints",
                    "/endpoints/lookup?topic=a&partition=0",
                    "/snapshots",
                    "/snapshots/1",
                    "/timeline",
                    "/diff?from=1&to=2",
                    "/export")) {
                assertThat(api.get(group + path).status()).as(group + path).isEqualTo(200);
            }
            assertThat(items(groups(recording) + "?search=" + ApiClient.segment(name)))
                    .extracting(g -> g.get("groupId").asString())
                    .containsExactly(name);
        }
    }

    @Test
    void anExportHoldsEverySnapshotOfEveryGroup() {
        JsonNode recording = api.replay(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of());
        JsonNode export = api.ok(
                "/api/v1/clusters/" + ApiClient.segment(recording.get("cluster").asString()) + "/export");
        assertThat(export.get("format").asString()).isEqualTo("streamgauge/export");
        assertThat(export.get("version").asInt()).isEqualTo(1);
        int snapshots = 0;
        for (JsonNode group : export.get("groups")) {
            int version = 0;
            for (JsonNode snapshot : group.get("snapshots")) {
                snapshots++;
                assertThat(snapshot.get("version").asInt()).isEqualTo(++version);
            }
        }
        assertThat(snapshots).isEqualTo(recording.get("snapshotCount").asInt());
    }

    @Test
    void groupsAreFilteredByTheStatusesThatAreOpen() {
        JsonNode recording = api.replay(Recordings.bytes(STATUSES), STATUSES, Map.of("sessionTimeout", "10s"));
        String groups = groups(recording);
        JsonNode missing = items(groups + "/invoices-app/statuses").stream()
                .filter(status -> status.get("code").asInt() == 1)
                .findFirst()
                .orElseThrow();
        String at = "&at=" + missing.get("openedAt").asString();
        assertThat(ids(groups + "?status=MISSING_SOURCE_TOPICS" + at)).containsExactly("invoices-app");
        assertThat(ids(groups + "?status=1&status=4" + at)).containsExactly("invoices-app");
        assertThat(ids(groups + "?status=MISSING_CLIENT_TAGS" + at)).isEmpty();
        assertThat(api.get(groups + "?status=NOPE").status()).isEqualTo(400);
    }

    @Test
    void groupsAreSearchedFilteredSortedAndPaged() {
        JsonNode recording = api.replay(Recordings.bytes(ORDERS), ORDERS, Map.of("sessionTimeout", "10s"));
        String groups = groups(recording);
        assertThat(ids(groups + "?sort=groupId,desc")).containsExactly("pay-app", "orders-app", "join-app", "boom-app");
        assertThat(ids(groups + "?state=UNKNOWN")).containsExactly("join-app", "pay-app");
        assertThat(ids(groups + "?state=UNKNOWN&state=EMPTY&search=APP&size=2&page=1"))
                .containsExactly("orders-app", "pay-app");
        assertThat(ids(groups + "?search=%25")).isEmpty();
        assertThat(ids(groups + "?at=2026-11-29T22:24:00Z")).containsExactly("orders-app");
        assertThat(api.ok(groups + "?size=1").get("total").asInt()).isEqualTo(4);
        JsonNode then = items(groups + "?at=2026-11-29T22:26:00Z").get(0);
        assertThat(then.get("observedAt"))
                .as("heartbeats that changed nothing followed, at times that are not kept")
                .isEqualTo(then.get("changedAt"));
    }

    @Test
    void aDeletedRecordingTakesItsClusterWithItAndLeavesOthersAlone() {
        JsonNode kept = api.replay(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of());
        JsonNode gone = api.replay(likeButNotTheSame(EDGE_CASES), EDGE_CASES, Map.of("name", "gone"));
        JsonNode before = api.ok(groups(kept) + "?size=1000");

        assertThat(api.delete("/api/v1/recordings/" + gone.get("id").asLong()).status())
                .isEqualTo(204);

        assertThat(api.get("/api/v1/clusters/gone").status()).isEqualTo(404);
        assertThat(api.get("/api/v1/recordings/" + gone.get("id").asLong()).status())
                .isEqualTo(404);
        assertThat(api.ok(groups(kept) + "?size=1000")).isEqualTo(before);
    }

    /** The recording with a line behind it that is none of a heartbeat. */
    private static byte[] likeButNotTheSame(String name) {
        return (new String(Recordings.bytes(name), StandardCharsets.UTF_8) + "Shutting down\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private List<String> ids(String path) {
        return items(path).stream().map(g -> g.get("groupId").asString()).toList();
    }

    private List<JsonNode> items(String path) {
        List<JsonNode> items = new ArrayList<>();
        api.ok(path).get("items").forEach(items::add);
        return items;
    }

    private static JsonNode member(JsonNode group, String idBegins) {
        for (JsonNode member : group.get("members")) {
            if (member.get("memberId").asString().startsWith(idBegins)) {
                return member;
            }
        }
        throw new AssertionError("No member " + idBegins + " in " + group);
    }

    private static JsonNode standby(List<JsonNode> tasks, String taskId) {
        return tasks.stream()
                .filter(t -> t.get("taskId").asString().equals(taskId))
                .findFirst()
                .orElseThrow()
                .get("standbys")
                .get(0);
    }

    private static List<JsonNode> withoutCluster(List<JsonNode> nodes) {
        return nodes.stream()
                .map(n -> (JsonNode) ((tools.jackson.databind.node.ObjectNode) n.deepCopy()).put("cluster", "any"))
                .toList();
    }
}
