package io.streamgauge.replay;

import io.streamgauge.heartbeat.HeartbeatFold;
import io.streamgauge.heartbeat.HeartbeatFormat;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ClusterExistsException;
import io.streamgauge.history.Clusters;
import io.streamgauge.history.HistoryException;
import io.streamgauge.history.Slice;
import io.streamgauge.ingest.GroupStateCollector;
import io.streamgauge.replay.Recording.Progress;
import io.streamgauge.replay.Recording.Status;
import io.streamgauge.replay.RecordingStore.NewRecording;
import io.streamgauge.replay.RecordingStore.Stored;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/** Takes recordings, replays them, each in its turn, and tells how far they are. */
@Service
public class RecordingService implements SmartLifecycle {

    /** The form that is found out by looking. */
    public static final String AUTO = "auto";

    /** How long a running replay may be silent before another instance takes its process for dead. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final Logger log = LoggerFactory.getLogger(RecordingService.class);

    private final RecordingStore store;
    private final Clusters clusters;
    private final GroupStateCollector collector;
    private final RecordingLimits limits;
    private final ReplayProperties.Recordings settings;
    private final Clock clock;
    private final ApplicationEventPublisher events;
    private final Map<Long, Job> jobs = new ConcurrentHashMap<>();

    /** Ends that the store would not take, as on a full disk; they are told from here until it does. */
    private final Map<Long, Recording> unsavedEnds = new ConcurrentHashMap<>();

    private volatile ExecutorService replays;
    private volatile boolean stopping;
    private volatile boolean running;

    RecordingService(
            RecordingStore store,
            Clusters clusters,
            GroupStateCollector collector,
            RecordingLimits limits,
            ReplayProperties properties,
            Clock clock,
            ApplicationEventPublisher events) {
        this.store = store;
        this.clusters = clusters;
        this.collector = collector;
        this.limits = limits;
        settings = properties.recordings();
        replays = newExecutor();
        this.clock = clock;
        this.events = events;
    }

    /** A recording under way. */
    private static final class Job {

        private volatile boolean started;
        private volatile boolean cancelled;
        private volatile @Nullable Replay replay;
    }

    /**
     * What to replay.
     *
     * @param name of the recording and its cluster; null to take the file's
     * @param file to replay, or a directory with files that are merged by time
     * @param fileName as the user knows it
     * @param format of the file, {@link #AUTO} to find it out
     * @param date of the file's first line, for times that lack a date or a year; null when not known
     * @param ownedFile whether to delete the file once it is replayed
     */
    public record Submission(
            Path file,
            String fileName,
            boolean ownedFile,
            @Nullable String name,
            String format,
            ZoneId timeZone,
            @Nullable LocalDate date,
            Duration sessionTimeout) {}

    /**
     * What became of a submission.
     *
     * @param added false when the recording was there before, with the same content
     */
    public record Submitted(Recording recording, boolean added) {}

    /**
     * Queues a file for replay. When an owned file's bytes were given before, to be read in the same way, and that was
     * neither cancelled nor did it fail, then the file is deleted and the recording from before is answered, whatever name
     * is asked for now. Of two that come at the same time both may be replayed.
     *
     * @throws RecordingNameException when the name cannot be one
     * @throws ClusterExistsException when a cluster of the chosen name exists
     * @throws IOException when the file cannot be read
     */
    public Submitted submit(Submission submission) throws IOException {
        String name = submission.name() == null ? null : RecordingNames.valid(submission.name());
        String hash = submission.ownedFile() ? ContentHash.of(submission) : null;
        Optional<Recording> before = hash == null ? Optional.empty() : store.findByContent(hash);
        if (before.isPresent()) {
            deleteAll(submission.file());
            return new Submitted(live(before.get()), false);
        }
        long size = RecordingFile.size(submission.file());
        Cluster cluster = name == null
                ? clusterLike(RecordingNames.fromFile(submission.fileName()))
                : clusters.create(name, Cluster.Kind.RECORDING);
        Recording recording = store.add(new NewRecording(
                cluster.name(),
                cluster.id(),
                submission.format(),
                submission.file(),
                submission.ownedFile(),
                submission.timeZone(),
                submission.date(),
                submission.sessionTimeout(),
                size,
                hash));
        changed(recording);
        enqueue(recording.id());
        return new Submitted(recording, true);
    }

