package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** The lives of recorded members and tasks, and what differs between two instants of their group. */
@IntegrationTest
class LivesIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";
    private static final String STATUSES = "broker-request-4.4.0-statuses.log";

    @LocalServerPort
    private int port;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
    }

    private String group(String file, String groupId) {
        JsonNode recording = api.replay(Recordings.bytes(file), file, Map.of("sessionTimeout", "10s"));
        return "/api/v1/clusters/" + ApiClient.segment(recording.get("cluster").asString()) + "/streams-groups/"
                + groupId;
    }

    private static String member(JsonNode group, int port) {
        for (JsonNode member : group.get("members")) {
            if (member.get("endpoint").path("port").asInt(0) == port) {
                return member.get("memberId").asString();
            }
        }
        throw new AssertionError("No member on port " + port + " in " + group);
    }

    @Test
    void aMemberThatIsFrozenIsGoneThenRefusedThenThereAgain() {
        String group = group(ORDERS, "orders-app");
        String frozen = member(api.ok(group + "?at=2026-11-29T22:24:50Z"), 8083);

        JsonNode life = api.ok(group + "/members/" + frozen + "/history");

        // Stopped from 22:25:00 to 22:25:16, ended at 22:25:51.
        assertThat(life.get("presence")).hasSize(2);
        assertThat(life.get("presence").get(0).get("to").asString()).startsWith("2026-11-29T22:25:0");
        assertThat(life.get("presence").get(1).get("from").asString()).startsWith("2026-11-29T22:25:1");
        assertThat(life.get("presence").get(1).get("to").asString()).startsWith("2026-11-29T22:25:5");
        assertThat(life.get("errors").get(0).get("code").asInt()).isEqualTo(25);
        assertThat(life.get("endpoints"))
                .allSatisfy(endpoint -> assertThat(endpoint.get("port").asInt()).isEqualTo(8083));
        assertThat(life.get("epochs")).isNotEmpty();
        assertThat(life.get("tasks").findValuesAsString("view")).contains("owned", "assigned");
    }

    @Test
    void aStaticMemberThatGoesAndReturnsWasAway() {
        String group = group(STATUSES, "static-app");
        List<JsonNode> away = new ArrayList<>();
        for (JsonNode snapshot : items(group + "/snapshots?size=1000")) {
            for (JsonNode member : api.ok(
                            group + "/snapshots/" + snapshot.get("version").asInt())
                    .get("members")) {
                if (member.get("away").asBoolean()) {
                    away.add(member);
                }
            }
        }
        assertThat(away).isNotEmpty();

        JsonNode life = api.ok(group + "/members/" + away.get(0).get("memberId").asString() + "/history");

        assertThat(life.get("instanceId")).isEqualTo(away.get(0).get("instanceId"));
        assertThat(life.get("away")).isNotEmpty();
        assertThat(life.get("epochs").findValuesAsString("memberEpoch")).contains("-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/members/%s/history", "/tasks/1_3/history", "/errors", "/snapshots"})
    void nothingLaterThanTheInstantAskedForIsTold(String path) {
        String group = group(ORDERS, "orders-app");
        String member = member(api.ok(group + "?at=2026-11-29T22:24:50Z"), 8083);
        String whole = api.ok(group + path.formatted(member)).toString();
        String at = "2026-11-29T22:25:14Z";
        String then = api.ok(group + path.formatted(member) + "?at=" + at).toString();

        assertThat(instants(whole)).anyMatch(instant -> instant.compareTo(at) > 0);
        assertThat(instants(then)).allMatch(instant -> instant.compareTo(at) <= 0);
    }

    private static List<String> instants(String json) {
        return Pattern.compile("2026-11-\\d\\dT[0-9:.]+Z")
                .matcher(json)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void aDifferenceIsToldInWordsAndInData() {
        String group = group(ORDERS, "orders-app");

        JsonNode diff = api.ok(group + "/diff?from=2026-11-29T22:24:30Z&to=2026-11-29T22:26:00Z");

        assertThat(diff.get("changes")).isNotEmpty();
        assertThat(diff.get("changes").toString()).contains("is no longer a member", "is a new member");
        assertThat(diff.get("left")).isNotEmpty();
        assertThat(diff.get("tasks").findValuesAsString("view")).contains("owned", "assigned");
        assertThat(diff.get("endpoints")).isNotEmpty();
        assertThat(diff.get("endpoints").findValuesAsString("change")).contains("removed");
        int from = diff.get("from").get("version").asInt();
        int to = diff.get("to").get("version").asInt();
        assertThat(api.ok(group + "/diff?from=" + from + "&to=" + to)).isEqualTo(diff);
    }

    private List<JsonNode> items(String path) {
        List<JsonNode> items = new ArrayList<>();
        api.ok(path).get("items").forEach(items::add);
        return items;
    }
}
