package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;

/** Whether a group is ready, asked of a real one as programs ask, and as docs/readiness.md says to ask. */
class ReadinessIT {

    private static final String GROUP = "ready-app";
    private static final String ALL = "?require=stable,standbys,caughtUp,balanced";
    private static final Path DOCUMENT = Path.of("docs", "readiness.md");
    private static final Pattern BLOCK =
            Pattern.compile("^```(bash|yaml)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private static LiveService service;
    private static StreamsApplication application;

    @BeforeAll
    static void start() {
        InProcessBroker broker = InProcessBroker.shared();
        StreamsGroups.createTopic(broker.admin(), "ready-in", 2);
        StreamsGroups.configure(broker.admin(), GROUP, Map.of("streams.num.standby.replicas", "1"));
        service = LiveService.polling(
                Map.of("live", Map.of("bootstrap-servers", broker.bootstrapServers(), "configs-interval", "300ms")));
        application = new StreamsApplication(broker.bootstrapServers(), GROUP, "ready-in");
        application.produce(100);
    }

    @AfterAll
    static void stop() {
        application.close();
        service.close();
    }

    private static String path(String query) {
        return "/api/v1/clusters/live/streams-groups/" + GROUP + "/readiness" + query;
    }

    private static JsonNode awaitReady() {
        application.scaleTo(2);
        return service.await(path(ALL), answer -> true);
    }

    /** The latest answer that is no more than 503. */
    private static JsonNode awaitUnready(String query) {
        return Awaitility.await(query)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> service.api().get(path(query)), answer -> answer.status() == 503)
                .body();
    }

    private static JsonNode met(JsonNode answer, String requirement) {
        for (JsonNode required : answer.get("requirements")) {
            if (required.get("requirement").asString().equals(requirement)) {
                return required.get("met");
            }
        }
        throw new AssertionError(requirement + " is not in " + answer);
    }

    @Test
    void aGroupIsReadyWhileItHasAllThatIsRequiredAndNotAfterItLostAStandby() {
        JsonNode ready = awaitReady();
        assertThat(ready.get("ready").asBoolean()).isTrue();
        assertThat(ready.get("requirements").findValuesAsString("requirement"))
                .containsExactly("stable", "standbys", "caughtUp", "balanced");
        assertThat(ready.get("requirements").findValuesAsString("met")).containsOnly("true");

        application.scaleTo(1);
        JsonNode unready = awaitUnready("?require=standbys");
        assertThat(unready.get("ready").asBoolean()).isFalse();
        assertThat(service.api()
                        .ok(path("?require=standbys&notReady=200"))
                        .get("ready")
                        .asBoolean())
                .isFalse();
        assertThat(service.api().get(path("?notReady=404")).status()).isEqualTo(400);
        assertThat(unready.propertyNames()).isEqualTo(ready.propertyNames());
        assertThat(met(unready, "standbys").asBoolean(true)).isFalse();
        service.await(path(""), answer -> met(answer, "stable").asBoolean());

        String then = "&at=" + ready.get("asOf").asString();
        JsonNode before = service.api().get(path(ALL + then)).body();
        assertThat(met(before, "stable").asBoolean()).isTrue();
        assertThat(met(before, "balanced").asBoolean()).isTrue();
        assertThat(met(before, "standbys").asBoolean()).isTrue();
        assertThat(service.api()
                        .get(path("?require=stable,standbys,balanced" + then))
                        .status())
                .isEqualTo(200);
        assertThat(service.api()
                        .importExport(service.api().bytes("/api/v1/clusters/live/export"), "ready-again")
                        .status())
                .isEqualTo(201);
        assertThat(service.api()
                        .get("/api/v1/clusters/ready-again/streams-groups/" + GROUP
                                + "/readiness?require=stable,standbys,balanced" + then)
                        .status())
                .as("of what was exported")
                .isEqualTo(200);
    }

    @Test
    void whatWasObservedTooLongAgoIsNotKnown() {
        JsonNode ready = awaitReady();
        JsonNode answer = awaitUnready("?maxAge=1ms");
        assertThat(met(answer, "stable").isNull()).isTrue();
        assertThat(answer.get("requirements").get(0).get("reason").asString()).startsWith("Not known: ");
        assertThat(service.api()
                        .get(path("?maxAge=1ms&at=" + ready.get("observedAt").asString()))
                        .body()
                        .get("requirements")
                        .get(0)
                        .get("reason")
                        .asString())
                .as("of the past it is no matter how long ago that is")
                .doesNotStartWith("Not known: ");
    }

