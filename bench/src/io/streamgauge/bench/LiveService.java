package io.streamgauge.bench;

import io.streamgauge.StreamgaugeApplication;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service as its image runs it, in a process of its own with a small heap, with all intervals as they are by default. */
final class LiveService implements AutoCloseable {

    static final int HEAP_MB = 256;

    private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");
    private static final Duration START = Duration.ofMinutes(3);
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;
    private final URI groups;
    private final Process process;

    /** Returns when every group is stored. */
    LiveService(Path work, LiveGroups live) throws IOException, InterruptedException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        groups = URI.create("http://127.0.0.1:" + port + "/api/v1/clusters/bench/streams-groups");
        List<String> command = new ArrayList<>(List.of(
                BIN.resolve("java").toString(),
                "-Xmx" + HEAP_MB + "m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StreamgaugeApplication.class.getName(),
                "--server.port=" + port,
                "--streamgauge.data-dir=" + work.resolve("live"),
                "--streamgauge.sample=false",
                "--spring.main.banner-mode=off",
                "--logging.level.root=WARN"));
        command.addAll(live.arguments());
        process = new ProcessBuilder(command).inheritIO().start();
        long until = System.nanoTime() + START.toNanos();
        while (!isComplete()) {
            if (!process.isAlive() || System.nanoTime() > until) {
                close();
                throw new IllegalStateException("The service did not come to store every group");
            }
            Thread.sleep(100);
        }
    }

    private boolean isComplete() throws InterruptedException {
        try {
            return new String(get("?size=1"), StandardCharsets.UTF_8).contains("\"total\":" + LiveGroups.GROUPS + "}");
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    /** A client of the service's events, until it is closed or they end. */
    InputStream events() throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(groups.resolve("/api/v1/events")).build(), BodyHandlers.ofInputStream())
                .body();
    }

    /** The answer's body, whatever its status. */
    byte[] get(String query) throws IOException, InterruptedException {
        return answer(URI.create(groups + query));
    }

    /** What Prometheus would get. */
    byte[] scrape() throws IOException, InterruptedException {
        return answer(groups.resolve("/actuator/prometheus"));
    }

    private byte[] answer(URI asked) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(asked).build(), BodyHandlers.ofByteArray())
                .body();
    }

    /** The processor time that the process took so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Bytes that live objects take: what is left after a full garbage collection. */
    long liveHeap() throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        BIN.resolve("jcmd").toString(), Long.toString(process.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        Matcher total = TOTAL.matcher(said);
        if (!total.find()) {
            throw new IllegalStateException(said);
        }
        return Long.parseLong(total.group(1));
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
