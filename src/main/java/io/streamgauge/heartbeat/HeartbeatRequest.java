package io.streamgauge.heartbeat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a member said in one {@code STREAMS_GROUP_HEARTBEAT} request (api key 88). A null field was not sent, which by
 * the protocol means unchanged.
 *
 * @param memberEpoch 0 joins or rejoins, -1 leaves, -2 is a static member that goes away
 * @param topology sent only on joining
 */
public record HeartbeatRequest(
        int memberEpoch,
        @Nullable String instanceId,
        @Nullable String rackId,
        @Nullable Topology topology,
        @Nullable List<TaskId> active,
        @Nullable List<TaskId> standby,
        @Nullable List<TaskId> warmup,
        @Nullable String processId,
        @Nullable Endpoint userEndpoint,
        @Nullable Map<String, String> clientTags,
        @Nullable Map<TaskId, Long> taskOffsets,
        @Nullable Map<TaskId, Long> taskEndOffsets,
        boolean shutdownApplication) {

    /** Member epoch of a request that joins or rejoins. */
    public static final int JOIN = 0;

    /** Member epoch of a request that leaves the group. */
    public static final int LEAVE = -1;

    /** Member epoch of a static member that goes away and keeps its tasks. */
    public static final int AWAY = -2;

    /**
     * The topology that a joining member brings.
     *
     * @param subtopologies without partitions: the message does not name tasks
     */
    public record Topology(int epoch, List<Subtopology> subtopologies) {}
}
