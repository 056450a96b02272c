package io.streamgauge.kafka;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * A broker of the version that the build uses, in this JVM: it starts in a fraction of a second once the first one has,
 * and keeps nothing after {@link #close}.
 */
public final class InProcessBroker implements AutoCloseable {

    private static @Nullable InProcessBroker shared;

    private BrokerNode node;
    private final Path directory;
    private final Map<String, String> settings;
    private KafkaRaftServer server;
    private @Nullable Admin admin;

    private InProcessBroker(BrokerNode node, Path directory, Map<String, String> settings) {
        this.node = node;
        this.directory = directory;
        this.settings = settings;
        server = startServer();
    }

    /** A broker of its own, that its caller closes. */
    public static InProcessBroker start() {
        return start(Map.of());
    }

    /**
     * A broker of its own, that its caller closes.
     *
     * @param more broker settings that win over the kit's quick ones
     */
    public static InProcessBroker start(Map<String, String> more) {
        return start(more, null);
    }

    /** A broker of its own, that its caller closes, with a listener that wants to know who comes. */
    public static InProcessBroker start(BrokerSecurity security) {
        return start(Map.of(), security);
    }

    private static InProcessBroker start(Map<String, String> more, @Nullable BrokerSecurity security) {
        BrokerNode node = BrokerNode.onFreePorts(1).get(0);
        Path directory = TestFiles.directory("broker");
        Map<String, String> settings = node.settings(List.of(node), directory.resolve("log"), more);
        List<String> format = new ArrayList<>();
        if (security != null) {
            security.addTo(settings, node.securePort());
            format.addAll(security.formatArguments());
        }
        format(TestFiles.write(directory.resolve("server.properties"), settings), format);
        return new InProcessBroker(node, directory, settings);
    }

    /**
     * The broker that the tests of a JVM share; nobody closes it but the JVM's end. Use group and topic names that no
     * other test uses.
     */
    public static synchronized InProcessBroker shared() {
        InProcessBroker broker = shared;
        if (broker == null) {
            broker = start();
            shared = broker;
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "close-shared-broker"));
        }
        return broker;
    }

    /** {@code host:port}, the same for as long as this broker lives, but for {@link #restartAt}. */
    public String bootstrapServers() {
        return node.address();
    }

    /** {@code host:port} of the listener that {@link BrokerSecurity} adds. */
    public String secureBootstrapServers() {
        return "127.0.0.1:" + node.securePort();
    }

    /** An admin client of this broker, closed with it. */
    public synchronized Admin admin() {
        Admin current = admin;
        if (current == null) {
            current = Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
            admin = current;
        }
        return current;
    }

    /** Takes the broker away; what it stored stays for {@link #restart}. */
    public void stop() {
        server.shutdown();
        server.awaitShutdown();
    }

    /** Brings a stopped broker back at the same address with what it had stored. */
    public void restart() {
        server = startServer();
    }

    /** Brings a stopped broker back at another port with what it had stored; an {@link #admin} from before is of no use. */
    public synchronized void restartAt(int port) {
        String before = bootstrapServers();
        node = new BrokerNode(node.id(), port, node.controllerPort(), node.securePort());
        settings.put("listeners", settings.get("listeners").replace(before, bootstrapServers()));
        closeAdmin();
        restart();
    }

    private void closeAdmin() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }

    @Override
    public synchronized void close() {
        closeAdmin();
        stop();
        TestFiles.delete(directory);
    }

    private KafkaRaftServer startServer() {
        KafkaRaftServer started = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
        started.startup();
        return started;
    }

    private static void format(Path settings, List<String> more) {
        List<String> arguments = new ArrayList<>(
                List.of("format", "--cluster-id", Uuid.randomUuid().toString(), "--config", settings.toString()));
        arguments.addAll(more);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int result = StorageTool.execute(
                arguments.toArray(String[]::new), new PrintStream(said, true, StandardCharsets.UTF_8));
        if (result != 0) {
            throw new IllegalStateException("The broker's storage was not formatted: " + said);
        }
    }
}
