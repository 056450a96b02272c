package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** The rebalances of a replayed recording, as the API tells them. */
@IntegrationTest
class RebalancesIT {

    @LocalServerPort
    private int port;

    private String replayed(ApiClient api, String recording, String sessionTimeout) {
        JsonNode replayed =
                api.replay(Recordings.bytes(recording), recording, Map.of("sessionTimeout", sessionTimeout));
        assertThat(replayed.get("status").asString()).isEqualTo("COMPLETED");
        return "/api/v1/clusters/" + ApiClient.segment(replayed.get("cluster").asString()) + "/streams-groups";
    }

    private static List<String> triggers(JsonNode page) {
        List<String> triggers = new ArrayList<>();
        page.get("items")
                .forEach(item -> triggers.add(item.get("number").asInt() + " "
                        + item.get("trigger").asString() + " "
                        + item.get("causes").get(0).get("endpoint").get("port").asInt()));
        return triggers;
    }

    @Test
    void theRebalancesOfAReplayedGroupAreToldNewestFirst() {
        ApiClient api = new ApiClient(port);
        String groups = replayed(api, "broker-request-4.4.0-orders.log", "10s");
        String group = groups + "/orders-app";

        JsonNode all = api.ok(group + "/rebalances");
        assertThat(triggers(all))
                .containsExactly(
                        "8 LEFT 8083",
                        "7 JOINED 8082",
                        "6 RETURNED 8083",
                        "5 EXPIRED 8083",
                        "4 EXPIRED 8082",
                        "3 JOINED 8083",
                        "2 JOINED 8082",
                        "1 JOINED 8081");
        assertThat(all.get("total").asInt()).isEqualTo(8);
        JsonNode crash = all.get("items").get(4);
        assertThat(crash.get("begunAt").asString()).isEqualTo("2026-11-29T22:24:43.105Z");
        assertThat(crash.get("durationMs").asLong()).isEqualTo(2243);
        assertThat(crash.get("epochBefore").asInt()).isEqualTo(7);
        assertThat(crash.get("epochAfter").asInt()).isEqualTo(9);
        assertThat(crash.get("moves")).hasSize(9);
        assertThat(crash.get("gaps")).hasSize(4);
        JsonNode summary = all.get("summary");
        assertThat(summary.get("longest").asInt()).isEqualTo(7);
        assertThat(summary.get("flapping")).hasSize(1);
        assertThat(summary.get("rollingRestarts")).isEmpty();

        assertThat(triggers(api.ok(group + "/rebalances?page=1&size=3")))
                .containsExactly("5 EXPIRED 8083", "4 EXPIRED 8082", "3 JOINED 8083");
        assertThat(triggers(api.ok(group + "/rebalances?from=2026-11-29T22:25:00Z&to=2026-11-29T22:25:17Z")))
                .containsExactly("6 RETURNED 8083", "5 EXPIRED 8083");
        assertThat(triggers(api.ok(group + "/rebalances?from=2026-11-29T22:25:10Z&to=2026-11-29T22:25:15Z")))
                .isEmpty();

        JsonNode detail = api.ok(group + "?at=2026-11-29T22:24:44Z");
        assertThat(detail.get("rebalanceCount").asInt()).isEqualTo(4);
        assertThat(detail.get("rebalancing").asBoolean()).isTrue();
        assertThat(detail.get("lastRebalanceEndedAt").isNull()).isTrue();

        JsonNode listed = api.ok(groups + "?search=orders-app&include=rebalances,members")
                .get("items")
                .get(0);
        assertThat(listed.get("rebalanceCount").asInt()).isEqualTo(8);
        assertThat(listed.get("rebalancing").asBoolean()).isFalse();
        assertThat(listed.get("lastRebalanceEndedAt").asString()).isEqualTo("2026-11-29T22:25:52.443Z");
        assertThat(listed.get("rebalancesByHour").get("from").asString()).isEqualTo("2026-11-28T23:00:00Z");
        assertThat(listed.get("rebalancesByHour").get("counts")).hasSize(24);
        assertThat(listed.get("rebalancesByHour").get("counts").get(23).asInt()).isEqualTo(8);
    }

    @Test
    void aRollingRestartIsToldWithItsRounds() {
        ApiClient api = new ApiClient(port);
        String groups = replayed(api, "broker-request-4.2.2-ledger.log", "45s");

        JsonNode page = api.ok(groups + "/ledger-app/rebalances");

        assertThat(page.get("total").asInt()).isEqualTo(8);
        assertThat(page.get("items").get(0).get("trigger").asString()).isEqualTo("EXPIRED");
        JsonNode restarts = page.get("summary").get("rollingRestarts");
        assertThat(restarts).hasSize(1);
        List<Integer> ports = new ArrayList<>();
        restarts.get(0)
                .get("rounds")
                .forEach(round -> ports.add(
                        round.get("instance").get("endpoint").get("port").asInt()));
        assertThat(ports).containsExactly(9301, 9302, 9303);
    }
}
