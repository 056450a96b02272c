package io.streamgauge.history.jpa;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.GroupWrite.Restored;
import io.streamgauge.history.LatestState;
import io.streamgauge.history.StatusInterval;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a group that hold for its latest version. Turns the next state into the rows that end and begin, so that
 * a snapshot costs what changed and not what the group is.
 */
final class OpenGroup {

    private record TaskKey(String memberId, TaskView view, TaskRole role, TaskId task) {}

    final GroupRow group;
    private @Nullable GroupState state;
    private @Nullable Insight insight;
    private final Map<String, MemberRow> members = new HashMap<>();
    private final Map<TaskKey, TaskRow> tasks = new HashMap<>();
    private final Map<MemberStatus, StatusRow> statuses = new HashMap<>();
    private final Map<Endpoint, EndpointRow> endpoints = new HashMap<>();
    private final Map<String, SubtopologyRow> subtopologies = new HashMap<>();

    OpenGroup(GroupRow group) {
        this.group = group;
    }

    @Nullable
    GroupState state() {
        return state;
    }

    /** Null before the first. */
    @Nullable
    LatestState latest() {
        return state == null || insight == null ? null : new LatestState(state, insight);
    }

    void restore(LatestState stored, OpenRows rows) {
        state = stored.state();
        insight = stored.insight();
        rows.members().forEach(r -> members.put(r.memberId, r));
        rows.tasks().forEach(r -> tasks.put(new TaskKey(r.memberId, r.view, r.role, r.task()), r));
        rows.statuses().forEach(r -> statuses.put(r.status(), r));
        rows.endpoints().forEach(r -> endpoints.put(r.entry().endpoint(), r));
        rows.subtopologies().forEach(r -> subtopologies.put(r.subtopologyId, r));
    }

    /** Of the latest snapshot. */
    int version() {
        return group.version;
    }

    /** The row of each member. */
    Collection<MemberRow> members() {
        return members.values();
    }

    /** Takes one write; the changes of rows go to {@code batch}. */
    void take(GroupWrite write, RowBatch batch) {
        for (NewSnapshot snapshot : write.snapshots()) {
            group.version = snapshot.restored() == null
                    ? group.version + 1
                    : snapshot.restored().version();
            batch.insert(SnapshotRow.of(group.id, group.version, snapshot));
            advance(snapshot, batch);
            insight = snapshot.insight();
        }
        write.offsets().forEach(report -> batch.insert(OffsetReportRow.of(group.id, report)));
        write.errors().forEach(run -> batch.insert(ErrorRow.of(group.id, run)));
        write.silences().forEach(silence -> batch.insert(SilenceRow.of(group.id, silence)));
        if (write.observedAt().isAfter(group.observedAt)) {
            group.observedAt = write.observedAt();
        }
        batch.update(group);
        write.lastHeartbeatAt().forEach((memberId, at) -> {
            MemberRow member = members.get(memberId);
            if (member != null && !at.equals(member.lastHeartbeatAt)) {
                member.lastHeartbeatAt = at;
                batch.update(member);
            }
        });
        for (StatusRow status : statuses.values()) {
            Instant before = status.lastSeenAt;
            status.seenAt(write.lastHeartbeatAt().get(status.memberId));
            if (!status.lastSeenAt.equals(before)) {
                batch.update(status);
            }
        }
    }

    private void advance(NewSnapshot snapshot, RowBatch batch) {
        GroupState next = snapshot.state();
        Restored restored = snapshot.restored();
        Set<String> present = new HashSet<>();
        for (Member member : next.members()) {
            present.add(member.memberId());
            Member before = state == null ? null : state.member(member.memberId());
            if (member.equals(before)) {
                continue;
            }
            if (before != null && goesOn(before, member, snapshot)) {
                advanceTasks(before, member, batch);
                continue;
            }
            MemberRow ended = members.remove(member.memberId());
            if (ended != null) {
                end(ended, snapshot, batch);
            }
            MemberRow begun = begin(MemberRow.of(member), batch);
            if (restored != null) {
                begun.lastHeartbeatAt = restored.lastHeartbeatAt().get(member.memberId());
            } else if (ended != null) {
                begun.lastHeartbeatAt = ended.lastHeartbeatAt;
            }
            members.put(member.memberId(), begun);
            advanceTasks(before, member, batch);
        }
        if (state != null) {
            for (Member before : state.members()) {
                if (!present.contains(before.memberId())) {
                    MemberRow ended = members.remove(before.memberId());
                    if (ended != null) {
                        end(ended, snapshot, batch);
                    }
                    advanceTasks(before, null, batch);
                }
            }
        }
        advanceStatuses(snapshot, batch);
        replace(
                endpoints,
                state == null ? List.of() : entries(state),
                entries(next),
                EndpointPartitions::endpoint,
                EndpointRow::of,
                batch);
        replace(
                subtopologies,
                state == null ? List.of() : known(state.subtopologies()),
                known(next.subtopologies()),
                Subtopology::subtopologyId,
                SubtopologyRow::of,
                batch);
        state = next;
    }

