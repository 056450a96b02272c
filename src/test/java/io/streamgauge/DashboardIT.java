package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.KeptTopologies;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as people start it, walked through in a real browser by the tests in {@code frontend/e2e}. */
class DashboardIT {

    private static final Path RECORDING = Path.of("src/test/resources/recordings/broker-request-4.4.0-orders.log");
    private static final String NPM = System.getProperty("os.name").startsWith("Windows") ? "npm.cmd" : "npm";

    @TempDir
    private Path directory;

    @BeforeEach
    void thereIsADashboard() {
        assumeThat(Boolean.getBoolean("frontend.skip"))
                .as("built without front end")
                .isFalse();
    }

    @Test
    void servesADashboardThatWorksInABrowser() throws Exception {
        try (ServiceProcess server =
                ServiceProcess.start(directory.resolve("data")).awaitReady()) {
            Path log = directory.resolve("browser.log");
            Process browser = browse(
                    "e2e",
                    log,
                    Map.of(
                            "STREAMGAUGE_URL", server.base().toString(),
                            "RECORDING", RECORDING.toAbsolutePath().toString()));
            awaitPassed(browser, log, server);
        }
    }

    @Test
    void showsARebalanceOfARealApplicationOnAPageThatIsOpen() throws Exception {
        try (InProcessBroker broker = InProcessBroker.start(KeptTopologies.SETTINGS);
                StreamsApplication application = new StreamsApplication(
                                broker.bootstrapServers(), "watched-app", "watched-in")
                        .with("topology.description.push.enabled", "true");
                ServiceProcess server = ServiceProcess.start(
                                directory.resolve("data"),
                                "--streamgauge.sample=false",
                                "--streamgauge.poll-interval=500ms",
                                "--streamgauge.configs-interval=1s",
                                "--streamgauge.clusters[0].name=live",
                                "--streamgauge.clusters[0].bootstrap-servers=" + broker.bootstrapServers())
                        .awaitReady()) {
            StreamsGroups.createTopic(broker.admin(), "watched-in", 4);
            application.scaleTo(1);
            StreamsGroups.awaitStable(broker.admin(), "watched-app", 1);
            Path log = directory.resolve("browser.log");
            Path scaleOut = directory.resolve("scale-out");
            Process browser = browse(
                    "e2e:live",
                    log,
                    Map.of(
                            "STREAMGAUGE_URL", server.base().toString(),
                            "GROUP", "/clusters/live/groups/watched-app",
                            "SCALE_OUT", scaleOut.toString()));
            Awaitility.await("the page")
                    .atMost(2, TimeUnit.MINUTES)
                    .until(() -> Files.exists(scaleOut) || !browser.isAlive());
            application.scaleTo(2);
            awaitPassed(browser, log, server);
        }
    }

    private static Process browse(String script, Path log, Map<String, String> environment) throws IOException {
        ProcessBuilder command = new ProcessBuilder(NPM, "run", script)
                .directory(Path.of("frontend").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        command.environment().putAll(environment);
        return command.start();
    }

    private static void awaitPassed(Process browser, Path log, ServiceProcess server) throws Exception {
        boolean finished = browser.waitFor(8, TimeUnit.MINUTES);
        if (!finished) {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
        }
        assertThat(finished && browser.exitValue() == 0)
                .as("the browser:%n%s%nserver:%n%s", Files.readString(log), server.log())
                .isTrue();
    }
}
