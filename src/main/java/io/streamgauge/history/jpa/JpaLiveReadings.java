package io.streamgauge.history.jpa;

import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.ReadFailure;
import io.streamgauge.history.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.LockMode;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaLiveReadings implements LiveReadings {

    /** How long a spell that goes on may be more in memory than in the store. */
    private static final Duration UNSAVED = Duration.ofMinutes(1);

    private final SessionFactory sessions;
    private final JpaGroupHistory history;

    /** Of the clusters that this process reads; what it has is newer than what is stored. */
    private final Map<Long, Reading> readings = new HashMap<>();

    JpaLiveReadings(SessionFactory sessions, JpaGroupHistory history) {
        this.sessions = sessions;
        this.history = history;
    }

    /** @param groupId null for the cluster itself */
    private record Key(@Nullable String groupId, ReadFailure.Part part) {

        static final Key CLUSTER = new Key(null, ReadFailure.Part.STATE);
    }

    private static final class Reading {

        private @Nullable Instant lastSuccessAt;

        private final Map<Key, Spell> open = new HashMap<>();
    }

    private static final class Spell {

        private final ReadFailureRow row;
        private Instant savedAt;

        Spell(ReadFailureRow row) {
            this.row = row;
            savedAt = row.lastAt;
        }
    }

    @Override
    public synchronized boolean lease(long clusterId, String reader, Instant expiredBefore, Instant until) {
        Reading held = readings.get(clusterId);
        Instant success = held == null ? null : held.lastSuccessAt;
        Lease lease;
        try {
            lease = sessions.fromStatelessTransaction(
                    session -> lease(session, clusterId, reader, expiredBefore, until, success));
        } catch (ConstraintViolationException e) {
            // Another process was first to add the row.
            lease = Lease.REFUSED;
        }
        if (lease == Lease.REFUSED) {
            readings.remove(clusterId);
            return false;
        }
        if (lease == Lease.TAKEN || held == null) {
            // Another may have written meanwhile.
            history.forget(clusterId);
            readings.put(clusterId, stored(clusterId));
        }
        return true;
    }

    private enum Lease {
        REFUSED,
        TAKEN,
        KEPT
    }

    private static Lease lease(
            StatelessSession session,
            long clusterId,
            String reader,
            Instant expiredBefore,
            Instant until,
            @Nullable Instant success) {
        ClusterReadingRow row = session.get(ClusterReadingRow.class, clusterId, LockMode.PESSIMISTIC_WRITE);
        if (row == null) {
            row = new ClusterReadingRow();
            row.clusterId = clusterId;
            row.reader = reader;
            row.leasedUntil = until;
            session.insert(row);
            return Lease.TAKEN;
        }
        boolean kept = reader.equals(row.reader);
        if (!kept && row.leasedUntil != null && !row.leasedUntil.isBefore(expiredBefore)) {
            return Lease.REFUSED;
        }
        row.reader = reader;
        row.leasedUntil = until;
        row.lastSuccessAt = success == null ? row.lastSuccessAt : success;
        session.update(row);
        return kept ? Lease.KEPT : Lease.TAKEN;
    }

    private Reading stored(long clusterId) {
        Reading reading = new Reading();
        sessions.inStatelessTransaction(session -> {
            ClusterReadingRow row = session.get(ClusterReadingRow.class, clusterId);
            reading.lastSuccessAt = row == null ? null : row.lastSuccessAt;
            open(session, clusterId)
                    .forEach(spell -> reading.open.put(new Key(spell.groupId, spell.part), new Spell(spell)));
        });
        return reading;
    }

    private static List<ReadFailureRow> open(StatelessSession session, long clusterId) {
        return session.createSelectionQuery(
                        "from ReadFailureRow where clusterId = :cluster and endedAt is null", ReadFailureRow.class)
                .setParameter("cluster", clusterId)
                .getResultList();
    }

    @Override
    public synchronized void release(long clusterId, String reader) {
        Reading reading = readings.remove(clusterId);
        sessions.inStatelessTransaction(session -> {
            ClusterReadingRow row = session.get(ClusterReadingRow.class, clusterId, LockMode.PESSIMISTIC_WRITE);
            if (row == null || !reader.equals(row.reader)) {
                return;
            }
            row.leasedUntil = null;
            row.reader = null;
            if (reading != null) {
                row.lastSuccessAt = reading.lastSuccessAt;
                reading.open.values().forEach(spell -> session.update(spell.row));
            }
            session.update(row);
        });
    }

    @Override
    public synchronized Set<Long> readHere() {
        return Set.copyOf(readings.keySet());
    }

    @Override
    public synchronized boolean succeeded(long clusterId, Instant at) {
        Reading reading = readings.get(clusterId);
        if (reading == null) {
            return false;
        }
        reading.lastSuccessAt = at;
        return end(reading, Key.CLUSTER, at);
    }

    @Override
    public synchronized boolean recovered(long clusterId, String groupId, ReadFailure.Part part, Instant at) {
        Reading reading = readings.get(clusterId);
        return reading != null && end(reading, new Key(groupId, part), at);
    }

    private boolean end(Reading reading, Key key, Instant at) {
        Spell spell = reading.open.get(key);
        if (spell == null) {
            return false;
        }
        spell.row.endedAt = at;
        sessions.inStatelessTransaction(session -> session.update(spell.row));
        reading.open.remove(key);
        return true;
    }

    @Override
    public synchronized boolean failed(
            long clusterId, @Nullable String groupId, ReadFailure.Part part, Instant at, String code, String message) {
        Reading reading = readings.get(clusterId);
        if (reading == null) {
            return false;
        }
        Key key = new Key(groupId, part);
        Spell spell = reading.open.get(key);
        if (spell != null && spell.row.code.equals(code)) {
            spell.row.count++;
            spell.row.lastAt = at;
            spell.row.message = message;
            if (at.isAfter(spell.savedAt.plus(UNSAVED))) {
                spell.savedAt = at;
                sessions.inStatelessTransaction(session -> session.update(spell.row));
            }
            return false;
        }
        end(reading, key, at);
        ReadFailureRow row = new ReadFailureRow();
        row.clusterId = clusterId;
        row.groupId = groupId;
        row.part = part;
        row.code = code;
        row.message = message;
        row.firstAt = at;
        row.lastAt = at;
        row.count = 1;
        sessions.inStatelessTransaction(session -> session.insert(row));
        reading.open.put(key, new Spell(row));
        return true;
    }

    @Override
    public synchronized Optional<Instant> lastSuccess(long clusterId) {
        Reading reading = readings.get(clusterId);
        if (reading != null) {
            return Optional.ofNullable(reading.lastSuccessAt);
        }
        return Optional.ofNullable(stored(clusterId).lastSuccessAt);
    }

    @Override
    public synchronized Optional<ReadFailure> latest(long clusterId) {
        Reading reading = readings.get(clusterId);
        Spell open = reading == null ? null : reading.open.get(Key.CLUSTER);
        if (open != null) {
            return Optional.of(open.row.failure());
        }
        return sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                        "from ReadFailureRow where clusterId = :cluster and groupId is null"
                                + " order by firstAt desc, id desc",
                        ReadFailureRow.class)
                .setParameter("cluster", clusterId)
                .setMaxResults(1)
                .uniqueResultOptional()
                .map(ReadFailureRow::failure));
    }

    @Override
    public synchronized Map<String, ReadFailure> failingGroups(long clusterId, ReadFailure.Part part) {
        Map<String, ReadFailure> failing = new HashMap<>();
        Reading reading = readings.get(clusterId);
        (reading == null ? stored(clusterId) : reading).open.forEach((key, spell) -> {
            if (key.groupId() != null && key.part() == part) {
                failing.put(key.groupId(), spell.row.failure());
            }
        });
        return failing;
    }

    @Override
    public synchronized List<ReadFailure> stateFailures(
            long clusterId, @Nullable String groupId, Instant from, Instant to) {
        Map<Long, ReadFailureRow> newer = newer(clusterId);
        return sessions.fromStatelessTransaction(session -> {
            SelectionQuery<ReadFailureRow> query = session.createSelectionQuery(
                            "from ReadFailureRow where clusterId = :cluster and part = :part and firstAt <= :to"
                                    + " and (endedAt is null or endedAt > :from)"
                                    + (groupId == null ? "" : " and groupId = :group") + " order by firstAt, id",
                            ReadFailureRow.class)
                    .setParameter("cluster", clusterId)
                    .setParameter("part", ReadFailure.Part.STATE)
                    .setParameter("from", from)
                    .setParameter("to", to);
            if (groupId != null) {
                query.setParameter("group", groupId);
            }
            return query.getResultList().stream()
                    .map(row -> newer.getOrDefault(row.id, row).failure())
                    .toList();
        });
    }

    /** The spells that go on of a cluster that this process reads, by id: the store may have less of them. */
    private Map<Long, ReadFailureRow> newer(long clusterId) {
        Map<Long, ReadFailureRow> newer = new HashMap<>();
        Reading reading = readings.get(clusterId);
        if (reading != null) {
            reading.open.values().forEach(spell -> newer.put(spell.row.id, spell.row));
        }
        return newer;
    }

    @Override
    public synchronized Slice<ReadFailure> failures(long clusterId, int page, int size) {
        Map<Long, ReadFailureRow> newer = newer(clusterId);
        return sessions.fromStatelessTransaction(session -> {
            List<ReadFailure> items = new ArrayList<>();
            session.createSelectionQuery(
                            "from ReadFailureRow where clusterId = :cluster order by firstAt desc, id desc",
                            ReadFailureRow.class)
                    .setParameter("cluster", clusterId)
                    .setFirstResult(Math.multiplyExact(page, size))
                    .setMaxResults(size)
                    .getResultList()
                    .forEach(row -> items.add(newer.getOrDefault(row.id, row).failure()));
            long total = session.createSelectionQuery(
                            "select count(f) from ReadFailureRow f where f.clusterId = :cluster", Long.class)
                    .setParameter("cluster", clusterId)
                    .getSingleResult();
            return new Slice<>(items, page, size, total);
        });
    }
}
