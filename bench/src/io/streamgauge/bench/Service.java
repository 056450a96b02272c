package io.streamgauge.bench;

import io.streamgauge.StreamgaugeApplication;
import io.streamgauge.replay.Recording;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.replay.RecordingService.Submission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** The service on an empty embedded database of its own, which is gone when it is closed. */
final class Service implements AutoCloseable {

    private final Path dataDir;
    private final ConfigurableApplicationContext context;
    private int replays;

    Service(Path work) throws IOException {
        this(work, Clock.systemUTC(), List.of());
    }

    /** @param more command line arguments */
    Service(Path work, Clock clock, List<String> more) throws IOException {
        dataDir = Files.createTempDirectory(work, "data");
        List<String> arguments = new ArrayList<>(List.of(
                "--streamgauge.data-dir=" + dataDir,
                "--streamgauge.sample=false",
                "--spring.main.banner-mode=off",
                "--logging.level.root=WARN"));
        arguments.addAll(more);
        context = new SpringApplicationBuilder(StreamgaugeApplication.class)
                .web(WebApplicationType.NONE)
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean("benchClock", Clock.class, () -> clock, bean -> bean.setPrimary(true)))
                .run(arguments.toArray(String[]::new));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    Path dataDir() {
        return dataDir;
    }

    /** A replayed file and how long it took from the first byte to the last committed row. */
    record Replayed(Recording recording, double seconds) {}

    Replayed replay(Path file) throws IOException, InterruptedException {
        RecordingService recordings = bean(RecordingService.class);
        long id = recordings
                .submit(new Submission(
                        file,
                        file.getFileName().toString(),
                        false,
                        "replay-" + ++replays,
                        RecordingService.AUTO,
                        ZoneOffset.UTC,
                        null,
                        Duration.ofSeconds(45)))
                .recording()
                .id();
        while (true) {
            Recording recording = recordings.find(id).orElseThrow();
            if (recording.status().isOver()) {
                if (recording.status() != Recording.Status.COMPLETED) {
                    throw new IllegalStateException(recording.failure());
                }
                Duration took = Duration.between(recording.startedAt(), recording.finishedAt());
                return new Replayed(recording, took.toNanos() / 1e9);
            }
            Thread.sleep(5);
        }
    }

    /** Stops the service and leaves its files. */
    void stop() {
        context.close();
    }

    @Override
    public void close() throws IOException {
        stop();
        List<Path> files;
        try (var all = Files.walk(dataDir)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
