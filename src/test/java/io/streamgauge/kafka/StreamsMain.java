package io.streamgauge.kafka;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;

/** An application instance's process. Arguments: its settings file and the topic that it reads. Asked to end, it leaves. */
final class StreamsMain {

    private StreamsMain() {}

    public static void main(String[] arguments) throws IOException {
        KafkaProcess.endWithParent();
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
            settings.load(reader);
        }
        KafkaStreams streams = new KafkaStreams(OrdersTopology.of(arguments[1]), settings);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> streams.close(Duration.ofSeconds(20)), "leave"));
        streams.start();
    }
}