    /**
     * What a recording came to elsewhere.
     *
     * @param failure why it failed, in a sentence; null unless it did
     */
    public record Outcome(
            String format,
            Status status,
            @Nullable String failure,
            ZoneId timeZone,
            @Nullable LocalDate date,
            Duration sessionTimeout,
            Progress progress,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt) {}

    /** Writes the groups of a recording. */
    public interface Restoration {

        /**
         * Writes them all.
         *
         * @param alive to be called between batches, that nobody thinks the process dead
         * @throws IOException when what is restored cannot be read
         */
        void write(long clusterId, Runnable alive) throws IOException;
    }

    /**
     * The name that a recording would have.
     *
     * @throws RecordingNameException when the name cannot be one
     * @throws ClusterExistsException when a cluster of that name exists
     */
    public String freeName(String name) {
        String valid = RecordingNames.valid(name);
        if (clusters.find(valid).isPresent()) {
            throw new ClusterExistsException(valid, null);
        }
        return valid;
    }

    /**
     * Keeps a recording that was replayed elsewhere; when that fails, nothing is kept.
     *
     * @param outcome what it came to; it is over
     * @param file where its groups are read from
     * @throws RecordingNameException when the name cannot be one
     * @throws ClusterExistsException when a cluster of that name exists
     * @throws RecordingStoppedException when it was deleted meanwhile, or the service stopped
     */
    public Recording restore(String name, Outcome outcome, Path file, Restoration restoration) throws IOException {
        Cluster cluster = clusters.create(RecordingNames.valid(name), Cluster.Kind.RECORDING);
        Recording running = null;
        try {
            running = store.addRunning(
                    new NewRecording(
                            cluster.name(),
                            cluster.id(),
                            outcome.format(),
                            file,
                            true,
                            outcome.timeZone(),
                            outcome.date(),
                            outcome.sessionTimeout(),
                            Files.size(file),
                            null),
                    now().plus(LEASE));
            Recording restored = new Recording(
                    running.id(),
                    running.name(),
                    running.clusterId(),
                    outcome.format(),
                    outcome.status(),
                    outcome.failure(),
                    outcome.timeZone(),
                    outcome.date(),
                    outcome.sessionTimeout(),
                    outcome.progress(),
                    running.createdAt(),
                    outcome.startedAt(),
                    outcome.finishedAt(),
                    null);
            write(running, restoration);
            if (!store.update(restored, now().plus(LEASE))) {
                throw new RecordingStoppedException(restored.name());
            }
            changed(restored);
            return restored;
        } catch (RuntimeException | IOException e) {
            forget(cluster, running, e);
            throw e;
        } finally {
            if (running != null) {
                jobs.remove(running.id());
            }
        }
    }

    private void write(Recording running, Restoration restoration) throws IOException {
        Job job = new Job();
        job.started = true;
        jobs.put(running.id(), job);
        long[] renewed = {System.nanoTime()};
        restoration.write(java.util.Objects.requireNonNull(running.clusterId()), () -> {
            if (System.nanoTime() - renewed[0] > LEASE.toNanos() / 6) {
                renewed[0] = System.nanoTime();
                keepRunning(running, job);
            }
            if (stopping || job.cancelled) {
                throw new RecordingStoppedException(running.name());
            }
        });
    }

    private void forget(Cluster cluster, @Nullable Recording recording, Exception reason) {
        try {
            if (recording != null) {
                store.delete(recording.id());
            }
            clusters.delete(cluster.id());
        } catch (RuntimeException e) {
            log.error("What was stored of '{}' could not be removed", cluster.name(), e);
            reason.addSuppressed(e);
        }
    }

    private Cluster clusterLike(String name) {
        for (int i = 1; ; i++) {
            try {
                return clusters.create(i == 1 ? name : name + "-" + i, Cluster.Kind.RECORDING);
            } catch (ClusterExistsException e) {
                if (i == 10_000) {
                    throw e;
                }
            }
        }
    }

    private void enqueue(long id) {
        jobs.put(id, new Job());
        replays.execute(() -> replay(id));
    }

    /** The names by which a form can be asked for. */
    public static List<String> formats() {
        return Stream.concat(
                        Stream.of(AUTO), Arrays.stream(HeartbeatFormat.values()).map(HeartbeatFormat::id))
                .toList();
    }

