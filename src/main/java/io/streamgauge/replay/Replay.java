package io.streamgauge.replay;

import io.streamgauge.group.ObservationSource;
import io.streamgauge.heartbeat.FoldStep;
import io.streamgauge.heartbeat.HeartbeatExchange;
import io.streamgauge.heartbeat.HeartbeatFold;
import io.streamgauge.heartbeat.HeartbeatReader;
import io.streamgauge.heartbeat.LineReader;
import io.streamgauge.heartbeat.LineResult;
import io.streamgauge.heartbeat.SkipReason;
import io.streamgauge.ingest.GroupObservation;
import io.streamgauge.ingest.ObservationBatch;
import io.streamgauge.replay.Recording.LineError;
import io.streamgauge.replay.Recording.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Replays one file: lines to exchanges, exchanges to states, states to the collector. */
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

    private final HeartbeatReader reader;
    private final HeartbeatFold fold;
    private final ObservationBatch batch;
    private final @Nullable Long bytesTotal;

    private final Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    private final List<LineError> errors = new ArrayList<>();
    private long bytesRead;
    private long lines;
    private long heartbeats;
    private @Nullable Instant firstHeartbeatAt;
    private @Nullable Instant lastHeartbeatAt;
    private @Nullable Stamped ahead;

    /** What the world outside of the replaying thread sees. */
    private volatile Progress progress;

    Replay(HeartbeatReader reader, HeartbeatFold fold, ObservationBatch batch, @Nullable Long bytesTotal) {
        this.reader = reader;
        this.fold = fold;
        this.batch = batch;
        this.bytesTotal = bytesTotal;
        progress = Progress.none(bytesTotal);
    }

    Progress progress() {
        return progress;
    }

    /**
     * Reads to the end of the stream, or until told to stop, and stores everything up to there.
     *
     * @param published called now and then, between lines
     * @throws IOException when the file cannot be read on
     * @throws io.streamgauge.history.HistoryException when the store fails
     */
    void run(InputStream in, int maxLineBytes, BooleanSupplier stop, Runnable published) throws IOException {
        LineReader lineReader = new LineReader(in, maxLineBytes);
        long nextPublish = System.nanoTime();
        long publishedBytes = 0;
        try {
            while (!stop.getAsBoolean() && lineReader.next()) {
                lines++;
                bytesRead = lineReader.bytesRead();
                if (lineReader.tooLong()) {
                    skip(SkipReason.LINE_TOO_LONG, "The line is longer than " + maxLineBytes + " bytes");
                } else {
                    take(reader.read(lineReader.buffer(), lineReader.offset(), lineReader.length()));
                }
                if (batch.pending() >= BATCH) {
                    batch.flush();
                }
                boolean due = (lines & 0xff) == 0 || bytesRead - publishedBytes > MAX_SILENT_BYTES;
                if (due && System.nanoTime() >= nextPublish) {
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
        } catch (IOException e) {
            batch.close();
            throw e;
        } finally {
            publish();
        }
        batch.close();
        publish();
    }

    private void take(LineResult result) {
        if (result instanceof LineResult.Heartbeat heartbeat) {
            take(new Stamped(heartbeat.exchange().at(), heartbeat.exchange(), lines));
        } else if (result instanceof LineResult.Other other) {
            skipped.merge(other.reason(), 1L, Long::sum);
            if (other.at() != null) {
                take(new Stamped(other.at(), null, lines));
            }
        } else if (result instanceof LineResult.Bad bad) {
            skip(bad.reason(), bad.message());
        }
    }

    /**
     * A line with a time.
     *
     * @param exchange null when the line only shows that time went on
     */
    private record Stamped(Instant at, @Nullable HeartbeatExchange exchange, long line) {}

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
        Instant clock = fold.clock();
        HeartbeatExchange exchange = line.exchange();
        if (exchange == null) {
            if (clock != null && line.at().isAfter(clock)) {
                fold.advanceTo(line.at(), this::observe);
            }
            return;
        }
        if (clock != null && exchange.at().isBefore(clock.minus(DISORDER))) {
            skip(
                    SkipReason.TIME_BACKWARDS,
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
        if (exchange.response() == null) {
            note(line.line(), "The heartbeat has no response; only what the member said was taken");
        }
        fold.apply(exchange, this::observe);
    }

    private void observe(FoldStep step) {
        batch.accept(new GroupObservation(
                ObservationSource.HEARTBEAT,
                step.at(),
                step.state(),
                step.answeredMemberId(),
                step.taskOffsets(),
                step.error()));
    }

    private void skip(SkipReason reason, String message) {
        skip(reason, lines, message);
    }

    private void skip(SkipReason reason, long line, String message) {
        skipped.merge(reason, 1L, Long::sum);
        note(line, message);
    }

    private void note(long line, String message) {
        if (errors.size() < MAX_ERRORS) {
            errors.add(new LineError(line, message));
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
        return requests > 0
                ? "The file holds " + requests + " logged requests, but no streams group heartbeat (api key 88)"
                : "No line of this file is a request as a broker's kafka.request.logger writes it at DEBUG"
                        + " (\"Completed request:{…}\"); it is no broker-request-log";
    }
}
