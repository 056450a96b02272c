package io.streamgauge.demo;

import io.streamgauge.StreamgaugeApplication;
import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.TestFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service beside a real broker in the same process, cluster {@code demo}, and a real application on it that scales,
 * crashes and recovers. The service has a data directory of its own, so that nobody's database is touched; it is gone
 * afterwards.
 */
final class Demo implements AutoCloseable {

    /** Slower than in tests, so that an eye can follow, and quick enough that a crash shows before the next step. */
    private static final Map<String, String> BROKER = Map.of(
            "group.streams.heartbeat.interval.ms", "1000",
            "group.streams.session.timeout.ms", "8000",
            "group.streams.task.offset.interval.ms", "2000");

    private final Path data = TestFiles.directory("demo");
    private final InProcessBroker broker = InProcessBroker.start(BROKER);
    private final DemoScript script = new DemoScript(broker);
    private @Nullable ConfigurableApplicationContext service;

    private Demo() {}

    /**
     * Starts everything and returns when the service is ready.
     *
     * @param arguments of the service, that win over the demo's
     */
    static Demo start(String... arguments) {
        Demo demo = new Demo();
        try {
            demo.script.start();
            demo.service = SpringApplication.from(StreamgaugeApplication::main)
                    .run(demo.settings(arguments))
                    .getApplicationContext();
            demo.script.play();
            return demo;
        } catch (RuntimeException e) {
            demo.close();
            throw e;
        }
    }

    int port() {
        return Objects.requireNonNull(service).getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @Override
    public void close() {
        if (service != null) {
            service.close();
        }
        script.close();
        broker.close();
        TestFiles.delete(data);
    }

    private String[] settings(String... arguments) {
        Map<String, String> own = Map.of(
                "streamgauge.data-dir", data.toString(),
                "streamgauge.sample", "false",
                "streamgauge.poll-interval", "2s",
                "streamgauge.clusters[0].name", "demo",
                "streamgauge.clusters[0].bootstrap-servers", broker.bootstrapServers());
        List<String> all = new ArrayList<>(List.of(arguments));
        own.forEach((name, value) -> {
            // One that is given twice would count as a list of both.
            if (all.stream().noneMatch(argument -> argument.startsWith("--" + name + "="))) {
                all.add("--" + name + "=" + value);
            }
        });
        return all.toArray(String[]::new);
    }
}
