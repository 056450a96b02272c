package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as people start it, walked through in a real browser by the tests in {@code frontend/e2e}. */
class DashboardIT {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Path JAR = Path.of(System.getProperty("streamgauge.jar", "target/streamgauge.jar"));
    private static final Path RECORDING = Path.of("src/test/resources/recordings/broker-request-4.4.0-orders.log");
    private static final String NPM = System.getProperty("os.name").startsWith("Windows") ? "npm.cmd" : "npm";

    @TempDir
    private Path directory;

    private Path serverLog;
    private Process server;
    private URI base;

    @BeforeEach
    void startTheJar() throws IOException {
        assumeThat(Boolean.getBoolean("frontend.skip"))
                .as("built without front end")
                .isFalse();
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        base = URI.create("http://127.0.0.1:" + port);
        serverLog = directory.resolve("server.log");
        server = new ProcessBuilder(
                        JAVA.toString(),
                        "-Xmx512m",
                        "-jar",
                        JAR.toString(),
                        "--server.port=" + port,
                        "--streamgauge.data-dir=" + directory.resolve("data"))
                .redirectErrorStream(true)
                .redirectOutput(serverLog.toFile())
                .start();
        Awaitility.await("the jar to be ready")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> !server.isAlive() || isReady());
        assertThat(server.isAlive())
                .as("running; it said:%n%s", Files.readString(serverLog))
                .isTrue();
    }

    @AfterEach
    void stopTheJar() throws InterruptedException {
        if (server != null) {
            server.destroy();
            if (!server.waitFor(30, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void servesADashboardThatWorksInABrowser() throws Exception {
        Path log = directory.resolve("browser.log");
        ProcessBuilder command = new ProcessBuilder(NPM, "run", "e2e")
                .directory(Path.of("frontend").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        command.environment().put("STREAMGAUGE_URL", base.toString());
        command.environment().put("RECORDING", RECORDING.toAbsolutePath().toString());
        Process browser = command.start();

        boolean finished = browser.waitFor(8, TimeUnit.MINUTES);
        if (!finished) {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
        }

        assertThat(finished && browser.exitValue() == 0)
                .as("npm run e2e:%n%s%nserver:%n%s", Files.readString(log), Files.readString(serverLog))
                .isTrue();
    }

    private boolean isReady() {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return HttpClient.newHttpClient()
                            .send(request, BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
