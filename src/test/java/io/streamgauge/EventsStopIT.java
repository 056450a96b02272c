package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.ingest.SnapshotRecorded;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A service that stops while clients follow its events. */
class EventsStopIT {

    @TempDir
    private Path directory;

    @Test
    void aStopEndsEveryStreamAndWaitsForNone() throws Exception {
        ConfigurableApplicationContext service = new SpringApplicationBuilder(StreamgaugeApplication.class)
                .run(
                        "--server.port=0",
                        "--streamgauge.sample=false",
                        "--streamgauge.data-dir=" + directory,
                        // What a stop waits for and does not come makes it take so long, however slow the machine is.
                        "--spring.lifecycle.timeout-per-shutdown-phase=3m");
        int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (Socket stuck = new Socket()) {
            stuck.setReceiveBufferSize(4_096);
            stuck.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            stuck.getOutputStream()
                    .write("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            EventReader reader = EventReader.open(port, "", null);
            EventReader gone = EventReader.open(port, "", null);
            gone.close();
            MeterRegistry meters = service.getBean(MeterRegistry.class);
            Cluster cluster = service.getBean(Clusters.class).create("live", Cluster.Kind.LIVE);
            String large = "x".repeat(8_000);
            int[] sent = {0};
            Awaitility.await("the client that reads nothing to be stuck or dropped, the one that is gone to be found")
                    .until(() -> {
                        for (int i = 0; i < 50; i++) {
                            service.publishEvent(
                                    new SnapshotRecorded(cluster.id(), large + sent[0]++, 1, Instant.EPOCH));
                        }
                        return meters.get("streamgauge.events.clients").gauge().value() <= 2 && sent[0] >= 1_000;
                    });

            CompletableFuture<Void> stopped = CompletableFuture.runAsync(service::close);

            assertThat(reader.ended()).succeedsWithin(Duration.ofMinutes(2));
            assertThat(stopped).succeedsWithin(Duration.ofMinutes(2));
        } finally {
            service.close();
        }
    }
}
