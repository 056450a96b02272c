package io.streamgauge.ingest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.GroupMembers;
import io.streamgauge.history.GroupSummary;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.HistoryException;
import io.streamgauge.history.LatestState;
import io.streamgauge.history.MarkedSnapshot;
import io.streamgauge.history.MemberHistory;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.RemovedRange;
import io.streamgauge.history.ShownConditions;
import io.streamgauge.history.Silence;
import io.streamgauge.history.Slice;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.SnapshotHeader;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.history.TaskInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A history that only remembers what it was told to store. */
public final class RecordingHistory implements GroupHistory {

    public final List<GroupWrite> writes = new ArrayList<>();

    /** How many groups each transaction was about. */
    public final List<Integer> transactions = new ArrayList<>();

    /** After how many transactions there is no room for another. */
    public int room = Integer.MAX_VALUE;

    public final Map<String, Instant> observed = new HashMap<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private final @Nullable GroupState stored;

    /** @param stored the latest state of whatever group, null for none */
    public RecordingHistory(@Nullable GroupState stored) {
        this.stored = stored;
    }

    /** A collection into this history. */
    public ObservationBatch collect() {
        return new GroupStateCollector(this, new CollectorMetrics(new SimpleMeterRegistry()), event -> {}).collect(1);
    }

    @Override
    public synchronized Map<String, Integer> append(long clusterId, List<GroupWrite> told) {
        if (transactions.size() >= room) {
            throw new HistoryException(HistoryException.Kind.DISK_FULL, "full", new IllegalStateException());
        }
        transactions.add(told.size());
        writes.addAll(told);
        told.forEach(write -> versions.merge(write.groupId(), write.snapshots().size(), Integer::sum));
        return Map.copyOf(versions);
    }

    @Override
    public void observed(long clusterId, Map<String, Instant> told) {
        observed.putAll(told);
    }

    @Override
    public Optional<LatestState> latestState(long clusterId, String groupId) {
        return Optional.ofNullable(stored)
                .map(state -> new LatestState(state, Insights.next(null, null, state, Transition.at(Instant.EPOCH))));
    }

    @Override
    public Optional<GroupKey> group(long clusterId, String groupId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<GroupKey> groups(long clusterId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Slice<GroupSummary> groups(long clusterId, GroupFilter filter, int page, int size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stream<GroupMembers> members(long clusterId, List<GroupSummary> groups, Instant asOf) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Integer versionAt(long groupKey, Instant at) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<SnapshotHeader> header(long groupKey, int version) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Snapshot> snapshot(long groupKey, int version, Instant asOf) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<ShownConditions> conditions(long groupKey, int first, int last) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Slice<SnapshotHeader> headers(
            long groupKey, @Nullable Instant from, @Nullable Instant to, boolean newestFirst, int page, int size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void forEachSnapshot(long groupKey, int first, int last, Instant asOf, Consumer<Snapshot> consumer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void forEachError(long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<ErrorRun> consumer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void forEachSilence(
            long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<Silence> consumer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void forEachOffsetReport(
            long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<OffsetReport> consumer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isFarBehind(long groupKey, @Nullable Instant from, @Nullable Instant to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<MarkedSnapshot> marks(long groupKey, int fromVersion, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<TaskInterval> taskHistory(long groupKey, TaskId task, int version) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<Long, List<Instant>> rebalancesBegun(Collection<Long> groupKeys, Instant from, Instant to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Slice<RemovedRange> removed(long groupKey, int page, int size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MemberHistory memberHistory(long groupKey, String memberId, int version, Instant asOf) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Integer latestStable(long groupKey, int version) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StatusInterval> openStatuses(long groupKey, int version) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StatusInterval> statuses(long groupKey, @Nullable Instant from, @Nullable Instant to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<OffsetReport> offsets(long groupKey, Instant at) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Slice<ErrorRun> errors(long groupKey, @Nullable Instant from, @Nullable Instant to, int page, int size) {
        throw new UnsupportedOperationException();
    }
}
