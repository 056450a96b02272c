package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** From an export back to a cluster, over HTTP: every answer is the same. */
@IntegrationTest
class ImportIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";
    private static final String EDGE_CASES = "broker-request-4.4.0-edge-cases.log";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @LocalServerPort
    private int port;

    @Value("${streamgauge.data-dir}")
    private Path dataDir;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
    }

    private static String cluster(String name) {
        return "/api/v1/clusters/" + ApiClient.segment(name);
    }

    private static String group(String cluster, String groupId) {
        return cluster(cluster) + "/streams-groups/" + ApiClient.segment(groupId);
    }

    private String replayed(byte[] log, String fileName) {
        return api.replay(log, fileName, Map.of("sessionTimeout", "10s"))
                .get("cluster")
                .asString();
    }

    private String imported(byte[] export, String name) {
        ApiClient.Answer answer = api.importExport(export, name);
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        assertThat(answer.location()).isEqualTo(cluster(name));
        assertThat(answer.body()).isEqualTo(api.ok(cluster(name)));
        return name;
    }

    @ParameterizedTest
    @CsvSource({
        "broker-request-4.4.0-orders.log",
        "broker-request-4.4.0-statuses.log",
        "broker-request-4.4.0-edge-cases.log",
        "broker-request-4.2.2-ledger.log",
        "client-debug-4.4.0-orders-8081.log",
        "made-warmup.jsonl"
    })
    void anImportAnswersEveryQuestionAsItsOriginDoes(String file) {
        String origin = replayed(Recordings.bytes(file), file);
        byte[] export = api.bytes(cluster(origin) + "/export");

        String copy = imported(export, "copy of " + origin);

        assertSameAnswers(origin, copy);
        assertThat(withoutOrigin(api.bytes(cluster(copy) + "/export"))).isEqualTo(withoutOrigin(export));
    }

    @Test
    void groupsMayBeCalledAnythingAndTheDocumentCompressed() throws IOException {
        String log = new String(Recordings.bytes(EDGE_CASES), StandardCharsets.UTF_8)
                .replace("\"groupId\":\"g-f\"", "\"groupId\":\"a/b c%2F é\"")
                .replace("\"groupId\":\"g-int\"", "\"groupId\":\"日本\\uD83D\\uDE80\"");
        String origin = replayed(log.getBytes(StandardCharsets.UTF_8), "names.log");
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(api.bytes(cluster(origin) + "/export"));
        }

        assertSameAnswers(origin, imported(compressed.toByteArray(), "Größe 日本"));
    }

    @Test
    void aGroupsOwnExportIsAClusterOfThatGroup() {
        String origin = replayed(Recordings.bytes(ORDERS), ORDERS);
        byte[] export = api.bytes(group(origin, "orders-app") + "/export");

        String copy = imported(export, "orders alone");

        assertThat(api.ok(cluster(copy)).get("groupCount").asInt()).isEqualTo(1);
        assertSameGroup(origin, copy, "orders-app", null, null);
    }

    @ParameterizedTest
    @CsvSource({
        "broker-request-4.4.0-orders.log, 2026-11-29T22:24:38Z, 2026-11-29T22:25:10Z",
        "broker-request-4.4.0-orders.log, , 2026-11-29T22:24:43.9Z",
        "broker-request-4.4.0-orders.log, 2026-11-29T22:25:00Z,",
        "broker-request-4.4.0-statuses.log, 2026-11-29T22:28:05Z, 2026-11-29T22:28:42.700Z",
        "broker-request-4.4.0-statuses.log, , 2026-11-29T22:28:05Z",
        "broker-request-4.2.2-ledger.log, 2026-11-29T22:40:00Z, 2030-01-01T00:00:00Z"
    })
    void aPartOfAHistoryAnswersWhatTheOriginAnswersOfThatTime(String file, String from, String to) {
        String origin = replayed(Recordings.bytes(file), file);
        String range = (from == null ? "?" : "?from=" + from) + (to == null ? "" : "&to=" + to);
        byte[] export = api.bytes(cluster(origin) + "/export" + range);

        String copy = imported(export, "part " + file + range.replaceAll("[^0-9]", ""));

        JsonNode groups = JSON.readTree(export).get("groups");
        for (JsonNode part : groups) {
            assertThat(part.get("snapshots")).as("%s", part.get("groupId")).isNotEmpty();
            assertSameGroup(
                    origin,
                    copy,
                    part.get("groupId").asString(),
                    from == null ? null : Instant.parse(from),
                    to == null ? null : Instant.parse(to));
        }
        assertThat(withoutOrigin(api.bytes(cluster(copy) + "/export" + range))).isEqualTo(withoutOrigin(export));
        Set<String> then = new TreeSet<>();
        String last = to == null || to.startsWith("2030")
                ? ""
                : "&at=" + Instant.parse(to).minusMillis(1);
        items(cluster(origin) + "/streams-groups?size=100" + last)
                .forEach(g -> then.add(g.get("groupId").asString()));
        assertThat(items(cluster(copy) + "/streams-groups?size=100"))
                .extracting(g -> g.get("groupId").asString())
                .containsExactlyInAnyOrderElementsOf(then);
    }

    @Test
    void aPartKeepsItsVersionsAndSaysWhichThereAre() {
        String origin = replayed(Recordings.bytes(ORDERS), ORDERS);
        String copy = imported(api.bytes(cluster(origin) + "/export?from=2026-11-29T22:24:43.9Z"), "late");
        JsonNode first =
                items(group(copy, "orders-app") + "/snapshots?sort=version,asc").get(0);
        int version = first.get("version").asInt();
        assertThat(version).isGreaterThan(2);
        for (int missing : new int[] {1, version - 1, 9_999}) {
            ApiClient.Answer answer = api.get(group(copy, "orders-app") + "/snapshots/" + missing);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body().get("detail").asString())
                    .contains("the versions " + version + " to ")
                    .endsWith("not " + missing);
        }
        assertThat(api.get(group(copy, "orders-app") + "?at=2026-11-29T22:24:00Z")
                        .body()
                        .get("detail")
                        .asString())
                .contains("first observed at " + first.get("at").asString());
    }

    @Test
    void aRangeBeforeEverythingIsAnEmptyCluster() {
        String origin = replayed(Recordings.bytes(EDGE_CASES), EDGE_CASES);
        String copy = imported(api.bytes(cluster(origin) + "/export?to=2020-01-01T00:00:00Z"), "nothing");
        assertThat(api.ok(cluster(copy)).get("groupCount").asInt()).isZero();
    }

    @Test
    void anImportIsListedAmongTheRecordingsAndDeletedAsOne() throws IOException {
        String origin = replayed(Recordings.bytes(EDGE_CASES), EDGE_CASES);
        String copy = imported(api.bytes(cluster(origin) + "/export"), "to be deleted");
        long id = api.ok(cluster(copy)).get("recordingId").asLong();
        assertThat(items("/api/v1/recordings?size=1000"))
                .extracting(r -> r.get("id").asLong())
                .contains(id);
        try (Stream<Path> uploads = Files.list(dataDir.resolve("uploads"))) {
            assertThat(uploads).isEmpty();
        }

        assertThat(api.delete("/api/v1/recordings/" + id).status()).isEqualTo(204);

        assertThat(api.get(cluster(copy)).status()).isEqualTo(404);
        assertThat(api.ok(cluster(origin)).get("groupCount").asInt()).isPositive();
    }

    @Test
    void aDocumentWithoutRecordingFactsIsARecordingAllTheSame() {
        String origin = replayed(Recordings.bytes(EDGE_CASES), EDGE_CASES);
        ObjectNode document = (ObjectNode) JSON.readTree(api.bytes(cluster(origin) + "/export"));
        document.putNull("recording");
        String copy = imported(JSON.writeValueAsBytes(document), "live once");
        JsonNode recording =
                api.ok("/api/v1/recordings/" + api.ok(cluster(copy)).get("recordingId"));
        assertThat(recording.get("format").asString()).isEqualTo("streamgauge-export");
        assertThat(recording.get("status").asString()).isEqualTo("COMPLETED");
        assertThat(recording.get("snapshotCount").asInt()).isPositive();
    }

    /** Every field of a real document is in the schema, and every field that the schema requires is in the document. */
    @ParameterizedTest
    @CsvSource({
        "broker-request-4.4.0-orders.log",
        "broker-request-4.4.0-statuses.log",
        "broker-request-4.4.0-edge-cases.log",
        "made-warmup.jsonl"
    })
    void anExportIsAsItsSchemaSays(String file) {
        JsonNode schema = JSON.readTree(Path.of("docs", "export.schema.json").toFile());
        Schema strict = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(closed(schema).toString());
        String origin = replayed(Recordings.bytes(file), file);

        for (String range : List.of("", "?from=2026-11-29T22:24:40Z&to=2026-11-29T22:28:40Z")) {
            JsonNode export = JSON.readTree(api.bytes(cluster(origin) + "/export" + range));
            assertThat(strict.validate(export)).isEmpty();
        }
        ObjectNode lacking = (ObjectNode) JSON.readTree(api.bytes(cluster(origin) + "/export"));
        ((ObjectNode) lacking.get("groups").get(0).get("snapshots").get(0)).remove("changes");
        assertThat(strict.validate(lacking)).isNotEmpty();
    }

    /** The schema with nothing allowed that it does not name. */
    private static JsonNode closed(JsonNode schema) {
        if (schema instanceof ObjectNode node && node.has("properties") && !node.has("additionalProperties")) {
            node.put("additionalProperties", false);
        }
        schema.forEach(ImportIT::closed);
        return schema;
    }

    private void assertSameAnswers(String origin, String copy) {
        assertThat(without(api.ok(cluster(copy)), "name", "recordingId", "createdAt"))
                .isEqualTo(without(api.ok(cluster(origin)), "name", "recordingId", "createdAt"));
        assertThat(without(recording(copy), "id", "name", "cluster", "createdAt"))
                .isEqualTo(without(recording(origin), "id", "name", "cluster", "createdAt"));
        for (String sort : List.of("groupId,asc", "changedAt,desc", "observedAt", "openStatusCount,desc")) {
            assertSame(origin, copy, "/streams-groups?size=100&sort=" + sort);
        }
        for (JsonNode group : items(cluster(origin) + "/streams-groups?size=100")) {
            assertSame(
                    origin, copy, "/streams-groups?at=" + group.get("changedAt").asString());
            assertSameGroup(origin, copy, group.get("groupId").asString(), null, null);
        }
    }

    private JsonNode recording(String cluster) {
        return api.ok("/api/v1/recordings/" + api.ok(cluster(cluster)).get("recordingId"));
    }

    /** The same answers about one group, of the whole or, with an instant, of a part of its history. */
    private void assertSameGroup(String origin, String copy, String groupId, Instant from, Instant to) {
        boolean whole = from == null && to == null;
        String group = "/streams-groups/" + ApiClient.segment(groupId);
        List<JsonNode> snapshots = items(cluster(copy) + group + "/snapshots?size=1000&sort=version,asc");
        Set<Instant> instants = new LinkedHashSet<>();
        if (from != null) {
            instants.add(from);
        }
        snapshots.forEach(s -> {
            Instant at = Instant.parse(s.get("at").asString());
            instants.add(at);
            instants.add(at.plusMillis(700));
            instants.add(at.minusNanos(1_000));
        });
        instants.removeIf(at -> (from != null && at.isBefore(from))
                || (to != null && !at.isBefore(to.minusNanos(1_000)))
                || at.isBefore(Instant.parse(snapshots.get(0).get("at").asString())));
        for (Instant at : sampled(List.copyOf(instants))) {
            for (String question : List.of("?", "/tasks?size=100&", "/endpoints?")) {
                assertSame(origin, copy, group + question + "at=" + at);
            }
            assertThat(open(copy, group, at, from)).isEqualTo(open(origin, group, at, from));
        }
        int first = snapshots.get(0).get("version").asInt();
        int last = snapshots.get(snapshots.size() - 1).get("version").asInt();
        Set<String> topics = new TreeSet<>();
        Set<String> tasks = new TreeSet<>();
        for (int version : sampled(IntStream.rangeClosed(first, last).boxed().toList())) {
            if (version < last || to == null) {
                assertSame(origin, copy, group + "/members?size=100&version=" + version);
                assertSame(origin, copy, group + "/snapshots/" + version);
            }
            if (version > first) {
                assertSame(origin, copy, group + "/diff?from=" + (version - 1) + "&to=" + version);
            }
            items(cluster(copy) + group + "/tasks?size=1000&version=" + version)
                    .forEach(t -> tasks.add(t.get("taskId").asString()));
            JsonNode map = api.ok(cluster(copy) + group + "/endpoints?version=" + version);
            if (!map.get("endpoints").isNull()) {
                map.get("endpoints")
                        .forEach(e -> e.get("partitions")
                                .forEach(t -> topics.add(t.get("topic").asString())));
            }
        }
        assertSame(origin, copy, group + "/diff?from=" + first + "&to=" + last);
        for (String topic : topics) {
            assertSame(
                    origin,
                    copy,
                    group + "/endpoints/lookup?partition=1&topic=" + ApiClient.segment(topic) + "&version="
                            + Math.max(first, last - 1));
        }
        if (whole) {
            for (String question : List.of("/statuses?size=1000", "/errors?size=1000", "/snapshots?size=1000")) {
                assertSame(origin, copy, group + question);
            }
            for (String task : sampled(List.copyOf(tasks))) {
                assertSame(origin, copy, group + "/tasks/" + ApiClient.segment(task) + "/history");
            }
        }
        String range = "?size=1000" + (from == null ? "" : "&from=" + from) + (to == null ? "" : "&to=" + to);
        assertSame(origin, copy, group + "/errors" + range);
        assertSame(origin, copy, group + "/snapshots" + range);
    }

    /** The first, the last and some between: the whole is compared by what the copy exports itself. */
    private static <T> List<T> sampled(List<T> all) {
        int step = Math.max(1, all.size() / 8);
        return IntStream.range(0, all.size())
                .filter(i -> i % step == 0 || i == all.size() - 1)
                .mapToObj(all::get)
                .toList();
    }

    /** Statuses as of an instant, but for those that were over before the range. */
    private List<JsonNode> open(String cluster, String group, Instant at, Instant from) {
        return items(cluster(cluster) + group + "/statuses?size=1000&at=" + at).stream()
                .filter(s -> from == null
                        || s.get("closedAt").isNull()
                        || Instant.parse(s.get("closedAt").asString()).isAfter(from))
                .toList();
    }

    private void assertSame(String origin, String copy, String path) {
        assertThat(anyCluster(api.ok(cluster(copy) + path)))
                .as(path)
                .isEqualTo(anyCluster(api.ok(cluster(origin) + path)));
    }

    private static JsonNode anyCluster(JsonNode answer) {
        answer.findParents("cluster").forEach(node -> ((ObjectNode) node).put("cluster", "any"));
        return answer;
    }

    private static Map<String, JsonNode> without(JsonNode node, String... fields) {
        Map<String, JsonNode> kept = new LinkedHashMap<>();
        node.properties().forEach(property -> kept.put(property.getKey(), property.getValue()));
        kept.keySet().removeAll(Set.of(fields));
        return kept;
    }

    /** The document without the one line's part that names its cluster. */
    private static String withoutOrigin(byte[] export) {
        return new String(export, StandardCharsets.UTF_8).replaceFirst("\"cluster\":\\{[^}]*\\}", "");
    }

    private List<JsonNode> items(String path) {
        List<JsonNode> items = new ArrayList<>();
        api.ok(path).get("items").forEach(items::add);
        return items;
    }
}
