package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** Compared with what Kafka's own producer does. */
class DefaultPartitionerTests {

    @Test
    void hashesAsKafkaDoes() {
        Random random = new Random(20);
        for (int n = 0; n < 100_000; n++) {
            byte[] key = new byte[n < 1_000 ? n % 20 : random.nextInt(200)];
            random.nextBytes(key);
            assertThat(DefaultPartitioner.murmur2(key)).isEqualTo(Utils.murmur2(key));
        }
    }

    @Test
    void putsAKeyIntoThePartitionThatKafkasProducerDoes() {
        Random random = new Random(21);
        for (int n = 0; n < 100_000; n++) {
            byte[] key = new byte[random.nextInt(40)];
            random.nextBytes(key);
            int partitions = 1 + random.nextInt(n % 2 == 0 ? 12 : 5_000);
            assertThat(DefaultPartitioner.partition(key, partitions))
                    .isEqualTo(BuiltInPartitioner.partitionForKey(key, partitions));
        }
    }
}
