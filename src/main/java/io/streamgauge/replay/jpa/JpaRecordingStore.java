package io.streamgauge.replay.jpa;

import io.streamgauge.history.Slice;
import io.streamgauge.replay.Recording;
import io.streamgauge.replay.Recording.Progress;
import io.streamgauge.replay.Recording.Status;
import io.streamgauge.replay.RecordingStore;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.hibernate.LockMode;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

@Component
class JpaRecordingStore implements RecordingStore {

    private final SessionFactory sessions;
    private final Clock clock;

    JpaRecordingStore(SessionFactory sessions, Clock clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public Recording add(NewRecording added) {
        return add(added, Status.QUEUED, null);
    }

    @Override
    public Recording addRunning(NewRecording added, Instant leasedUntil) {
        return add(added, Status.RUNNING, leasedUntil);
    }

    private Recording add(NewRecording added, Status status, @Nullable Instant leasedUntil) {
        RecordingRow row = new RecordingRow();
        row.name = added.name();
        row.clusterId = added.clusterId();
        row.file = added.file().toString();
        row.ownedFile = added.ownedFile();
        row.timeZone = added.timeZone().getId();
        row.date = added.date();
        row.sessionTimeoutMs = added.sessionTimeout().toMillis();
        row.contentHash = added.contentHash();
        row.createdAt = clock.instant().truncatedTo(ChronoUnit.MICROS);
        row.take(new Recording(
                0,
                added.name(),
                added.clusterId(),
                added.format(),
                status,
                null,
                added.timeZone(),
                added.date(),
                added.sessionTimeout(),
                Progress.none(added.bytesTotal()),
                row.createdAt,
                null,
                null,
                null));
        row.leasedUntil = leasedUntil;
        sessions.inStatelessTransaction(session -> session.insert(row));
        return row.recording();
    }

    @Override
    public Optional<Stored> find(long id) {
        return sessions.fromStatelessTransaction(session ->
                Optional.ofNullable(session.get(RecordingRow.class, id)).map(RecordingRow::stored));
    }

    @Override
    public Optional<Recording> findByCluster(long clusterId) {
        return sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                        "from RecordingRow where clusterId = :cluster", RecordingRow.class)
                .setParameter("cluster", clusterId)
                .uniqueResultOptional()
                .map(RecordingRow::recording));
    }

    @Override
    public Optional<Recording> findByContent(String contentHash) {
        return sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                        "from RecordingRow where contentHash = :hash and status not in (:failed, :cancelled) order by id",
                        RecordingRow.class)
                .setParameter("hash", contentHash)
                .setParameter("failed", Status.FAILED)
                .setParameter("cancelled", Status.CANCELLED)
                .setMaxResults(1)
                .uniqueResultOptional()
                .map(RecordingRow::recording));
    }

    @Override
    public Slice<Recording> list(int page, int size) {
        return sessions.fromStatelessTransaction(session -> new Slice<>(
                session
                        .createSelectionQuery("from RecordingRow order by createdAt desc, id desc", RecordingRow.class)
                        .setFirstResult(Math.multiplyExact(page, size))
                        .setMaxResults(size)
                        .getResultList()
                        .stream()
                        .map(RecordingRow::recording)
                        .toList(),
                page,
                size,
                session.createSelectionQuery("select count(r) from RecordingRow r", Long.class)
                        .getSingleResult()));
    }

    @Override
    public List<Stored> inStatus(Status status) {
        return sessions.fromStatelessTransaction(session -> session
                .createSelectionQuery("from RecordingRow where status = :status order by id", RecordingRow.class)
                .setParameter("status", status)
                .getResultList()
                .stream()
                .map(RecordingRow::stored)
                .toList());
    }

    @Override
    public boolean update(Recording recording, Instant leasedUntil) {
        return sessions.fromStatelessTransaction(session -> {
            RecordingRow row = session.get(RecordingRow.class, recording.id(), LockMode.PESSIMISTIC_WRITE);
            if (row == null
                    || (row.status == Status.CANCELLED && !recording.status().isOver())) {
                return false;
            }
            row.take(recording);
            row.leasedUntil = leasedUntil;
            session.update(row);
            return true;
        });
    }

    @Override
    public boolean cancel(long id, Instant now) {
        return sessions.fromStatelessTransaction(session -> session.createMutationQuery(
                                "update RecordingRow set status = :cancelled, finishedAt = :now"
                                        + " where id = :id and status in (:queued, :running)")
                        .setParameter("cancelled", Status.CANCELLED)
                        .setParameter("now", now)
                        .setParameter("id", id)
                        .setParameter("queued", Status.QUEUED)
                        .setParameter("running", Status.RUNNING)
                        .executeUpdate())
                == 1;
    }

    @Override
    public boolean claim(long id, Instant leasedUntil) {
        return sessions.fromStatelessTransaction(session -> session.createMutationQuery(
                                "update RecordingRow set status = :running, leasedUntil = :until"
                                        + " where id = :id and status = :queued")
                        .setParameter("running", Status.RUNNING)
                        .setParameter("queued", Status.QUEUED)
                        .setParameter("until", leasedUntil)
                        .setParameter("id", id)
                        .executeUpdate())
                == 1;
    }

    @Override
    public List<Recording> abandoned(Instant deadSince) {
        return running().stream()
                .filter(row -> row.leasedUntil == null || row.leasedUntil.isBefore(deadSince))
                .map(RecordingRow::recording)
                .toList();
    }

    private List<RecordingRow> running() {
        return sessions.fromStatelessTransaction(session -> session.createSelectionQuery(
                        "from RecordingRow where status = :status order by id", RecordingRow.class)
                .setParameter("status", Status.RUNNING)
                .getResultList());
    }

    @Override
    public void delete(long id) {
        sessions.inStatelessTransaction(
                session -> session.createMutationQuery("delete from RecordingRow where id = :id")
                        .setParameter("id", id)
                        .executeUpdate());
    }
}
