package io.streamgauge.bench;

import io.streamgauge.kafka.KafkaCluster;
import io.streamgauge.kafka.RawGroups;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.common.GroupType;
import org.jspecify.annotations.Nullable;

/**
 * Real groups on a broker in a process of its own, made once for all measures of a run. Their members sent what real ones
 * send to join and to take their tasks; they are silent since, which the broker's session timeout of an hour allows.
 */
final class LiveGroups {

    static final int GROUPS = 1_000;
    static final int MEMBERS = 20;
    static final int TASKS = 60;
    static final String KAFKA = "4.4.0";
    private static final int SUBTOPOLOGIES = 3;

    private static @Nullable LiveGroups made;

    private final KafkaCluster cluster;
    private final RawGroups groups;

    private LiveGroups() {
        KafkaCluster.Builder builder = KafkaCluster.of(KAFKA)
                // As a broker of production is compiled, and room for the groups.
                .jvm("-Xmx1g", "-XX:TieredStopAtLevel=4");
        RawGroups.SETTINGS.forEach(builder::with);
        cluster = builder.start();
        groups = new RawGroups(
                cluster.admin(), cluster.bootstrapServers(), MEMBERS, SUBTOPOLOGIES, TASKS / SUBTOPOLOGIES);
    }

    static LiveGroups get() {
        LiveGroups all = made;
        if (all == null) {
            long start = System.nanoTime();
            all = new LiveGroups();
            made = all;
            all.groups.create(
                    IntStream.range(0, GROUPS).mapToObj("group-%04d"::formatted).toList());
            Bench.print(
                    "        %,d groups with %d members and %d tasks each on a broker of Kafka %s, made in %.0f s",
                    GROUPS, MEMBERS, TASKS, KAFKA, (System.nanoTime() - start) / 1e9);
        }
        return all;
    }

    static void close() {
        if (made != null) {
            made.cluster.close();
        }
    }

    String bootstrapServers() {
        return cluster.bootstrapServers();
    }

    /** Arguments that have the service poll these groups. */
    List<String> arguments() {
        return List.of(
                "--streamgauge.clusters[0].name=bench",
                "--streamgauge.clusters[0].bootstrap-servers=" + bootstrapServers());
    }

    /** A member of every group leaves and another joins. */
    void changeAll() {
        groups.changeAll();
    }

    /** Seconds that listing and describing all groups takes with nothing but Kafka's client. */
    double bare() throws ExecutionException, InterruptedException {
        Admin admin = cluster.admin();
        long start = System.nanoTime();
        List<String> groupIds = admin.listGroups().valid().get().stream()
                .filter(group -> group.type().filter(GroupType.STREAMS::equals).isPresent())
                .map(GroupListing::groupId)
                .toList();
        Map<String, StreamsGroupDescription> described =
                admin.describeStreamsGroups(groupIds).all().get();
        double seconds = (System.nanoTime() - start) / 1e9;
        long members = described.values().stream()
                .mapToLong(group -> group.members().size())
                .sum();
        if (members != (long) GROUPS * MEMBERS) {
            throw new IllegalStateException("There are " + members + " members");
        }
        return seconds;
    }
}
