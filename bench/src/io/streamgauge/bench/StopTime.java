package io.streamgauge.bench;

import io.streamgauge.ApiClient;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** How long the service takes to stop in the middle of what takes long, beside a stop when it only polls. */
final class StopTime {

    private static final int RUNS = 5;
    private static final int MEMBERS = 20;
    private static final int HEARTBEATS = 100_000;

    private StopTime() {}

    static void run(Path work) throws Exception {
        LiveGroups live = LiveGroups.get();
        Path log = work.resolve("churn.log");
        Logs.churn(log, MEMBERS, HEARTBEATS);
        byte[] recording = Files.readAllBytes(log);
        double[] busy = new double[RUNS];
        double[] idle = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            try (LiveService service = new LiveService(Files.createTempDirectory(work, "idle"), live)) {
                idle[run] = seconds(service);
            }
            try (LiveService service = new LiveService(Files.createTempDirectory(work, "busy"), live)) {
                ApiClient api = new ApiClient(service.port());
                long id = api.upload(recording, "churn.log", Map.of("name", "churn"))
                        .body()
                        .get("id")
                        .asLong();
                InputStream events = service.events();
                while (api.ok("/api/v1/recordings/" + id).get("snapshotCount").asLong() == 0) {
                    Thread.sleep(20);
                }
                busy[run] = seconds(service);
                events.close();
            }
        }
        Bench.print(
                "stop      in the middle of a replay, with %,d groups polled and a client of events: %.2f s, longest %.2f s, bound"
                        + " <= 5 s | only polling %.2f s | %s",
                LiveGroups.GROUPS,
                Bench.median(busy),
                Arrays.stream(busy).max().orElseThrow(),
                Bench.median(idle),
                Bench.load());
    }

    /** From the signal to the end of the process. */
    private static double seconds(LiveService service) {
        long start = System.nanoTime();
        service.close();
        return (System.nanoTime() - start) / 1e9;
    }
}
