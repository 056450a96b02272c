package io.streamgauge.kafka;

import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka Streams application with {@code group.protocol=streams}, in this JVM or in processes. Instances are numbered; instance n has the
 * endpoint {@code localhost:(8080 + n)}, where nobody listens, and keeps its state directory, and by it its process id,
 * from one start to the next.
 */
public final class StreamsApplication implements AutoCloseable {

    private static final Duration END = Duration.ofSeconds(20);

    private final String bootstrapServers;
    private final String groupId;
    private final String topic;
    private final Map<String, String> settings = new HashMap<>();
    private final Path directory = TestFiles.directory("streams");
    private final Map<Integer, Instance> running = new LinkedHashMap<>();
    private @Nullable String version;
    private @Nullable KafkaProducer<String, String> producer;
    private int produced;

    /**
     * An application of which no instance runs yet.
     *
     * @param bootstrapServers the brokers
     * @param groupId its application id, which is the group's
     * @param topic what it reads; must exist before the first instance starts
     */
    public StreamsApplication(String bootstrapServers, String groupId, String topic) {
        this.bootstrapServers = bootstrapServers;
        this.groupId = groupId;
        this.topic = topic;
    }

    /** A setting of the instances that start from now on, such as {@code num.stream.threads}. */
    public StreamsApplication with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /** From now on instances are processes of that version of Kafka, such as {@code 4.1.2}. */
    public StreamsApplication inProcessesOf(String kafkaVersion) {
        version = kafkaVersion;
        return this;
    }

    /** Starts an instance and returns at once. */
    public void start(int instance) {
        if (running.containsKey(instance)) {
            throw new IllegalStateException("Instance " + instance + " runs already");
        }
        Map<String, String> all = settings(bootstrapServers, groupId, instance, directory);
        all.putAll(settings);
        running.put(instance, version == null ? new ThisJvm(topic, all) : new OwnJvm(version, instance, all));
    }

    /** Starts instances 1 to {@code count}, without those that run. */
    public StreamsApplication scaleTo(int count) {
        for (int instance = 1; instance <= count; instance++) {
            if (!running.containsKey(instance)) {
                start(instance);
            }
        }
        for (int instance : running().stream().filter(n -> n > count).toList()) {
            leave(instance);
        }
        return this;
    }

    /**
     * Ends an instance as a crash looks to the coordinator: it says nothing more, and its session runs out. A process is
     * killed; in this JVM the instance only keeps silent about its end.
     */
    public void crash(int instance) {
        taken(instance).crash();
    }

    /** Ends an instance as a deployment does: it leaves the group. */
    public void leave(int instance) {
        taken(instance).leave();
    }

    /** Ends an instance as a shutdown does that asks for nothing: a static member says that it will be back, another leaves. */
    public void stop(int instance) {
        taken(instance).stop();
    }

    /** The numbers of the instances that run, in the order of their start. */
    public List<Integer> running() {
        return List.copyOf(running.keySet());
    }

    /** Where an instance in this JVM would ask for a key of a store. */
    public <K> KeyQueryMetadata queryMetadataForKey(int instance, String store, K key, Serializer<K> serializer) {
        if (running.get(instance) instanceof ThisJvm here) {
            return here.streams.queryMetadataForKey(store, key, serializer);
        }
        throw new IllegalStateException("Instance " + instance + " does not run in this JVM");
    }

    private Instance taken(int instance) {
        Instance taken = running.remove(instance);
        if (taken == null) {
            throw new IllegalStateException("Instance " + instance + " does not run");
        }
        return taken;
    }

    /** Writes records to the application's topic: keys and values repeat, so that the stores stay small. */
    public synchronized void produce(int records) {
        KafkaProducer<String, String> current = producer;
        if (current == null) {
            current = new KafkaProducer<>(
                    Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new StringSerializer());
            producer = current;
        }
        try {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int n = 0; n < records; n++) {
                int order = produced++;
                sent.add(current.send(new ProducerRecord<>(topic, "order-" + order % 1000, "product-" + order % 97)));
            }
            for (Future<RecordMetadata> record : sent) {
                record.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("Topic " + topic + " did not take the records", e.getCause());
        } catch (InterruptedException e) {
            throw StreamsGroups.interrupted(e);
        }
    }

    /** Ends all instances; they leave the group. */
    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(Duration.ZERO);
        }
        for (int instance : running()) {
            leave(instance);
        }
        TestFiles.delete(directory);
    }

    /** What every instance of a test application is started with, in this JVM or in one of its own. */
    static Map<String, String> settings(String bootstrapServers, String groupId, int instance, Path directory) {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrapServers);
        settings.put("application.id", groupId);
        settings.put("group.protocol", "streams");
        settings.put("application.server", "localhost:" + (8080 + instance));
        settings.put("state.dir", directory.resolve("instance-" + instance).toString());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("commit.interval.ms", "500");
        settings.put("statestore.cache.max.bytes", "0");
        settings.put("auto.offset.reset", "earliest");
        return settings;
    }

    private interface Instance {

        void crash();

        void leave();

        void stop();
    }

    private static final class ThisJvm implements Instance {

        private final KafkaStreams streams;

        ThisJvm(String topic, Map<String, String> settings) {
            Properties properties = new Properties();
            properties.putAll(settings);
            streams = new KafkaStreams(OrdersTopology.of(topic), properties);
            streams.start();
        }

        @Override
        public void crash() {
            streams.close(CloseOptions.timeout(END).withGroupMembershipOperation(REMAIN_IN_GROUP));
        }

        @Override
        public void leave() {
            streams.close(CloseOptions.timeout(END).withGroupMembershipOperation(LEAVE_GROUP));
        }

        @Override
        public void stop() {
            streams.close(END);
        }
    }

    private final class OwnJvm implements Instance {

        private final KafkaProcess process;

        OwnJvm(String version, int instance, Map<String, String> settings) {
            String name = "instance-" + instance;
            process = KafkaProcess.start(
                    version,
                    StreamsMain.class,
                    "128m",
                    directory.resolve(name + ".log"),
                    false,
                    List.of(),
                    List.of(
                            TestFiles.write(directory.resolve(name + ".properties"), settings)
                                    .toString(),
                            topic));
        }

        @Override
        public void crash() {
            process.kill();
        }

        @Override
        public void leave() {
            process.terminate();
        }

        @Override
        public void stop() {
            process.terminate();
        }
    }
}
