package io.streamgauge.history.jpa;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.Member;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.group.Tasks;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "member_version")
@SuppressWarnings("NullAway.Init")
class MemberRow extends VersionedRow {

    @Id
    @GeneratedValue(generator = "member_version_seq")
    @SequenceGenerator(name = "member_version_seq", sequenceName = "member_version_seq", allocationSize = 500)
    long id;

    @Column(name = "member_id", nullable = false, updatable = false, length = 32767)
    String memberId;

    @Column(name = "instance_id", updatable = false, length = 32767)
    @Nullable
    String instanceId;

    @Column(name = "rack_id", updatable = false, length = 32767)
    @Nullable
    String rackId;

    @Column(name = "client_id", updatable = false, length = 32767)
    @Nullable
    String clientId;

    @Column(name = "client_host", updatable = false, length = 32767)
    @Nullable
    String clientHost;

    @Column(name = "process_id", updatable = false, length = 32767)
    @Nullable
    String processId;

    @Column(name = "topology_epoch", updatable = false)
    @Nullable
    Integer topologyEpoch;

    @Column(name = "endpoint_host", updatable = false, length = 32767)
    @Nullable
    String endpointHost;

    @Column(name = "endpoint_port", updatable = false)
    @Nullable
    Integer endpointPort;

    @Convert(converter = Json.Tags.class)
    @Column(name = "client_tags", updatable = false, length = 1_000_000)
    @Nullable
    Map<String, String> clientTags;

    @Column(name = "classic", updatable = false)
    @Nullable
    Boolean classic;

    @Column(name = "away", nullable = false, updatable = false)
    boolean away;

    @Column(name = "fenced", nullable = false, updatable = false)
    boolean fenced;

    @Column(name = "heartbeat_interval_ms", updatable = false)
    @Nullable
    Integer heartbeatIntervalMs;

    @Column(name = "task_offset_interval_ms", updatable = false)
    @Nullable
    Integer taskOffsetIntervalMs;

    @Column(name = "acceptable_recovery_lag", updatable = false)
    @Nullable
    Long acceptableRecoveryLag;

    @Column(name = "throttle_time_ms", updatable = false)
    @Nullable
    Integer throttleTimeMs;

    /** Which of the nine task lists are known: bit {@code 3 * view + role}. The tasks themselves are task rows. */
    @Column(name = "known_lists", nullable = false, updatable = false)
    short knownLists;

    @Column(name = "last_heartbeat_at")
    @Nullable
    Instant lastHeartbeatAt;

    static MemberRow of(Member member) {
        MemberRow row = new MemberRow();
        row.memberId = member.memberId();
        row.instanceId = member.instanceId();
        row.rackId = member.rackId();
        row.clientId = member.clientId();
        row.clientHost = member.clientHost();
        row.processId = member.processId();
        row.topologyEpoch = member.topologyEpoch();
        Endpoint endpoint = member.endpoint();
        row.endpointHost = endpoint == null ? null : endpoint.host();
        row.endpointPort = endpoint == null ? null : endpoint.port();
        row.clientTags = member.clientTags();
        row.classic = member.classic();
        row.away = member.away();
        row.fenced = member.fenced();
        row.heartbeatIntervalMs = member.heartbeatIntervalMs();
        row.taskOffsetIntervalMs = member.taskOffsetIntervalMs();
        row.acceptableRecoveryLag = member.acceptableRecoveryLag();
        row.throttleTimeMs = member.throttleTimeMs();
        row.knownLists = knownLists(member);
        return row;
    }

    static short knownLists(Member member) {
        int known = 0;
        for (TaskView view : TaskView.values()) {
            for (TaskRole role : TaskRole.values()) {
                if (member.view(view).of(role) != null) {
                    known |= bit(view, role);
                }
            }
        }
        return (short) known;
    }

    Member member(@Nullable Integer memberEpoch, TaskLists tasks) {
        Map<TaskView, Tasks> views = new EnumMap<>(TaskView.class);
        for (TaskView view : TaskView.values()) {
            views.put(
                    view,
                    new Tasks(
                            tasks.list(this, view, TaskRole.ACTIVE),
                            tasks.list(this, view, TaskRole.STANDBY),
                            tasks.list(this, view, TaskRole.WARMUP)));
        }
        return new Member(
                memberId,
                memberEpoch,
                instanceId,
                rackId,
                clientId,
                clientHost,
                processId,
                topologyEpoch,
                endpoint(),
                clientTags,
                classic,
                away,
                fenced,
                heartbeatIntervalMs,
                taskOffsetIntervalMs,
                acceptableRecoveryLag,
                throttleTimeMs,
                views.getOrDefault(TaskView.OWNED, Tasks.UNKNOWN),
                views.getOrDefault(TaskView.ASSIGNED, Tasks.UNKNOWN),
                views.getOrDefault(TaskView.TARGET, Tasks.UNKNOWN));
    }

    @Nullable
    Endpoint endpoint() {
        return endpointHost == null || endpointPort == null ? null : new Endpoint(endpointHost, endpointPort);
    }

    boolean knows(TaskView view, TaskRole role) {
        return (knownLists & bit(view, role)) != 0;
    }

    private static int bit(TaskView view, TaskRole role) {
        return 1 << (3 * Codes.of(view) + Codes.of(role));
    }
}
