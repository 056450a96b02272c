package io.streamgauge.history.jpa;

import io.streamgauge.group.Condition;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskRole;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.SnapshotHeader;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

@Entity
@Immutable
@Table(name = "group_snapshot")
@SuppressWarnings("NullAway.Init")
class SnapshotRow {

    @Id
    @GeneratedValue(generator = "group_snapshot_seq")
    @SequenceGenerator(name = "group_snapshot_seq", sequenceName = "group_snapshot_seq", allocationSize = 500)
    long id;

    @Column(name = "group_key", nullable = false)
    long groupKey;

    @Column(name = "version", nullable = false)
    int version;

    @Column(name = "observed_from", nullable = false)
    Instant observedFrom;

    @Enumerated(EnumType.STRING)
    @Column(name = "source", nullable = false, length = 20)
    ObservationSource source;

    @Enumerated(EnumType.STRING)
    @Column(name = "state", nullable = false, length = 20)
    StreamsGroupState state;

    @Enumerated(EnumType.STRING)
    @Column(name = "state_source", nullable = false, length = 20)
    StateSource stateSource;

    @Column(name = "group_epoch")
    @Nullable
    Integer groupEpoch;

    @Column(name = "assignment_epoch")
    @Nullable
    Integer assignmentEpoch;

    @Column(name = "topology_epoch")
    @Nullable
    Integer topologyEpoch;

    @Column(name = "assignor", length = 32767)
    @Nullable
    String assignor;

    @Column(name = "coordinator", length = 32767)
    @Nullable
    String coordinator;

    @Column(name = "member_count", nullable = false)
    int memberCount;

    @Column(name = "process_count")
    @Nullable
    Integer processCount;

    @Column(name = "active_task_count")
    @Nullable
    Integer activeTaskCount;

    @Column(name = "standby_task_count")
    @Nullable
    Integer standbyTaskCount;

    @Column(name = "warmup_task_count")
    @Nullable
    Integer warmupTaskCount;

    @Column(name = "unassigned_task_count")
    @Nullable
    Integer unassignedTaskCount;

    @Column(name = "lowest_member_epoch")
    @Nullable
    Integer lowestMemberEpoch;

    @Column(name = "highest_member_epoch")
    @Nullable
    Integer highestMemberEpoch;

    @Column(name = "member_epochs", nullable = false, length = 1_000_000)
    String memberEpochs;

    @Convert(converter = Json.Integers.class)
    @Column(name = "status_codes", length = 1000)
    @Nullable
    List<Integer> statusCodes;

    /** The same as it is stored, for conditions. */
    @Column(name = "status_codes", insertable = false, updatable = false, length = 1000)
    @Nullable
    String statusText;

    @Column(name = "status_count")
    @Nullable
    Integer statusCount;

    @Enumerated(EnumType.STRING)
    @Column(name = "endpoint_source", length = 20)
    EndpointMap.@Nullable Source endpointSource;

    @Column(name = "endpoint_epoch")
    @Nullable
    Integer endpointEpoch;

    @Column(name = "topology_known", nullable = false)
    boolean topologyKnown;

    @Column(name = "rebalance_count", nullable = false)
    int rebalanceCount;

    @Column(name = "settled_at")
    @Nullable
    Instant settledAt;

    @Column(name = "begun_at")
    @Nullable
    Instant begunAt;

    @Column(name = "begun_after")
    @Nullable
    Instant begunAfter;

    @Column(name = "pending_since")
    @Nullable
    Instant pendingSince;

    @Column(name = "rebalance_subject", length = 32767)
    @Nullable
    String rebalanceSubject;

    @Convert(converter = Json.Causes.class)
    @Column(name = "rebalance_causes", length = 1_000_000)
    @Nullable
    List<RebalanceCause> rebalanceCauses;

    @Convert(converter = Json.Conditions.class)
    @Column(name = "conditions", nullable = false, length = 1_000_000)
    List<Condition> conditions;

    @Convert(converter = Json.Texts.class)
    @Column(name = "changes", nullable = false, length = 1_000_000)
    List<String> changes;

    static SnapshotRow of(long groupKey, int version, NewSnapshot snapshot) {
        GroupState group = snapshot.state();
        SnapshotRow row = new SnapshotRow();
        row.groupKey = groupKey;
        row.version = version;
        row.observedFrom = snapshot.at();
        row.source = snapshot.source();
        row.state = group.state();
        row.stateSource = group.stateSource();
        row.groupEpoch = group.groupEpoch();
        row.assignmentEpoch = group.assignmentEpoch();
        row.topologyEpoch = group.topologyEpoch();
        row.assignor = group.assignor();
        row.coordinator = group.coordinator();
        row.memberCount = group.members().size();
        row.processCount = group.processCount();
        row.activeTaskCount = group.taskCount(TaskRole.ACTIVE);
        row.standbyTaskCount = group.taskCount(TaskRole.STANDBY);
        row.warmupTaskCount = group.taskCount(TaskRole.WARMUP);
        List<?> unassigned = group.unassignedTasks();
        row.unassignedTaskCount = unassigned == null ? null : unassigned.size();
        for (Member member : group.members()) {
            Integer epoch = member.memberEpoch();
            if (epoch != null && !member.away()) {
                row.lowestMemberEpoch = row.lowestMemberEpoch == null ? epoch : Math.min(row.lowestMemberEpoch, epoch);
                row.highestMemberEpoch =
                        row.highestMemberEpoch == null ? epoch : Math.max(row.highestMemberEpoch, epoch);
            }
        }
        row.memberEpochs = MemberEpochs.write(group.members());
        List<MemberStatus> statuses = group.statuses();
        if (statuses != null) {
            List<Integer> codes = statuses.stream()
                    .map(MemberStatus::code)
                    .sorted()
                    .distinct()
                    .toList();
            row.statusCodes = codes;
            row.statusCount = codes.size();
        }
        EndpointMap map = group.endpointMap();
        row.endpointSource = map == null ? null : map.source();
        row.endpointEpoch = map == null ? null : map.informationEpoch();
        row.topologyKnown = group.subtopologies() != null;
        RebalanceMark mark = snapshot.insight().rebalances();
        row.rebalanceCount = mark.count();
        row.settledAt = mark.settledAt();
        row.begunAt = mark.begunAt();
        row.begunAfter = mark.begunAfter();
        row.pendingSince = mark.pendingSince();
        row.rebalanceSubject = mark.subject();
        row.rebalanceCauses = mark.causes().isEmpty() ? null : mark.causes();
        row.conditions = snapshot.insight().conditions();
        row.changes = snapshot.changes();
        return row;
    }

    Insight insight() {
        return new Insight(mark(), conditions);
    }

    RebalanceMark mark() {
        return new RebalanceMark(
                rebalanceCount,
                begunAt,
                begunAfter,
                settledAt,
                pendingSince,
                rebalanceSubject,
                rebalanceCauses == null ? List.of() : rebalanceCauses);
    }

    SnapshotHeader header(String groupId) {
        return new SnapshotHeader(
                groupKey,
                groupId,
                version,
                observedFrom,
                source,
                state,
                stateSource,
                groupEpoch,
                assignmentEpoch,
                topologyEpoch,
                assignor,
                coordinator,
                memberCount,
                processCount,
                activeTaskCount,
                standbyTaskCount,
                warmupTaskCount,
                unassignedTaskCount,
                lowestMemberEpoch,
                highestMemberEpoch,
                statusCodes,
                insight(),
                changes);
    }
}
