package io.streamgauge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** The service in this JVM, with a database in a fresh directory, polling the clusters that a test has made. */
final class LiveService implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final ApiClient api;

    private LiveService(ConfigurableApplicationContext context) {
        this.context = context;
        api = new ApiClient(
                Integer.parseInt(String.valueOf(context.getEnvironment().getProperty("local.server.port"))));
    }

    /**
     * Starts it.
     *
     * @param clusters by name, the settings of each: {@code bootstrap-servers} and others below it
     * @param more arguments
     */
    static LiveService polling(Map<String, Map<String, String>> clusters, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--streamgauge.sample=false",
                "--streamgauge.poll-interval=200ms",
                "--streamgauge.max-describe-interval=1s",
                "--streamgauge.poll-timeout=2s"));
        arguments.addAll(List.of(more));
        int n = 0;
        for (Map.Entry<String, Map<String, String>> cluster : clusters.entrySet()) {
            String prefix = "--streamgauge.clusters[" + n++ + "].";
            arguments.add(prefix + "name=" + cluster.getKey());
            cluster.getValue().forEach((name, value) -> arguments.add(prefix + name + "=" + value));
        }
        try {
            Path directory = Files.createDirectories(Path.of("target", "test-data"));
            arguments.add("--streamgauge.data-dir=" + Files.createTempDirectory(directory, "data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new LiveService(SpringApplication.run(StreamgaugeApplication.class, arguments.toArray(String[]::new)));
    }

    ApiClient api() {
        return api;
    }

    /** Where it listens. */
    String base() {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    /** Asks until the answer is there and as it should be. */
    JsonNode await(String path, Predicate<JsonNode> condition) {
        return Awaitility.await(path)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> api.get(path), answer -> answer.status() == 200 && condition.test(answer.body()))
                .body();
    }

    @Override
    public void close() {
        context.close();
    }
}
