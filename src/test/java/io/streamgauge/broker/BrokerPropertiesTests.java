package io.streamgauge.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;

class BrokerPropertiesTests {

    @EnableConfigurationProperties(BrokerProperties.class)
    static class Settings {}

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
            .withUserConfiguration(Settings.class);

    @Test
    void clustersAreReadFromSettings() {
        context.withPropertyValues(
                        "streamgauge.max-describe-interval=20s",
                        "streamgauge.clusters[0].name=prod",
                        "streamgauge.clusters[0].bootstrap-servers=a:9092,b:9092",
                        "streamgauge.clusters[0].poll-interval=2s",
                        "streamgauge.clusters[0].offsets-interval=30s",
                        "streamgauge.clusters[0].properties.security.protocol=SSL",
                        "streamgauge.clusters[0].properties.ssl.truststore.location=/etc/trust.p12",
                        "streamgauge.clusters[1].name=test",
                        "streamgauge.clusters[1].bootstrap-servers=c:9092")
                .run(started -> {
                    BrokerProperties properties = started.getBean(BrokerProperties.class);
                    BrokerProperties.Cluster prod = properties.clusters().get(0);
                    assertThat(prod.bootstrapServers()).isEqualTo("a:9092,b:9092");
                    assertThat(prod.properties())
                            .isEqualTo(Map.of("security.protocol", "SSL", "ssl.truststore.location", "/etc/trust.p12"));
                    assertThat(properties.intervals(prod))
                            .isEqualTo(new BrokerProperties.Intervals(
                                    Duration.ofSeconds(2),
                                    Duration.ofSeconds(20),
                                    Duration.ofSeconds(10),
                                    Duration.ofSeconds(30),
                                    Duration.ofMinutes(5)));
                    assertThat(properties
                                    .intervals(properties.clusters().get(1))
                                    .poll())
                            .isEqualTo(Duration.ofSeconds(5));
                });
    }

    @Test
    void clustersAreReadFromTheEnvironment() {
        context.withInitializer(c -> TestPropertyValues.of(
                                "STREAMGAUGE_CLUSTERS_0_NAME=prod",
                                "STREAMGAUGE_CLUSTERS_0_BOOTSTRAPSERVERS=a:9092",
                                "STREAMGAUGE_CLUSTERS_0_PROPERTIES_SASL_JAAS_CONFIG=x required;",
                                "STREAMGAUGE_POLLINTERVAL=7s")
                        .applyTo(c.getEnvironment(), TestPropertyValues.Type.SYSTEM_ENVIRONMENT))
                .run(started -> {
                    BrokerProperties properties = started.getBean(BrokerProperties.class);
                    assertThat(properties.pollInterval()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(properties.clusters().get(0).bootstrapServers()).isEqualTo("a:9092");
                    assertThat(properties.clusters().get(0).properties())
                            .isEqualTo(Map.of("sasl.jaas.config", "x required;"));
                });
    }

    @Test
    void aSettingThatCannotBeIsRefusedWithWhatToDo() {
        refused(
                "has up to 100 letters",
                "streamgauge.clusters[0].name=a/b",
                "streamgauge.clusters[0].bootstrap-servers=a:1");
        refused(
                "says where the brokers are",
                "streamgauge.clusters[0].name=a",
                "streamgauge.clusters[0].bootstrap-servers=");
        refused("between 100ms and 1h", "streamgauge.poll-interval=0s");
        refused(
                "two clusters have the same name",
                "streamgauge.clusters[0].name=a",
                "streamgauge.clusters[0].bootstrap-servers=a:1",
                "streamgauge.clusters[1].name=a",
                "streamgauge.clusters[1].bootstrap-servers=b:1");
    }

    private void refused(String sentence, String... settings) {
        context.withPropertyValues(settings)
                .run(started -> assertThat(started.getStartupFailure())
                        .as(sentence)
                        .rootCause()
                        .hasMessageContaining(sentence));
    }

    @Test
    void aClustersTextDoesNotHoldItsProperties() {
        assertThat(new BrokerProperties.Cluster(
                        "a", "b:1", Map.of("ssl.key.password", "hunter2"), null, null, null, null, null))
                .asString()
                .doesNotContain("hunter2");
    }
}
