package io.streamgauge.heartbeat;

import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator answered to one heartbeat. A null field was not sent, which by the protocol means unchanged; of
 * an answer with an error only the error counts, its other fields are zeroed.
 *
 * @param errorCode 0 when there is none
 * @param memberId null when the answer has none: the draft's, but on joining, and every error answer
 * @param acceptableRecoveryLag in records; null when not provided (0 in version 0, -1 from version 1)
 * @param statuses null in the draft only: unchanged
 * @param endpointInformationEpoch null in the draft, which has none
 */
public record HeartbeatResponse(
        @Nullable Integer throttleTimeMs,
        int errorCode,
        @Nullable String errorMessage,
        @Nullable String memberId,
        int memberEpoch,
        @Nullable Integer heartbeatIntervalMs,
        @Nullable Long acceptableRecoveryLag,
        @Nullable Integer taskOffsetIntervalMs,
        @Nullable List<Status> statuses,
        @Nullable List<TaskId> active,
        @Nullable List<TaskId> standby,
        @Nullable List<TaskId> warmup,
        @Nullable Integer endpointInformationEpoch,
        @Nullable List<EndpointPartitions> partitionsByUserEndpoint) {

    /**
     * A status of the group as told to this member.
     *
     * @param code int8; known ones are in {@link io.streamgauge.group.StatusCode}
     */
    public record Status(int code, @Nullable String detail) {}
}
