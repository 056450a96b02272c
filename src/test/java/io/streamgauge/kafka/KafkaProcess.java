package io.streamgauge.kafka;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own with the class path of a Kafka version and the classes of the tests. */
final class KafkaProcess implements AutoCloseable {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private final Process process;
    private final Path log;
    private final String name;

    private KafkaProcess(Process process, Path log, String name) {
        this.process = process;
        this.log = log;
        this.name = name;
    }

    /**
     * Starts a main class. Its standard error, and unless {@link #ask} reads it its output, go to {@code log}.
     *
     * @param version of Kafka
     * @param heap such as {@code 256m}
     * @param talks whether it is asked by {@link #ask}
     */
    static KafkaProcess start(
            String version,
            Class<?> main,
            String heap,
            Path log,
            boolean talks,
            List<String> jvm,
            List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                JAVA.toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.configurationFile="
                        + Path.of("src", "test", "kafka", "log4j2.xml").toAbsolutePath()));
        command.addAll(jvm);
        command.addAll(List.of("-cp", KafkaClassPath.of(version) + File.pathSeparator + testClasses(), main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        if (!talks) {
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        }
        try {
            return new KafkaProcess(builder.start(), log, main.getSimpleName() + " of Kafka " + version);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line to the process and reads its answer, one line too. */
    String ask(String line) {
        try {
            Writer in = process.outputWriter();
            in.write(line + System.lineSeparator());
            in.flush();
            BufferedReader out = process.inputReader();
            String answer = out.readLine();
            if (answer == null) {
                throw new IllegalStateException(name + " ended:\n" + log());
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(log(), e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " ended:\n" + log());
        }
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends it a signal of that name, such as {@code STOP}. */
    void signal(String name) {
        try {
            int result = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (result != 0) {
                throw new IllegalStateException("kill -" + name + " ended with " + result);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw StreamsGroups.interrupted(e);
        }
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
        await(Duration.ofSeconds(10));
    }

    /** Asks it to end and waits until it has. */
    void terminate() {
        process.destroy();
        if (!await(Duration.ofSeconds(30))) {
            kill();
            throw new IllegalStateException(name + " did not end when it was asked to:\n" + log());
        }
    }

    @Override
    public void close() {
        kill();
    }

    private boolean await(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw StreamsGroups.interrupted(e);
        }
    }

    /** The mains call this first: no process outlives the tests that started it, however they end. */
    static void endWithParent() {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        Thread watch = new Thread(
                () -> {
                    parent.onExit().join();
                    Runtime.getRuntime().halt(1);
                },
                "end-with-parent");
        watch.setDaemon(true);
        watch.start();
    }

    private static Path testClasses() {
        try {
            return Path.of(KafkaProcess.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
