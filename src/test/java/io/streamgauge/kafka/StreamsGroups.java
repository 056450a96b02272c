package io.streamgauge.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.awaitility.Awaitility;

/** What tests do and ask with an admin client. */
public final class StreamsGroups {

    private StreamsGroups() {}

    /** Creates a topic with the brokers' default replication, unless it is there. */
    public static void createTopic(Admin admin, String name, int partitions) {
        try {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IllegalStateException("Topic " + name + " was not created", e.getCause());
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Waits until a broker coordinates groups; the first who asks makes the brokers create their topic for it. */
    static void awaitCoordinator(Admin admin) {
        KafkaFuture<StreamsGroupDescription> nobody =
                admin.describeStreamsGroups(List.of("nobody")).describedGroups().get("nobody");
        try {
            nobody.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw new IllegalStateException("There is no group coordinator", e.getCause());
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Names for {@code count} groups of each broker that coordinates some, by that broker; none of them is made. */
    public static Map<Integer, List<String>> groupsOfEachCoordinator(Admin admin, String prefix, int count) {
        String topic = "__consumer_offsets";
        List<TopicPartitionInfo> partitions = get(admin.describeTopics(List.of(topic))
                        .topicNameValues()
                        .get(topic))
                .partitions();
        Map<Integer, List<String>> groups = new TreeMap<>();
        partitions.forEach(partition -> groups.put(partition.leader().id(), new ArrayList<>()));
        for (int n = 0; groups.values().stream().anyMatch(names -> names.size() < count); n++) {
            String name = prefix + n;
            int partition = Math.floorMod(name.hashCode(), partitions.size());
            List<String> names = groups.get(partitions.get(partition).leader().id());
            if (names.size() < count) {
                names.add(name);
            }
        }
        return groups;
    }

    /** Sets configs of a group, such as {@code streams.num.standby.replicas}. They hold some moments later. */
    public static void configure(Admin admin, String groupId, Map<String, String> configs) {
        List<AlterConfigOp> changes = new ArrayList<>();
        configs.forEach((name, value) ->
                changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        get(admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.GROUP, groupId), changes))
                .all());
    }

    /** The coordinator's present description of a group. */
    public static StreamsGroupDescription describe(Admin admin, String groupId) {
        return get(
                admin.describeStreamsGroups(List.of(groupId)).describedGroups().get(groupId));
    }

    /** Waits until the group is stable with so many members, and each of them has what the coordinator wants it to have. */
    public static StreamsGroupDescription awaitStable(Admin admin, String groupId, int members) {
        return Awaitility.await("group " + groupId + " to be stable with " + members + " members")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> describe(admin, groupId), group -> isStable(group, members));
    }

    private static boolean isStable(StreamsGroupDescription group, int members) {
        Collection<StreamsGroupMemberDescription> all = group.members();
        return group.groupState() == (members == 0 ? GroupState.EMPTY : GroupState.STABLE)
                && all.size() == members
                && all.stream().allMatch(member -> member.assignment().equals(member.targetAssignment()));
    }

    static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }
}
