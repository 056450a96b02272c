package io.streamgauge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.IntegrationTest;
import io.streamgauge.Recordings;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.HistoryProperties;
import io.streamgauge.replay.Recording.Status;
import io.streamgauge.replay.RecordingStore.NewRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/** The start again and again on one store, as if the process had ended in between. */
@IntegrationTest
class ReplayStartIT {

    private static final String EDGE_CASES = "broker-request-4.4.0-edge-cases.log";

    @TempDir
    private Path directory;

    @Autowired
    private RecordingService recordings;

    @Autowired
    private RecordingStore store;

    @Autowired
    private Clusters clusters;

    @Autowired
    private HistoryProperties history;

    @Autowired
    private JdbcConnectionDetails database;

    private void begin(boolean sample, ReplayProperties.Source... files) {
        ReplayProperties properties =
                new ReplayProperties(sample, new ReplayProperties.Recordings(List.of(files), 1, null));
        new ReplayStart(recordings, clusters, properties, history, database).begin();
    }

    private static ReplayProperties.Source source(Path path, @Nullable String name) {
        return new ReplayProperties.Source(
                path, name, RecordingService.AUTO, ZoneOffset.UTC, null, Duration.ofSeconds(10));
    }

    private Recording add(String name, Path file) {
        Cluster cluster = clusters.create(name, Cluster.Kind.RECORDING);
        return store.add(new NewRecording(
                name, cluster.id(), "auto", file, true, ZoneOffset.UTC, null, Duration.ofSeconds(45), 1, null));
    }

    private List<Recording> all() {
        return recordings.list(0, 1_000).items();
    }

    private Status ended(long id) {
        Awaitility.await()
                .until(() -> recordings.find(id).orElseThrow().status().isOver());
        return recordings.find(id).orElseThrow().status();
    }

    /** Other tests share the store. */
    @BeforeEach
    @AfterEach
    void deleteAll() {
        all().forEach(recording -> recordings.delete(recording.id()));
    }

    @Test
    void onlyAnEmptyStoreBeginsWithTheSample() {
        begin(true);
        assertThat(all()).extracting(Recording::name).containsExactly("sample");
        assertThat(ended(all().get(0).id())).isEqualTo(Status.COMPLETED);
        begin(true);
        assertThat(all()).hasSize(1);
        deleteAll();
        begin(false);
        assertThat(all()).isEmpty();
    }

    @Test
    void aFileIsReplayedOnceAndOneThatCannotBeReadHoldsUpNoOther() throws IOException {
        Path file = Files.write(directory.resolve("edge cases.log"), Recordings.bytes(EDGE_CASES));
        begin(false, source(directory.resolve("missing.log"), null), source(file, "a/b"), source(file, null));
        assertThat(all()).extracting(Recording::name).containsExactly("edge cases");
        assertThat(ended(all().get(0).id())).isEqualTo(Status.COMPLETED);
        begin(false, source(file, null));
        assertThat(all()).hasSize(1);
        assertThat(file).as("a file that is not ours to delete").exists();
    }

    @Test
    void whatRanIsCutOffAndWhatWaitedIsReplayed() throws IOException {
        Path upload = Files.write(history.uploads().resolve("waiting.log"), Recordings.bytes(EDGE_CASES));
        Recording ran = add("ran", directory.resolve("gone.log"));
        assertThat(store.claim(ran.id(), Instant.now().plusSeconds(3_600))).isTrue();
        Recording waited = add("waited", upload);

        begin(false);

        assertThat(recordings.find(ran.id()).orElseThrow().status()).isEqualTo(Status.FAILED);
        assertThat(recordings.find(ran.id()).orElseThrow().failure()).contains("cut off");
        assertThat(ended(waited.id())).isEqualTo(Status.COMPLETED);
        Awaitility.await().until(() -> Files.notExists(upload));
    }

    @Test
    void whatNoRecordingNeedsIsRemoved() throws IOException {
        clusters.create("left", Cluster.Kind.RECORDING);
        clusters.create("live", Cluster.Kind.LIVE);
        Path left = Files.writeString(history.uploads().resolve("left.log"), "x");
        Path several = Files.createDirectory(history.uploads().resolve("several"));
        Files.writeString(several.resolve("one.log"), "x");

        begin(false);

        assertThat(clusters.find("left")).isEmpty();
        Cluster live = clusters.find("live").orElseThrow();
        clusters.delete(live.id());
        assertThat(left).doesNotExist();
        assertThat(several).doesNotExist();
    }

    @Test
    void filesOfOtherInstancesAreLeftToThem() {
        Recording theirs = add("theirs", directory.resolve("elsewhere.log"));
        recordings.resumeQueued(false);
        assertThat(recordings.find(theirs.id()).orElseThrow().status()).isEqualTo(Status.QUEUED);
        recordings.resumeQueued(true);
        assertThat(ended(theirs.id())).isEqualTo(Status.FAILED);
        assertThat(recordings.find(theirs.id()).orElseThrow().failure()).isEqualTo("The file is gone");
    }
}