    /** A recording with its progress as of now. */
    public Optional<Recording> find(long id) {
        return store.find(id).map(Stored::recording).map(this::live);
    }

    /** The recording whose cluster this is, with its progress as of now. */
    public Optional<Recording> findByCluster(long clusterId) {
        return store.findByCluster(clusterId).map(this::live);
    }

    /** Recordings with their progress as of now, newest first. */
    public Slice<Recording> list(int page, int size) {
        return store.list(page, size).map(this::live);
    }

    private Recording live(Recording stored) {
        Recording ended = unsavedEnds.get(stored.id());
        if (ended != null) {
            return ended;
        }
        Job job = jobs.get(stored.id());
        Replay replay = job == null ? null : job.replay;
        Recording recording = replay == null || stored.status().isOver()
                ? stored
                : stored.with(stored.status(), null, replay.progress(), Instant.EPOCH);
        return recording.measured(now());
    }

    /**
     * Stops a recording that is queued or being replayed; what is stored of it stays. Another instance that replays it
     * stops within a second and may store a last batch meanwhile.
     *
     * @return the recording, empty when there is none
     * @throws RecordingOverException when its replay was over before
     */
    public Optional<Recording> cancel(long id) {
        Optional<Recording> before = find(id);
        if (before.isEmpty()) {
            return before;
        }
        if (before.get().status().isOver() || !store.cancel(id, now())) {
            throw new RecordingOverException(find(id).orElse(before.get()));
        }
        Job job = jobs.get(id);
        if (job != null) {
            job.cancelled = true;
            if (job.started) {
                awaitEnd(id);
            } else {
                // It cannot be claimed any more, so that nobody will open its file.
                store.find(id).ifPresent(RecordingService::deleteOwned);
            }
        }
        Optional<Recording> after = find(id);
        if (after.isPresent() && after.get().status() != Status.CANCELLED) {
            // Its end was on its way to the store.
            throw new RecordingOverException(after.get());
        }
        after.ifPresent(this::changed);
        return after;
    }

    /**
     * Removes a recording with its cluster, after stopping it if it runs.
     *
     * @return false when there is none
     * @throws RecordingBusyException when its replay is in the middle of a batch that does not end; it stops after it
     */
    public boolean delete(long id) {
        Optional<Stored> stored = store.find(id);
        if (stored.isEmpty()) {
            return false;
        }
        Job job = jobs.get(id);
        if (job != null) {
            job.cancelled = true;
            if (job.started && !awaitEnd(id)) {
                throw new RecordingBusyException(stored.get().recording().name());
            }
        }
        Long clusterId = stored.get().recording().clusterId();
        if (clusterId != null) {
            // Before the recording, which goes with its cluster should this process end between the two.
            clusters.delete(clusterId);
        }
        store.delete(id);
        unsavedEnds.remove(id);
        deleteOwned(stored.get());
        events.publishEvent(new RecordingRemoved(id, stored.get().recording().name()));
        return true;
    }

