package io.streamgauge.ingest;

import io.streamgauge.analysis.Changes;
import io.streamgauge.analysis.FindingFacts.Heard;
import io.streamgauge.analysis.Findings;
import io.streamgauge.analysis.GroupDiff;
import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.GroupWrite;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.LatestState;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Observations of one cluster on their way into the history. Keeps what changed and drops the rest; what it keeps is
 * stored by {@link #flush()}, whole snapshots at a time and those of one group in order, while the next observations are taken. Not thread-safe.
 */
public final class ObservationBatch implements AutoCloseable {

    /**
     * Of how many groups what changed is stored together. The embedded database keeps some megabytes of pages that are not
     * written yet; transactions that need more between them have them written, read and written again.
     */
    private static final int GROUPS_A_TRANSACTION = 50;

    /** How many transactions are under way at once. What one group comes to is in one of them. */
    private static final int LANES = 2;

    /** Offsets of a member are stored no more often than this, but for the last. */
    private static final Duration OFFSET_INTERVAL = Duration.ofSeconds(10);

    /**
     * Offsets that stay the same are stored so often while a copy is behind: that it does not catch up is what counts then. A
     * minute apart, as members tell them, each is stored, and what is known of a copy never becomes too old.
     */
    private static final Duration STILL_BEHIND_INTERVAL = Duration.ofSeconds(30);

    private final GroupHistory history;
    private final CollectorMetrics metrics;
    private final ApplicationEventPublisher events;
    private final Executor executor;
    private final long clusterId;
    private final Map<String, Track> groups = new HashMap<>();
    private final Map<String, Track> changed = new LinkedHashMap<>();

    /** Of groups that are looked at again and again: when each was last observed, since that was told. */
    private final Map<String, Instant> observed = new HashMap<>();

    private int pending;
    private final AtomicLong snapshots = new AtomicLong();
    /** Whether somebody is told already when what is being stored is. */
    private boolean awaited;

    private CompletableFuture<@Nullable Void> storing = CompletableFuture.completedFuture(null);

    /**
     * @param events learns of what is stored
     * @param executor stores what is flushed
     */
    ObservationBatch(
            GroupHistory history,
            CollectorMetrics metrics,
            ApplicationEventPublisher events,
            Executor executor,
            long clusterId) {
        this.history = history;
        this.metrics = metrics;
        this.events = events;
        this.executor = executor;
        this.clusterId = clusterId;
    }

    /**
     * Takes one observation.
     *
     * @throws IllegalArgumentException when it precedes the group's observation before; nothing is kept of it then
     */
    public void accept(GroupObservation observation) {
        GroupState state = observation.state();
        Track track = groups.computeIfAbsent(
                state.groupId(),
                id -> new Track(history.latestState(clusterId, id).orElse(null)));
        if (track.observedAt != null && observation.at().isBefore(track.observedAt)) {
            throw new IllegalArgumentException("An observation of group '" + state.groupId() + "' at "
                    + observation.at() + " follows one at " + track.observedAt);
        }
        metrics.received();
        Instant observedBefore = track.observedAt;
        track.observedAt = observation.at();
        String sender = sender(observation);
        if (sender != null && track.state != null && track.endSilence(track.state.member(sender), observation.at())) {
            pending++;
            changed.put(state.groupId(), track);
        }
        if (observation.error() != null) {
            track.failed(observation.error(), observation.at());
            pending++;
            changed.put(state.groupId(), track);
        }
        if (differs(state, track.state)) {
            record(track, observation, observedBefore);
            changed.put(state.groupId(), track);
        }
        track.state = state;
        if (observation.heardMemberId() != null) {
            track.heard.put(observation.heardMemberId(), observation.at());
            track.openRuns.remove(observation.heardMemberId());
        }
        if (sender != null && observation.error() != null) {
            track.refused.put(sender, observation.at());
        }
        observation.taskOffsets().forEach((memberId, offsets) -> {
            if (track.told(memberId, observation.at(), offsets)) {
                pending++;
                changed.put(state.groupId(), track);
            }
        });
        if (observation.source() == ObservationSource.DESCRIBE) {
            observed.put(state.groupId(), observation.at());
        }
    }

    /** Whose heartbeat was answered, with an error or without; null for nobody's. */
    private static @Nullable String sender(GroupObservation observation) {
        MemberError error = observation.error();
        return observation.heardMemberId() == null && error != null ? error.memberId() : observation.heardMemberId();
    }

    /** Sources hand over the same object for an unchanged state, which spares nearly every deep comparison. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean differs(GroupState state, @Nullable GroupState before) {
        return state != before && !state.equals(before);
    }

    private void record(Track track, GroupObservation observation, @Nullable Instant observedBefore) {
        GroupState before = track.state;
        GroupState after = observation.state();
        GroupDiff diff = GroupDiff.between(before, after);
        Map<String, Instant> ended = new HashMap<>();
        if (before != null) {
            for (Member member : before.members()) {
                Instant heard = track.heard.get(member.memberId());
                Member now = after.member(member.memberId());
                if (heard != null && !member.equals(now)) {
                    ended.put(member.memberId(), heard);
                    boolean told = member.memberId().equals(sender(observation));
                    if (!told && (now == null || !now.runs()) && track.endSilence(member, observation.at())) {
                        pending++;
                    }
                }
            }
            for (MemberStatus closed : diff.statusesClosed()) {
                Instant heard = track.heard.get(closed.memberId());
                if (heard != null) {
                    ended.put(closed.memberId(), heard);
                }
            }
            diff.left().forEach(track::forget);
        }
        Transition transition = new Transition(
                observation.at(),
                observation.source() == ObservationSource.DESCRIBE ? observedBefore : null,
                observation.departure(),
                observation.error(),
                ended);
        Insight insight = Insights.next(track.insight, before, after, transition);
        track.snapshots.add(new NewSnapshot(
                observation.at(), observation.source(), after, Changes.describe(diff), ended, insight, null));
        track.insight = insight;
        pending++;
    }

    /** How much waits to be stored: snapshots, offset reports, silences and runs of errors. */
    public int pending() {
        return pending;
    }

    /** Snapshots stored so far. */
    public long snapshots() {
        return snapshots.get();
    }

    /**
     * Begins to store what is kept, once what was flushed before is stored.
     *
     * @throws io.streamgauge.history.HistoryException when not all was stored of what was flushed before; the collection
     *     is of no use then
     */
    public void flush() {
        store(changed, false);
    }

    /**
     * Begins to store what is kept, unless what was flushed before is not stored yet: then {@code again} is run when it is,
     * in any thread.
     *
     * @throws io.streamgauge.history.HistoryException as {@link #flush()} does
     */
    public void flushOr(Runnable again) {
        if (storing.isDone()) {
            flush();
        } else if (!awaited) {
            awaited = true;
            var unused = storing.whenComplete((nothing, error) -> again.run());
        }
    }

    /**
     * Begins to store when every group was last observed, changed or not, with what is kept.
     *
     * @throws io.streamgauge.history.HistoryException as {@link #flush()} does
     */
    public void flushAll() {
        store(groups, false);
    }

    /** The latest state taken of a group; null before its first. */
    public @Nullable GroupState state(String groupId) {
        Track track = groups.get(groupId);
        return track == null ? null : track.state;
    }

    /**
     * Stores what is kept and when each group and member was last heard, and waits until it is stored. Does nothing more
     * once a flush has failed.
     *
     * @throws io.streamgauge.history.HistoryException when not all of it, or of what was flushed before, was stored
     */
    @Override
    public void close() {
        if (storing.isCompletedExceptionally()) {
            return;
        }
        store(groups, true);
        awaitStored();
    }

    private void store(Map<String, Track> tracks, boolean last) {
        awaitStored();
        if (tracks.isEmpty() && observed.isEmpty()) {
            return;
        }
        List<GroupWrite> writes = new ArrayList<>();
        tracks.forEach((groupId, track) -> writes.add(track.write(groupId, last)));
        Map<String, Instant> observedNow = Map.copyOf(observed);
        observed.clear();
        awaited = false;
        Queue<List<GroupWrite>> transactions = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < writes.size(); i += GROUPS_A_TRANSACTION) {
            transactions.add(writes.subList(i, Math.min(i + GROUPS_A_TRANSACTION, writes.size())));
        }
        CompletableFuture<?>[] lanes = Stream.generate(
                        () -> CompletableFuture.runAsync(() -> appendEach(transactions), executor))
                .limit(Math.min(LANES, transactions.size()))
                .toArray(CompletableFuture<?>[]::new);
        // Not before what was observed then can be read.
        storing = CompletableFuture.allOf(lanes).thenRun(() -> history.observed(clusterId, observedNow));
        pending = 0;
        changed.clear();
    }

    private void appendEach(Queue<List<GroupWrite>> transactions) {
        try {
            for (List<GroupWrite> writes = transactions.poll(); writes != null; writes = transactions.poll()) {
                append(writes);
            }
        } catch (RuntimeException e) {
            transactions.clear();
            throw e;
        }
    }

    private void append(List<GroupWrite> writes) {
        Map<String, Integer> versions = history.append(clusterId, writes);
        int stored = writes.stream().mapToInt(write -> write.snapshots().size()).sum();
        snapshots.addAndGet(stored);
        metrics.stored(stored);
        writes.forEach(write -> publish(write, versions));
    }

    private void publish(GroupWrite write, Map<String, Integer> versions) {
        List<NewSnapshot> recorded = write.snapshots();
        if (!recorded.isEmpty()) {
            events.publishEvent(new SnapshotRecorded(
                    clusterId,
                    write.groupId(),
                    Objects.requireNonNull(versions.get(write.groupId())),
                    recorded.get(recorded.size() - 1).at()));
        }
    }

    private void awaitStored() {
        try {
            storing.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** One group between two flushes. */
    private static final class Track {

        private @Nullable GroupState state;
        private @Nullable Insight insight;
        private @Nullable Instant observedAt;
        private final Map<String, Instant> heard = new HashMap<>();

        /** By member id: when one was last answered with an error, who was there, too. */
        private final Map<String, Instant> refused = new HashMap<>();

        private final Map<String, OffsetReport> lastOffsets = new HashMap<>();
        private final Map<String, OffsetReport> heldOffsets = new HashMap<>();
        private List<NewSnapshot> snapshots = new ArrayList<>();
        private List<OffsetReport> offsets = new ArrayList<>();
        private final List<ErrorRun> errors = new ArrayList<>();
        private List<Silence> silences = new ArrayList<>();

        /** By member id, "" for none: where in {@link #errors} the run is that its next error may prolong. */
        private final Map<String, Integer> openRuns = new HashMap<>();

        Track(@Nullable LatestState latest) {
            state = latest == null ? null : latest.state();
            insight = latest == null ? null : latest.insight();
        }

        void forget(String memberId) {
            heard.remove(memberId);
            refused.remove(memberId);
            lastOffsets.remove(memberId);
            OffsetReport held = heldOffsets.remove(memberId);
            if (held != null) {
                offsets.add(held);
            }
        }

        void failed(MemberError error, Instant at) {
            String memberId = Objects.requireNonNullElse(error.memberId(), "");
            Integer open = openRuns.get(memberId);
            if (open != null && errors.get(open).error().equals(error)) {
                ErrorRun run = errors.get(open);
                errors.set(open, new ErrorRun(error, run.firstAt(), at, run.count() + 1));
                return;
            }
            openRuns.put(memberId, errors.size());
            errors.add(new ErrorRun(error, at, at, 1));
        }

        /** Takes that a silence of a member is over, if it was silent; one that was away or fenced had a reason. */
        boolean endSilence(@Nullable Member member, Instant at) {
            Instant last = member == null ? null : heard.get(member.memberId());
            if (member == null || last == null || !member.runs()) {
                return false;
            }
            Instant answered = refused.getOrDefault(member.memberId(), last);
            Heard there = new Heard(
                    member.memberId(), last.isAfter(answered) ? last : answered, member.heartbeatIntervalMs());
            if (!Findings.isSilent(there, at)) {
                return false;
            }
            silences.add(new Silence(there.memberId(), there.lastHeartbeatAt(), at, there.heartbeatIntervalMs()));
            return true;
        }

        /** Takes a member's offsets; false when they are as before and no news, or are held back for a while. */
        boolean told(String memberId, Instant at, List<TaskOffset> told) {
            OffsetReport last = lastOffsets.get(memberId);
            OffsetReport report = new OffsetReport(memberId, at, told);
            if (last != null && last.offsets().equals(told)) {
                heldOffsets.remove(memberId);
                if (at.isBefore(last.at().plus(STILL_BEHIND_INTERVAL)) || !isBehind(report)) {
                    return false;
                }
                lastOffsets.put(memberId, report);
                offsets.add(report);
                return true;
            }
            if (last != null && at.isBefore(last.at().plus(OFFSET_INTERVAL))) {
                heldOffsets.put(memberId, report);
                return false;
            }
            heldOffsets.remove(memberId);
            lastOffsets.put(memberId, report);
            offsets.add(report);
            return true;
        }

        private boolean isBehind(OffsetReport report) {
            Member member = state == null ? null : state.member(report.memberId());
            Long acceptable = member == null ? null : member.acceptableRecoveryLag();
            return report.isFarBehind() || (acceptable != null && report.isBehind(acceptable));
        }

        GroupWrite write(String groupId, boolean last) {
            if (last) {
                offsets.addAll(heldOffsets.values());
                heldOffsets.clear();
            }
            GroupWrite write = new GroupWrite(
                    groupId,
                    snapshots,
                    offsets,
                    List.copyOf(errors),
                    silences,
                    Objects.requireNonNull(observedAt),
                    Map.copyOf(heard));
            snapshots = new ArrayList<>();
            offsets = new ArrayList<>();
            silences = new ArrayList<>();
            errors.clear();
            openRuns.clear();
            return write;
        }
    }
}
