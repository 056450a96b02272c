package io.streamgauge.heartbeat;

import java.util.List;

/** Reads one recorded form line by line. Not thread-safe: a reader may remember what the lines before said. */
public interface HeartbeatReader {

    /**
     * Reads one line, without its line end. Never throws on the line's content.
     *
     * @param buffer holds the line; it is the caller's and not kept
     */
    LineResult read(byte[] buffer, int offset, int length);

    /** The exchanges that were still waiting for more lines when the recording ended, in the order they began. */
    default List<HeartbeatExchange> finish() {
        return List.of();
    }
}
