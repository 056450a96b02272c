package io.streamgauge.bench;

import java.nio.file.Files;
import java.nio.file.Path;

/** What a replayed day takes on disk, beside the log that it was read from. */
final class DiskSize {

    private DiskSize() {}

    static void run(Path work) throws Exception {
        Path log = work.resolve("day.log");
        long bytes = Logs.day(log);
        Path database;
        long stored;
        Service.Replayed replayed;
        try (Service service = new Service(work)) {
            replayed = service.replay(log);
            service.stop();
            database = service.dataDir();
            try (var files = Files.walk(database)) {
                stored = files.filter(Files::isRegularFile)
                        .mapToLong(f -> f.toFile().length())
                        .sum();
            }
        }
        var progress = replayed.recording().progress();
        Bench.print(
                "disk    %.1f MB stored (%,d heartbeats, %,d snapshots, replayed in %.1f s) | log %.0f MB | 1/%.0f, bound <= 1/100",
                stored / 1e6,
                progress.heartbeats(),
                progress.snapshots(),
                replayed.seconds(),
                bytes / 1e6,
                (double) bytes / stored);
    }
}
