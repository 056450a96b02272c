package io.streamgauge.heartbeat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is known of one member while its group is folded; {@link #member()} is the record of it. */
final class MemberFold {

    final String memberId;

    /** When its session ends unless it is heard again. */
    Instant deadline;

    /** Whether a look at {@link #deadline} is queued. */
    boolean watched;

    private @Nullable Integer memberEpoch;
    private @Nullable String instanceId;
    private @Nullable String rackId;
    private @Nullable String clientId;
    private @Nullable String clientHost;
    private @Nullable String processId;
    private @Nullable Integer topologyEpoch;
    private @Nullable Endpoint endpoint;
    private @Nullable Map<String, String> clientTags;
    private boolean away;
    private boolean fenced;
    private @Nullable Integer heartbeatIntervalMs;
    private @Nullable Integer taskOffsetIntervalMs;
    private @Nullable Long acceptableRecoveryLag;
    private @Nullable Integer throttleTimeMs;
    private Tasks owned = Tasks.UNKNOWN;
    private Tasks assigned = Tasks.UNKNOWN;
    private List<MemberStatus> statuses = List.of();
    private @Nullable Map<TaskId, Long> offsets;
    private @Nullable Map<TaskId, Long> endOffsets;

    /** Whether offsets were told that no answered heartbeat has reported yet. */
    private boolean offsetsUnreported;

    private @Nullable Integer mapEpoch;
    private int mapCount;

    private @Nullable Member built;

    MemberFold(String memberId, Instant deadline) {
        this.memberId = memberId;
        this.deadline = deadline;
    }

    @Nullable
    String instanceId() {
        return instanceId;
    }

    @Nullable
    Integer memberEpoch() {
        return memberEpoch;
    }

    Tasks assigned() {
        return assigned;
    }

    Tasks owned() {
        return owned;
    }

    boolean away() {
        return away;
    }

    /** Whether anything changed since {@link #member()} was last asked. */
    boolean changed() {
        return built == null;
    }

    /** A joining member runs nothing, whatever the lists of its join do not say. */
    void joins() {
        owned = Tasks.NONE;
        assigned = Tasks.NONE;
        built = null;
    }

    void goesAway() {
        away = replaced(away, true);
        memberEpoch = changedTo(memberEpoch, HeartbeatRequest.AWAY);
    }

    void isFenced() {
        fenced = replaced(fenced, true);
    }

    void losesActive(TaskId task) {
        assigned = replaced(assigned, assigned.withoutActive(task));
    }

    void isAt(@Nullable String id, @Nullable String host) {
        clientId = updated(clientId, id);
        clientHost = updated(clientHost, host);
    }

    /** Takes what the member said of itself. */
    void says(HeartbeatRequest request) {
        instanceId = updated(instanceId, request.instanceId());
        rackId = updated(rackId, request.rackId());
        processId = updated(processId, request.processId());
        endpoint = updated(endpoint, request.userEndpoint());
        clientTags = updated(clientTags, request.clientTags());
        if (request.topology() != null) {
            topologyEpoch = changedTo(topologyEpoch, request.topology().epoch());
        }
        owned = replaced(owned, owned.updatedBy(request.active(), request.standby(), request.warmup()));
        if (memberEpoch == null && request.memberEpoch() > 0) {
            memberEpoch = changedTo(memberEpoch, request.memberEpoch());
        }
        boolean toldOffsets =
                request.taskOffsets() != null && !request.taskOffsets().equals(offsets);
        boolean toldEnds =
                request.taskEndOffsets() != null && !request.taskEndOffsets().equals(endOffsets);
        offsets = toldOffsets ? request.taskOffsets() : offsets;
        endOffsets = toldEnds ? request.taskEndOffsets() : endOffsets;
        offsetsUnreported |= toldOffsets || toldEnds;
    }

    /** Takes what the coordinator told the member, in an answer without an error. */
    void isTold(HeartbeatResponse response) {
        memberEpoch = changedTo(memberEpoch, response.memberEpoch());
        fenced = replaced(fenced, false);
        away = replaced(away, false);
        heartbeatIntervalMs = updated(heartbeatIntervalMs, response.heartbeatIntervalMs());
        taskOffsetIntervalMs = updated(taskOffsetIntervalMs, response.taskOffsetIntervalMs());
        acceptableRecoveryLag = changedTo(acceptableRecoveryLag, response.acceptableRecoveryLag());
        // Throttling comes and goes with the load of the broker: told with the next change, it is none by itself.
        throttleTimeMs = response.throttleTimeMs() == null ? throttleTimeMs : response.throttleTimeMs();
        assigned = replaced(assigned, assigned.updatedBy(response.active(), response.standby(), response.warmup()));
        if (response.statuses() != null) {
            statuses = replaced(statuses, statusesOf(response.statuses()));
        }
    }

    /** Whether its latest endpoint map had a higher epoch in the same count of the coordinator. */
    boolean wasToldHigherMapEpoch(int epoch, int count) {
        return mapEpoch != null && count == mapCount && epoch < mapEpoch;
    }

    void isToldMapEpoch(int epoch, int count) {
        mapEpoch = epoch;
        mapCount = count;
    }

    Member member() {
        if (built == null) {
            built = new Member(
                    memberId,
                    memberEpoch,
                    instanceId,
                    rackId,
                    clientId,
                    clientHost,
                    processId,
                    topologyEpoch,
                    endpoint,
                    clientTags,
                    null,
                    away,
                    fenced,
                    heartbeatIntervalMs,
                    taskOffsetIntervalMs,
                    acceptableRecoveryLag,
                    throttleTimeMs,
                    owned,
                    assigned,
                    Tasks.UNKNOWN);
        }
        return built;
    }

    List<MemberStatus> memberStatuses() {
        return statuses;
    }

    private List<MemberStatus> statusesOf(List<HeartbeatResponse.Status> told) {
        return told.isEmpty()
                ? List.of()
                : told.stream()
                        .map(s -> new MemberStatus(memberId, s.code(), s.detail()))
                        .distinct()
                        .toList();
    }

    /** All offsets told so far, when some were since this was last asked; else null. */
    @Nullable
    List<TaskOffset> newTaskOffsets() {
        if (!offsetsUnreported) {
            return null;
        }
        offsetsUnreported = false;
        Map<TaskId, TaskOffset> all = new TreeMap<>();
        Map<TaskId, Long> ends = endOffsets == null ? Map.of() : endOffsets;
        if (offsets != null) {
            offsets.forEach((task, offset) -> all.put(task, new TaskOffset(task, offset, ends.get(task))));
        }
        ends.forEach((task, end) -> all.putIfAbsent(task, new TaskOffset(task, null, end)));
        return new ArrayList<>(all.values());
    }

    private <T> @Nullable T updated(@Nullable T known, @Nullable T told) {
        return told == null ? known : changedTo(known, told);
    }

    private <T> @Nullable T changedTo(@Nullable T known, @Nullable T next) {
        if (Objects.equals(known, next)) {
            return known;
        }
        built = null;
        return next;
    }

    private <T> T replaced(T known, T next) {
        if (known.equals(next)) {
            return known;
        }
        built = null;
        return next;
    }
}
