package io.streamgauge.broker;

import io.streamgauge.group.TaskId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment.TaskIds;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription.TaskOffset;
import org.apache.kafka.clients.admin.StreamsGroupSubtopologyDescription;
import org.apache.kafka.clients.admin.StreamsGroupSubtopologyDescription.TopicInfo;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.Node;

/** Short ways to write down what Kafka's client makes of a broker's description. */
final class Descriptions {

    private Descriptions() {}

    static StreamsGroupDescription group(
            GroupState state,
            int topologyEpoch,
            Collection<StreamsGroupSubtopologyDescription> subtopologies,
            StreamsGroupMemberDescription... members) {
        return new StreamsGroupDescription(
                "g",
                7,
                6,
                topologyEpoch,
                subtopologies,
                List.of(members),
                state,
                new Node(3, "broker-3", 9092),
                Set.of(),
                Optional.empty(),
                StreamsGroupTopologyDescriptionStatus.NOT_REQUESTED,
                Optional.of("sticky"));
    }

    /** A subtopology that reads topics, of which those that begin with {@code g-} are repartition topics. */
    static StreamsGroupSubtopologyDescription subtopology(String id, int changelogPartitions, String... topics) {
        Map<Boolean, List<String>> internal =
                Arrays.stream(topics).collect(Collectors.partitioningBy(t -> t.startsWith("g-")));
        Map<String, TopicInfo> repartition = new LinkedHashMap<>();
        internal.get(true).forEach(t -> repartition.put(t, new TopicInfo(0, -1, Map.of())));
        Map<String, TopicInfo> changelogs = changelogPartitions < 0
                ? Map.of()
                : Map.of("g-store-changelog", new TopicInfo(changelogPartitions, -1, Map.of()));
        return new StreamsGroupSubtopologyDescription(id, internal.get(false), List.of(), changelogs, repartition);
    }

    static MemberBuilder member(String id) {
        return new MemberBuilder(id);
    }

    static final class MemberBuilder {

        private final String id;
        private int epoch = 7;
        private Optional<String> instanceId = Optional.empty();
        private Optional<StreamsGroupMemberDescription.Endpoint> endpoint = Optional.empty();
        private List<TaskOffset> offsets = List.of();
        private List<TaskOffset> ends = List.of();
        private StreamsGroupMemberAssignment assigned = tasks("", "", "");
        private StreamsGroupMemberAssignment target = tasks("", "", "");
        private boolean classic;

        private MemberBuilder(String id) {
            this.id = id;
        }

        MemberBuilder epoch(int memberEpoch) {
            epoch = memberEpoch;
            return this;
        }

        MemberBuilder instance(String instance) {
            instanceId = Optional.of(instance);
            return this;
        }

        MemberBuilder endpoint(String host, int port) {
            endpoint = Optional.of(new StreamsGroupMemberDescription.Endpoint(host, port));
            return this;
        }

        MemberBuilder offsets(List<TaskOffset> taskOffsets, List<TaskOffset> taskEndOffsets) {
            offsets = taskOffsets;
            ends = taskEndOffsets;
            return this;
        }

        /** Task ids of each role with spaces between. */
        MemberBuilder assigned(String active, String standby, String warmup) {
            assigned = tasks(active, standby, warmup);
            return this;
        }

        MemberBuilder target(String active, String standby, String warmup) {
            target = tasks(active, standby, warmup);
            return this;
        }

        MemberBuilder classic() {
            classic = true;
            return this;
        }

        StreamsGroupMemberDescription build() {
            return new StreamsGroupMemberDescription(
                    id,
                    epoch,
                    instanceId,
                    Optional.of("rack-a"),
                    "client-" + id,
                    "/10.0.0.1",
                    classic ? -1 : 2,
                    classic ? "" : "process-" + id,
                    endpoint,
                    Map.of("zone", "a"),
                    offsets,
                    ends,
                    assigned,
                    target,
                    classic);
        }
    }

    private static StreamsGroupMemberAssignment tasks(String active, String standby, String warmup) {
        return new StreamsGroupMemberAssignment(ids(active), ids(standby), ids(warmup));
    }

    private static List<TaskIds> ids(String tasks) {
        Map<String, List<Integer>> ids = new TreeMap<>();
        for (String task : tasks.isEmpty() ? new String[0] : tasks.split(" ", -1)) {
            TaskId id = TaskId.parse(task);
            ids.computeIfAbsent(id.subtopologyId(), s -> new ArrayList<>()).add(id.partition());
        }
        return ids.entrySet().stream()
                .map(e -> new TaskIds(e.getKey(), e.getValue()))
                .toList();
    }
}
