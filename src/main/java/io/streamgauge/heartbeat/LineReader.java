package io.streamgauge.heartbeat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Splits a stream into lines within a bound of memory: of a line longer than the bound only its length is known. A
 * line ends with LF or CRLF; the last may lack its end.
 */
public final class LineReader {

    private static final int CHUNK = 1 << 18;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
    private static final long LOWEST_BITS = 0x0101010101010101L;
    private static final long HIGHEST_BITS = 0x8080808080808080L;

    private final InputStream in;
    private final int maxLineBytes;
    private byte[] buffer = new byte[CHUNK];
    private int position;
    private int limit;
    private boolean ended;
    private long bytesRead;

    private int lineOffset;
    private int lineLength;
    private boolean tooLong;

    public LineReader(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
    }

    /** Moves to the next line; false at the end of the stream. */
    public boolean next() throws IOException {
        tooLong = false;
        int scanned = position;
        while (true) {
            int lineEnd = lineEnd(scanned);
            if (lineEnd >= 0) {
                take(lineEnd);
                position = lineEnd + 1;
                return true;
            }
            scanned = limit;
            if (ended) {
                if (position == limit && !tooLong) {
                    return false;
                }
                take(limit);
                position = limit;
                return true;
            }
            if (limit - position > maxLineBytes) {
                tooLong = true;
                position = limit;
            }
            scanned -= fill();
        }
    }

    /** Holds the current line; valid until {@link #next()}. */
    public byte[] buffer() {
        return buffer;
    }

    public int offset() {
        return lineOffset;
    }

    /** Length in bytes without the line end; 0 of a line that is too long. */
    public int length() {
        return lineLength;
    }

    /** Whether the current line was longer than the bound and was not kept. */
    public boolean tooLong() {
        return tooLong;
    }

    /** Bytes taken from the stream so far. */
    public long bytesRead() {
        return bytesRead;
    }

    /** The next LF at or behind a place in the buffer, -1 when there is none: eight bytes at a time. */
    private int lineEnd(int from) {
        int i = from;
        for (; i + Long.BYTES <= limit; i += Long.BYTES) {
            // A byte that is an LF becomes 0, and only of such a byte, or of one above it, is the highest bit set here.
            long zeroed = (long) EIGHT_BYTES.get(buffer, i) ^ LINE_FEEDS;
            long found = (zeroed - LOWEST_BITS) & ~zeroed & HIGHEST_BITS;
            if (found != 0) {
                return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        for (; i < limit; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void take(int end) {
        lineOffset = position;
        lineLength = end - position;
        if (lineLength > maxLineBytes) {
            tooLong = true;
        }
        if (tooLong) {
            lineLength = 0;
        } else if (lineLength > 0 && buffer[end - 1] == '\r') {
            lineLength--;
        }
    }

    /** Reads more; returns by how much the kept bytes moved towards the start of the buffer. */
    private int fill() throws IOException {
        int moved = position;
        if (position > 0) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            limit -= position;
            position = 0;
        }
        if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(buffer.length * 2, maxLineBytes + 2 * CHUNK));
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        if (read < 0) {
            ended = true;
        } else {
            limit += read;
            bytesRead += read;
        }
        return moved;
    }
}
