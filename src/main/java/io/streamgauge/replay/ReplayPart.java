package io.streamgauge.replay;

import io.streamgauge.heartbeat.HeartbeatExchange;
import io.streamgauge.heartbeat.HeartbeatReader;
import io.streamgauge.heartbeat.LineReader;
import io.streamgauge.heartbeat.LineResult;
import io.streamgauge.heartbeat.SkipReason;
import java.io.IOException;
import java.time.Instant;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** One file of a replay, read line by line in its own order. */
final class ReplayPart {

    private final @Nullable String name;
    private final RecordingFile.Opened file;
    private final HeartbeatReader reader;
    private final LineReader lines;
    private final int maxLineBytes;
    private long line;
    private @Nullable Iterator<HeartbeatExchange> rest;
    private @Nullable Instant reached;

    /** @param name told with the file's errors; null when there is no other file */
    ReplayPart(@Nullable String name, RecordingFile.Opened file, HeartbeatReader reader, int maxLineBytes) {
        this.name = name;
        this.file = file;
        this.reader = reader;
        this.maxLineBytes = maxLineBytes;
        lines = new LineReader(file.in(), maxLineBytes);
    }

    /** What comes next: a line's result or, behind the last line, an exchange that was held back; null at the end. */
    @Nullable
    LineResult next() throws IOException {
        if (rest == null && lines.next()) {
            line++;
            return lines.tooLong()
                    ? new LineResult.Bad(SkipReason.LINE_TOO_LONG, "The line is longer than " + maxLineBytes + " bytes")
                    : reader.read(lines.buffer(), lines.offset(), lines.length());
        }
        if (rest == null) {
            rest = reader.finish().iterator();
        }
        return rest.hasNext() ? new LineResult.Heartbeat(rest.next()) : null;
    }

    /** The latest instant of its lines up to one with a time: a line stamped earlier still comes after those before it. */
    Instant reach(Instant at) {
        reached = reached == null || at.isAfter(reached) ? at : reached;
        return reached;
    }

    /** Where the line last read stands, to be told with what is wrong with it. */
    long line() {
        return line;
    }

    /** What is wrong with a line of this file, as the recording's errors have it. */
    String told(String message) {
        return name == null ? message : name + ": " + message;
    }

    /** Bytes taken from the file as it is on disk. */
    long bytesRead() {
        return file.bytesRead();
    }
}
