package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as people start it, walked through in a real browser by the tests in {@code frontend/e2e}. */
class DashboardIT {

    private static final Path RECORDING = Path.of("src/test/resources/recordings/broker-request-4.4.0-orders.log");
    private static final String NPM = System.getProperty("os.name").startsWith("Windows") ? "npm.cmd" : "npm";

    @TempDir
    private Path directory;

    @Test
    void servesADashboardThatWorksInABrowser() throws Exception {
        assumeThat(Boolean.getBoolean("frontend.skip"))
                .as("built without front end")
                .isFalse();
        try (ServiceProcess server =
                ServiceProcess.start(directory.resolve("data")).awaitReady()) {
            Path log = directory.resolve("browser.log");
            ProcessBuilder command = new ProcessBuilder(NPM, "run", "e2e")
                    .directory(Path.of("frontend").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            command.environment().put("STREAMGAUGE_URL", server.base().toString());
            command.environment().put("RECORDING", RECORDING.toAbsolutePath().toString());
            Process browser = command.start();

            boolean finished = browser.waitFor(8, TimeUnit.MINUTES);
            if (!finished) {
                browser.descendants().forEach(ProcessHandle::destroyForcibly);
                browser.destroyForcibly().waitFor();
            }

            assertThat(finished && browser.exitValue() == 0)
                    .as("npm run e2e:%n%s%nserver:%n%s", Files.readString(log), server.log())
                    .isTrue();
        }
    }
}
