package io.streamgauge.kafka;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;

/**
 * What the test applications do: subtopology 0 keeps the latest value of each key in store {@code latest}, subtopology 1
 * counts the values behind a repartition topic in store {@code counts}. It uses only what Kafka Streams has had since 4.1.
 */
final class OrdersTopology {

    private OrdersTopology() {}

    static Topology of(String topic) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()));
        orders.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .reduce((older, newer) -> newer, Materialized.as("latest"));
        orders.groupBy((key, value) -> value, Grouped.with("counts", Serdes.String(), Serdes.String()))
                .count(Materialized.as("counts"));
        return builder.build();
    }
}
