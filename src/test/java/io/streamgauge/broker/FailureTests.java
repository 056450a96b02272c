package io.streamgauge.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateExpiredException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.CoordinatorLoadInProgressException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTests {

    private static final String PASSWORD = "tr0ub4dor";
    private static final Map<String, String> SCRAM = Map.of(
            "security.protocol",
            "SASL_SSL",
            "sasl.jaas.config",
            "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"gauge\" password=\"" + PASSWORD
                    + "\";",
            "ssl.truststore.password",
            "hunter2");
    private static final Secrets SECRETS = new Secrets(SCRAM);

    @Test
    void aGroupThatMayNotBeDescribedNamesTheAclThatIsMissing() {
        Failure failure = Failure.ofGroup("pay", GroupAuthorizationException.forGroupId("pay"), SECRETS);
        assertThat(failure.code()).isEqualTo(Failure.Code.AUTHORIZATION);
        assertThat(failure.message()).contains("DESCRIBE on group 'pay'");
    }

    @Test
    void topicsThatMayNotBeDescribedAreNamedWhereTheBrokerNamesThem() {
        assertThat(Failure.ofGroup("g", new TopicAuthorizationException(Set.of("b", "a")), SECRETS)
                        .message())
                .contains("DESCRIBE on topic 'a', topic 'b'");
        assertThat(Failure.ofGroup("g", new TopicAuthorizationException("no"), SECRETS)
                        .message())
                .contains("DESCRIBE on the group's source, repartition and changelog topics");
    }

    @Test
    void inputTopicsThatMayNotBeDescribedAreNamedBeforeBrokersThatAreSilent() {
        Failure failure = Failure.ofInputTopics(
                Map.of(
                        "b", new TopicAuthorizationException(Set.of("b")),
                        "c", new TimeoutException("late"),
                        "a", new CompletionException(new TopicAuthorizationException("no"))),
                SECRETS);
        assertThat(failure.code()).isEqualTo(Failure.Code.AUTHORIZATION);
        assertThat(failure.message()).endsWith("grant it DESCRIBE on topic 'a', topic 'b'");
        assertThat(Failure.ofInputTopics(Map.of("c", new TimeoutException("late")), SECRETS)
                        .code())
                .isEqualTo(Failure.Code.COORDINATOR);
    }

    @Test
    void aMissingGroupIsNoFailure() {
        assertThat(Failure.ofGroup("g", new CompletionException(new GroupIdNotFoundException("g")), SECRETS))
                .isNull();
    }

    @Test
    void aCoordinatorThatLoadsAndOneThatIsSilentAreTheSameGap() {
        Failure loading = Failure.ofGroup("g", new CoordinatorLoadInProgressException("loading"), SECRETS);
        Failure silent =
                Failure.ofGroup("g", new TimeoutException("Call(deadlineMs=1764455000123) timed out"), SECRETS);
        assertThat(loading.code()).isEqualTo(Failure.Code.COORDINATOR);
        assertThat(silent).isEqualTo(loading);
    }

    @Test
    void anExpiredCertificateIsNamed() {
        SSLHandshakeException handshake = new SSLHandshakeException("PKIX path validation failed");
        handshake.initCause(new CertificateExpiredException("NotAfter: Sat Nov 28 00:00:00 UTC 2026"));
        Failure failure = Failure.ofCluster(
                new KafkaException("Failed to find brokers", new SslAuthenticationException("failed", handshake)),
                SECRETS);
        assertThat(failure.code()).isEqualTo(Failure.Code.TLS);
        assertThat(failure.message()).contains("NotAfter: Sat Nov 28").contains("ssl.truststore");
    }

    @Test
    void aWrongPasswordSaysWhereToLookAndNotWhatItIs() {
        Failure failure = Failure.ofCluster(new SaslAuthenticationException("invalid " + PASSWORD), SECRETS);
        assertThat(failure.code()).isEqualTo(Failure.Code.AUTHENTICATION);
        assertThat(failure.message()).contains("sasl.jaas.config").doesNotContain(PASSWORD);
    }

    @Test
    void brokersThatAreTooOldAreToldWhatToEnable() {
        assertThat(Failure.ofGroup("g", new UnsupportedVersionException("no"), SECRETS)
                        .message())
                .contains("4.2")
                .contains("streams.version=1");
        assertThat(Failure.switchedOff().message()).contains("upgrade --feature streams.version=1");
    }

    @Test
    void anUnexpectedErrorIsQuotedUnlessItHoldsASecret() {
        assertThat(Failure.ofGroup("g", new UnknownServerException("disk on fire"), SECRETS)
                        .message())
                .contains("UnknownServerException: disk on fire");
        assertThat(Failure.ofGroup("g", new UnknownServerException("key hunter2 is wrong"), SECRETS)
                        .message())
                .contains("UnknownServerException")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=tr0ub4dor extra",
                "org.apache.kafka.common.security.plain.PlainLoginModule tr0ub4dor username=\"u\";",
                "org.apache.kafka.common.security.plain.PlainLoginModule required password tr0ub4dor;",
                "password=tr0ub4dor"
            })
    void aMalformedLoginGivesNothingAway(String jaas) {
        Map<String, String> properties =
                Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "PLAIN", "sasl.jaas.config", jaas);
        Secrets secrets = new Secrets(properties);
        Map<String, Object> settings = new java.util.HashMap<>(properties);
        settings.put("bootstrap.servers", "127.0.0.1:1");
        try (Admin admin = Admin.create(settings)) {
            org.assertj.core.api.Assertions.fail("%s was made", admin);
        } catch (RuntimeException e) {
            Failure failure = Failure.ofCluster(e, secrets);
            assertThat(failure.code()).isEqualTo(Failure.Code.CONFIGURATION);
            assertThat(failure.message()).doesNotContain(PASSWORD);
        }
    }
}
