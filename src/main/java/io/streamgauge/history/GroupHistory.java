package io.streamgauge.history;

import io.streamgauge.group.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every state of every group, numbered 1, 2, 3… in its group. Ranges of instants are from (inclusive) to (exclusive),
 * and null is open.
 */
public interface GroupHistory {

    /**
     * Stores writes of one cluster, all or nothing. A group that is new begins with version 1.
     *
     * @return the version that each group came to, by id
     * @throws HistoryException when nothing was stored; see {@link HistoryException#kind()}
     */
    Map<String, Integer> append(long clusterId, List<GroupWrite> writes);

    /**
     * Takes when groups were last observed, by id, without anything to store of them. That is answered at once, and stored
     * with the next write of the group.
     */
    void observed(long clusterId, Map<String, Instant> observedAt);

    /** The latest state of a group, which the next is compared with. */
    Optional<LatestState> latestState(long clusterId, String groupId);

    Optional<GroupKey> group(long clusterId, String groupId);

    /** Groups of a cluster in the order of their ids. */
    List<GroupKey> groups(long clusterId);

    Slice<GroupSummary> groups(long clusterId, GroupFilter filter, int page, int size);

    /**
     * The members of groups of one cluster in the listed versions, in the order of the list, read as they are consumed.
     *
     * @param asOf what was heard later is not told
     * @throws IllegalStateException while it is consumed, when a version is not stored (any more)
     */
    Stream<GroupMembers> members(long clusterId, List<GroupSummary> groups, Instant asOf);

    /** The version that held at an instant; null before the first. */
    @Nullable
    Integer versionAt(long groupKey, Instant at);

    /** The last version up to one in which the group was stable; null when it was in none. */
    @Nullable
    Integer latestStable(long groupKey, int version);

    /** The header of a version, or none. */
    Optional<SnapshotHeader> header(long groupKey, int version);

    /**
     * The snapshot of a version, or none.
     *
     * @param asOf within the version's time; tells which of its members' heartbeats had been
     */
    Optional<Snapshot> snapshot(long groupKey, int version, Instant asOf);

    /** What a range of versions shows to be wrong, in order, as far as they are stored; both ends belong to it. */
    List<ShownConditions> conditions(long groupKey, int first, int last);

    Slice<SnapshotHeader> headers(
            long groupKey, @Nullable Instant from, @Nullable Instant to, boolean newestFirst, int page, int size);

    /**
     * Marks of the snapshots from a version on in which a rebalance begins, goes on or ends, or has a cause, in order.
     *
     * @param limit how many at most
     */
    List<MarkedSnapshot> marks(long groupKey, int fromVersion, int limit);

    /**
     * When rebalances began that were seen to begin in a range, of several groups, in any order.
     *
     * @param to inclusive
     * @return by group; one without any is missing
     */
    Map<Long, List<Instant>> rebalancesBegun(Collection<Long> groupKeys, Instant from, Instant to);

    /**
     * Each snapshot of a range of versions, in order, read as they are consumed.
     *
     * @param asOf what came later is not told
     * @throws IllegalStateException when one of them is not stored (any more)
     */
    void forEachSnapshot(long groupKey, int first, int last, Instant asOf, Consumer<Snapshot> consumer);

    /** Each report of task offsets in a range, in order, read as they are consumed. */
    void forEachOffsetReport(
            long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<OffsetReport> consumer);

    /** Whether one of those is {@linkplain OffsetReport#isFarBehind() far behind}. */
    boolean isFarBehind(long groupKey, @Nullable Instant from, @Nullable Instant to);

    /**
     * Every hold on a task that a stored version has, by beginning.
     *
     * @param version the last to be told of
     */
    List<TaskInterval> taskHistory(long groupKey, TaskId task, int version);

    /**
     * The life of a member; without anything in it when there was none of that id.
     *
     * @param version the last to be told of
     * @param asOf within its time: statuses and errors are told as they were known then
     */
    MemberHistory memberHistory(long groupKey, String memberId, int version, Instant asOf);

    /** Statuses open at any time in a range, by opening. */
    List<StatusInterval> statuses(long groupKey, @Nullable Instant from, @Nullable Instant to);

    /** The statuses that are open in a version's state. */
    List<StatusInterval> openStatuses(long groupKey, int version);

    /** What is left of the versions of a group that retention removed, oldest first; empty when it removed none. */
    Slice<RemovedRange> removed(long groupKey, int page, int size);

    /** What each member had last told by an instant, in the order of telling. */
    List<OffsetReport> offsets(long groupKey, Instant at);

    /** Each run of error answers in a range, oldest end first, read as they are consumed. */
    void forEachError(long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<ErrorRun> consumer);

    /** Each silence of a member that lasted in a range, oldest end first, read as they are consumed. */
    void forEachSilence(long groupKey, @Nullable Instant from, @Nullable Instant to, Consumer<Silence> consumer);

    /** Error answers in a range, newest first. */
    Slice<ErrorRun> errors(long groupKey, @Nullable Instant from, @Nullable Instant to, int page, int size);
}
