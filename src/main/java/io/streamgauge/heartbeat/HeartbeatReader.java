package io.streamgauge.heartbeat;

/** Reads one recorded form line by line. Not thread-safe: a reader may remember what the lines before said. */
public interface HeartbeatReader {

    /**
     * Reads one line, without its line end. Never throws on the line's content.
     *
     * @param buffer holds the line; it is the caller's and not kept
     */
    LineResult read(byte[] buffer, int offset, int length);
}
