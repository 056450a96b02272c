package io.streamgauge.bench;

import java.nio.file.Path;
import java.time.Duration;

/** What it takes to watch many groups in which nothing happens. */
final class LiveSteady {

    /** Until what runs often is compiled, which takes longer the less often it runs, and what runs once an hour is over. */
    private static final Duration WARMUP = Duration.ofMinutes(5);

    /** Each group is described twice, and listed twelve times. */
    private static final Duration MEASURED = Duration.ofSeconds(60);

    private LiveSteady() {}

    static void run(Path work) throws Exception {
        LiveGroups live = LiveGroups.get();
        try (LiveService service = new LiveService(work, live)) {
            Thread.sleep(WARMUP.toMillis());
            Duration before = service.cpu();
            long start = System.nanoTime();
            Thread.sleep(MEASURED.toMillis());
            double cores = service.cpu().minus(before).toNanos() / (double) (System.nanoTime() - start);
            Bench.print(
                    "live-steady  %,d groups at default intervals: %.1f %% of one core, bound < 10 %% | heap %.0f MB after a"
                            + " collection, run with -Xmx%dm, bound < 256 MB | %s",
                    LiveGroups.GROUPS, cores * 100, service.liveHeap() / 1e6, LiveService.HEAP_MB, Bench.load());
        }
    }
}
