package io.streamgauge.bench;

import io.streamgauge.kafka.KafkaClassPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All groups with all their members in one answer, beside Kafka's own tool. */
final class RestAll {

    private static final int RUNS = 5;
    private static final int WARMUPS = 10;
    private static final int TOOL_RUNS = 3;
    private static final String ALL = "?include=members&size=" + LiveGroups.GROUPS;

    private RestAll() {}

    static void run(Path work) throws Exception {
        LiveGroups live = LiveGroups.get();
        double[] ours = new double[RUNS];
        double[] tool = new double[TOOL_RUNS];
        int bytes = 0;
        double first = 0;
        try (LiveService service = new LiveService(work, live)) {
            for (int run = -WARMUPS; run < RUNS; run++) {
                long start = System.nanoTime();
                byte[] answer = service.get(ALL);
                double took = (System.nanoTime() - start) / 1e9;
                if (run == -WARMUPS) {
                    requireAll(answer);
                    first = took;
                }
                if (run >= 0) {
                    ours[run] = took;
                    bytes = answer.length;
                }
            }
            for (int run = 0; run < TOOL_RUNS; run++) {
                tool[run] = describeByTool(live, work.resolve("described.txt"));
            }
        }
        double our = Bench.median(ours);
        double theirs = Bench.median(tool);
        Bench.print(
                "rest-all  %,d groups with all members by one GET: %.0f ms (the service's first such answer %.0f ms, %.1f MB)"
                        + " | kafka-streams-groups.sh --describe --all-groups --members --verbose %.2f s | %.0f times as"
                        + " fast, bound >= 20 | %s",
                LiveGroups.GROUPS, our * 1e3, first * 1e3, bytes / 1e6, theirs, theirs / our, Bench.load());
    }

    private static void requireAll(byte[] answer) {
        JsonNode items = JsonMapper.shared().readTree(answer).path("items");
        int members = 0;
        int tasks = 0;
        for (JsonNode group : items) {
            for (JsonNode member : group.path("members")) {
                members++;
                tasks += member.path("assigned").path("active").size();
            }
        }
        if (members != LiveGroups.GROUPS * LiveGroups.MEMBERS || tasks != LiveGroups.GROUPS * LiveGroups.TASKS) {
            throw new IllegalStateException("The answer has " + members + " members and " + tasks + " tasks: "
                    + new String(answer, 0, Math.min(answer.length, 500), StandardCharsets.UTF_8));
        }
    }

    /** Seconds from the start of the tool's process to its end, with the options that its script gives to Java. */
    private static double describeByTool(LiveGroups live, Path output) throws Exception {
        long start = System.nanoTime();
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256M",
                        "-server",
                        "-XX:+UseG1GC",
                        "-XX:MaxGCPauseMillis=20",
                        "-XX:InitiatingHeapOccupancyPercent=35",
                        "-XX:+ExplicitGCInvokesConcurrent",
                        "-Djava.awt.headless=true",
                        "-Dlog4j2.configurationFile="
                                + Path.of("src", "test", "kafka", "log4j2.xml").toAbsolutePath(),
                        "-cp",
                        KafkaClassPath.of(LiveGroups.KAFKA),
                        "org.apache.kafka.tools.streams.StreamsGroupCommand",
                        "--bootstrap-server",
                        live.bootstrapServers(),
                        "--describe",
                        "--all-groups",
                        "--members",
                        "--verbose")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exit = tool.waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        long lines;
        try (var all = Files.lines(output)) {
            lines = all.filter(line -> line.startsWith("group-")).count();
        }
        if (exit != 0 || lines < (long) LiveGroups.GROUPS * LiveGroups.MEMBERS) {
            throw new IllegalStateException("The tool ended with " + exit + " and described " + lines + " members: "
                    + Files.readString(output).substring(0, (int) Math.min(2000, Files.size(output))));
        }
        return seconds;
    }
}