    private boolean awaitEnd(long id) {
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (jobs.containsKey(id) && System.nanoTime() < until) {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !jobs.containsKey(id);
    }

    private void replay(long id) {
        Job job = jobs.get(id);
        try {
            if (job != null && !stopping) {
                job.started = true;
                Optional<Stored> found = store.find(id);
                if (found.isPresent() && store.claim(id, now().plus(LEASE))) {
                    replay(found.get(), job);
                } else {
                    store.find(id)
                            .filter(stored -> stored.recording().status().isOver())
                            .ifPresent(RecordingService::deleteOwned);
                }
            }
        } finally {
            jobs.remove(id);
        }
    }

    private void replay(Stored stored, Job job) {
        Recording recording = stored.recording();
        try {
            if (job.cancelled) {
                end(stored, Status.CANCELLED, null, recording.progress());
                return;
            }
            recording = recording.with(Status.RUNNING, null, recording.progress(), now());
            keepRunning(recording, job);
            replay(stored, recording, job);
        } catch (RuntimeException e) {
            log.error("Recording '{}' failed", recording.name(), e);
            end(
                    new Stored(recording, stored.file(), stored.ownedFile()),
                    Status.FAILED,
                    "The replay failed on an unexpected error; the service's log has it",
                    recording.progress());
        }
    }

    private void replay(Stored stored, Recording queued, Job job) {
        Replay replay = new Replay(
                new HeartbeatFold(queued.sessionTimeout()),
                collector.collect(java.util.Objects.requireNonNull(queued.clusterId())),
                queued.progress().bytesTotal(),
                settings.pace() == null ? null : new Pace(settings.pace(), System::nanoTime));
        job.replay = replay;
        int maxLineBytes = Math.toIntExact(limits.maxLineSize().toBytes());
        Recording known = queued;
        Status status;
        String failure;
        try (OpenFiles open = new OpenFiles()) {
            List<RecordingFile> files = RecordingFile.of(stored.file());
            HeartbeatFormat format = format(queued.format(), files, maxLineBytes);
            Recording recording = queued.withFormat(format.id());
            known = recording;
            for (RecordingFile file : files) {
                open.files.add(file.open());
            }
            List<ReplayPart> parts = new ArrayList<>();
            for (int i = 0; i < files.size(); i++) {
                parts.add(new ReplayPart(
                        files.size() == 1 ? null : files.get(i).name(),
                        open.files.get(i),
                        format.reader(recording.timeZone(), recording.date()),
                        maxLineBytes));
            }
            replay.run(
                    parts,
                    () -> stopping || job.cancelled,
                    () -> keepRunning(recording.with(Status.RUNNING, null, replay.progress(), now()), job));
            failure = stopping ? "The service was stopped during the replay" : null;
            if (failure == null && !job.cancelled) {
                failure = replay.whyNothing();
            }
            status = failure != null ? Status.FAILED : job.cancelled ? Status.CANCELLED : Status.COMPLETED;
        } catch (WrongFormatException e) {
            status = Status.FAILED;
            failure = e.getMessage();
        } catch (NoSuchFileException e) {
            status = Status.FAILED;
            failure = "The file is gone";
        } catch (EOFException e) {
            status = Status.FAILED;
            failure = "The compressed file ends in the middle; what was read up to there is stored";
        } catch (IOException e) {
            status = Status.FAILED;
            failure = "The file could not be read further than byte "
                    + replay.progress().bytesRead() + ": " + e.getClass().getSimpleName();
        } catch (HistoryException e) {
            log.error("Recording '{}' could not be stored", queued.name(), e);
            status = Status.FAILED;
            failure = e.getMessage();
        }
        end(new Stored(known, stored.file(), stored.ownedFile()), status, failure, replay.progress());
    }

    /** The form of all files of a recording; one without a single line of any form may be any. */
    private static HeartbeatFormat format(String asked, List<RecordingFile> files, int maxLineBytes)
            throws IOException {
        HeartbeatFormat format = HeartbeatFormat.of(asked).orElse(null);
        for (RecordingFile file : files) {
            HeartbeatFormat found = file.detect(maxLineBytes).orElse(format);
            if (format != null && found != format) {
                String which = files.size() == 1 ? "The file" : file.name();
                throw new WrongFormatException(which + " looks like a "
                        + java.util.Objects.requireNonNull(found).id() + ", not like a "
                        + format.id()
                        + (asked.equals(AUTO)
                                ? " as the others do; files of one form belong together"
                                : "; give format=" + found.id() + " or format=" + AUTO));
            }
            format = found;
        }
        return format == null ? HeartbeatFormat.BROKER_REQUEST_LOG : format;
    }

    /** A file is in another form than was said; the message says in which. */
    private static final class WrongFormatException extends RuntimeException {

        WrongFormatException(String message) {
            super(message);
        }
    }

    /** Files to close together. */
    private static final class OpenFiles implements Closeable {

        private final List<RecordingFile.Opened> files = new ArrayList<>();

        @Override
        public void close() throws IOException {
            for (RecordingFile.Opened file : files) {
                file.close();
            }
        }
    }

    private void end(Stored stored, Status status, @Nullable String failure, Progress progress) {
        Recording ended = stored.recording().with(status, failure, progress, now());
        try {
            keep(ended);
        } catch (RuntimeException e) {
            log.error("How recording '{}' ended could not be stored; it is tried again", ended.name(), e);
            unsavedEnds.put(ended.id(), ended);
        }
        deleteOwned(stored);
        changed(ended);
        if (failure == null) {
            log.info(
                    "Recording '{}' is {}: {} lines, {} heartbeats, {} snapshots",
                    ended.name(),
                    status,
                    progress.lines(),
                    progress.heartbeats(),
                    progress.snapshots());
        } else {
            log.warn("Recording '{}' is {}: {}", ended.name(), status, failure);
        }
    }

    private void keep(Recording recording) {
        store.update(recording, now().plus(LEASE));
    }

    private void keepRunning(Recording recording, Job job) {
        if (store.update(recording, now().plus(LEASE))) {
            changed(recording);
        } else {
            job.cancelled = true;
        }
    }

    private void changed(Recording recording) {
        events.publishEvent(new RecordingChanged(recording));
    }

    private static void deleteOwned(Stored stored) {
        if (stored.ownedFile()) {
            try {
                deleteAll(stored.file());
            } catch (IOException e) {
                log.warn("The replayed upload {} could not be deleted: {}", stored.file(), e.toString());
            }
        }
    }

    private static void deleteAll(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            for (RecordingFile file : RecordingFile.of(path)) {
                Files.deleteIfExists(file.path());
            }
        }
        Files.deleteIfExists(path);
    }

