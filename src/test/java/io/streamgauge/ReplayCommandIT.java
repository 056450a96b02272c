package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged jar as a command, without its server. */
class ReplayCommandIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Path JAR = Path.of(System.getProperty("streamgauge.jar", "target/streamgauge.jar"))
            .toAbsolutePath();

    @TempDir
    private Path directory;

    private Path temporary;

    @BeforeEach
    void makeDirectories() throws IOException {
        temporary = Files.createDirectory(directory.resolve("tmp"));
    }

    private record Result(int exit, String out, String err) {}

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA.toString(), "-Xmx256m", "-Djava.io.tmpdir=" + temporary));
        command.addAll(ServiceProcess.QUICK);
        command.addAll(List.of("-jar", JAR.toString(), "replay"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        // The settings of a server on this machine.
        builder.environment()
                .put("STREAMGAUGE_DATADIR", directory.resolve("server").toString());
        builder.environment().put("SPRING_DATASOURCE_URL", "jdbc:postgresql://nowhere/none");
        return builder.start();
    }

    private Result run(String... arguments) throws Exception {
        Process process = start(arguments);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        Result result = new Result(
                process.exitValue(),
                Files.readString(directory.resolve("out")),
                Files.readString(directory.resolve("err")));
        assertThat(result.err()).doesNotContain("\tat ");
        assertThat(directory.resolve("server")).doesNotExist();
        assertNothingTemporaryLeft();
        return result;
    }

    private void assertNothingTemporaryLeft() throws IOException {
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(p -> p.getFileName().toString().startsWith("streamgauge")))
                    .isEmpty();
        }
    }

    private Path file(String name) throws IOException {
        return Files.write(directory.resolve(name), Recordings.bytes(name));
    }

    @Test
    void replaysAFileAndWritesItsExport() throws Exception {
        file(ORDERS);
        Result result = run(ORDERS, "--export", "out.json", "--session-timeout=10s", "--name", "tuesday");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("606 lines, 468 heartbeats, ").contains("138 lines passed over: other-api");
        JsonNode export =
                JsonMapper.shared().readTree(directory.resolve("out.json").toFile());
        assertThat(export.get("cluster").get("name").asString()).isEqualTo("tuesday");
        assertThat(export.get("groups")).hasSize(4);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(f -> f.getFileName().toString())).noneMatch(f -> f.endsWith(".part"));
        }
    }

    @Test
    void mergesSeveralFilesAndWritesToTheStandardOutput() throws Exception {
        List<String> names = Stream.of("8081", "8082", "8083")
                .map(i -> "client-debug-4.4.0-orders-" + i + ".log")
                .toList();
        List<String> arguments = new ArrayList<>(names);
        for (String name : names) {
            file(name);
        }
        arguments.addAll(List.of("--export", "-"));
        Result result = run(arguments.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(JsonMapper.shared().readTree(result.out()).get("groups")).isNotEmpty();
    }

    @Test
    void aFileWithoutAHeartbeatFailsAndLeavesWhatWasThere() throws Exception {
        Files.writeString(directory.resolve("diary.log"), "Dear diary,\n");
        Path before = Files.writeString(directory.resolve("out.json"), "before");
        Result result = run("diary.log", "--export", "out.json");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("kafka.request.logger");
        assertThat(before).hasContent("before");
    }

    @Test
    void aLineThatCannotBeReadIsToldWithItsNumberWhenNothingElseCouldBe() throws Exception {
        String heartbeat = Recordings.lines(ORDERS).stream()
                .filter(line -> line.contains("\"requestApiKey\":88,"))
                .findFirst()
                .orElseThrow();
        Files.writeString(directory.resolve("cut.log"), "foreign\n" + heartbeat.substring(0, 400) + "\n");
        Result result = run("cut.log");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("line 2: ");
    }

    @Test
    void wrongUseSaysHowItIsUsed() throws Exception {
        file(ORDERS);
        Result wrong = run(ORDERS, "--colour", "red");
        assertThat(wrong.exit()).isEqualTo(1);
        assertThat(wrong.err()).startsWith("There is no option --colour").contains("Usage: java -jar streamgauge.jar");
        Result missing = run("nowhere.log");
        assertThat(missing.exit()).isEqualTo(1);
        assertThat(missing.err()).isEqualTo("nowhere.log is not there" + System.lineSeparator());
        Result help = run("--help");
        assertThat(help.exit()).isZero();
        assertThat(help.out()).startsWith("Usage: ").contains("--session-timeout");
    }

    @Test
    void anInterruptedReplayLeavesNothing() throws Exception {
        String day = new String(Recordings.bytes(ORDERS), StandardCharsets.UTF_8);
        StringBuilder month = new StringBuilder();
        for (int i = 1; i <= 28; i++) {
            month.append(day.replace("[2026-11-29", "[2026-12-%02d".formatted(i)));
        }
        Files.writeString(directory.resolve("month.log"), month);
        Process process = start("month.log", "--export", "out.json");
        Awaitility.await().until(() -> {
            try (Stream<Path> files = Files.walk(temporary)) {
                return files.anyMatch(f -> f.getFileName().toString().endsWith(".mv.db"));
            }
        });
        process.destroy();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(directory.resolve("out.json")).doesNotExist();
        assertNothingTemporaryLeft();
    }
}