    /** Epochs and tasks are not the row's; but one that is to tell when it was heard before ends with either. */
    private boolean goesOn(Member before, Member member, NewSnapshot snapshot) {
        MemberRow row = members.get(member.memberId());
        Restored restored = snapshot.restored();
        return row != null
                && row.lastHeartbeatAt == null
                && !snapshot.endedHeartbeats().containsKey(member.memberId())
                && (restored == null || !restored.lastHeartbeatAt().containsKey(member.memberId()))
                && row.knownLists == MemberRow.knownLists(member)
                && member.withoutAssignment().equals(before.withoutAssignment());
    }

    private void end(MemberRow row, NewSnapshot snapshot, RowBatch batch) {
        Instant heard = snapshot.endedHeartbeats().get(row.memberId);
        if (heard != null) {
            row.lastHeartbeatAt = heard;
        }
        end(row, batch);
    }

    private void advanceTasks(@Nullable Member before, @Nullable Member after, RowBatch batch) {
        for (TaskView view : TaskView.values()) {
            for (TaskRole role : TaskRole.values()) {
                List<TaskId> old = tasksOf(before, view, role);
                List<TaskId> now = tasksOf(after, view, role);
                if (old.equals(now)) {
                    continue;
                }
                Set<TaskId> kept = new HashSet<>(now);
                for (TaskId task : old) {
                    if (!kept.contains(task) && before != null) {
                        TaskRow ended = tasks.remove(new TaskKey(before.memberId(), view, role, task));
                        if (ended != null) {
                            end(ended, batch);
                        }
                    }
                }
                for (TaskId task : now) {
                    if (after != null) {
                        tasks.computeIfAbsent(
                                new TaskKey(after.memberId(), view, role, task),
                                key -> begin(TaskRow.of(key.memberId(), view, role, task), batch));
                    }
                }
            }
        }
    }

    private static List<TaskId> tasksOf(@Nullable Member member, TaskView view, TaskRole role) {
        List<TaskId> tasks = member == null ? null : member.view(view).of(role);
        return tasks == null ? List.of() : tasks;
    }

    private void advanceStatuses(NewSnapshot snapshot, RowBatch batch) {
        Set<MemberStatus> open = new HashSet<>(known(snapshot.state().statuses()));
        for (StatusRow row : List.copyOf(statuses.values())) {
            if (!open.contains(row.status())) {
                row.closedAt = snapshot.at();
                row.seenAt(snapshot.endedHeartbeats().get(row.memberId));
                statuses.remove(row.status());
                end(row, batch);
            }
        }
        Map<MemberStatus, StatusInterval> known = new HashMap<>();
        if (snapshot.restored() != null) {
            snapshot.restored().statuses().forEach(i -> known.put(i.status(), i));
        }
        for (MemberStatus status : open) {
            StatusInterval interval = known.get(status);
            Instant openedAt = interval == null ? snapshot.at() : interval.openedAt();
            Instant lastSeenAt = interval == null ? openedAt : interval.lastSeenAt();
            statuses.computeIfAbsent(status, s -> begin(StatusRow.of(s, openedAt, lastSeenAt), batch));
        }
    }

    private static List<EndpointPartitions> entries(GroupState state) {
        EndpointMap map = state.endpointMap();
        return map == null ? List.of() : map.endpoints();
    }

    private static <T> List<T> known(@Nullable List<T> values) {
        return values == null ? List.of() : values;
    }

    private <K, V, R extends VersionedRow> void replace(
            Map<K, R> rows, List<V> before, List<V> values, Function<V, K> key, Function<V, R> row, RowBatch batch) {
        if (values.equals(before)) {
            return;
        }
        Map<K, V> next = new HashMap<>();
        values.forEach(v -> next.put(key.apply(v), v));
        for (V value : before) {
            if (!value.equals(next.get(key.apply(value)))) {
                R ended = rows.remove(key.apply(value));
                if (ended != null) {
                    end(ended, batch);
                }
            }
        }
        next.forEach((k, v) -> rows.computeIfAbsent(k, absent -> begin(row.apply(v), batch)));
    }

    private <R extends VersionedRow> R begin(R row, RowBatch batch) {
        row.begins(group.id, group.version);
        batch.insert(row);
        return row;
    }

    private void end(VersionedRow row, RowBatch batch) {
        row.ends(group.version);
        batch.update(row);
    }

    /** Rows found in the store. */
    record OpenRows(
            List<MemberRow> members,
            List<TaskRow> tasks,
            List<StatusRow> statuses,
            List<EndpointRow> endpoints,
            List<SubtopologyRow> subtopologies) {

        /** Of the rows of several versions those that hold for one of them. */
        OpenRows of(int version) {
            return new OpenRows(
                    held(members, version),
                    held(tasks, version),
                    held(statuses, version),
                    held(endpoints, version),
                    held(subtopologies, version));
        }

        private static <R extends VersionedRow> List<R> held(List<R> rows, int version) {
            return rows.stream().filter(row -> row.holds(version)).toList();
        }
    }
}
