package io.streamgauge.replay;

import io.streamgauge.heartbeat.FoldStep;
import io.streamgauge.heartbeat.HeartbeatExchange;
import io.streamgauge.heartbeat.HeartbeatFold;
import io.streamgauge.heartbeat.HeartbeatFormat;
import io.streamgauge.heartbeat.HeartbeatRequest;
import io.streamgauge.heartbeat.LineResult;
import io.streamgauge.heartbeat.SkipReason;
import io.streamgauge.ingest.GroupObservation;
import io.streamgauge.ingest.ObservationBatch;
import io.streamgauge.replay.Recording.LineError;
import io.streamgauge.replay.Recording.Progress;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Replays files merged by time: lines to exchanges, exchanges to states, states to the collector. */
final class Replay {

    /** How many snapshots and the like are stored together. */
    private static final int BATCH = 500;

    private static final int MAX_ERRORS = 100;

    /** How far answers of a broker's network threads may be logged out of order. */
    private static final Duration DISORDER = Duration.ofSeconds(5);

    /** A step of time larger than this is believed when the next line takes it too. */
    private static final Duration FAR_AHEAD = Duration.ofMinutes(10);

    /** Progress is told at least after so many bytes, however long the lines are. */
    private static final long MAX_SILENT_BYTES = 1 << 20;

    private final HeartbeatFold fold;
    private final ObservationBatch batch;
    private final @Nullable Long bytesTotal;
    private final @Nullable Pace pace;

    private final Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    private final List<LineError> errors = new ArrayList<>();
    private long bytesRead;
    private long lines;
    private long heartbeats;
    private @Nullable Instant firstHeartbeatAt;
    private @Nullable Instant lastHeartbeatAt;
    private @Nullable Stamped ahead;

    /** Waits until a line is due, false when told to stop before; null when every line is due at once. */
    private @Nullable Predicate<Stamped> due;

    /** What the world outside of the replaying thread sees. */
    private volatile Progress progress;

    /** @param pace no line is taken before it is due by this; null to replay as fast as it goes */
    Replay(HeartbeatFold fold, ObservationBatch batch, @Nullable Long bytesTotal, @Nullable Pace pace) {
        this.fold = fold;
        this.batch = batch;
        this.bytesTotal = bytesTotal;
        this.pace = pace;
        progress = Progress.none(bytesTotal);
    }

    Progress progress() {
        return progress;
    }

    /**
     * Reads to the end of all files, or until told to stop, and stores everything up to there. Each file is read in its
     * own order, and of all files the earliest line comes first, so that no more than a line of each is in memory.
     *
     * @param published called now and then, between lines
     * @throws IOException when a file cannot be read on
     * @throws io.streamgauge.history.HistoryException when the store fails
     */
    void run(List<ReplayPart> parts, BooleanSupplier stop, Runnable published) throws IOException {
        if (pace != null) {
            Runnable shown = () -> {
                batch.flush();
                publish();
                published.run();
            };
            due = line -> pace.await(line.at(), stop, shown);
        }
        List<Next> nexts = new ArrayList<>();
        parts.forEach(part -> nexts.add(new Next(part)));
        long nextPublish = System.nanoTime();
        long publishedBytes = 0;
        // Also of a file that ends in the middle everything that was read is stored.
        try (batch) {
            while (!stop.getAsBoolean() && !nexts.isEmpty()) {
                Next next = earliest(nexts);
                if (next.line != null) {
                    take(next.line);
                    next.line = null;
                } else if (!read(next)) {
                    nexts.remove(next);
                }
                if (batch.pending() >= BATCH) {
                    batch.flush();
                }
                bytesRead = bytesRead(parts);
                boolean publishes = (lines & 0xff) == 0 || bytesRead - publishedBytes > MAX_SILENT_BYTES;
                if (publishes && System.nanoTime() >= nextPublish) {
                    nextPublish = System.nanoTime() + Duration.ofMillis(500).toNanos();
                    publishedBytes = bytesRead;
                    publish();
                    published.run();
                }
            }
            if (ahead != null) {
                // Nothing follows that could tell whether its clock was wrong.
                trusted(ahead);
            }
        } finally {
            publish();
        }
    }

    private static long bytesRead(List<ReplayPart> parts) {
        long bytes = 0;
        for (ReplayPart part : parts) {
            bytes += part.bytesRead();
        }
        return bytes;
    }

    /** A file and its next line with a time; none is there before it was looked for. */
    private static final class Next {

        private final ReplayPart part;
        private @Nullable Stamped line;
        private Instant at = Instant.MIN;

        Next(ReplayPart part) {
            this.part = part;
        }
    }

    /** The file with the earliest line, or one whose next line has yet to be looked for. */
    private static Next earliest(List<Next> nexts) {
        Next earliest = nexts.get(0);
        for (Next next : nexts) {
            if (next.line == null) {
                return next;
            }
            if (next.at.isBefore(earliest.at)) {
                earliest = next;
            }
        }
        return earliest;
    }

