package io.streamgauge.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.ApiClient;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What {@code ./mvnw spring-boot:test-run} starts. */
class DemoIT {

    @Test
    void theServiceShowsAStableGroupOfThreeInstancesWithStandbys() {
        try (Demo demo = Demo.start("--server.port=0")) {
            ApiClient api = new ApiClient(demo.port());
            JsonNode group = Awaitility.await("the group of the demo")
                    .ignoreExceptions()
                    .until(
                            () -> api.ok("/api/v1/clusters/demo/streams-groups/" + DemoScript.GROUP),
                            found -> found.get("memberCount").asInt() == 3
                                    && found.get("state").asString().equals("STABLE"));
            assertThat(group.get("processCount").asInt()).isEqualTo(3);
            assertThat(group.get("activeTaskCount").asInt()).isEqualTo(12);
            assertThat(group.get("standbyTaskCount").asInt()).isEqualTo(12);
        }
    }
}
