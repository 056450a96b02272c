package io.streamgauge.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.CertificateExpiredException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/** The secure listener lets in whom it should, to what it should. */
class BrokerSecurityIT {

    @Test
    void aUserWithAPasswordSeesWhatTheAclsAllow() throws Exception {
        BrokerSecurity security = BrokerSecurity.valid().user("reader", "reader's secret");
        try (InProcessBroker broker = InProcessBroker.start(security)) {
            RawGroups groups = new RawGroups(broker.admin(), broker.bootstrapServers(), 1, 1, 1);
            groups.create(List.of("open", "closed"));
            BrokerSecurity.allow(broker.admin(), "reader", AclOperation.DESCRIBE, ResourceType.GROUP, "open");
            try (Admin reader = client(broker, "reader's secret")) {
                assertThat(reader.listGroups().all().get())
                        .extracting(GroupListing::groupId)
                        .containsExactly("open");
                assertThatThrownBy(() -> describe(reader, "closed"))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(GroupAuthorizationException.class);
            }
            try (Admin stranger = client(broker, "not the secret")) {
                assertThatThrownBy(() -> describe(stranger, "open"))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(SaslAuthenticationException.class);
            }
        }
    }

    @Test
    void aBrokerWhoseCertificateExpiredIsNotTalkedTo() {
        BrokerSecurity security = BrokerSecurity.expired().user("reader", "reader's secret");
        try (InProcessBroker broker = InProcessBroker.start(security);
                Admin reader = client(broker, "reader's secret")) {
            assertThatThrownBy(() -> describe(reader, "open"))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SslAuthenticationException.class)
                    .hasRootCauseInstanceOf(CertificateExpiredException.class);
        }
    }

    private static Admin client(InProcessBroker broker, String password) {
        Map<String, Object> settings = new HashMap<>(BrokerSecurity.client("reader", password));
        settings.put("bootstrap.servers", broker.secureBootstrapServers());
        return Admin.create(settings);
    }

    private static void describe(Admin admin, String groupId) throws ExecutionException, InterruptedException {
        admin.describeStreamsGroups(List.of(groupId)).all().get();
    }
}
