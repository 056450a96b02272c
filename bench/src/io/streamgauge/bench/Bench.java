package io.streamgauge.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures how fast the service is, each figure beside a floor taken in the same run. Arguments name what to measure,
 * none is everything.
 */
public final class Bench {

    private Bench() {}

    @FunctionalInterface
    interface Measure {

        /**
         * Measures and prints.
         *
         * @param work an empty directory for everything that is written
         */
        void run(Path work) throws Exception;
    }

    private static Map<String, Measure> measures() {
        Map<String, Measure> all = new LinkedHashMap<>();
        all.put("steady", ReplayRate::steady);
        all.put("client", ReplayRate::client);
        all.put("churn", ChurnRate::run);
        all.put("memory", BoundedMemory::run);
        all.put("disk", DiskSize::run);
        all.put("as-of", AsOfQuery::run);
        all.put("rebalances", RebalanceQuery::run);
        all.put("findings", FindingsCost::run);
        all.put("retention", RetentionCost::run);
        all.put("poll", PollCost::unchanged);
        all.put("poll-changed", PollCost::changed);
        all.put("live-steady", LiveSteady::run);
        all.put("rest-all", RestAll::run);
        all.put("scrape", Scrape::run);
        all.put("stop", StopTime::run);
        return all;
    }

    public static void main(String[] args) throws Exception {
        Map<String, Measure> measures = measures();
        List<String> wanted = args.length == 0 ? List.copyOf(measures.keySet()) : Arrays.asList(args);
        if (!measures.keySet().containsAll(wanted)) {
            System.err.println("Measures are " + String.join(", ", measures.keySet()));
            System.exit(1);
        }
        Runtime machine = Runtime.getRuntime();
        System.out.printf(
                "Java %s, %d processors, heap up to %d MiB%n",
                System.getProperty("java.version"), machine.availableProcessors(), machine.maxMemory() >> 20);
        try {
            for (String name : wanted) {
                Path work = Files.createTempDirectory(Path.of("target"), "bench-" + name + "-");
                try {
                    measures.get(name).run(work);
                } finally {
                    delete(work);
                }
            }
        } finally {
            LiveGroups.close();
        }
    }

    static void print(String format, Object... args) {
        System.out.println(String.format(Locale.ROOT, format, args));
    }

    /** What else runs while something is measured makes it slower: processes that ran or waited to, in the last minute. */
    static String load() {
        return String.format(
                Locale.ROOT,
                "load %.1f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void delete(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
