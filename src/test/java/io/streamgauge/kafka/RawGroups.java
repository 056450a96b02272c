package io.streamgauge.kafka;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Endpoint;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Subtopology;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TaskIds;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Topology;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;
import org.apache.kafka.common.requests.StreamsGroupHeartbeatRequest;
import org.apache.kafka.common.requests.StreamsGroupHeartbeatResponse;
import org.jspecify.annotations.Nullable;

/**
 * Real streams groups without applications: their members' heartbeats are sent by hand. A broker started with {@link
 * #SETTINGS} keeps the members for an hour after their last one. Each group reads {@code raw-0}, {@code raw-1}… with one
 * stateless subtopology for each; member n of group g has the endpoint {@code g:(1000 + n)}.
 */
public final class RawGroups {

    /** What a broker needs for members that say nothing for an hour. */
    public static final Map<String, String> SETTINGS = Map.of(
            "group.streams.session.timeout.ms", "3600000",
            "group.streams.max.session.timeout.ms", "3600000",
            "group.streams.initial.rebalance.delay.ms", "500");

    private static final short VERSION = ApiKeys.STREAMS_GROUP_HEARTBEAT.latestVersion();
    private static final int CONNECTIONS = 16;
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int MOST_ROUNDS = 3000;

    private final String host;
    private static final int MOST_ASKED = 100;

    private final int port;
    private final int members;
    private final int subtopologies;
    private final int partitions;
    private final Map<String, Group> groups = new LinkedHashMap<>();

    /**
     * Groups of one broker, which coordinates all of them.
     *
     * @param admin creates the topics that the groups read
     * @param broker {@code host:port}
     * @param members of each group
     * @param subtopologies of each group, which has {@code subtopologies * partitions} tasks
     * @param partitions of each topic
     */
    public RawGroups(Admin admin, String broker, int members, int subtopologies, int partitions) {
        int colon = broker.lastIndexOf(':');
        host = broker.substring(0, colon);
        port = Integer.parseInt(broker.substring(colon + 1));
        this.members = members;
        this.subtopologies = subtopologies;
        this.partitions = partitions;
        for (int n = 0; n < subtopologies; n++) {
            StreamsGroups.createTopic(admin, "raw-" + n, partitions);
        }
        StreamsGroups.awaitCoordinator(admin);
    }

    /** Makes groups with all their members, and returns when they are stable. */
    public void create(List<String> groupIds) {
        List<Group> created = groupIds.stream().map(Group::new).toList();
        onEach(created, group -> {
            for (int n = 0; n < members; n++) {
                group.join();
            }
        });
        created.forEach(group -> groups.put(group.id, group));
    }

    /** In every group the oldest member leaves and another joins; all are stable again when this returns. */
    public void changeAll() {
        onEach(List.copyOf(groups.values()), group -> {
            group.leave();
            group.join();
        });
    }

