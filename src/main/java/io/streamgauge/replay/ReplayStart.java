package io.streamgauge.replay;

import io.streamgauge.history.ClusterExistsException;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.HistoryProperties;
import io.streamgauge.replay.RecordingService.Submission;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.event.EventListener;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/** What the replay does when the service has started: tidies up, then replays what it is told to. */
@Component
class ReplayStart {

    private static final String SAMPLE = "sample";
    private static final String SAMPLE_FILE = "sample/orders.log";

    /** Of the brokers that the bundled recording was taken from. */
    private static final Duration SAMPLE_SESSION_TIMEOUT = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(ReplayStart.class);

    private final RecordingService recordings;
    private final Clusters clusters;
    private final ReplayProperties properties;
    private final HistoryProperties history;
    private final JdbcConnectionDetails database;

    ReplayStart(
            RecordingService recordings,
            Clusters clusters,
            ReplayProperties properties,
            HistoryProperties history,
            JdbcConnectionDetails database) {
        this.recordings = recordings;
        this.clusters = clusters;
        this.properties = properties;
        this.history = history;
        this.database = database;
    }

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        // An embedded database file has one process at a time: whatever runs in it belonged to one that is dead.
        boolean alone = database.getJdbcUrl().startsWith("jdbc:h2:");
        recordings.failAbandoned(alone ? Instant.MAX : Instant.now());
        if (alone) {
            recordings.tidyUp(history.uploads());
        }
        recordings.resumeQueued(alone);
        if (properties.sample() && clusters.list(0, 1).total() == 0) {
            replaySample();
        }
        properties.recordings().files().forEach(this::replay);
    }

    private void replaySample() {
        try (InputStream in = new ClassPathResource(SAMPLE_FILE).getInputStream()) {
            Path uploads = Files.createDirectories(history.uploads());
            Path file = Files.createTempFile(uploads, "sample", ".log");
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            recordings.submit(new Submission(
                    file,
                    SAMPLE_FILE,
                    true,
                    SAMPLE,
                    RecordingService.AUTO,
                    ZoneId.of("UTC"),
                    null,
                    SAMPLE_SESSION_TIMEOUT));
        } catch (IOException e) {
            log.error("The bundled recording could not be unpacked into {}", history.dataDir(), e);
        } catch (ClusterExistsException e) {
            log.info("The bundled recording is being replayed by another instance");
        }
    }

    private void replay(ReplayProperties.Source source) {
        String name = source.name() == null
                ? RecordingNames.fromFile(source.path().getFileName().toString())
                : source.name().strip();
        if (clusters.find(name).isPresent()) {
            log.info("Recording '{}' is stored already; delete it to replay {} again", name, source.path());
            return;
        }
        try {
            recordings.submit(new Submission(
                    source.path().toAbsolutePath(),
                    source.path().toString(),
                    false,
                    name,
                    source.format(),
                    source.timeZone(),
                    source.date(),
                    source.sessionTimeout()));
        } catch (IOException e) {
            log.error(
                    "streamgauge.recordings.files names {}, which cannot be read ({}); nothing of it is replayed",
                    source.path(),
                    e.toString());
        } catch (RecordingNameException e) {
            log.error("streamgauge.recordings.files names a recording '{}': {}", name, e.getMessage());
        } catch (ClusterExistsException e) {
            log.info("Recording '{}' is being replayed by another instance", name);
        }
    }
}
