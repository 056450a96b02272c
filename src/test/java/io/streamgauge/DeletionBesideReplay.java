package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What must hold on every database while a large recording is deleted. */
@IntegrationTest
@TestPropertySource(properties = "streamgauge.recordings.parallel=2")
abstract class DeletionBesideReplay {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcTemplate database;

    /** The recording on days one after another. */
    private static byte[] days(int number, String lastLine) {
        String day = new String(Recordings.bytes(ORDERS), StandardCharsets.UTF_8);
        StringBuilder days = new StringBuilder();
        for (int i = 1; i <= number; i++) {
            days.append(day.replace("[2026-11-29", String.format("[2026-12-%02d", i)));
        }
        return days.append(lastLine).append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aLargeRecordingIsDeletedWhileTwoOthersAreReplayedAndReadAndNeitherIsHurt() {
        ApiClient api = new ApiClient(port);
        JsonNode large = api.replay(days(8, "large"), "large.log", Map.of("name", "large", "sessionTimeout", "10s"));
        List<JsonNode> expected = groups(api, "large");
        long rows = count("select count(*) from task_version");
        JsonNode first = api.upload(days(8, "first"), "first.log", Map.of("name", "first", "sessionTimeout", "10s"))
                .body();
        JsonNode second = api.upload(days(8, "second"), "second.log", Map.of("name", "second", "sessionTimeout", "10s"))
                .body();

        assertThat(api.delete("/api/v1/recordings/" + large.get("id").asLong()).status())
                .isEqualTo(204);

        assertThat(api.get("/api/v1/clusters/large").status()).isEqualTo(404);
        Awaitility.await("rows of what was deleted are gone")
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    groups(api, "first");
                    return count("select count(*) from cluster where deleted") == 0;
                });
        for (JsonNode recording : List.of(first, second)) {
            JsonNode ended = api.awaitEnd(recording.get("id").asLong());
            assertThat(ended.get("status").asString()).as("%s", ended).isEqualTo("COMPLETED");
            assertThat(ended.get("snapshotCount")).isEqualTo(large.get("snapshotCount"));
            assertThat(groups(api, recording.get("name").asString())).isEqualTo(expected);
        }
        assertThat(count("select count(*) from task_version")).isEqualTo(2 * rows);
        assertThat(count("select count(*) from recording")).isEqualTo(2);
    }

    private long count(String sql) {
        return database.queryForObject(sql, Long.class);
    }

    private static List<JsonNode> groups(ApiClient api, String cluster) {
        List<JsonNode> groups = new ArrayList<>();
        for (JsonNode group : api.ok("/api/v1/clusters/" + cluster + "/streams-groups?size=100")
                .get("items")) {
            groups.add(((ObjectNode) group.deepCopy()).put("cluster", "any"));
        }
        return groups;
    }
}