    private void onEach(List<Group> changed, Consumer<Group> change) {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int part = 0; part < CONNECTIONS; part++) {
                int first = part;
                parts.add(threads.submit(() -> {
                    try (Connection connection = new Connection(host, port)) {
                        for (int n = first; n < changed.size(); n += CONNECTIONS) {
                            Group group = changed.get(n);
                            group.connection = connection;
                            change.accept(group);
                            group.settle();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw StreamsGroups.interrupted(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private final class Group {

        private final String id;
        private final Deque<Member> joined = new ArrayDeque<>();
        private int everJoined;
        private @Nullable Connection connection;

        Group(String id) {
            this.id = id;
        }

        void join() {
            Member member = new Member(id, ++everJoined);
            joined.add(member);
            member.take(send(member.join(topology())));
        }

        void leave() {
            send(joined.remove().leave());
        }

        /** Every member heartbeats until each has what it should have and has said so. */
        void settle() {
            int tasks = subtopologies * partitions;
            for (int round = 0; round < MOST_ROUNDS; round++) {
                boolean moved = false;
                for (Member member : joined) {
                    moved |= member.take(send(member.heartbeat()));
                }
                boolean complete = joined.stream().mapToInt(Member::taskCount).sum() == tasks
                        && joined.stream()
                                        .map(member -> member.epoch)
                                        .distinct()
                                        .count()
                                == 1;
                if (!moved && complete) {
                    return;
                }
                if (!moved) {
                    pause();
                }
            }
            throw new IllegalStateException("Group " + id + " did not become stable");
        }

        private StreamsGroupHeartbeatResponseData send(StreamsGroupHeartbeatRequestData request) {
            return Objects.requireNonNull(connection).send(request);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            throw StreamsGroups.interrupted(e);
        }
    }

    private Topology topology() {
        return new Topology()
                .setSubtopologies(IntStream.range(0, subtopologies)
                        .mapToObj(n -> new Subtopology()
                                .setSubtopologyId(Integer.toString(n))
                                .setSourceTopics(List.of("raw-" + n)))
                        .toList());
    }

    private static final class Member {

        private final String groupId;
        private final int number;
        private final String id = Uuid.randomUuid().toString();
        private List<TaskIds> owned = List.of();
        private boolean reported;
        private int epoch;

        Member(String groupId, int number) {
            this.groupId = groupId;
            this.number = number;
        }

        StreamsGroupHeartbeatRequestData join(Topology topology) {
            return heartbeat()
                    .setTopology(topology)
                    .setProcessId(groupId + "-" + number)
                    .setRebalanceTimeoutMs(300_000)
                    .setUserEndpoint(new Endpoint().setHost(groupId).setPort(1000 + number))
                    .setClientTags(List.of());
        }

        StreamsGroupHeartbeatRequestData leave() {
            return new StreamsGroupHeartbeatRequestData()
                    .setGroupId(groupId)
                    .setMemberId(id)
                    .setMemberEpoch(-1);
        }

        StreamsGroupHeartbeatRequestData heartbeat() {
            StreamsGroupHeartbeatRequestData request = new StreamsGroupHeartbeatRequestData()
                    .setGroupId(groupId)
                    .setMemberId(id)
                    .setMemberEpoch(epoch);
            if (!reported) {
                reported = true;
                request.setActiveTasks(owned).setStandbyTasks(List.of()).setWarmupTasks(List.of());
            }
            return request;
        }

        /** Does as the coordinator says; whether that is anything new. */
        boolean take(StreamsGroupHeartbeatResponseData response) {
            boolean moved = response.memberEpoch() != epoch;
            epoch = response.memberEpoch();
            if (response.activeTasks() != null) {
                owned = response.activeTasks().stream()
                        .map(tasks -> new TaskIds()
                                .setSubtopologyId(tasks.subtopologyId())
                                .setPartitions(tasks.partitions()))
                        .toList();
                reported = false;
                moved = true;
            }
            return moved;
        }

        int taskCount() {
            return owned.stream().mapToInt(tasks -> tasks.partitions().size()).sum();
        }
    }

    private static final class Connection implements AutoCloseable {

        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;
        private int sent;

        Connection(String host, int port) throws IOException {
            socket = new Socket(host, port);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        }

        /** Asks again for a while on the error by which a broker of 4.4.0 answers joins until it knows a new topic. */
        StreamsGroupHeartbeatResponseData send(StreamsGroupHeartbeatRequestData request) {
            for (int asked = 1; ; asked++) {
                StreamsGroupHeartbeatResponseData response = ask(request);
                if (response.errorCode() == Errors.NONE.code()) {
                    return response;
                }
                if (response.errorCode() != Errors.UNKNOWN_SERVER_ERROR.code() || asked == MOST_ASKED) {
                    throw new IllegalStateException("Heartbeat " + request + " was answered by " + response);
                }
                pause();
            }
        }

        private StreamsGroupHeartbeatResponseData ask(StreamsGroupHeartbeatRequestData request) {
            RequestHeader header =
                    new RequestHeader(ApiKeys.STREAMS_GROUP_HEARTBEAT, VERSION, "raw-" + request.groupId(), ++sent);
            ByteBuffer message = new StreamsGroupHeartbeatRequest.Builder(request)
                    .build(VERSION)
                    .serializeWithHeader(header);
            try {
                out.writeInt(message.remaining());
                out.write(message.array(), message.arrayOffset() + message.position(), message.remaining());
                out.flush();
                byte[] answer = new byte[in.readInt()];
                in.readFully(answer);
                ByteBuffer buffer = ByteBuffer.wrap(answer);
                ResponseHeader.parse(buffer, ApiKeys.STREAMS_GROUP_HEARTBEAT.responseHeaderVersion(VERSION));
                return StreamsGroupHeartbeatResponse.parse(new ByteBufferAccessor(buffer), VERSION)
                        .data();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
