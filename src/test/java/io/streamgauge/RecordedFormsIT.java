package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was recorded in one form or another, compressed or not, in one file or several, is the same group. */
@IntegrationTest
class RecordedFormsIT {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BROKER = "broker-request-4.4.0-orders.log";
    private static final Map<String, String> SESSION = Map.of("sessionTimeout", "10s");
    private static final Duration MARGIN = Duration.ofMillis(2_500);

    @LocalServerPort
    private int port;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
    }

    private static byte[] client(int instance) {
        return Recordings.bytes("client-debug-4.4.0-orders-" + instance + ".log");
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }

    private JsonNode orders(JsonNode recording, Instant at) {
        return api.ok("/api/v1/clusters/"
                + ApiClient.segment(recording.get("cluster").asString()) + "/streams-groups/orders-app?at=" + at);
    }

    private record Facts(int epoch, JsonNode assigned, JsonNode owned) {}

    private static Map<String, Facts> facts(JsonNode group) {
        Map<String, Facts> facts = new TreeMap<>();
        for (JsonNode member : group.get("members")) {
            facts.put(
                    member.get("memberId").asString(),
                    new Facts(member.get("memberEpoch").asInt(), member.get("assigned"), member.get("owned")));
        }
        return facts;
    }

    @Test
    void warmupTasksAreToldWithTheirLagsUntilTheyArePromoted() {
        JsonNode recording = api.replay(Recordings.bytes("made-warmup.jsonl"), "made-warmup.jsonl", Map.of());
        assertThat(recording.get("format").asString()).isEqualTo("heartbeat-jsonl");
        String group = "/api/v1/clusters/" + recording.get("cluster").asString() + "/streams-groups/warm-app";

        String warming = "?at=2026-11-29T22:00:21Z";
        assertThat(api.ok(group + warming).get("warmupTaskCount").asInt()).isEqualTo(3);
        JsonNode tasks = api.ok(group + "/tasks" + warming + "&role=warmup").get("items");
        JsonNode offsets = api.ok(group + "/offsets" + warming);
        assertThat(offsets.get("readAt").isNull()).isTrue();
        assertThat(offsets.get("lag").isNull()).isTrue();
        for (JsonNode task : tasks) {
            JsonNode told = task(offsets, task.get("taskId"));
            assertThat(told.get("warmups")).isEqualTo(task.get("warmups"));
            assertThat(told.get("inputs").isNull()).isTrue();
        }
        assertThat(tasks).hasSize(3);
        JsonNode near = tasks.get(0);
        assertThat(near.get("taskId").asString()).isEqualTo("0_1");
        assertThat(near.get("active").get("memberId").asString()).isEqualTo("A");
        assertThat(near.get("warmups").get(0).get("memberId").asString()).isEqualTo("B");
        assertThat(tasks.get(2).get("warmups").get(0).get("lag").isNull())
                .as("its end offset is unknown")
                .isTrue();

        JsonNode promoted = api.ok(group + "/members/B").get("assigned");
        assertThat(promoted.get("active").get(0).asString()).isEqualTo("0_1");
        assertThat(promoted.get("warmup")).hasSize(2);
        JsonNode history = api.ok(group + "/tasks/0_1/history").get("intervals");
        assertThat(history).anySatisfy(hold -> {
            assertThat(hold.get("memberId").asString()).isEqualTo("B");
            assertThat(hold.get("role").asString()).isEqualTo("warmup");
            assertThat(hold.get("to").isNull()).isFalse();
        });
    }

    @Test
    void theLogsOfAllInstancesTogetherAreTheGroupThatItsBrokerSaw() {
        JsonNode broker = api.replay(Recordings.bytes(BROKER), BROKER, SESSION);
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int instance : List.of(8083, 8081, 8082)) {
            files.put("orders-" + instance + ".log", client(instance));
        }
        JsonNode clients = api.replay(files, SESSION);

        assertThat(clients.get("status").asString()).as("%s", clients).isEqualTo("COMPLETED");
        assertThat(clients.get("format").asString()).isEqualTo("client-debug-log");
        assertThat(clients.get("heartbeats").asInt()).isEqualTo(433);
        assertThat(clients.get("bytesRead")).isEqualTo(clients.get("bytesTotal"));
        int instants = 0;
        int members = 0;
        Instant before = null;
        for (String line : Recordings.lines("broker-describe-4.4.0-orders.jsonl")) {
            Instant next = Instant.ofEpochMilli(JSON.readTree(line).get("ts").asLong());
            for (Instant at = before == null ? next : before.plus(MARGIN);
                    at.isBefore(next.minus(MARGIN));
                    at = at.plusSeconds(1)) {
                Map<String, Facts> seen = facts(orders(clients, at));
                assertThat(seen).as("at %s", at).isEqualTo(facts(orders(broker, at)));
                instants++;
                members += seen.size();
            }
            before = next;
        }
        assertThat(instants).isGreaterThan(20);
        assertThat(members).isGreaterThan(60);
    }

    @Test
    void aCompressedFileIsTheSameFile() throws IOException {
        byte[] content = Recordings.bytes(BROKER);
        JsonNode plain = api.replay(content, BROKER, SESSION);
        byte[] first = Arrays.copyOf(content, 300_000);
        byte[] rest = Arrays.copyOfRange(content, 300_000, content.length);
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(gzip(first));
        members.write(gzip(rest));
        for (byte[] compressed : List.of(gzip(content), members.toByteArray(), Zstd.compress(content))) {
            JsonNode recording = api.replay(compressed, "orders.log", SESSION);
            assertThat(recording.get("status").asString()).as("%s", recording).isEqualTo("COMPLETED");
            assertThat(recording.get("bytesTotal").asInt()).isEqualTo(compressed.length);
            assertThat(recording.get("bytesRead").asInt()).isEqualTo(compressed.length);
            for (String same : List.of("lines", "heartbeats", "skipped", "snapshotCount")) {
                assertThat(recording.get(same)).as(same).isEqualTo(plain.get(same));
            }
        }
    }

    @Test
    void aCutCompressedFileSaysSoAndKeepsWhatWasRead() throws IOException {
        byte[] whole = gzip(Recordings.bytes(BROKER));
        JsonNode recording = api.replay(Arrays.copyOf(whole, whole.length / 2), "cut.log.gz", SESSION);
        assertThat(recording.get("status").asString()).isEqualTo("FAILED");
        assertThat(recording.get("failure").asString()).contains("ends in the middle");
        assertThat(recording.get("snapshotCount").asInt()).isPositive();
    }

    @Test
    void aWrongFormatFailsWithWhatTheFileLooksLike() {
        JsonNode recording =
                api.replay(client(8083), "client.log", Map.of("format", "broker-request-log", "sessionTimeout", "10s"));
        assertThat(recording.get("status").asString()).isEqualTo("FAILED");
        assertThat(recording.get("failure").asString())
                .contains("looks like a client-debug-log")
                .contains("format=auto");
        ApiClient.Answer answer = api.upload(client(8083), "client.log", Map.of("format", "csv"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().toString()).contains("heartbeat-jsonl");
    }

    @Test
    void filesOfDifferentFormsAreNotMixed() {
        JsonNode recording = api.replay(Map.of("a.log", client(8083), "b.log", Recordings.bytes(BROKER)), SESSION);
        assertThat(recording.get("status").asString()).isEqualTo("FAILED");
        assertThat(recording.get("failure").asString()).contains("files of one form");
    }

    @Test
    void timesWithoutADateTakeTheDayFromTheUpload() {
        String log = new String(client(8083), StandardCharsets.UTF_8)
                .replaceAll("(?m)^\\[2026-11-29 ([0-9:]{8},[0-9]{3})\\]", "$1");
        byte[] content = log.getBytes(StandardCharsets.UTF_8);

        JsonNode undated = api.replay(content, "undated.log", SESSION);
        assertThat(undated.get("status").asString()).isEqualTo("FAILED");
        assertThat(undated.get("failure").asString()).contains("date=");
        JsonNode dated = api.replay(content, "dated.log", Map.of("date", "2026-11-29", "sessionTimeout", "10s"));
        assertThat(dated.get("status").asString()).isEqualTo("COMPLETED");
        assertThat(dated.get("heartbeats").asInt()).isEqualTo(47);
        assertThat(dated.get("firstHeartbeatAt").asString()).startsWith("2026-11-29T22:24:18");
        assertThat(api.upload(content, "undated.log", Map.of("date", "yesterday"))
                        .status())
                .isEqualTo(400);
    }

    private static JsonNode task(JsonNode offsets, JsonNode taskId) {
        for (JsonNode task : offsets.get("tasks")) {
            if (task.get("taskId").equals(taskId)) {
                return task;
            }
        }
        throw new AssertionError("There is no task " + taskId);
    }
}
