package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The packaged service from its first start through crashes to the next. */
class ServiceLifeIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";

    @TempDir
    private Path directory;

    /** The recording on 28 days one after another, which takes some seconds to replay. */
    private static byte[] aMonth() {
        String day = new String(Recordings.bytes(ORDERS), StandardCharsets.UTF_8);
        StringBuilder month = new StringBuilder();
        for (int i = 1; i <= 28; i++) {
            month.append(day.replace("[2026-11-29", String.format("[2026-12-%02d", i)));
        }
        return month.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theFirstStartShowsTheSampleAndSaysWhereToLook() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(directory).awaitReady()) {
            ApiClient api = new ApiClient(service.port());
            JsonNode sample = api.awaitEnd(1);
            assertThat(sample.get("status").asString()).isEqualTo("COMPLETED");
            JsonNode orders = api.ok("/api/v1/clusters/sample/streams-groups/orders-app");
            assertThat(orders.get("state").asString()).isEqualTo("STABLE");
            assertThat(orders.get("memberCount").asInt()).isEqualTo(4);
            assertThat(service.log()).contains("http://127.0.0.1:" + service.port());
        }
        try (ServiceProcess again = ServiceProcess.start(directory).awaitReady()) {
            assertThat(new ApiClient(again.port())
                            .ok("/api/v1/recordings")
                            .get("total")
                            .asInt())
                    .as("the sample is loaded once")
                    .isEqualTo(1);
        }
    }

    @Test
    void aReplayThatIsKilledLeavesWholeSnapshotsAndIsFailedAtTheNextStartWhichReplaysWhatWasQueued() throws Exception {
        long id;
        long queued;
        try (ServiceProcess service =
                ServiceProcess.start(directory, "--streamgauge.sample=false").awaitReady()) {
            ApiClient api = new ApiClient(service.port());
            id = api.upload(aMonth(), "month.log", Map.of("name", "month", "sessionTimeout", "10s"))
                    .body()
                    .get("id")
                    .asLong();
            queued = api.upload(Recordings.bytes(ORDERS), "day.log", Map.of("name", "day", "sessionTimeout", "10s"))
                    .body()
                    .get("id")
                    .asLong();
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> api.ok("/api/v1/recordings/" + id)
                                    .get("snapshotCount")
                                    .asInt()
                            >= 500);
            service.kill();
        }
        try (ServiceProcess service =
                ServiceProcess.start(directory, "--streamgauge.sample=false").awaitReady()) {
            ApiClient api = new ApiClient(service.port());
            JsonNode recording = api.awaitEnd(id);
            assertThat(recording.get("status").asString()).isEqualTo("FAILED");
            assertThat(recording.get("failure").asString()).contains("cut off");
            assertThat(api.awaitEnd(queued).get("status").asString()).isEqualTo("COMPLETED");
            String groups = "/api/v1/clusters/month/streams-groups";
            int snapshots = 0;
            for (JsonNode group : api.ok(groups + "?size=100").get("items")) {
                String path =
                        groups + "/" + ApiClient.segment(group.get("groupId").asString());
                int versions = group.get("version").asInt();
                assertThat(api.ok(path + "/snapshots?size=1").get("total").asInt())
                        .isEqualTo(versions);
                for (int version = 1; version <= versions; version += 7) {
                    JsonNode snapshot = api.ok(path + "/snapshots/" + version);
                    assertThat(snapshot.get("members"))
                            .hasSize(snapshot.get("memberCount").asInt());
                    int active = 0;
                    for (JsonNode member : snapshot.get("members")) {
                        active += member.get("assigned").get("active").size();
                    }
                    if (!snapshot.get("activeTaskCount").isNull()) {
                        assertThat(active)
                                .isEqualTo(snapshot.get("activeTaskCount").asInt());
                    }
                }
                snapshots += versions;
            }
            assertThat(snapshots).isGreaterThanOrEqualTo(500);
        }
    }

    @Test
    void aStopInTheMiddleOfAReplayDoesNotWaitForItsEndAndIsTold() throws Exception {
        long id;
        try (ServiceProcess service =
                ServiceProcess.start(directory, "--streamgauge.sample=false").awaitReady()) {
            ApiClient api = new ApiClient(service.port());
            id = api.upload(aMonth(), "month.log", Map.of("name", "month"))
                    .body()
                    .get("id")
                    .asLong();
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(20))
                    .until(() ->
                            api.ok("/api/v1/recordings/" + id).get("heartbeats").asInt() > 0);
            service.terminate();
            // What it waits for of its own accord is seconds; how late a busy machine starts its threads is not its
            // fault.
            service.awaitEnd(Duration.ofMinutes(1));
        }
        try (ServiceProcess service =
                ServiceProcess.start(directory, "--streamgauge.sample=false").awaitReady()) {
            JsonNode recording = new ApiClient(service.port()).awaitEnd(id);
            assertThat(recording.get("status").asString()).isEqualTo("FAILED");
            assertThat(recording.get("failure").asString()).contains("stopped");
        }
    }

    @Test
    void aSecondInstanceOnTheSameDirectoryRefusesToStartAndSaysWhy() throws Exception {
        try (ServiceProcess first = ServiceProcess.start(directory).awaitReady()) {
            try (ServiceProcess second = ServiceProcess.start(directory)) {
                assertThat(second.awaitEnd(Duration.ofMinutes(1))).isNotZero();
                assertThat(second.log())
                        .contains("in use by another process")
                        .contains("streamgauge.data-dir")
                        .doesNotContain("\tat ");
            }
            assertThat(new ApiClient(first.port()).get("/api/v1/clusters").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void recordingsNamedInTheSettingsAreReplayedOnce() throws Exception {
        Path file = Files.write(directory.resolve("ours.log"), Recordings.bytes(ORDERS));
        String[] settings = {
            "--streamgauge.sample=false",
            "--streamgauge.recordings.files[0].path=" + file,
            "--streamgauge.recordings.files[0].name=ours",
            "--streamgauge.recordings.files[0].session-timeout=10s",
            "--streamgauge.recordings.files[0].time-zone=Europe/Berlin",
            "--streamgauge.recordings.files[1].path=" + directory.resolve("missing.log"),
            "--streamgauge.recordings.max-size=1MB"
        };
        Path data = directory.resolve("data");
        for (int start = 1; start <= 2; start++) {
            try (ServiceProcess service = ServiceProcess.start(data, settings).awaitReady()) {
                ApiClient api = new ApiClient(service.port());
                JsonNode recording = api.awaitEnd(1);
                assertThat(recording.get("status").asString()).isEqualTo("COMPLETED");
                assertThat(recording.get("sessionTimeoutMs").asLong()).isEqualTo(10_000);
                assertThat(recording.get("firstHeartbeatAt").asString()).isEqualTo("2026-11-29T21:23:38.612Z");
                assertThat(api.ok("/api/v1/recordings").get("total").asInt()).isEqualTo(1);
                assertThat(service.log()).contains("missing.log");
                assertThat(file).as("a file that is not ours to delete").exists();
            }
        }
    }
}