    /** Reads one line; false at the file's end. */
    private boolean read(Next next) throws IOException {
        ReplayPart part = next.part;
        long before = part.line();
        LineResult result = part.next();
        lines += part.line() - before;
        if (result == null) {
            return false;
        }
        Instant at = null;
        HeartbeatExchange exchange = null;
        if (result instanceof LineResult.Heartbeat heartbeat) {
            exchange = heartbeat.exchange();
            at = exchange.at();
        } else if (result instanceof LineResult.Waiting waiting) {
            at = waiting.at();
        } else if (result instanceof LineResult.Other other) {
            skipped.merge(other.reason(), 1L, Long::sum);
            at = other.at();
        } else if (result instanceof LineResult.Bad bad) {
            skip(bad.reason(), part, part.line(), bad.message());
        }
        if (at != null) {
            next.line = new Stamped(at, exchange, part, part.line());
            next.at = part.reach(at);
        }
        return true;
    }

    /**
     * A line with a time.
     *
     * @param exchange null when the line only shows that time went on
     */
    private record Stamped(Instant at, @Nullable HeartbeatExchange exchange, ReplayPart part, long line) {}

    /** Holds a line back that is stamped far ahead of all before it, until the next shows whether time really went on. */
    private void take(Stamped line) {
        Stamped held = ahead;
        ahead = null;
        if (held != null) {
            if (!line.at().isBefore(held.at().minus(DISORDER))) {
                trusted(held);
            } else if (held.exchange() != null) {
                skip(
                        SkipReason.TIME_AHEAD,
                        held.part(),
                        held.line(),
                        "The heartbeat is stamped " + held.at() + ", far ahead of the lines around it");
            }
        }
        Instant clock = fold.clock();
        if (clock == null || line.at().isAfter(clock.plus(FAR_AHEAD))) {
            ahead = line;
        } else {
            trusted(line);
        }
    }

    private void trusted(Stamped line) {
        if (due != null && !due.test(line)) {
            return;
        }
        Instant clock = fold.clock();
        HeartbeatExchange exchange = line.exchange();
        if (exchange == null) {
            if (clock != null && line.at().isAfter(clock)) {
                fold.advanceTo(line.at(), this::observe);
            }
            return;
        }
        boolean late = clock != null && exchange.at().isBefore(clock.minus(DISORDER));
        if (late && exchange.response() != null) {
            skip(
                    SkipReason.TIME_BACKWARDS,
                    line.part(),
                    line.line(),
                    "The heartbeat is stamped " + exchange.at() + ", but a line before it " + clock
                            + "; put the file's lines in the order of time");
            return;
        }
        heartbeats++;
        if (firstHeartbeatAt == null) {
            firstHeartbeatAt = exchange.at();
        }
        if (lastHeartbeatAt == null || exchange.at().isAfter(lastHeartbeatAt)) {
            lastHeartbeatAt = exchange.at();
        }
        HeartbeatRequest request = exchange.request();
        if (exchange.response() == null) {
            note(
                    line.part(),
                    line.line(),
                    "The heartbeat" + (late ? " sent at " + exchange.at() : "") + " has no response; "
                            + (late && !leaves(request)
                                    ? "what the member said was too old to be taken when that was clear"
                                    : "only what the member said was taken"));
        }
        // That nobody answered a request shows late. By then only a farewell is still true.
        if (!late || leaves(request)) {
            fold.apply(exchange, this::observe);
        }
    }

    private static boolean leaves(@Nullable HeartbeatRequest request) {
        return request != null && request.memberEpoch() < HeartbeatRequest.JOIN;
    }

    private void observe(FoldStep step) {
        batch.accept(GroupObservation.ofHeartbeat(
                step.at(), step.state(), step.answeredMemberId(), step.taskOffsets(), step.error(), step.departure()));
    }

    private void skip(SkipReason reason, ReplayPart part, long line, String message) {
        skipped.merge(reason, 1L, Long::sum);
        note(part, line, message);
    }

    private void note(ReplayPart part, long line, String message) {
        if (errors.size() < MAX_ERRORS) {
            errors.add(new LineError(line, part.told(message)));
        }
    }

    private void publish() {
        Map<String, Long> byKey = new HashMap<>();
        skipped.forEach((reason, count) -> byKey.put(reason.key(), count));
        progress = new Progress(
                bytesTotal,
                bytesRead,
                lines,
                heartbeats,
                batch.snapshots(),
                byKey,
                errors,
                firstHeartbeatAt,
                lastHeartbeatAt);
    }

    /** Why a file without a heartbeat is none of ours, null when it has some. */
    @Nullable
    String whyNothing() {
        if (heartbeats > 0) {
            return null;
        }
        if (lines == 0) {
            return "The file is empty";
        }
        if (!errors.isEmpty()) {
            return "No heartbeat in this file could be read; line "
                    + errors.get(0).line() + ": " + errors.get(0).message();
        }
        long requests = skipped.getOrDefault(SkipReason.OTHER_API, 0L);
        if (requests > 0) {
            return "The file holds " + requests + " logged requests, but no streams group heartbeat (api key 88)";
        }
        return "No line of this file is a heartbeat in a form that can be read: "
                + Arrays.stream(HeartbeatFormat.values())
                        .map(format -> format.id() + ", " + format.description())
                        .collect(Collectors.joining("; "));
    }
}