    @Test
    void aRecordingAnswersAsOfItsEnd() {
        JsonNode recording = service.api()
                .replay(
                        Recordings.bytes("broker-request-4.4.0-orders.log"),
                        "orders.log",
                        Map.of("sessionTimeout", "10s", "name", "recorded"));
        assertThat(recording.get("status").asString()).isEqualTo("COMPLETED");
        String orders = "/api/v1/clusters/recorded/streams-groups/orders-app/readiness";
        JsonNode end = service.api().get(orders).body();
        assertThat(end.get("observedAt")).isEqualTo(end.get("asOf"));
        assertThat(end.get("requirements").get(0).get("reason").asString()).doesNotStartWith("Not known: ");
        assertThat(service.api().get(orders + "?at=2026-11-29T22:24:30Z").status())
                .isEqualTo(200);
        JsonNode crashed =
                service.api().get(orders + "?at=2026-11-29T22:24:43.9Z").body();
        assertThat(crashed.get("ready").asBoolean()).isFalse();
        assertThat(crashed.get("requirements").get(0).get("reason").asString()).contains("4 tasks run nowhere: ");
        assertThat(met(
                                service.api()
                                        .get(orders + "?require=standbys&at=2026-11-29T22:24:30Z")
                                        .body(),
                                "standbys")
                        .isNull())
                .isTrue();
        assertThat(met(service.api().get(orders + "?at=2027-11-29T22:24:43.9Z").body(), "stable")
                        .isNull())
                .as("a year after the last observation")
                .isTrue();
    }

    @Test
    void aBadParameterIsRefusedInASentence() {
        for (String query : List.of("?require=steady", "?maxAge=60", "?maxLag=-1")) {
            ApiClient.Answer answer = service.api().get(path(query));
            assertThat(answer.status()).as(query).isEqualTo(400);
            assertThat(answer.body().get("detail").asString()).startsWith(query.substring(1));
        }
        assertThat(service.api()
                        .get(path("?require=steady"))
                        .body()
                        .get("detail")
                        .asString())
                .isEqualTo("require=steady is not made of stable, standbys, caughtUp, balanced, with commas between");
    }

    @Test
    void theExamplesWaitForAGroupThatIsReadyAndGiveUpOnOneThatIsNot() throws Exception {
        List<List<String>> examples = examples();
        assertThat(examples).hasSize(3);
        awaitReady();
        for (List<String> example : examples) {
            Run ready = run(example, GROUP);
            assertThat(ready.exit()).as("%s said %s", example, ready.output()).isZero();
        }
        StreamsGroups.createTopic(InProcessBroker.shared().admin(), "unready-in", 1);
        StreamsGroups.configure(
                InProcessBroker.shared().admin(), "unready-app", Map.of("streams.num.standby.replicas", "1"));
        try (StreamsApplication alone =
                new StreamsApplication(InProcessBroker.shared().bootstrapServers(), "unready-app", "unready-in")) {
            alone.scaleTo(1);
            // What standbys lack is told once the group's configs are read and its tasks are seen.
            service.await(
                    "/api/v1/clusters/live/streams-groups/unready-app/readiness?require=standbys&notReady=200",
                    answer -> answer.path("requirements").path(0).path("met").isBoolean());
            for (List<String> example : examples) {
                Run unready = run(example, "unready-app");
                assertThat(unready.exit())
                        .as("%s said %s", example, unready.output())
                        .isNotZero();
            }
            assertThat(run(examples.get(0), "unready-app").output())
                    .contains("lack some of 1", "is not ready after 0 s");
        }
    }

    /** The commands in the document: its scripts, and those in its manifests. */
    private static List<List<String>> examples() throws IOException {
        List<List<String>> commands = new ArrayList<>();
        BLOCK.matcher(Files.readString(DOCUMENT)).results().forEach(block -> {
            if (block.group(1).equals("bash")) {
                commands.add(List.of("bash", "-c", block.group(2)));
            } else {
                collectCommands(new Yaml(new SafeConstructor(new LoaderOptions())).load(block.group(2)), commands);
            }
        });
        return commands;
    }

    private static void collectCommands(Object node, List<List<String>> commands) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key.equals("command") && value instanceof List<?> words) {
                    commands.add(words.stream().map(String::valueOf).toList());
                } else {
                    collectCommands(value, commands);
                }
            });
        } else if (node instanceof List<?> list) {
            list.forEach(item -> collectCommands(item, commands));
        }
    }

    private record Run(int exit, String output) {}

    /** Runs an example that may not wait. */
    private static Run run(List<String> command, String group) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("STREAMGAUGE_URL", service.base());
        builder.environment().put("CLUSTER", "live");
        builder.environment().put("GROUP", group);
        builder.environment().put("REQUIRE", "stable,standbys,caughtUp");
        builder.environment().put("TIMEOUT_SECONDS", command.get(0).equals("bash") ? "0" : "1");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
