package io.streamgauge.bench;

import java.nio.file.Path;

/** Whether a large log replays in a small heap. */
final class BoundedMemory {

    private static final long SIZE = 2L << 30;

    private BoundedMemory() {}

    static void run(Path work) throws Exception {
        Path log = work.resolve("large.log");
        long bytes = Logs.steady(log, 20, SIZE);
        long start = System.nanoTime();
        Process replay = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BoundedMemory.class.getName(),
                        log.toString())
                .inheritIO()
                .start();
        int exit = replay.waitFor();
        if (exit != 0) {
            throw new IllegalStateException("The replay ended with " + exit);
        }
        Bench.print(
                "memory  a log of %.2f GB replayed with -Xmx256m in %.0f s, start included",
                bytes / 1e9, (System.nanoTime() - start) / 1e9);
    }

    public static void main(String[] args) throws Exception {
        Path log = Path.of(args[0]);
        try (Service service = new Service(log.getParent())) {
            service.replay(log);
        }
    }
}
