package io.streamgauge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.junit.jupiter.api.Test;

/** The tests' broker and application in this JVM do what the tests take them for. */
class InProcessKafkaIT {

    private final InProcessBroker broker = InProcessBroker.shared();

    @Test
    void anApplicationStartsScalesCrashesReturnsAndLeaves() {
        Admin admin = broker.admin();
        StreamsGroups.createTopic(admin, "kit-orders", 4);
        try (StreamsApplication application =
                new StreamsApplication(broker.bootstrapServers(), "kit-app", "kit-orders").scaleTo(2)) {
            application.produce(100);
            StreamsGroupDescription two = StreamsGroups.awaitStable(admin, "kit-app", 2);
            assertThat(active(two)).isEqualTo(8);
            assertThat(standby(two)).isEqualTo(8);
            assertThat(endpoints(two)).containsExactlyInAnyOrder("localhost:8081", "localhost:8082");
            Map<String, String> processes = processes(two);

            application.scaleTo(3);
            assertThat(endpoints(StreamsGroups.awaitStable(admin, "kit-app", 3)))
                    .hasSize(3);

            application.crash(2);
            assertThat(StreamsGroups.describe(admin, "kit-app").members())
                    .as("a crashed instance has not said so")
                    .hasSize(3);
            assertThat(endpoints(StreamsGroups.awaitStable(admin, "kit-app", 2)))
                    .containsExactlyInAnyOrder("localhost:8081", "localhost:8083");

            application.start(2);
            assertThat(processes(StreamsGroups.awaitStable(admin, "kit-app", 3)))
                    .as("an instance that returns is the same process")
                    .containsAllEntriesOf(processes);

            application.leave(1);
            assertThat(endpoints(StreamsGroups.awaitStable(admin, "kit-app", 2)))
                    .containsExactlyInAnyOrder("localhost:8082", "localhost:8083");
        }
        StreamsGroups.awaitStable(admin, "kit-app", 0);
    }

    @Test
    void aBrokerWithItsOwnSettingsReturnsWithWhatItHad() throws Exception {
        try (InProcessBroker own = InProcessBroker.start(Map.of("auto.create.topics.enable", "true"))) {
            StreamsGroups.createTopic(own.admin(), "kept", 1);
            own.stop();
            own.restart();
            assertThat(own.admin().listTopics().names().get()).contains("kept");
        }
    }

    private static int active(StreamsGroupDescription group) {
        return group.members().stream()
                .flatMap(member -> member.assignment().activeTasks().stream())
                .mapToInt(tasks -> tasks.partitions().size())
                .sum();
    }

    private static int standby(StreamsGroupDescription group) {
        return group.members().stream()
                .flatMap(member -> member.assignment().standbyTasks().stream())
                .mapToInt(tasks -> tasks.partitions().size())
                .sum();
    }

    private static Set<String> endpoints(StreamsGroupDescription group) {
        return processes(group).keySet();
    }

    private static Map<String, String> processes(StreamsGroupDescription group) {
        return group.members().stream()
                .collect(Collectors.toMap(
                        InProcessKafkaIT::endpoint, StreamsGroupMemberDescription::processId, (one, other) -> one));
    }

    private static String endpoint(StreamsGroupMemberDescription member) {
        return member.userEndpoint()
                .map(endpoint -> endpoint.host() + ":" + endpoint.port())
                .orElse("none");
    }
}
