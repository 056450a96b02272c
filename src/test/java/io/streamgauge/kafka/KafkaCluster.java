package io.streamgauge.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Brokers of one Kafka version, each a process of its own that can be killed and brought back. Nodes are numbered from 1;
 * each is broker and controller.
 */
public final class KafkaCluster implements AutoCloseable {

    private final String version;
    private final List<BrokerNode> nodes;
    private final Map<String, String> more;
    private final boolean logsHeartbeats;
    private final List<String> jvm;
    private final Path directory = TestFiles.directory("cluster");
    private final String clusterId = Uuid.randomUuid().toString();
    private final Map<Integer, KafkaProcess> running = new LinkedHashMap<>();
    private @Nullable Admin admin;

    private KafkaCluster(Builder builder) {
        version = builder.version;
        nodes = BrokerNode.onFreePorts(builder.brokers);
        more = new HashMap<>(builder.settings);
        logsHeartbeats = builder.logsHeartbeats;
        jvm = List.copyOf(builder.jvm);
        if (version.startsWith("4.1.")) {
            // Streams groups were early access.
            more.putIfAbsent("unstable.api.versions.enable", "true");
            more.putIfAbsent("unstable.feature.versions.enable", "true");
            more.putIfAbsent("group.coordinator.rebalance.protocols", "classic,consumer,streams");
        }
    }

    /** A cluster of that version of Kafka, such as {@code 4.2.2}. */
    public static Builder of(String version) {
        return new Builder(version);
    }

    /** What a cluster is started with; one broker unless said otherwise. */
    public static final class Builder {

        private final String version;
        private final Map<String, String> settings = new HashMap<>();
        private int brokers = 1;
        private boolean logsHeartbeats;
        private final List<String> jvm = new ArrayList<>();

        private Builder(String version) {
            this.version = version;
        }

        public Builder brokers(int count) {
            brokers = count;
            return this;
        }

        /** A broker setting that wins over the kit's quick ones. */
        public Builder with(String setting, String value) {
            settings.put(setting, value);
            return this;
        }

        /** Options of the brokers' JVMs that win over the kit's, which make them small and quick to start. */
        public Builder jvm(String... options) {
            jvm.addAll(List.of(options));
            return this;
        }

        /** Writes every streams group heartbeat to {@link KafkaCluster#heartbeatLog}. */
        public Builder logHeartbeats() {
            logsHeartbeats = true;
            return this;
        }

        /** Starts all brokers and waits until each of them answers. */
        public KafkaCluster start() {
            KafkaCluster cluster = new KafkaCluster(this);
            try {
                cluster.nodes.forEach(node -> cluster.launch(node));
                cluster.awaitBrokers(brokers);
                return cluster;
            } catch (RuntimeException e) {
                cluster.close();
                throw e;
            }
        }
    }

    public String version() {
        return version;
    }

    /** {@code host:port} of every broker, those that do not run now included. */
    public String bootstrapServers() {
        return nodes.stream().map(BrokerNode::address).collect(Collectors.joining(","));
    }

    /** An admin client of the build's own version, closed with the cluster. */
    public synchronized Admin admin() {
        Admin current = admin;
        if (current == null) {
            current = Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
            admin = current;
        }
        return current;
    }

    /** Ends a broker as {@code kill -9} does. */
    public void kill(int broker) {
        taken(broker).kill();
    }

    /** Ends a broker in order: it hands over what it leads. */
    public void stop(int broker) {
        taken(broker).terminate();
    }

    /** Has a broker hang: it keeps its connections, and answers nothing until {@link #resume}. */
    public void pause(int broker) {
        running(broker).signal("STOP");
    }

    public void resume(int broker) {
        running(broker).signal("CONT");
    }

    /** {@code host:port} of one broker. */
    public String address(int broker) {
        return nodes.get(broker - 1).address();
    }

    /** Brings a broker back with what it had stored, and waits until it answers. */
    public void restart(int broker) {
        if (running.containsKey(broker)) {
            throw new IllegalStateException("Broker " + broker + " runs already");
        }
        launch(nodes.get(broker - 1));
        awaitBrokers(running.size());
    }

    /** Where a broker writes the heartbeats that it was asked to log, in the form {@code broker-request-log}. */
    public Path heartbeatLog(int broker) {
        return directory.resolve("heartbeats-" + broker + ".log");
    }

    /** What a broker that runs said so far: its warnings and errors. */
    public String log(int broker) {
        return running(broker).log();
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
        running.values().forEach(KafkaProcess::kill);
        running.clear();
        TestFiles.delete(directory);
    }

    private KafkaProcess taken(int broker) {
        KafkaProcess process = running(broker);
        running.remove(broker);
        return process;
    }

    private KafkaProcess running(int broker) {
        KafkaProcess process = running.get(broker);
        if (process == null) {
            throw new IllegalStateException("Broker " + broker + " does not run");
        }
        return process;
    }

    private void launch(BrokerNode node) {
        Path data = directory.resolve("log-" + node.id());
        Path settings = TestFiles.write(
                directory.resolve("server-" + node.id() + ".properties"), node.settings(nodes, data, more));
        List<String> options = new ArrayList<>(jvm);
        if (logsHeartbeats) {
            options.add("-Dkit.requestLog=" + heartbeatLog(node.id()));
            options.add("-Dkit.requestLevel=DEBUG");
        }
        List<String> arguments = new ArrayList<>(List.of(
                settings.toString(),
                data.toString(),
                "format",
                "--cluster-id",
                clusterId,
                "--config",
                settings.toString()));
        if (version.startsWith("4.1.")) {
            arguments.addAll(List.of("--feature", "streams.version=1"));
        }
        Path log = directory.resolve("broker-" + node.id() + ".log");
        running.put(node.id(), KafkaProcess.start(version, BrokerMain.class, "256m", log, false, options, arguments));
    }

    private void awaitBrokers(int count) {
        Awaitility.await(count + " brokers of Kafka " + version + " to answer")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    running.values().forEach(KafkaProcess::requireAlive);
                    return answering() == count;
                });
    }

    private int answering() throws InterruptedException {
        try {
            return admin().describeCluster(new DescribeClusterOptions().timeoutMs(2000))
                    .nodes()
                    .get(2, TimeUnit.SECONDS)
                    .size();
        } catch (ExecutionException | TimeoutException e) {
            return 0;
        }
    }
}