    /** Marks recordings whose process died during the replay; their whole snapshots stay. */
    @Scheduled(initialDelay = 10, fixedDelay = 10, timeUnit = TimeUnit.SECONDS)
    void failAbandoned() {
        unsavedEnds.values().forEach(ended -> {
            keep(ended);
            unsavedEnds.remove(ended.id());
        });
        failAbandoned(now());
    }

    /**
     * @param deadSince leases that end before this instant count as abandoned
     */
    void failAbandoned(Instant deadSince) {
        for (Recording recording : store.abandoned(deadSince)) {
            if (!jobs.containsKey(recording.id())) {
                log.warn("Recording '{}' was cut off", recording.name());
                Recording failed = recording.with(
                        Status.FAILED,
                        "The replay was cut off because its process ended; what is stored up to there is whole",
                        recording.progress(),
                        now());
                keep(failed);
                changed(failed);
            }
        }
    }

    /**
     * Removes what a process left that died between two steps: empty clusters without a recording and uploads without
     * one. Only for a store that nobody else uses.
     */
    void tidyUp(Path uploads) {
        for (int page = 0; ; page++) {
            Slice<Cluster> slice = clusters.list(page, 100);
            slice.items().stream()
                    .filter(c -> c.kind() == Cluster.Kind.RECORDING && c.groupCount() == 0)
                    .filter(c -> store.findByCluster(c.id()).isEmpty())
                    .forEach(c -> {
                        log.warn("Cluster '{}' has no recording any more and is removed", c.name());
                        clusters.delete(c.id());
                    });
            if (slice.items().size() < 100) {
                break;
            }
        }
        if (!Files.isDirectory(uploads)) {
            return;
        }
        Set<Path> wanted = store.inStatus(Status.QUEUED).stream()
                .map(Stored::file)
                .map(Path::toAbsolutePath)
                .collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(uploads)) {
            for (Path file : files.filter(f -> !wanted.contains(f)).toList()) {
                deleteAll(file);
            }
        } catch (IOException e) {
            log.warn("Left uploads in {} could not be deleted: {}", uploads, e.toString());
        }
    }

    /**
     * Takes up what was queued when the process before ended.
     *
     * @param alone whether nobody else uses the store; else only what has its files here is taken up, for the others' are
     *     where other instances run
     */
    void resumeQueued(boolean alone) {
        store.inStatus(Status.QUEUED).forEach(stored -> {
            boolean ours = alone || Files.exists(stored.file());
            if (ours && !jobs.containsKey(stored.recording().id())) {
                enqueue(stored.recording().id());
            }
        });
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    private ExecutorService newExecutor() {
        return Executors.newFixedThreadPool(settings.parallel(), task -> {
            Thread thread = new Thread(task, "replay");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void start() {
        if (replays.isShutdown()) {
            replays = newExecutor();
        }
        stopping = false;
        running = true;
    }

    @Override
    public void stop() {
        stopping = true;
        replays.shutdown();
        try {
            if (!replays.awaitTermination(4, TimeUnit.SECONDS)) {
                log.warn("A replay did not stop in time; its last batch is not stored");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
