package io.streamgauge.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * A broker's process. Arguments: its settings file, the directory of its log, and those of {@code kafka-storage.sh} for
 * a directory that is not formatted yet.
 */
final class BrokerMain {

    private BrokerMain() {}

    public static void main(String[] arguments) {
        KafkaProcess.endWithParent();
        if (!Files.exists(Path.of(arguments[1], "meta.properties"))) {
            int result = StorageTool.execute(Arrays.copyOfRange(arguments, 2, arguments.length), System.out);
            if (result != 0) {
                System.exit(result);
            }
        }
        Kafka.main(new String[] {arguments[0]});
    }
}
