package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** What happens to real applications on a real broker has its own finding, and none above information before and after. */
@Execution(ExecutionMode.CONCURRENT)
class LiveFaultsIT {

    private static final String GROUPS = "/api/v1/clusters/live/streams-groups/";

    private static final String EVER = "&from=2020-01-01T00:00:00Z";

    private static InProcessBroker broker;
    private static LiveService service;

    /** What goes wrong with these three has to last, so that it begins before the first test. */
    private static StreamsApplication unfed;

    private static StreamsApplication alone;
    private static StreamsApplication parted;

    @BeforeAll
    static void plant() {
        broker = InProcessBroker.start(Map.of(
                "group.streams.max.heartbeat.interval.ms", "60000", "group.streams.max.session.timeout.ms", "600000"));
        service = LiveService.polling(
                Map.of("live", Map.of("bootstrap-servers", broker.bootstrapServers(), "configs-interval", "300ms")));

        // A client gives up after two heartbeats without its topic, and one with an endpoint does not even get to join.
        configure("unfed-app", "60000");
        unfed = new StreamsApplication(broker.bootstrapServers(), "unfed-app", "unfed-in");
        unfed.with("application.server", "").start(1);

        alone = fed("alone-app").scaleTo(1);

        configure("parted-app", "200");
        parted = fed("parted-app");
        parted.with("group.instance.id", "one").start(1);
        parted.with("group.instance.id", "two").start(2);
        awaitStable("parted-app", 2);
        assertThat(bad("parted-app", "")).isEmpty();
        parted.stop(2);
    }

    @AfterAll
    static void stop() {
        List.of(unfed, alone, parted).forEach(StreamsApplication::close);
        service.close();
        broker.close();
    }

    @Test
    void aMissingSourceTopicIsFoundUntilTheApplicationRunsWithIt() {
        JsonNode missing = awaitFound("unfed-app", "NOT_READY_WITHOUT_REASON", "ERROR");
        assertThat(missing.get("evidence").get("sourceTopics").valueStream().map(JsonNode::asString))
                .containsExactly("unfed-in");
        assertThat(bad("unfed-app", "")).containsExactly("NOT_READY_WITHOUT_REASON");
        assertThat(bad("unfed-app", "&at=" + missing.get("since").asString()))
                .as("for a moment it is normal")
                .isEmpty();

        unfed.leave(1);
        configure("unfed-app", "200");
        StreamsGroups.createTopic(broker.admin(), "unfed-in", 2);
        unfed.produce(10);
        unfed.with("application.server", "localhost:8081").start(1);
        awaitStable("unfed-app", 1);
        assertThat(bad("unfed-app", "")).isEmpty();
        JsonNode closed = only(found("unfed-app", "&severity=ERROR,WARNING" + EVER));
        assertThat(closed.get("code").asString()).isEqualTo("NOT_READY_WITHOUT_REASON");
        assertThat(closed.get("closedAt").isNull()).isFalse();
    }

    @Test
    void aKilledInstanceIsToldOnceItsSessionEnds() {
        try (StreamsApplication application = fed("killed-app")) {
            application.start(1);
            application.inProcessesOf("4.4.0").start(2);
            JsonNode both = awaitStable("killed-app", 2);
            application.crash(2);
            awaitStable("killed-app", 1);
            JsonNode told = service.await(
                            GROUPS + "killed-app/rebalances?size=1",
                            rebalances -> !rebalances
                                    .get("items")
                                    .path(0)
                                    .path("endedAt")
                                    .isNull())
                    .get("items")
                    .get(0);
            assertThat(told.get("trigger").asString()).isEqualTo("GONE");
            assertThat(told.get("begunAt").asString())
                    .as("until then the broker keeps it as it was")
                    .isGreaterThan(both.get("observedAt").asString());
            JsonNode cause = only(told.get("causes").valueStream().toList());
            assertThat(cause.get("endpoint").get("port").asInt()).isEqualTo(8082);
            assertThat(told.get("moves").valueStream())
                    .filteredOn(move -> move.get("role").asString().equals("active"))
                    .isNotEmpty()
                    .allMatch(move -> move.get("from")
                                            .get("endpoint")
                                            .get("port")
                                            .asInt()
                                    == 8082
                            && move.get("to").get("endpoint").get("port").asInt() == 8081);
            assertThat(bad("killed-app", EVER)).isEmpty();
        }
    }

