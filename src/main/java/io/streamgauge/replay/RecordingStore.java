package io.streamgauge.replay;

import io.streamgauge.history.Slice;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps recordings. */
public interface RecordingStore {

    /**
     * A recording to be kept.
     *
     * @param ownedFile whether the file is ours to delete once it is replayed
     * @param contentHash tells the same content read in the same way; null when it is not looked for
     */
    record NewRecording(
            String name,
            long clusterId,
            String format,
            Path file,
            boolean ownedFile,
            ZoneId timeZone,
            @Nullable LocalDate date,
            Duration sessionTimeout,
            long bytesTotal,
            @Nullable String contentHash) {}

    /** A recording with what only the replay needs to know. */
    record Stored(Recording recording, Path file, boolean ownedFile) {}

    /** Adds a recording that waits for its replay. */
    Recording add(NewRecording recording);

    /**
     * Adds a recording that is under way already.
     *
     * @param leasedUntil until when nobody else may think its process dead
     */
    Recording addRunning(NewRecording recording, Instant leasedUntil);

    Optional<Stored> find(long id);

    Optional<Recording> findByCluster(long clusterId);

    /** The oldest recording of the same content that neither failed nor was cancelled. */
    Optional<Recording> findByContent(String contentHash);

    /** Recordings, newest first. */
    Slice<Recording> list(int page, int size);

    /** Recordings in a state, oldest first. */
    List<Stored> inStatus(Recording.Status status);

    /**
     * Keeps a recording's new state.
     *
     * @param leasedUntil while it runs: until when nobody else may think its process dead
     * @return false when nothing was kept because the recording is gone, or was cancelled and this says that it runs
     */
    boolean update(Recording recording, Instant leasedUntil);

    /**
     * Takes a queued recording to replay it.
     *
     * @return false when it is not queued any more: another instance was faster
     */
    boolean claim(long id, Instant leasedUntil);

    /**
     * Marks a queued or running recording as cancelled. Who replays it learns of it by its next update.
     *
     * @return false when it is over already or there is none
     */
    boolean cancel(long id, Instant now);

    /** Running recordings whose process did not renew its lease up to an instant. */
    List<Recording> abandoned(Instant deadSince);

    void delete(long id);
}
