package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.replay.RecordingStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** Recordings from the queue to their end, replayed so slowly that each is met where the test wants it. */
@IntegrationTest
@TestPropertySource(properties = "streamgauge.recordings.pace=4")
class RecordingLifeIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";
    private static final String PATH = "/api/v1/recordings/";

    @LocalServerPort
    private int port;

    @Value("${streamgauge.data-dir}")
    private Path data;

    @Autowired
    private RecordingStore store;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
    }

    @AfterEach
    void deleteAll() {
        for (JsonNode recording : api.ok("/api/v1/recordings?size=1000").get("items")) {
            assertThat(api.delete(PATH + recording.get("id").asLong()).status()).isEqualTo(204);
        }
    }

    /** Uploads the recording with something in it that no other has. */
    private JsonNode upload(String name) {
        ApiClient.Answer answer = api.upload(unlike(name), ORDERS, Map.of("name", name, "sessionTimeout", "10s"));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
        return answer.body();
    }

    private static byte[] unlike(String name) {
        return (new String(Recordings.bytes(ORDERS), StandardCharsets.UTF_8) + name + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode get(JsonNode recording) {
        return api.ok(PATH + recording.get("id").asLong());
    }

    private ApiClient.Answer cancel(JsonNode recording) {
        return api.post(PATH + recording.get("id").asLong() + "/cancel");
    }

    private void awaitSnapshots(JsonNode recording) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .until(() -> get(recording).get("snapshotCount").asInt() > 0);
    }

    private long uploadsOnDisk() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("uploads"))) {
            return files.count();
        }
    }

    @Test
    void aPacedReplayShowsWhatItHasAndHowFastItGoes() {
        JsonNode recording = upload("slow");
        awaitSnapshots(recording);
        Awaitility.await().until(() -> !get(recording).get("bytesPerSecond").isNull());
        JsonNode running = get(recording);
        assertThat(running.get("status").asString()).isEqualTo("RUNNING");
        assertThat(running.get("bytesPerSecond").asLong()).isPositive();
        assertThat(running.get("timeLeftMs").asLong()).isPositive();
        assertThat(api.ok("/api/v1/clusters/slow/streams-groups/orders-app")
                        .get("memberCount")
                        .asInt())
                .isPositive();
    }

    @Test
    void aCancelledReplayStopsAtOnceAndKeepsWhatItStored() throws IOException {
        JsonNode recording = upload("cut");
        awaitSnapshots(recording);

        ApiClient.Answer cancelled = cancel(recording);

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.body().get("status").asString()).isEqualTo("CANCELLED");
        assertThat(cancelled.body().get("finishedAt").isNull()).isFalse();
        assertThat(cancelled.body().get("bytesPerSecond").isNull()).isTrue();
        assertThat(uploadsOnDisk()).isZero();
        JsonNode after = get(recording);
        assertThat(after).isEqualTo(cancelled.body());
        int versions = 0;
        for (JsonNode group : api.ok("/api/v1/clusters/cut/streams-groups").get("items")) {
            String path = "/api/v1/clusters/cut/streams-groups/"
                    + group.get("groupId").asString();
            for (int version = 1; version <= group.get("version").asInt(); version++, versions++) {
                JsonNode snapshot = api.ok(path + "/snapshots/" + version);
                assertThat(snapshot.get("members"))
                        .hasSize(snapshot.get("memberCount").asInt());
            }
        }
        assertThat(versions).isEqualTo(after.get("snapshotCount").asInt()).isPositive();
    }

    @Test
    void aQueuedRecordingIsCancelledBeforeItBeginsAndTheNextHasItsTurn() throws IOException {
        JsonNode running = upload("first");
        JsonNode queued = upload("second");
        JsonNode next = upload("third");
        awaitSnapshots(running);
        assertThat(get(queued).get("status").asString()).isEqualTo("QUEUED");
        assertThat(get(queued).get("bytesPerSecond").isNull()).isTrue();

        assertThat(cancel(queued).body().get("status").asString()).isEqualTo("CANCELLED");
        assertThat(uploadsOnDisk()).as("files of the other two").isEqualTo(2);
        assertThat(cancel(running).status()).isEqualTo(200);

        awaitSnapshots(next);
        assertThat(get(queued).get("lines").asInt()).isZero();
        assertThat(get(queued).get("startedAt").isNull()).isTrue();
    }

    @Test
    void aReplayThatAnotherInstanceCancelledStops() {
        JsonNode recording = upload("cancelled elsewhere");
        awaitSnapshots(recording);

        assertThat(store.cancel(recording.get("id").asLong(), Instant.parse("2026-11-30T00:00:00Z")))
                .isTrue();

        Awaitility.await("its upload is deleted when it stops").until(() -> uploadsOnDisk() == 0);
        assertThat(get(recording).get("status").asString()).isEqualTo("CANCELLED");
        assertThat(get(recording).get("snapshotCount").asInt()).isPositive();
    }

    @Test
    void whatIsOverOrUnknownCannotBeCancelled() {
        JsonNode recording = upload("over");
        assertThat(cancel(recording).status()).isEqualTo(200);

        ApiClient.Answer again = cancel(recording);

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.contentType()).startsWith("application/problem+json");
        assertThat(again.body().get("type").asString()).isEqualTo("urn:streamgauge:problem:recording-over");
        assertThat(again.body().get("detail").asString()).contains("'over' is over (cancelled)");
        assertThat(api.post(PATH + "4711/cancel").status()).isEqualTo(404);
    }

    @Test
    void deletingAPacedReplayDoesNotWaitForIt() {
        JsonNode recording = upload("gone");
        awaitSnapshots(recording);
        assertThat(api.delete(PATH + recording.get("id").asLong()).status()).isEqualTo(204);
        assertThat(api.get("/api/v1/clusters/gone").status()).isEqualTo(404);
    }

    @Test
    void theSameContentIsAnsweredWithTheRecordingThatHasItUnlessThatWasCancelled() throws IOException {
        JsonNode first = upload("content");
        ApiClient.Answer again =
                api.upload(unlike("content"), "other.log", Map.of("name", "another name", "sessionTimeout", "PT10S"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.location()).isEqualTo(PATH + first.get("id").asLong());
        assertThat(again.body().get("id")).isEqualTo(first.get("id"));
        assertThat(again.body().get("name").asString()).isEqualTo("content");
        assertThat(uploadsOnDisk()).isEqualTo(1);
        assertThat(api.get("/api/v1/clusters/another%20name").status()).isEqualTo(404);

        ApiClient.Answer otherwise =
                api.upload(unlike("content"), ORDERS, Map.of("name", "read otherwise", "sessionTimeout", "20s"));
        assertThat(otherwise.status()).as("read with another session timeout").isEqualTo(202);
        assertThat(cancel(first).status()).isEqualTo(200);
        ApiClient.Answer afresh =
                api.upload(unlike("content"), ORDERS, Map.of("name", "afresh", "sessionTimeout", "10s"));
        assertThat(afresh.status()).as("the first was cancelled").isEqualTo(202);
    }
}
