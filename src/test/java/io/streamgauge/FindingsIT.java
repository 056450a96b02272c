package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** What is found in the recordings of real brokers: each fault has its finding, and what is well has none. */
@IntegrationTest
class FindingsIT {

    @LocalServerPort
    private int port;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
    }

    @Test
    void theOrdersScenarioHasTheFindingsOfWhatHappensToItAndNoneWhileItIsSteady() {
        String orders = group("broker-request-4.4.0-orders.log", "10s", "orders-app");

        // Three instances, each heartbeating every two seconds.
        for (String steady : List.of("22:24:30Z", "22:24:38Z", "22:25:00Z", "22:25:30Z", "22:26:30Z")) {
            assertThat(items(orders + "/findings?at=2026-11-29T" + steady))
                    .as(steady)
                    .allMatch(finding -> text(finding, "severity").equals("INFO"));
        }
        // Killed at 22:24:33, found out by its session's end ten seconds later.
        List<JsonNode> nowhere = items(orders + "/findings?at=2026-11-29T22:24:43.9Z");
        assertThat(nowhere)
                .extracting(finding -> text(finding, "code"))
                .contains("TASK_UNOWNED")
                .containsOnly("TASK_UNOWNED");
        assertThat(nowhere).hasSize(4);
        assertThat(nowhere.get(0).get("docs").asString()).isEqualTo("docs/findings.md#task_unowned");
        // Thawed after it was frozen past its session's end.
        JsonNode refused = only(items(orders + "/findings?at=2026-11-29T22:25:16.1Z&severity=WARNING"));
        assertThat(text(refused, "code")).isEqualTo("HEARTBEAT_REFUSED");
        assertThat(text(refused, "summary")).contains("UNKNOWN_MEMBER_ID", "it must rejoin");

        List<JsonNode> bad = items(orders + "/findings?from=2026-11-29T22:00:00Z&severity=ERROR&severity=WARNING");
        assertThat(bad)
                .as(
                        "nothing but the error and silence until a session's end lasted long enough to be more than information")
                .extracting(finding -> text(finding, "code"))
                .containsExactlyInAnyOrder("HEARTBEAT_REFUSED", "MEMBER_SILENT", "MEMBER_SILENT", "MEMBER_SILENT");
        assertThat(bad)
                .filteredOn(finding -> text(finding, "code").equals("MEMBER_SILENT"))
                .extracting(finding -> text(finding, "since") + " " + text(finding, "closedAt"))
                .contains("2026-11-29T22:24:33.105Z 2026-11-29T22:24:43.105Z");
        List<JsonNode> all = items(orders + "/findings?from=2026-11-29T22:00:00Z&size=1000");
        assertThat(all)
                .extracting(finding -> text(finding, "code"))
                .contains("INTERNAL_TOPIC_MISSING", "ASSIGNMENT_DELAYED", "TASK_UNOWNED");
        assertThat(all).allMatch(finding -> !finding.get("closedAt").isNull());
        assertThat(items(orders + "/findings?from=2026-11-29T22:24:50Z&to=2026-11-29T22:25:00Z"))
                .isEmpty();
    }

    @Test
    void aKilledMemberIsSilentUntilItsSessionEnds() {
        String orders = group("broker-request-4.4.0-orders.log", "10s", "orders-app");
        List<JsonNode> silent = items(orders + "/findings?at=2026-11-29T22:24:42Z");
        assertThat(silent)
                .isNotEmpty()
                .allMatch(finding -> text(finding, "code").equals("MEMBER_SILENT"));
        assertThat(silent)
                .allMatch(finding -> finding.get("evidence").get("silentMs").asLong() > 6_000)
                .allMatch(finding -> text(finding, "severity").equals("WARNING"));
    }

    @Test
    void case36AnApplicationThatDiedOnItsFirstHeartbeatSaysSoFromThenOn() {
        String payments = group("broker-request-4.4.0-orders.log", "10s", "pay-app");
        JsonNode found = only(items(payments + "/findings"));
        assertThat(text(found, "code")).isEqualTo("JOIN_FAILED");
        assertThat(text(found, "severity")).isEqualTo("ERROR");
        assertThat(text(found, "summary")).contains("The broker failed on this member's join");
        assertThat(text(found, "cause")).contains("user endpoint", "source topic is missing");
    }

    @Test
    void eachFaultOfTheEdgeCasesHasItsOwnFinding() {
        String cluster = cluster("broker-request-4.4.0-edge-cases.log", "45s");
        // While each is as it was provoked, and just before its members are gone.
        assertThat(bad(cluster, "g-src", "22:24:10Z"))
                .containsExactlyInAnyOrder(
                        "SOURCE_TOPIC_MISSING nada", "SOURCE_TOPIC_MISSING nope", "MEMBER_SILENT M1");
        assertThat(bad(cluster, "g-cop", "22:24:10Z"))
                .containsExactlyInAnyOrder("TOPICS_NOT_COPARTITIONED", "MEMBER_SILENT M1");
        assertThat(bad(cluster, "g-st", "22:23:30.75Z")).containsExactly("INSTANCE_ID_CONFLICT app-1");
        assertThat(bad(cluster, "g-f", "22:23:30.35Z"))
                .contains("MEMBER_FENCED M1", "HEARTBEAT_REFUSED M9")
                .doesNotContain("SHUTDOWN_REQUESTED");
        List<JsonNode> shutdown = items(cluster + "/streams-groups/g-f/findings?severity=ERROR");
        assertThat(text(only(shutdown), "code")).isEqualTo("SHUTDOWN_REQUESTED");
        assertThat(text(shutdown.get(0), "summary")).contains("Member M1 asked", "gone already: M1, M2");
        assertThat(bad(cluster, "g-none", "22:23:31Z")).containsExactly("HEARTBEAT_REFUSED M1");
        // Nobody runs 0_1 until A gives it up.
        List<JsonNode> waiting = items(cluster + "/streams-groups/g-w/findings?at=2026-11-29T22:25:05Z");
        assertThat(waiting)
                .extracting(finding -> text(finding, "code") + " " + text(finding, "severity"))
                .containsExactlyInAnyOrder(
                        "RECONCILIATION_STUCK ERROR",
                        "TASK_UNOWNED WARNING",
                        "MEMBER_SILENT WARNING",
                        "MEMBER_SILENT WARNING");
        JsonNode unowned = only(waiting.stream()
                .filter(finding -> text(finding, "code").equals("TASK_UNOWNED"))
                .toList());
        assertThat(text(unowned.get("subject"), "id")).isEqualTo("0_1");
        assertThat(unowned.get("evidence").get("waitsFor").get(0).asString()).isEqualTo("A");
        assertThat(unowned.get("evidence").get("memberEpoch").asInt()).isEqualTo(2);
        assertThat(unowned.get("evidence").get("epochToReach").asInt()).isEqualTo(3);
    }

    @Test
    void aWarmUpThatDoesNotCatchUpIsToldThenAndInTheHistory() {
        String warm = group("made-warmup.jsonl", "45s", "warm-app");
        JsonNode then = only(items(warm + "/findings?at=2026-11-29T22:00:25Z&severity=INFO").stream()
                .filter(finding -> text(finding, "code").equals("WARMUP_NOT_CATCHING_UP"))
                .toList());
        assertThat(text(then, "summary")).contains("501 records behind", "caught up is 100");
        for (String end : List.of("", "&to=2026-11-29T22:01:00Z")) {
            JsonNode history = only(items(warm + "/findings?size=1000&from=2026-11-29T22:00:00Z" + end).stream()
                    .filter(finding -> text(finding, "code").equals("WARMUP_NOT_CATCHING_UP"))
                    .toList());
            assertThat(text(history.get("subject"), "id")).isEqualTo("0_2");
            assertThat(text(history, "since")).isEqualTo("2026-11-29T22:00:06Z");
            assertThat(history.get("closedAt").isNull()).isTrue();
            assertThat(history.get("evidence").get("lag").asLong()).isEqualTo(1_000);
        }
        assertThat(items(warm + "/findings?from=2026-11-29T22:00:00Z&to=2026-11-29T22:00:20Z"))
                .as("nobody had told an end yet")
                .noneMatch(finding -> text(finding, "code").equals("WARMUP_NOT_CATCHING_UP"));
    }

    @Test
    void whoWasSilentForAWhileAndHeartbeatsAgainIsToldThenAndInTheHistoryAndInACopy() {
        String member = "95zqXpNCRLaehwItJM9KrA";
        String withoutThreeHeartbeats = Recordings.lines("broker-request-4.4.0-orders.log").stream()
                .filter(line -> !line.contains("\"memberId\":\"" + member + "\"")
                        || line.compareTo("[2026-11-29 22:25:33") < 0
                        || line.compareTo("[2026-11-29 22:25:39") > 0)
                .collect(Collectors.joining("\n"));
        JsonNode replayed = api.replay(
                withoutThreeHeartbeats.getBytes(StandardCharsets.UTF_8), "gap.log", Map.of("sessionTimeout", "10s"));
        String cluster = "/api/v1/clusters/" + ApiClient.segment(text(replayed, "cluster"));
        assertThat(api.importExport(api.bytes(cluster + "/export"), "gap-copy").status())
                .isEqualTo(201);
        String copy = "/api/v1/clusters/gap-copy";

        for (String orders : List.of(cluster + "/streams-groups/orders-app", copy + "/streams-groups/orders-app")) {
            String history = orders + "/findings?severity=WARNING&size=1000&from=2026-11-29T22:25:30Z";
            JsonNode silent = only(items(history + "&to=2026-11-29T22:25:45Z"));
            assertThat(text(silent, "code")).isEqualTo("MEMBER_SILENT");
            assertThat(text(silent.get("subject"), "id")).isEqualTo(member);
            assertThat(text(silent, "since")).isEqualTo("2026-11-29T22:25:31.584Z");
            assertThat(text(silent, "closedAt")).isEqualTo("2026-11-29T22:25:39.591Z");
            assertThat(silent.get("evidence").get("silentMs").asLong()).isEqualTo(8_007);
            assertThat(silent.get("evidence").get("heartbeatIntervalMs").asInt())
                    .isEqualTo(2_000);

            JsonNode still = only(items(history + "&to=2026-11-29T22:25:38.5Z"));
            assertThat(text(still, "since")).isEqualTo("2026-11-29T22:25:31.584Z");
            assertThat(still.get("closedAt").isNull()).isTrue();
            assertThat(items(history + "&to=2026-11-29T22:25:36Z")).isEmpty();
            assertThat(items(orders + "/findings?severity=WARNING&from=2026-11-29T22:25:40Z&to=2026-11-29T22:25:45Z"))
                    .isEmpty();

            JsonNode then = only(items(orders + "/findings?severity=WARNING&at=2026-11-29T22:25:38.5Z"));
            assertThat(text(then, "code")).isEqualTo("MEMBER_SILENT");
            assertThat(text(then, "since")).isEqualTo("2026-11-29T22:25:31.584Z");
            assertThat(items(orders + "/findings?severity=WARNING&at=2026-11-29T22:25:36Z"))
                    .isEmpty();
            assertThat(items(orders + "/findings?severity=WARNING&at=2026-11-29T22:25:39.6Z"))
                    .isEmpty();
        }
        byte[] cutOff = api.bytes(cluster + "/export?to=2026-11-29T22:25:38.5Z");
        assertThat(api.importExport(cutOff, "gap-cut-off").status()).isEqualTo(201);
        for (String last : List.of("", "&at=2026-11-29T22:30:00Z", "&from=2026-11-29T22:25:30Z")) {
            JsonNode silent = only(
                    items("/api/v1/clusters/gap-cut-off/streams-groups/orders-app/findings?severity=WARNING" + last));
            assertThat(text(silent, "since"))
                    .as("it ends in the silence%s", last)
                    .isEqualTo("2026-11-29T22:25:31.584Z");
        }
    }

    @Test
    void statusesOfRealApplicationsAreFoundAndStaticMembersThatAreAwayAreInformation() {
        String cluster = cluster("broker-request-4.4.0-statuses.log", "10s");
        assertThat(bad(cluster, "invoices-app", "22:28:01.6Z")).containsExactly("SOURCE_TOPIC_MISSING invoices");
        List<String> tags = bad(cluster, "rack-app", "22:29:30Z");
        assertThat(tags).isNotEmpty().allMatch(found -> found.startsWith("CLIENT_TAGS_MISSING"));
        List<JsonNode> away = items(cluster + "/streams-groups/static-app/findings?at=2026-11-29T22:29:38Z");
        assertThat(away).extracting(finding -> text(finding, "severity")).containsOnly("INFO");
        assertThat(away)
                .extracting(finding -> text(finding, "code") + " " + text(finding.get("subject"), "id"))
                .containsExactlyInAnyOrder("MEMBER_AWAY node-b-1", "TASK_UNOWNED 0_0", "TASK_UNOWNED 0_2");
        assertThat(items(cluster + "/streams-groups/static-app/findings?from=2026-11-29T22:00:00Z&size=1000"))
                .as("who said that it goes is not silent")
                .extracting(finding -> text(finding, "code"))
                .contains("MEMBER_AWAY")
                .doesNotContain("MEMBER_SILENT");
    }

    @Test
    void aRollingRestartComesToNothingThatLasts() {
        String ledger = group("broker-request-4.2.2-ledger.log", "45s", "ledger-app");
        List<JsonNode> errors = items(ledger + "/findings?from=2026-11-29T22:00:00Z&severity=ERROR");
        assertThat(errors).isEmpty();
        List<JsonNode> start = items(ledger + "/findings?at=2026-11-29T22:41:31.1Z");
        assertThat(start).extracting(finding -> text(finding, "code")).contains("COORDINATOR_AWAY");
    }

    @Test
    void aClustersFindingsAreThoseOfItsGroupsWorstFirstAndFiltered() {
        String cluster = cluster("broker-request-4.4.0-edge-cases.log", "45s");
        for (String at : List.of("", "&at=2026-11-29T22:23:30.35Z", "&at=2026-11-29T22:24:10Z")) {
            List<JsonNode> all = items(cluster + "/findings?size=1000" + at);
            assertThat(all)
                    .extracting(finding -> text(finding, "severity"))
                    .isSortedAccordingTo(java.util.Comparator.comparing(List.of("ERROR", "WARNING", "INFO")::indexOf));
            List<JsonNode> each = new ArrayList<>();
            for (JsonNode group : items(cluster + "/streams-groups?size=1000" + at)) {
                each.addAll(items(cluster + "/streams-groups/" + text(group, "groupId") + "/findings?size=1000" + at));
            }
            assertThat(all).isNotEmpty().containsExactlyInAnyOrderElementsOf(each);
        }
        assertThat(items(cluster + "/findings?code=task_unowned,join_failed&severity=info&at=2026-11-29T22:24:26.5Z"))
                .isNotEmpty()
                .allMatch(finding -> text(finding, "code").equals("TASK_UNOWNED"))
                .allMatch(finding -> text(finding, "severity").equals("INFO"));
        assertThat(api.get(cluster + "/findings?code=NOT_A_CODE").status()).isEqualTo(400);
        assertThat(api.get(cluster + "/streams-groups/g-f/findings?version=1&from=2026-11-29T22:00:00Z")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void groupsAreCountedChosenAndOrderedByWhatIsFoundOfThem() {
        String cluster = cluster("broker-request-4.4.0-edge-cases.log", "45s");
        for (String at : List.of("", "&at=2026-11-29T22:24:10Z")) {
            List<JsonNode> groups = items(cluster + "/streams-groups?sort=findings,desc&size=1000" + at);
            assertThat(groups)
                    .extracting(group -> group.get("findings").get("error").asInt())
                    .isSortedAccordingTo(java.util.Comparator.reverseOrder());
            List<String> missing = new ArrayList<>();
            for (JsonNode group : groups) {
                String path = cluster + "/streams-groups/" + text(group, "groupId");
                List<JsonNode> found = items(path + "/findings?size=1000" + at);
                for (String severity : List.of("ERROR", "WARNING", "INFO")) {
                    assertThat(group.get("findings")
                                    .get(severity.toLowerCase(java.util.Locale.ROOT))
                                    .asLong())
                            .as("%s %s %s", path, severity, at)
                            .isEqualTo(found.stream()
                                    .filter(finding -> text(finding, "severity").equals(severity))
                                    .count());
                }
                assertThat(api.ok(path + at.replace('&', '?')).get("findings")).isEqualTo(group.get("findings"));
                if (found.stream().anyMatch(finding -> text(finding, "code").equals("SOURCE_TOPIC_MISSING"))) {
                    missing.add(text(group, "groupId"));
                }
            }
            assertThat(items(cluster + "/streams-groups?finding=SOURCE_TOPIC_MISSING" + at))
                    .extracting(group -> text(group, "groupId"))
                    .isEqualTo(missing);
            assertThat(items(cluster + "/streams-groups?include=members" + at))
                    .allMatch(group -> !group.get("findings").isNull());
        }
        assertThat(items(cluster + "/streams-groups?finding=SOURCE_TOPIC_MISSING&at=2026-11-29T22:24:10Z"))
                .extracting(group -> text(group, "groupId"))
                .containsExactly("g-src");
    }

    /** What of a group is more than information, as code and subject. */
    private List<String> bad(String cluster, String groupId, String time) {
        return items(cluster + "/streams-groups/" + groupId + "/findings?severity=ERROR,WARNING&at=2026-11-29T" + time)
                .stream()
                .map(finding -> (text(finding, "code") + " "
                                + (finding.get("subject").get("id").isNull() ? "" : text(finding.get("subject"), "id")))
                        .strip())
                .toList();
    }

    private String group(String recording, String sessionTimeout, String groupId) {
        return cluster(recording, sessionTimeout) + "/streams-groups/" + groupId;
    }

    private String cluster(String recording, String sessionTimeout) {
        JsonNode replayed =
                api.replay(Recordings.bytes(recording), recording, Map.of("sessionTimeout", sessionTimeout));
        return "/api/v1/clusters/" + ApiClient.segment(text(replayed, "cluster"));
    }

    private List<JsonNode> items(String path) {
        return api.ok(path).get("items").valueStream().toList();
    }

    private static JsonNode only(List<JsonNode> items) {
        assertThat(items).hasSize(1);
        return items.get(0);
    }

    private static String text(JsonNode node, String field) {
        return node.get(field).asString();
    }
}
