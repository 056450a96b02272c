package io.streamgauge.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Short ways to write members and group states down in tests. */
public final class States {

    private States() {}

    public static List<TaskId> tasks(String... ids) {
        return Arrays.stream(ids).map(TaskId::parse).toList();
    }

    public static Tasks active(String... ids) {
        return new Tasks(tasks(ids), List.of(), List.of());
    }

    /** A member of which nothing but its id and epoch is known. */
    public static MemberBuilder member(String memberId, int memberEpoch) {
        return new MemberBuilder(memberId, memberEpoch);
    }

    public static GroupBuilder group(MemberBuilder... members) {
        return new GroupBuilder(Arrays.stream(members).map(MemberBuilder::build).toList());
    }

    public static EndpointPartitions serves(
            String host, int port, List<TopicPartitions> active, List<TopicPartitions> standby) {
        return new EndpointPartitions(new Endpoint(host, port), active, standby, List.of());
    }

    public static TopicPartitions topic(String name, Integer... partitions) {
        return new TopicPartitions(name, List.of(partitions));
    }

    public static final class MemberBuilder {

        private final String memberId;
        private final @Nullable Integer memberEpoch;
        private @Nullable String instanceId;
        private @Nullable String processId;
        private @Nullable Endpoint endpoint;
        private @Nullable Map<String, String> clientTags;
        private boolean away;
        private boolean fenced;
        private @Nullable String rackId;
        private @Nullable String clientHost;
        private @Nullable Integer topologyEpoch;
        private @Nullable Long acceptableRecoveryLag;
        private @Nullable Integer heartbeatIntervalMs;
        private Tasks owned = Tasks.UNKNOWN;
        private Tasks assigned = Tasks.UNKNOWN;
        private Tasks target = Tasks.UNKNOWN;

        private MemberBuilder(String memberId, @Nullable Integer memberEpoch) {
            this.memberId = memberId;
            this.memberEpoch = memberEpoch;
        }

        public MemberBuilder instance(String id) {
            instanceId = id;
            return this;
        }

        public MemberBuilder fenced() {
            fenced = true;
            return this;
        }

        public MemberBuilder rack(String id) {
            rackId = id;
            return this;
        }

        public MemberBuilder host(String host) {
            clientHost = host;
            return this;
        }

        public MemberBuilder topology(int epoch) {
            topologyEpoch = epoch;
            return this;
        }

        public MemberBuilder acceptableRecoveryLag(long records) {
            acceptableRecoveryLag = records;
            return this;
        }

        public MemberBuilder heartbeatIntervalMs(int interval) {
            heartbeatIntervalMs = interval;
            return this;
        }

        public MemberBuilder process(String id) {
            processId = id;
            return this;
        }

        public MemberBuilder endpoint(String host, int port) {
            endpoint = new Endpoint(host, port);
            return this;
        }

        public MemberBuilder tags(Map<String, String> tags) {
            clientTags = tags;
            return this;
        }

        public MemberBuilder away() {
            away = true;
            return this;
        }

        public MemberBuilder owned(Tasks tasks) {
            owned = tasks;
            return this;
        }

        public MemberBuilder assigned(Tasks tasks) {
            assigned = tasks;
            return this;
        }

        public MemberBuilder target(Tasks tasks) {
            target = tasks;
            return this;
        }

        public Member build() {
            return new Member(
                    memberId,
                    memberEpoch,
                    instanceId,
                    rackId,
                    null,
                    clientHost,
                    processId,
                    topologyEpoch,
                    endpoint,
                    clientTags,
                    null,
                    away,
                    fenced,
                    heartbeatIntervalMs,
                    null,
                    acceptableRecoveryLag,
                    null,
                    owned,
                    assigned,
                    target);
        }
    }

    public static final class GroupBuilder {

        private final List<Member> members;
        private StreamsGroupState state = StreamsGroupState.STABLE;
        private final List<MemberStatus> statuses = new ArrayList<>();
        private boolean described;
        private @Nullable Integer groupEpoch;
        private @Nullable Integer assignmentEpoch;
        private @Nullable EndpointMap endpointMap;
        private @Nullable List<Subtopology> subtopologies;

        private GroupBuilder(List<Member> members) {
            this.members = members;
        }

        public GroupBuilder state(StreamsGroupState name) {
            state = name;
            return this;
        }

        /** As brokers describe it, which do not tell statuses. */
        public GroupBuilder described(int epoch, int assigned) {
            described = true;
            groupEpoch = epoch;
            assignmentEpoch = assigned;
            return this;
        }

        public GroupBuilder status(String memberId, int code, @Nullable String detail) {
            statuses.add(new MemberStatus(memberId, code, detail));
            return this;
        }

        public GroupBuilder endpoints(@Nullable Integer epoch, EndpointPartitions... entries) {
            endpointMap = new EndpointMap(epoch, EndpointMap.Source.HEARTBEAT, List.of(entries));
            return this;
        }

        public GroupBuilder subtopology(String id, Integer... partitions) {
            return subtopology(Subtopology.ofTasks(id, List.of(partitions)));
        }

        public GroupBuilder subtopology(Subtopology subtopology) {
            List<Subtopology> all = new ArrayList<>(subtopologies == null ? List.of() : subtopologies);
            all.add(subtopology);
            subtopologies = all;
            return this;
        }

        public GroupState build() {
            return new GroupState(
                    "g",
                    state,
                    described ? StateSource.BROKER : StateSource.DERIVED,
                    groupEpoch,
                    assignmentEpoch,
                    null,
                    null,
                    null,
                    members,
                    described ? null : statuses.stream().sorted().toList(),
                    endpointMap,
                    subtopologies);
        }
    }
}
