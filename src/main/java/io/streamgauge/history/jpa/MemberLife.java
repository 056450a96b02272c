package io.streamgauge.history.jpa;

import io.streamgauge.group.Member;
import io.streamgauge.history.MemberHistory.Epoch;
import io.streamgauge.history.MemberHistory.Hold;
import io.streamgauge.history.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one member, put into time. Its epochs are in the texts of its snapshots, at the member's place among the
 * others by id; so all snapshots of its life are passed through, once, and who else was there is counted on the way.
 */
final class MemberLife {

    private final String memberId;
    private final List<MemberRow> states;
    private final List<TaskRow> tasks;
    private final int stored;
    private final int latest;
    private final Map<Integer, Instant> times = new HashMap<>();
    private final List<Span<Epoch>> epochs = new ArrayList<>();

    /**
     * @param states in the order of versions, all beginning by the latest
     * @param tasks in the order of versions, all beginning by the latest
     * @param stored the first version that is stored
     * @param latest the last version to be told of
     */
    MemberLife(String memberId, List<MemberRow> states, List<TaskRow> tasks, int stored, int latest) {
        this.memberId = memberId;
        this.states = states;
        this.tasks = tasks;
        this.stored = stored;
        this.latest = latest;
    }

    /** Reads the times and epochs of the member's versions; it must have been a member. */
    void read(StatelessSession session, long groupKey) {
        int first = Math.max(stored, states.get(0).fromVersion);
        int last = Math.min(latest, states.get(states.size() - 1).toVersion);
        NavigableMap<Integer, Integer> smaller = smallerIds(session, groupKey, first, last);
        Set<Integer> bounds = new HashSet<>();
        for (VersionedRow row : rows()) {
            bounds.add(row.fromVersion);
            bounds.add(row.toVersion);
        }
        try (Stream<Object[]> versions = session.createSelectionQuery(
                        "select version, observedFrom, memberEpochs from SnapshotRow where groupKey = :key"
                                + " and version between :first and :last order by version",
                        Object[].class)
                .setParameter("key", groupKey)
                .setParameter("first", first)
                .setParameter("last", last)
                .setFetchSize(500)
                .getResultStream()) {
            Walk walk = new Walk(smaller, mayHaveBegunBefore(states.get(0)));
            versions.forEach(row -> {
                int version = (Integer) row[0];
                Instant at = (Instant) row[1];
                if (bounds.contains(version)) {
                    times.put(version, at);
                }
                walk.take(version, at, (String) row[2]);
            });
            walk.end();
        }
    }

    /** Whether the row may go on from one that went with versions that are not stored: rows end for more than changes. */
    private boolean mayHaveBegunBefore(MemberRow row) {
        return stored > 1 && row.fromVersion <= stored;
    }

    private List<VersionedRow> rows() {
        List<VersionedRow> rows = new ArrayList<>(states);
        rows.addAll(tasks);
        return rows;
    }

    /** By version: by how many the members of smaller ids are more than in the version before. */
    private NavigableMap<Integer, Integer> smallerIds(StatelessSession session, long groupKey, int first, int last) {
        NavigableMap<Integer, Integer> steps = new TreeMap<>();
        try (Stream<Object[]> others = session.createSelectionQuery(
                        "select memberId, fromVersion, toVersion from MemberRow where groupKey = :key"
                                + " and fromVersion <= :last and toVersion > :first",
                        Object[].class)
                .setParameter("key", groupKey)
                .setParameter("first", first)
                .setParameter("last", last)
                .setFetchSize(500)
                .getResultStream()) {
            others.forEach(row -> {
                // Databases order texts in ways of their own.
                if (((String) row[0]).compareTo(memberId) < 0) {
                    steps.merge(Math.max(first, (Integer) row[1]), 1, Integer::sum);
                    steps.merge((Integer) row[2], -1, Integer::sum);
                }
            });
        }
        return steps;
    }

    /** Passes through the versions of a life. */
    private final class Walk {

        private final NavigableMap<Integer, Integer> smaller;
        private int place;
        private int state;
        private @Nullable Integer epoch;
        private int since;
        private @Nullable Instant sinceAt;
        private boolean open;
        private boolean fromBefore;

        /** @param begun whether it may have been a member before the first stored version */
        Walk(NavigableMap<Integer, Integer> smaller, boolean begun) {
            this.smaller = smaller;
            fromBefore = begun;
        }

        void take(int version, Instant at, String memberEpochs) {
            while (!smaller.isEmpty() && smaller.firstKey() <= version) {
                place += smaller.pollFirstEntry().getValue();
            }
            while (state < states.size() && states.get(state).toVersion <= version) {
                state++;
            }
            boolean present = state < states.size() && states.get(state).holds(version);
            Integer now = present ? MemberEpochs.at(memberEpochs, place) : null;
            if (open && (!present || !Objects.equals(now, epoch))) {
                epochs.add(new Span<>(new Epoch(epoch), since, version, sinceAt, at));
                open = false;
            }
            if (present && !open) {
                epoch = now;
                since = version;
                sinceAt = fromBefore ? null : at;
                open = true;
            }
            fromBefore = false;
        }

        void end() {
            if (open) {
                epochs.add(new Span<>(new Epoch(epoch), since, null, sinceAt, null));
            }
        }
    }

    List<Span<Member>> states() {
        TaskLists none = new TaskLists(List.of());
        return Span.united(states.stream()
                .map(row -> {
                    Span<Member> span = span(row.member(null, none).withoutAssignment(), row);
                    return mayHaveBegunBefore(row)
                            ? new Span<>(span.value(), stored, span.toVersion(), null, span.to())
                            : span;
                })
                .toList());
    }

    List<Span<Epoch>> epochs() {
        return Collections.unmodifiableList(epochs);
    }

    List<Span<Hold>> tasks() {
        return tasks.stream()
                .map(row -> span(new Hold(row.task(), row.view, row.role), row))
                .toList();
    }

    private <T> Span<T> span(T value, VersionedRow row) {
        boolean lasts = row.toVersion > latest;
        return new Span<>(
                value,
                row.fromVersion,
                lasts ? null : row.toVersion,
                times.get(row.fromVersion),
                lasts ? null : Objects.requireNonNull(times.get(row.toVersion)));
    }
}