    @Test
    void whatAnInstanceThatIsAwayKeepsRunsNowhereUntilItIsBack() {
        // As late as this test may be, it becomes an error.
        JsonNode unowned = awaitFound("parted-app", "TASK_UNOWNED", "WARNING,ERROR");
        assertThat(unowned.get("evidence").get("why").asString()).isEqualTo("AWAY");
        assertThat(bad("parted-app", "")).containsOnly("TASK_UNOWNED");
        JsonNode away = only(found("parted-app", "&severity=INFO"));
        assertThat(away.get("code").asString()).isEqualTo("MEMBER_AWAY");
        assertThat(away.get("subject").get("id").asString()).isEqualTo("two-1");
        int rebalances = rebalances("parted-app");

        parted.start(2);
        awaitStable("parted-app", 2);
        assertThat(found("parted-app", "")).isEmpty();
        assertThat(bad("parted-app", EVER)).containsOnly("TASK_UNOWNED");
        assertThat(rebalances("parted-app")).isEqualTo(rebalances);
    }

    @Test
    void copiesThatAreConfiguredAndHaveNoPlaceAreMissingUntilThereIsOne() {
        JsonNode missing = awaitFound("alone-app", "STANDBY_MISSING", "WARNING");
        assertThat(missing.get("evidence").get("configured").asInt()).isEqualTo(1);
        assertThat(bad("alone-app", "")).containsExactly("STANDBY_MISSING");
        String then = service.api().ok(GROUPS + "alone-app").get("observedAt").asString();

        alone.scaleTo(2);
        awaitStable("alone-app", 2);
        assertThat(bad("alone-app", "")).isEmpty();
        assertThat(found("alone-app", "&severity=WARNING&at=" + then))
                .extracting(finding -> finding.get("since"))
                .containsExactly(missing.get("since"));
        JsonNode closed = only(found("alone-app", "&severity=ERROR,WARNING" + EVER));
        assertThat(closed.get("code").asString()).isEqualTo("STANDBY_MISSING");
        assertThat(closed.get("since")).isEqualTo(missing.get("since"));
        assertThat(closed.get("closedAt").asString()).isGreaterThan(then);
        JsonNode configs = service.api().ok(GROUPS + "alone-app/configs?at=" + then);
        assertThat(configs.get("readAt").asString()).isLessThanOrEqualTo(then);
        assertThat(configs.get("configs").valueStream())
                .filteredOn(config -> config.get("name").asString().equals("streams.num.standby.replicas"))
                .extracting(config -> config.get("value").asString())
                .containsExactly("1");
    }

    /** An application of which no instance runs yet, whose topic the broker is sure to know. */
    private static StreamsApplication fed(String groupId) {
        String topic = groupId + "-in";
        StreamsGroups.createTopic(broker.admin(), topic, 2);
        StreamsApplication application = new StreamsApplication(broker.bootstrapServers(), groupId, topic);
        application.produce(10);
        return application;
    }

    /** Sessions outlast every test. */
    private static void configure(String groupId, String heartbeatIntervalMs) {
        StreamsGroups.configure(
                broker.admin(),
                groupId,
                Map.of("streams.session.timeout.ms", "600000", "streams.heartbeat.interval.ms", heartbeatIntervalMs));
    }

    private static JsonNode awaitStable(String groupId, int members) {
        int epoch = StreamsGroups.awaitStable(broker.admin(), groupId, members).groupEpoch();
        return service.await(
                GROUPS + groupId,
                group -> group.get("groupEpoch").asInt() == epoch
                        && group.get("state").asString().equals("STABLE")
                        && group.get("members")
                                .valueStream()
                                .noneMatch(member -> member.get("away").asBoolean()));
    }

    private static JsonNode awaitFound(String groupId, String code, String severity) {
        return service.await(
                        GROUPS + groupId + "/findings?severity=" + severity,
                        findings -> findings.get("items")
                                .path(0)
                                .path("code")
                                .asString("")
                                .equals(code))
                .get("items")
                .get(0);
    }

    /** The codes of what of a group is more than information. */
    private static List<String> bad(String groupId, String parameters) {
        return found(groupId, "&severity=ERROR,WARNING" + parameters).stream()
                .map(finding -> finding.get("code").asString())
                .toList();
    }

    private static List<JsonNode> found(String groupId, String parameters) {
        return service.api()
                .ok(GROUPS + groupId + "/findings?size=1000" + parameters)
                .get("items")
                .valueStream()
                .toList();
    }

    private static int rebalances(String groupId) {
        return service.api().ok(GROUPS + groupId + "/rebalances").get("total").asInt();
    }

    private static JsonNode only(List<JsonNode> items) {
        assertThat(items).hasSize(1);
        return items.get(0);
    }
}
