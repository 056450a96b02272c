package io.streamgauge.broker;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which clusters are polled, and how often.
 *
 * @param pollInterval from one listing of the groups to the next
 * @param maxDescribeInterval a group that seems unchanged is described again after this
 * @param pollTimeout how long brokers may take to answer
 * @param offsetsInterval from one reading of committed offsets and topics' ends to the next
 * @param configsInterval from one reading of groups' configs and topology descriptions to the next
 */
@ConfigurationProperties("streamgauge")
@Validated
record BrokerProperties(
        @DefaultValue List<@Valid Cluster> clusters,

        @DefaultValue("5s") Duration pollInterval,

        @DefaultValue("30s") Duration maxDescribeInterval,

        @DefaultValue("10s") Duration pollTimeout,

        @DefaultValue("15s") Duration offsetsInterval,

        @DefaultValue("5m") Duration configsInterval) {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * A cluster to poll.
     *
     * @param name unique; also in paths of the API
     * @param bootstrapServers as Kafka's clients take them
     * @param properties any setting of Kafka's clients
     * @param pollInterval null for that of all clusters, as are the others
     */
    record Cluster(
            @NotNull(message = "names the cluster")
            @Pattern(
                    regexp = "[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M} ._-]{0,99}",
                    message =
                            "has up to 100 letters, digits, spaces, dots, dashes and underscores and begins with a letter,"
                                    + " digit or underscore")
            String name,

            @NotBlank(message = "says where the brokers are, such as broker-1:9092,broker-2:9092")
            String bootstrapServers,

            @DefaultValue Map<String, String> properties,

            @Nullable Duration pollInterval,
            @Nullable Duration maxDescribeInterval,
            @Nullable Duration pollTimeout,
            @Nullable Duration offsetsInterval,
            @Nullable Duration configsInterval) {

        /** Without the properties, which hold passwords. */
        @Override
        public String toString() {
            return name + " at " + bootstrapServers;
        }
    }

    /** The intervals that hold for one cluster. */
    record Intervals(Duration poll, Duration maxDescribe, Duration timeout, Duration offsets, Duration configs) {}

    Intervals intervals(Cluster cluster) {
        return new Intervals(
                cluster.pollInterval() == null ? pollInterval : cluster.pollInterval(),
                cluster.maxDescribeInterval() == null ? maxDescribeInterval : cluster.maxDescribeInterval(),
                cluster.pollTimeout() == null ? pollTimeout : cluster.pollTimeout(),
                cluster.offsetsInterval() == null ? offsetsInterval : cluster.offsetsInterval(),
                cluster.configsInterval() == null ? configsInterval : cluster.configsInterval());
    }

    @AssertTrue(message = "streamgauge.clusters: two clusters have the same name; each needs one of its own")
    boolean isNamedApart() {
        return clusters.stream().map(Cluster::name).distinct().count() == clusters.size();
    }

    @AssertTrue(
            message =
                    "streamgauge: poll-interval, max-describe-interval, poll-timeout, offsets-interval and configs-interval are"
                            + " between 100ms and 1h")
    boolean isInRange() {
        Intervals ofAll =
                new Intervals(pollInterval, maxDescribeInterval, pollTimeout, offsetsInterval, configsInterval);
        return Stream.concat(Stream.of(ofAll), clusters.stream().map(this::intervals))
                .flatMap(i -> Stream.of(i.poll(), i.maxDescribe(), i.timeout(), i.offsets(), i.configs()))
                .allMatch(d -> d.compareTo(SHORTEST) >= 0 && d.compareTo(LONGEST) <= 0);
    }
}
