package io.streamgauge.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One node of a test cluster, broker and controller at once, on the loopback address.
 *
 * @param id the node's number, from 1
 * @param port where clients connect
 * @param controllerPort where the nodes agree on the metadata
 * @param securePort where a secure listener is, if there is one
 */
record BrokerNode(int id, int port, int controllerPort, int securePort) {

    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 12_000;

    /** Begins anywhere, for other processes that run tests on this machine. */
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

    /**
     * Nodes 1 to {@code count} on ports that nothing listens on. None is given twice to those that start clusters side by
     * side, and none is one that the system gives to whoever connects somewhere.
     */
    static List<BrokerNode> onFreePorts(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(id -> new BrokerNode(id, freePort(), freePort(), freePort()))
                .toList();
    }

    private static int freePort() {
        return IntStream.generate(NEXT_PORT::getAndIncrement)
                .limit(PORTS)
                .map(next -> FIRST_PORT + Math.floorMod(next, PORTS))
                .filter(BrokerNode::isFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Something listens on every port from " + FIRST_PORT));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /**
     * This node's settings: a small broker whose streams groups are quick. One standby for each task is the brokers'
     * default rather than a group's config, because on 4.1 and 4.2 a group with a config of its own falls back to slow
     * defaults in everything else.
     *
     * @param nodes all nodes of the cluster
     * @param data where the node keeps its log
     * @param more settings that win over these
     */
    Map<String, String> settings(List<BrokerNode> nodes, Path data, Map<String, String> more) {
        String replicas = Integer.toString(nodes.size());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("node.id", Integer.toString(id));
        settings.put("process.roles", "broker,controller");
        settings.put("listeners", "CLIENTS://" + address() + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.put("listener.security.protocol.map", "CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("inter.broker.listener.name", "CLIENTS");
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put(
                "controller.quorum.voters",
                nodes.stream()
                        .map(node -> node.id + "@127.0.0.1:" + node.controllerPort)
                        .collect(Collectors.joining(",")));
        settings.put("log.dirs", data.toAbsolutePath().toString());

        settings.put("offsets.topic.replication.factor", replicas);
        settings.put("offsets.topic.num.partitions", replicas);
        settings.put("transaction.state.log.replication.factor", replicas);
        settings.put("transaction.state.log.num.partitions", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("default.replication.factor", replicas);
        settings.put("auto.create.topics.enable", "false");

        settings.put("num.network.threads", "1");
        settings.put("num.io.threads", "2");
        settings.put("log.cleaner.dedupe.buffer.size", "2097152");
        settings.put("log.index.size.max.bytes", "131072");

        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.streams.heartbeat.interval.ms", "200");
        settings.put("group.streams.min.heartbeat.interval.ms", "100");
        settings.put("group.streams.session.timeout.ms", "3000");
        settings.put("group.streams.min.session.timeout.ms", "1000");
        settings.put("group.streams.initial.rebalance.delay.ms", "0");
        settings.put("group.streams.assignment.interval.ms", "0");
        settings.put("group.streams.min.assignment.interval.ms", "0");
        settings.put("group.streams.task.offset.interval.ms", "500");
        settings.put("group.streams.min.task.offset.interval.ms", "500");
        settings.put("group.streams.num.standby.replicas", "1");
        settings.putAll(more);
        return settings;
    }
}
