package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.RawGroups;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What Prometheus gets to see of a service that polls a broker, and what the alerts and the dashboard make of it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PrometheusIT {

    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern SELECTOR = Pattern.compile("(streamgauge_\\w+)(?:\\{([^}]*)\\})?(?:\\[(\\w+)\\])?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!~|!=|=)\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without|ignoring) ?\\(([^)]*)\\)");
    private static final Pattern ALERT_LABEL = Pattern.compile("\\$labels\\.(\\w+)");
    private static final Pattern LEGEND_LABEL = Pattern.compile("\\{\\{(\\w+)\\}\\}");
    private static final Pattern DURATION = Pattern.compile("(?:[1-9]\\d*(?:ms|[smhdwy]))+");

    /** Labels that Prometheus adds to every sample. */
    private static final Set<String> OF_THE_TARGET = Set.of("instance", "job");

    private static final String APP = "app";

    private static InProcessBroker broker;
    private static LiveService service;
    private static StreamsApplication application;

    @BeforeAll
    static void start() {
        broker = InProcessBroker.start(RawGroups.SETTINGS);
        RawGroups others = new RawGroups(broker.admin(), broker.bootstrapServers(), 2, 1, 4);
        StreamsGroups.createTopic(broker.admin(), "metrics-in", 2);
        StreamsGroups.configure(broker.admin(), APP, Map.of("streams.num.standby.replicas", "1"));
        application = new StreamsApplication(broker.bootstrapServers(), APP, "metrics-in");
        application.scaleTo(2).produce(100);
        others.create(List.of("raw-a", "raw-b"));
        service = LiveService.polling(
                Map.of("live", Map.of("bootstrap-servers", broker.bootstrapServers(), "offsets-interval", "300ms")),
                "--streamgauge.metrics.groups=2");
        service.await("/api/v1/clusters/live/streams-groups/" + APP + "/readiness?require=stable,caughtUp", a -> true);
        service.await(
                "/api/v1/clusters/live/streams-groups/" + APP + "/offsets",
                a -> !a.get("lag").isNull());
    }

    @AfterAll
    static void stop() {
        service.close();
        application.close();
        broker.close();
    }

    private record Sample(String name, Map<String, String> labels, double value) {}

    private static List<Sample> scrape() {
        List<Sample> samples = new ArrayList<>();
        new String(service.api().bytes("/actuator/prometheus"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .forEach(line -> samples.add(sample(line)));
        return samples;
    }

    private static Sample sample(String line) {
        var matcher = SAMPLE.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        Map<String, String> labels = new HashMap<>();
        if (matcher.group(2) != null) {
            LABEL.matcher(matcher.group(2)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
        }
        return new Sample(matcher.group(1), labels, Double.parseDouble(matcher.group(3)));
    }

    private static List<Sample> await(Predicate<List<Sample>> condition) {
        return Awaitility.await("a scrape").pollInterval(Duration.ofMillis(200)).until(PrometheusIT::scrape, condition);
    }

    /** The values of a metric, by its labels without the cluster. */
    private static Map<Map<String, String>, Double> values(List<Sample> samples, String name) {
        Map<Map<String, String>, Double> values = new HashMap<>();
        for (Sample sample : samples) {
            if (sample.name().equals(name)) {
                Map<String, String> labels = new HashMap<>(sample.labels());
                assertThat(labels.remove("cluster")).isEqualTo("live");
                values.put(labels, sample.value());
            }
        }
        return values;
    }

    private static Set<String> groups(List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.labels().containsKey("group"))
                .map(sample -> sample.labels().get("group"))
                .collect(Collectors.toSet());
    }

    @Test
    @Order(1)
    void aScrapeTellsWhatTheApiTells() {
        List<Sample> samples =
                await(s -> values(s, "streamgauge_group_state").containsKey(Map.of("group", APP, "state", "STABLE"))
                        && Double.valueOf(0)
                                .equals(values(s, "streamgauge_group_restore_lag_records")
                                        .get(Map.of("group", APP))));
        Map<String, String> app = Map.of("group", APP);
        JsonNode group = service.api().ok("/api/v1/clusters/live/streams-groups/" + APP);
        assertThat(values(samples, "streamgauge_group_members")).containsEntry(app, 2.0);
        assertThat(values(samples, "streamgauge_group_processes")).containsEntry(app, 2.0);
        assertThat(values(samples, "streamgauge_group_tasks"))
                .containsEntry(
                        Map.of("group", APP, "role", "active"),
                        group.get("activeTaskCount").asDouble())
                .containsEntry(
                        Map.of("group", APP, "role", "standby"),
                        group.get("standbyTaskCount").asDouble())
                .containsEntry(Map.of("group", APP, "role", "warmup"), 0.0);
        assertThat(values(samples, "streamgauge_group_unassigned_tasks")).containsEntry(app, 0.0);
        assertThat(values(samples, "streamgauge_group_epoch_lag")).containsEntry(app, 0.0);
        assertThat(values(samples, "streamgauge_group_rebalancing")).containsEntry(app, 0.0);
        JsonNode found = group.get("findings");
        found.propertyNames()
                .forEach(severity -> assertThat(values(samples, "streamgauge_group_findings"))
                        .containsEntry(
                                Map.of("group", APP, "severity", severity),
                                found.get(severity).asDouble()));
        assertThat(values(samples, "streamgauge_group_restore_lag_records")).containsEntry(app, 0.0);
        assertThat(values(samples, "streamgauge_group_input_lag_records")).containsKey(app);
        assertThat(values(samples, "streamgauge_group_restore_lag_records"))
                .as("raw-a has no copy of anything")
                .doesNotContainKey(Map.of("group", "raw-a"));
        assertThat(values(samples, "streamgauge_group_status_open"))
                .as("brokers do not tell statuses")
                .isEmpty();
        assertThat(values(samples, "streamgauge_cluster_poll_age_seconds").get(Map.of()))
                .isBetween(0.0, 60.0);
        assertThat(values(samples, "streamgauge_cluster_poll_duration_seconds_count")
                        .get(Map.of()))
                .isPositive();
        assertThat(values(samples, "streamgauge_cluster_poll_failures_total")).containsEntry(Map.of(), 0.0);
    }

    @Test
    @Order(2)
    void groupsBeyondTheLimitAreCounted() {
        List<Sample> samples = await(s -> groups(s).size() == 2);
        assertThat(groups(samples)).containsExactlyInAnyOrder(APP, "raw-a");
        assertThat(values(samples, "streamgauge_cluster_groups")).containsEntry(Map.of(), 3.0);
        assertThat(values(samples, "streamgauge_cluster_groups_left_out")).containsEntry(Map.of(), 1.0);
    }

    @Test
    @Order(3)
    void aReplayIsCountedAndItsGroupsHaveNoMetrics() {
        JsonNode recording = service.api()
                .replay(
                        Recordings.bytes("broker-request-4.4.0-orders.log"),
                        "orders.log",
                        Map.of("sessionTimeout", "10s"));
        List<Sample> samples = scrape();
        Map<String, Double> counters = samples.stream()
                .filter(sample -> sample.name().startsWith("streamgauge_replay"))
                .collect(Collectors.toMap(
                        sample -> sample.name() + sample.labels().values(), Sample::value));
        assertThat(counters)
                .containsEntry(
                        "streamgauge_replay_lines_total[]",
                        recording.get("lines").asDouble())
                .containsEntry(
                        "streamgauge_replay_heartbeats_total[]",
                        recording.get("heartbeats").asDouble())
                .containsEntry(
                        "streamgauge_replay_skipped_lines_total[other-api]",
                        recording.get("skipped").get("other-api").asDouble())
                .containsEntry("streamgauge_replays_total[completed]", 1.0)
                .containsEntry("streamgauge_replays_total[failed]", 0.0);
        assertThat(groups(samples)).doesNotContain("orders-app");
    }

    @Test
    @Order(4)
    void theAlertsAskForMetricsAndLabelsThatThereAre() throws IOException {
        Map<String, Set<String>> known = known(scrape());
        Map<?, ?> document = new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(Files.readString(Path.of("docs", "prometheus-alerts.yml")));
        assertThat(document.keySet()).isEqualTo(Set.of("groups"));
        Set<Object> names = new HashSet<>();
        int alerts = 0;
        for (Object group : (List<?>) document.get("groups")) {
            Map<?, ?> rules = (Map<?, ?>) group;
            assertThat(names.add(rules.get("name"))).isTrue();
            for (Object item : (List<?>) rules.get("rules")) {
                Map<?, ?> rule = (Map<?, ?>) item;
                String name = String.valueOf(rule.get("alert"));
                alerts++;
                assertThat(names.add(name)).as(name).isTrue();
                assertThat(rule.keySet()).isEqualTo(Set.of("alert", "expr", "for", "labels", "annotations"));
                assertThat(String.valueOf(rule.get("for"))).as(name).matches(DURATION);
                assertThat(((Map<?, ?>) rule.get("labels")).get("severity")).isIn("critical", "warning", "info");
                Set<String> labels = check(name, String.valueOf(rule.get("expr")), known);
                Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
                assertThat(annotations.keySet()).isEqualTo(Set.of("summary", "description"));
                for (MatchResult used :
                        ALERT_LABEL.matcher(annotations.toString()).results().toList()) {
                    assertThat(labels).as(name).contains(used.group(1));
                }
            }
        }
        assertThat(alerts).isPositive();
    }

    @Test
    @Order(5)
    void theDashboardAsksForMetricsAndLabelsThatThereAre() throws IOException {
        Map<String, Set<String>> known = known(scrape());
        JsonNode dashboard =
                JsonMapper.builder().build().readTree(Files.readString(Path.of("docs", "grafana-dashboard.json")));
        Set<String> variables = new HashSet<>();
        for (JsonNode variable : dashboard.get("templating").get("list")) {
            variables.add(variable.get("name").asString());
            if (variable.get("type").asString().equals("query")) {
                String query = variable.get("query").get("query").asString();
                var values = Pattern.compile("label_values\\((.*), (\\w+)\\)").matcher(query);
                assertThat(values.matches()).as(query).isTrue();
                assertThat(check(query, withoutVariables(values.group(1), variables), known))
                        .contains(values.group(2));
            }
        }
        Set<Integer> ids = new HashSet<>();
        int targets = 0;
        for (JsonNode panel : dashboard.get("panels")) {
            String title = panel.get("title").asString();
            assertThat(ids.add(panel.get("id").asInt())).as(title).isTrue();
            for (JsonNode target : panel.get("targets")) {
                targets++;
                assertThat(target.get("datasource").get("uid").asString()).isEqualTo("${datasource}");
                Set<String> labels =
                        check(title, withoutVariables(target.get("expr").asString(), variables), known);
                LEGEND_LABEL
                        .matcher(target.get("legendFormat").asString())
                        .results()
                        .forEach(used -> assertThat(labels).as(title).contains(used.group(1)));
            }
        }
        assertThat(targets).isPositive();
    }

    @Test
    @Order(6)
    void nothingIsLeftOfAGroupThatWasDeleted() throws Exception {
        application.scaleTo(0);
        StreamsGroups.awaitStable(broker.admin(), APP, 0);
        broker.admin().deleteStreamsGroups(List.of(APP)).all().get();
        List<Sample> samples = await(s -> !groups(s).contains(APP));
        assertThat(groups(samples)).containsExactlyInAnyOrder("raw-a", "raw-b");
        assertThat(values(samples, "streamgauge_cluster_groups_left_out")).containsEntry(Map.of(), 0.0);
    }

    private static String withoutVariables(String expression, Set<String> variables) {
        return Pattern.compile("\\$(\\w+)").matcher(expression).replaceAll(used -> {
            assertThat(variables).contains(used.group(1));
            return ".*";
        });
    }

    /** Each metric with the labels of its samples. */
    private static Map<String, Set<String>> known(List<Sample> samples) {
        Map<String, Set<String>> known = new HashMap<>();
        samples.forEach(sample -> known.computeIfAbsent(sample.name(), name -> new HashSet<>())
                .addAll(sample.labels().keySet()));
        return known;
    }

    /** Checks the metrics, labels and durations of an expression; the labels that what it comes to may have. */
    private static Set<String> check(String name, String expression, Map<String, Set<String>> known) {
        Set<String> labels = new HashSet<>(OF_THE_TARGET);
        List<MatchResult> selectors = SELECTOR.matcher(expression).results().toList();
        assertThat(selectors).as(name).isNotEmpty();
        for (MatchResult selector : selectors) {
            Set<String> ofMetric = known.get(selector.group(1));
            assertThat(ofMetric).as("%s asks for %s", name, selector.group(1)).isNotNull();
            labels.addAll(ofMetric);
            String matchers = selector.group(2) == null ? "" : selector.group(2);
            List<MatchResult> parts = MATCHER.matcher(matchers).results().toList();
            assertThat(parts.stream().map(MatchResult::group).collect(Collectors.joining(",")))
                    .as(name)
                    .isEqualTo(matchers);
            for (MatchResult part : parts) {
                assertThat(ofMetric)
                        .as("%s of %s", part.group(1), selector.group(1))
                        .contains(part.group(1));
                if (part.group(1).equals("state")) {
                    assertThat(Arrays.stream(StreamsGroupState.values()).map(Enum::name))
                            .contains(part.group(3).split("\\|"));
                }
            }
            if (selector.group(3) != null) {
                assertThat(selector.group(3)).as(name).matches(DURATION);
            }
        }
        for (MatchResult grouping : GROUPING.matcher(expression).results().toList()) {
            List<String> by = List.of(grouping.group(1).split(", *"));
            assertThat(labels).as(name).containsAll(by);
            if (grouping.group().startsWith("by")) {
                labels.retainAll(by);
            }
        }
        assertThat(expression.chars().filter(c -> c == '(').count())
                .as(name)
                .isEqualTo(expression.chars().filter(c -> c == ')').count());
        return labels;
    }
}
