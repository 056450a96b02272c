package io.streamgauge.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The metrics of all groups in one scrape, beside the list of them. */
final class Scrape {

    private static final int RUNS = 5;
    private static final int WARMUPS = 10;

    private Scrape() {}

    static void run(Path work) throws Exception {
        LiveGroups live = LiveGroups.get();
        double[] scrapes = new double[RUNS];
        double[] lists = new double[RUNS];
        int bytes = 0;
        double first = 0;
        try (LiveService service = new LiveService(work, live)) {
            for (int run = -WARMUPS; run < RUNS; run++) {
                long start = System.nanoTime();
                byte[] answer = service.scrape();
                double scrape = (System.nanoTime() - start) / 1e9;
                start = System.nanoTime();
                service.get("?size=" + LiveGroups.GROUPS);
                double list = (System.nanoTime() - start) / 1e9;
                if (run == -WARMUPS) {
                    requireAll(answer);
                    first = scrape;
                }
                if (run >= 0) {
                    scrapes[run] = scrape;
                    lists[run] = list;
                    bytes = answer.length;
                }
            }
        }
        double ours = Bench.median(scrapes);
        double floor = Bench.median(lists);
        Bench.print(
                "scrape    metrics of %,d groups by one scrape: %.0f ms (the service's first %.0f ms, %.1f MB) | the list of"
                        + " them by one GET %.0f ms | ratio %.2f, bound < 1,000 ms | %s",
                LiveGroups.GROUPS, ours * 1e3, first * 1e3, bytes / 1e6, floor * 1e3, ours / floor, Bench.load());
    }

    private static void requireAll(byte[] answer) {
        long groups = new String(answer, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("streamgauge_group_state{"))
                .count();
        if (groups != LiveGroups.GROUPS) {
            throw new IllegalStateException("The scrape has " + groups + " groups");
        }
    }
}
