package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The packaged jar in a process of its own, as people start it. */
public final class ServiceProcess implements AutoCloseable {

    /** For processes that end before the better compiler has paid for itself. */
    static final List<String> QUICK = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Path JAR = Path.of(System.getProperty("streamgauge.jar", "target/streamgauge.jar"));

    private final Process process;
    private final Path log;
    private final int port;

    private ServiceProcess(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** Starts the jar on a free port and a data directory; returns before it is ready. */
    public static ServiceProcess start(Path dataDir, String... arguments) {
        try {
            int port;
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            Path log = Files.createTempFile(Files.createDirectories(Path.of("target", "test-data")), "server", ".log");
            List<String> command = new ArrayList<>(List.of(JAVA.toString(), "-Xmx512m"));
            command.addAll(QUICK);
            command.addAll(
                    List.of("-jar", JAR.toString(), "--server.port=" + port, "--streamgauge.data-dir=" + dataDir));
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new ServiceProcess(process, log, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ServiceProcess awaitReady() {
        boolean ready = false;
        try {
            Awaitility.await("the jar to be ready")
                    .atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> !process.isAlive() || isReady());
            assertThat(process.isAlive()).as("running; it said:%n%s", log()).isTrue();
            ready = true;
            return this;
        } finally {
            if (!ready) {
                // Nobody else has it yet.
                close();
            }
        }
    }

    public int port() {
        return port;
    }

    public URI base() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** What it printed so far. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it at once, as the kernel does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to end. */
    public void terminate() {
        process.destroy();
    }

    /** Waits for its end; the exit code. */
    public int awaitEnd(Duration timeout) throws InterruptedException {
        assertThat(process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS))
                .as("ended within %s; it said:%n%s", timeout, log())
                .isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private boolean isReady() {
        HttpRequest request = HttpRequest.newBuilder(base().resolve("/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
