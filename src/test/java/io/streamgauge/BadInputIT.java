package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Bad input gets a clear answer, costs nothing that is stored, and the rest of a file is still replayed. */
@IntegrationTest
class BadInputIT {

    private static final String EDGE_CASES = "broker-request-4.4.0-edge-cases.log";

    @LocalServerPort
    private int port;

    @Value("${streamgauge.data-dir}")
    private Path dataDir;

    private ApiClient api;
    private List<String> lines;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
        lines = Recordings.lines(EDGE_CASES);
    }

    private JsonNode replay(String log) {
        return api.replay(log.getBytes(StandardCharsets.UTF_8), "bad.log", Map.of());
    }

    /** A good file with one line put in as its fifth. */
    private JsonNode replayWith(String line) {
        List<String> with = new ArrayList<>(lines);
        with.add(4, line);
        return replay(String.join("\n", with));
    }

    private String heartbeat() {
        return lines.stream()
                .filter(l -> l.contains("\"groupId\":\"g-f\""))
                .findFirst()
                .orElseThrow();
    }

    private static void assertSkipped(JsonNode recording, String reason, String message) {
        assertThat(recording.get("status").asString()).isEqualTo("COMPLETED");
        assertThat(recording.get("skipped").get(reason).asInt()).isEqualTo(1);
        assertThat(recording.get("errors").get(0).get("line").asInt()).isEqualTo(5);
        assertThat(recording.get("errors").get(0).get("message").asString()).contains(message);
        assertThat(recording.get("heartbeats").asInt())
                .as("the rest is replayed")
                .isEqualTo(34);
    }

    @Test
    void aTextThatIsNoLogFailsWithWhatWasLookedFor() {
        JsonNode recording = replay("Dear diary,\ntoday nothing happened.\n");
        assertThat(recording.get("status").asString()).isEqualTo("FAILED");
        assertThat(recording.get("failure").asString()).contains("kafka.request.logger");
        assertThat(recording.get("skipped").get("foreign-line").asInt()).isEqualTo(2);
    }

    @Test
    void aBinaryFileFailsTheSameWay() {
        byte[] noise = new byte[3_000_000];
        new Random(7).nextBytes(noise);
        JsonNode recording = api.replay(noise, "noise.bin", Map.of());
        assertThat(recording.get("status").asString()).isEqualTo("FAILED");
        assertThat(recording.get("failure").asString()).contains("kafka.request.logger");
    }

    @Test
    void anEmptyFileIsRefused() {
        ApiClient.Answer answer = api.upload(new byte[0], "empty.log", Map.of());
        assertProblem(answer, 400, "invalid-parameter", "empty");
    }

    @Test
    void emptyFilesBesideOthersAreLeftOut() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("broker-1.log", new byte[0]);
        files.put("broker-2.log", heartbeat().getBytes(StandardCharsets.UTF_8));
        files.put("broker-3.log", new byte[0]);

        JsonNode recording = api.replay(files, Map.of());
        assertThat(recording.get("status").asString()).isEqualTo("COMPLETED");
        assertThat(recording.get("name").asString()).isEqualTo("broker-2");
        assertThat(recording.get("lines").asInt()).isEqualTo(1);
        assertThat(recording.get("heartbeats").asInt()).isEqualTo(1);
    }

    @Test
    void filesThatAreAllEmptyAreRefused() {
        ApiClient.Answer answer =
                api.upload(Map.of("broker-1.log", new byte[0], "broker-2.log", new byte[0]), Map.of());
        assertProblem(answer, 400, "invalid-parameter", "empty");
        assertNoUploadLeft();
    }

    @Test
    void aTruncatedLastLineIsNamedAndTheRestIsReplayed() {
        List<String> upToAHeartbeat = lines.subList(
                0,
                lines.lastIndexOf(lines.stream()
                                .filter(l -> l.contains("\"requestApiKey\":88,"))
                                .reduce((first, second) -> second)
                                .orElseThrow())
                        + 1);
        String log = String.join("\n", upToAHeartbeat);
        JsonNode recording = replay(log.substring(0, log.length() - 700));
        assertThat(recording.get("status").asString()).isEqualTo("COMPLETED");
        assertThat(recording.get("heartbeats").asInt()).isEqualTo(33);
        assertThat(recording.get("skipped").get("truncated").asInt()).isEqualTo(1);
        assertThat(recording.get("errors").get(0).get("line").asInt()).isEqualTo(upToAHeartbeat.size());
    }

    @Test
    void aLineOfFiftyMegabytesIsPassedOver() {
        char[] padding = new char[50_000_000];
        Arrays.fill(padding, 'x');
        assertSkipped(replayWith(heartbeat() + new String(padding)), "line-too-long", "longer than");
    }

    @Test
    void textThatIsNotUtf8IsNamed() {
        byte[] log = String.join("\n", lines)
                .replace("\"memberId\":\"S1\"", "\"memberId\":\"S\u00e9\"")
                .getBytes(StandardCharsets.ISO_8859_1);
        JsonNode recording = api.replay(log, "latin1.log", Map.of());
        assertThat(recording.get("skipped").get("invalid-utf8").asInt()).isPositive();
        assertThat(recording.get("heartbeats").asInt()).isPositive();
    }

    @Test
    void jsonThatIsCutInTheMiddleIsNamed() {
        String line = heartbeat();
        assertSkipped(replayWith(line.substring(0, line.indexOf("\"response\"") + 30)), "truncated", "middle");
    }

    @Test
    void aPortOf70000IsOutOfRange() {
        assertSkipped(replayWith(heartbeat().replace("65535", "70000")), "out-of-range", "port is 70000");
    }

    @Test
    void halfACharacterIsOutOfRange() {
        assertSkipped(
                replayWith(heartbeat().replace("\"groupId\":\"g-f\"", "\"groupId\":\"\\ud800\"")),
                "out-of-range",
                "groupId");
    }

    @Test
    void anEpochOf2To40IsOutOfRange() {
        assertSkipped(
                replayWith(heartbeat().replace("\"memberEpoch\":2", "\"memberEpoch\":1099511627776")),
                "out-of-range",
                "memberEpoch is 1099511627776");
    }

    @Test
    void aHeartbeatWithoutAResponseIsNamedAndWhatItsMemberSaidIsTaken() {
        String line = lines.stream()
                .filter(l -> l.contains("\"groupId\":\"g-f\"") && l.contains("\"memberEpoch\":2,\"endpoint"))
                .findFirst()
                .orElseThrow();
        int response = line.indexOf(",\"response\"");
        int connection = line.indexOf(",\"connection\"");
        JsonNode recording = replayWith(line.substring(0, response) + line.substring(connection));
        assertThat(recording.get("errors").get(0).get("message").asString()).contains("no response");
        assertThat(recording.get("heartbeats").asInt()).isGreaterThan(1);
    }

    @Test
    void timeThatGoesBackwardsIsNamedAndChangesNothing() {
        String early = heartbeat().replaceFirst("2026-11-29 22:2\\d", "2026-11-29 20:23");
        List<String> with = new ArrayList<>(lines);
        with.add(early);
        JsonNode recording = replay(String.join("\n", with));
        assertThat(recording.get("skipped").get("time-backwards").asInt()).isEqualTo(1);
        assertThat(recording.get("errors").get(0).get("line").asInt()).isEqualTo(lines.size() + 1);
        assertThat(recording.get("errors").get(0).get("message").asString()).contains("order of time");
    }

    @Test
    void aLineOfAnotherApiWithAWrongClockChangesNothing() {
        String line = lines.get(0).replaceFirst("2026-11-29", "2099-01-01");
        for (int position : new int[] {0, 20, lines.size()}) {
            List<String> with = new ArrayList<>(lines);
            with.add(position, line);
            JsonNode recording = replay(String.join("\n", with));
            assertThat(recording.get("heartbeats").asInt()).isEqualTo(34);
            assertThat(recording.get("errors")).isEmpty();
        }
    }

    @Test
    void aHeartbeatWithAClockFarAheadIsNamedAndTheRestIsReplayed() {
        assertSkipped(
                replayWith(heartbeat().replaceFirst("2026-11-29", "2099-01-01")), "time-ahead", "2099-01-01T22:23:30");
    }

    @Test
    void anUploadOverTheLimitIsRefusedAndLeavesNoFile() throws Exception {
        byte[] large = new byte[65 * 1024 * 1024];
        assertProblem(
                api.upload(large, "large.log", Map.of()), 413, "upload-too-large", "streamgauge.recordings.max-size");
        assertNoUploadLeft();
    }

    @Test
    void anUploadThatIsCutOffLeavesNothing() throws Exception {
        long recordings = api.ok("/api/v1/recordings").get("total").asLong();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                OutputStream out = socket.getOutputStream()) {
            out.write(("POST /api/v1/recordings HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data;"
                            + " boundary=cut\r\nContent-Length: 1000000\r\n\r\n--cut\r\nContent-Disposition: form-data;"
                            + " name=\"file\"; filename=\"cut.log\"\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            out.write(new byte[200_000]);
            out.flush();
        }
        assertNoUploadLeft();
        assertThat(api.ok("/api/v1/recordings").get("total").asLong()).isEqualTo(recordings);
    }

    private void assertNoUploadLeft() {
        Awaitility.await().untilAsserted(() -> {
            try (Stream<Path> files = Files.list(dataDir.resolve("uploads"))) {
                assertThat(files).isEmpty();
            }
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/clusters/none | 404 | cluster-not-found | /api/v1/clusters",
                "/api/v1/clusters/known/streams-groups/none | 404 | group-not-found | none",
                "/api/v1/clusters/known/streams-groups/g-f/members/none | 404 | member-not-found | none",
                "/api/v1/clusters/known/streams-groups/g-f/members/none/history | 404 | member-not-found | none",
                "/api/v1/clusters/known/streams-groups/g-f/members/M2/history?version=999 | 404 | version-not-found | 999",
                "/api/v1/clusters/known/streams-groups/g-f/tasks/0_1/history?version=0 | 404 | version-not-found | 0",
                "/api/v1/clusters/known/streams-groups/g-f/tasks/9_9/history | 404 | task-not-found | 9_9",
                "/api/v1/clusters/known/streams-groups/g-f/tasks/nine/history | 404 | task-not-found | 1_3",
                "/api/v1/clusters/known/streams-groups/g-f/snapshots/999 | 404 | version-not-found | 999",
                "/api/v1/clusters/known/streams-groups/g-f/snapshots/0 | 404 | version-not-found | 0",
                "/api/v1/clusters/known/streams-groups/g-f?version=-1 | 404 | version-not-found | -1",
                "/api/v1/clusters/known/streams-groups/g-f?version=2.5 | 400 | invalid-parameter | version=2.5",
                "/api/v1/clusters/known/streams-groups/g-f?at=2020-01-01T00:00:00Z | 404 | before-first-snapshot | first observed",
                "/api/v1/clusters/known/streams-groups/g-f?at=yesterday | 400 | invalid-parameter | at=yesterday",
                "/api/v1/clusters/known/streams-groups/g-f?at=%2B999999-01-01T00:00:00Z | 400 | invalid-parameter | 9999",
                "/api/v1/clusters/known/streams-groups/g-f?at=2026-11-29T22:24:00Z&version=1 | 400 | invalid-parameter | at and version",
                "/api/v1/clusters/known/streams-groups?page=-1 | 400 | invalid-parameter | page=-1",
                "/api/v1/clusters/known/streams-groups?page=2147483647 | 400 | invalid-parameter | page=2147483647",
                "/api/v1/clusters/known/streams-groups?page=x | 400 | invalid-parameter | page=x",
                "/api/v1/clusters/known/streams-groups?size=0 | 400 | invalid-parameter | size=0",
                "/api/v1/clusters/known/streams-groups?size=5000 | 400 | invalid-parameter | size=5000",
                "/api/v1/clusters/known/streams-groups?include=tasks | 400 | invalid-parameter | MEMBERS",
                "/api/v1/clusters/known/streams-groups?sort=color | 400 | invalid-parameter | changedAt",
                "/api/v1/clusters/known/streams-groups?state=SLEEPY | 400 | invalid-parameter | STABLE",
                "/api/v1/clusters/known/streams-groups/g-f/tasks?role=boss | 400 | invalid-parameter | STANDBY",
                "/api/v1/clusters/known/streams-groups/g-f/endpoints/lookup?topic=a | 400 | invalid-parameter | partition",
                "/api/v1/clusters/known/streams-groups/g-f/endpoints/lookup?topic=a&partition=-1 | 400 | invalid-parameter | partition=-1",
                "/api/v1/clusters/known/streams-groups/g-f/diff?from=one&to=2 | 400 | invalid-parameter | from=one",
                "/api/v1/clusters/known/streams-groups/g-f/snapshots?from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z | 400 | invalid-parameter | swap",
                "/api/v1/recordings/77777 | 404 | recording-not-found | 77777",
                "/api/v1/recordings/x | 400 | invalid-parameter | id=x",
                "/api/v1/nothing | 404 | path-not-found | /v3/api-docs"
            })
    void everyBadRequestGetsAProblemThatNamesIt(String path, int status, String type, String detail) {
        if (api.get("/api/v1/clusters/known").status() == 404) {
            api.replay(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of("name", "known", "sessionTimeout", "44s"));
        }
        assertProblem(api.get(path), status, type, detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name | a/b | letters",
                "name | ../etc | letters",
                "format | csv | broker-request-log",
                "timeZone | Mars/Olympus | Europe/Berlin",
                "sessionTimeout | soon | PT45S",
                "sessionTimeout | -5s | between",
                "sessionTimeout | 0ms | between",
                "sessionTimeout | 45 | 45s"
            })
    void aBadFieldOfAnUploadIsNamedAndNothingIsKept(String field, String value, String detail) {
        assertProblem(
                api.upload(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of(field, value)),
                400,
                "invalid-parameter",
                detail);
        assertNoUploadLeft();
    }

    @Test
    void aNameThatIsTakenIsAConflict() {
        api.replay(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of("name", "taken", "sessionTimeout", "43s"));
        assertProblem(
                api.upload(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of("name", "taken", "sessionTimeout", "42s")),
                409,
                "name-taken",
                "taken");
        assertNoUploadLeft();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not json | does not begin as an export",
                "'' | is empty",
                "{} | no export of Streamgauge",
                "{\"at\":\"2026-11-29T22:00:00Z\",\"groupId\":\"g\"} | POST /api/v1/recordings",
                "{\"format\":\"streamgauge/export\",\"version\":2 | this Streamgauge reads version 1; update it",
                "{\"format\":\"streamgauge/export\",\"version\":1,\"groups\":[{\"groupId\":7}]} | groups[0].groupId (line 1, column 65) is a whole number",
                "{\"format\":\"streamgauge/export\",\"version\":1,\"groups\":[{\"groupId\":\"g\" | incomplete: it ends in groups[0]"
            })
    void aDocumentThatIsNoExportIsRefusedAndChangesNothing(String document, String detail) {
        JsonNode before = api.ok("/api/v1/recordings?size=1000");
        ApiClient.Answer answer = api.importExport(document.getBytes(StandardCharsets.UTF_8), "imported");
        assertProblem(answer, 400, document.isEmpty() ? "invalid-parameter" : "invalid-export", detail);
        assertThat(api.get("/api/v1/clusters/imported").status()).isEqualTo(404);
        assertThat(api.ok("/api/v1/recordings?size=1000")).isEqualTo(before);
        assertNoUploadLeft();
    }

    @Test
    void aRecordingIsNoExport() {
        assertProblem(
                api.importExport(Recordings.bytes(EDGE_CASES), "imported"),
                400,
                "invalid-export",
                "a recorded log goes to POST /api/v1/recordings");
        assertNoUploadLeft();
    }

    @Test
    void anImportsNameIsCheckedAsARecordingsIs() {
        byte[] document = "{}".getBytes(StandardCharsets.UTF_8);
        assertProblem(api.importExport(document, "a/b"), 400, "invalid-parameter", "letters");
        api.replay(Recordings.bytes(EDGE_CASES), EDGE_CASES, Map.of("name", "taken too"));
        assertProblem(api.importExport(document, "taken too"), 409, "name-taken", "taken too");
        assertNoUploadLeft();
    }

    @Test
    void anImportOverTheLimitIsRefusedAndLeavesNoFile() {
        assertProblem(api.importExport(new byte[65 * 1024 * 1024], "large"), 413, "upload-too-large", "max-size");
        assertNoUploadLeft();
    }

    private static void assertProblem(ApiClient.Answer answer, int status, String type, String detail) {
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.body().get("type").asString()).isEqualTo("urn:streamgauge:problem:" + type);
        assertThat(answer.body().get("detail").asString()).contains(detail);
        assertThat(answer.body().toString()).doesNotContain("Exception").doesNotContain("\tat ");
    }
}
