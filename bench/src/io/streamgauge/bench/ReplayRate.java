package io.streamgauge.bench;

import io.streamgauge.heartbeat.HeartbeatFormat;
import io.streamgauge.heartbeat.HeartbeatReader;
import io.streamgauge.heartbeat.LineReader;
import io.streamgauge.heartbeat.LineResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** How fast a file becomes committed rows, beside the least that anything would do with its lines. */
final class ReplayRate {

    private static final int RUNS = 5;
    private static final long SIZE = 300L << 20;
    private static final int MAX_LINE = 1 << 24;

    private ReplayRate() {}

    @FunctionalInterface
    private interface Floor {
        long read(Path file) throws IOException;
    }

    static void steady(Path work) throws Exception {
        Path file = work.resolve("steady.log");
        long bytes = Logs.steady(file, 20, SIZE);
        compare("steady", file, bytes, "bare Jackson token scan", 0.6, ReplayRate::tokenScan);
    }

    static void client(Path work) throws Exception {
        Path file = work.resolve("client.log");
        long bytes = Logs.client(file, SIZE);
        compare("client", file, bytes, "reading lines and matching the marker", 0.4, ReplayRate::matchLines);
        Files.delete(file);
        readOnly(file, Logs.eventfulClient(file, SIZE));
    }

    /** The client's log as it was recorded, read to heartbeats and no further: most of it is joins and rebalances. */
    private static void readOnly(Path file, long bytes) throws IOException {
        double[] ours = new double[RUNS];
        double[] bare = new double[RUNS];
        long heartbeats = 0;
        for (int run = -1; run < RUNS; run++) {
            long start = System.nanoTime();
            matchLines(file);
            double floor = (System.nanoTime() - start) / 1e9;
            start = System.nanoTime();
            heartbeats = read(file);
            if (run >= 0) {
                bare[run] = floor;
                ours[run] = (System.nanoTime() - start) / 1e9;
            }
        }
        double mb = bytes / 1e6;
        Bench.print(
                "        an eventful one, to heartbeats only: %.0f MB/s (%,d heartbeats) | the same floor %.0f MB/s | ratio %.2f",
                mb / Bench.median(ours), heartbeats, mb / Bench.median(bare), Bench.median(bare) / Bench.median(ours));
    }

    private static long read(Path file) throws IOException {
        long heartbeats = 0;
        HeartbeatReader reader = HeartbeatFormat.CLIENT_DEBUG_LOG.reader(ZoneOffset.UTC, null);
        try (InputStream in = Files.newInputStream(file)) {
            LineReader lines = new LineReader(in, MAX_LINE);
            while (lines.next()) {
                if (reader.read(lines.buffer(), lines.offset(), lines.length()) instanceof LineResult.Heartbeat) {
                    heartbeats++;
                }
            }
        }
        return heartbeats;
    }

    private static void compare(String name, Path file, long bytes, String floorName, double bound, Floor floor)
            throws Exception {
        double[] ours = new double[RUNS];
        double[] bare = new double[RUNS];
        String counts = "";
        try (Service service = new Service(file.getParent())) {
            service.replay(file);
            floor.read(file);
            for (int run = 0; run < RUNS; run++) {
                long start = System.nanoTime();
                floor.read(file);
                bare[run] = (System.nanoTime() - start) / 1e9;
                Service.Replayed replayed = service.replay(file);
                ours[run] = replayed.seconds();
                var progress = replayed.recording().progress();
                counts = String.format(
                        "%,d heartbeats, %,d snapshots, %.1f %% unchanged",
                        progress.heartbeats(),
                        progress.snapshots(),
                        100 - 100.0 * progress.snapshots() / progress.heartbeats());
            }
        }
        double mb = bytes / 1e6;
        Bench.print(
                "%-7s %.0f MB/s (%s) | floor: %s %.0f MB/s | ratio %.2f, bound >= %.1f",
                name,
                mb / Bench.median(ours),
                counts,
                floorName,
                mb / Bench.median(bare),
                Bench.median(bare) / Bench.median(ours),
                bound);
    }

    /** Every token of every line's JSON, nothing done with it. */
    private static long tokenScan(Path file) throws IOException {
        JsonFactory json = new JsonFactory();
        long tokens = 0;
        try (InputStream in = Files.newInputStream(file)) {
            LineReader lines = new LineReader(in, MAX_LINE);
            while (lines.next()) {
                byte[] buffer = lines.buffer();
                int start = lines.offset();
                int end = start + lines.length();
                while (buffer[start] != '{') {
                    start++;
                }
                try (JsonParser parser = json.createParser(ObjectReadContext.empty(), buffer, start, end - start)) {
                    int depth = 0;
                    do {
                        var token = parser.nextToken();
                        tokens++;
                        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                    } while (depth > 0);
                }
            }
        }
        return tokens;
    }

    private static long matchLines(Path file) throws IOException {
        long matches = 0;
        try (BufferedReader in = Files.newBufferedReader(file)) {
            String line;
            while ((line = in.readLine()) != null) {
                if (line.contains("STREAMS_GROUP_HEARTBEAT")) {
                    matches++;
                }
            }
        }
        return matches;
    }
}
