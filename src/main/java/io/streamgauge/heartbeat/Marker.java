package io.streamgauge.heartbeat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text to look for in bytes. Most bytes of a log belong to lines without it and are never looked at: on a byte that
 * cannot be its last the search moves on by its whole length (Horspool's algorithm).
 */
final class Marker {

    private final byte[] wanted;
    private final byte[] skip = new byte[256];

    /** @param text ASCII, shorter than 128 characters */
    Marker(String text) {
        wanted = text.getBytes(StandardCharsets.US_ASCII);
        int last = wanted.length - 1;
        Arrays.fill(skip, (byte) wanted.length);
        for (int i = 0; i < last; i++) {
            skip[wanted[i]] = (byte) (last - i);
        }
    }

    int length() {
        return wanted.length;
    }

    /** Where it first begins in {@code buffer[from, to)}, -1 when it does not. */
    int find(byte[] buffer, int from, int to) {
        int last = wanted.length - 1;
        byte begins = wanted[0];
        byte ends = wanted[last];
        for (int i = from + last; i < to; i += skip[buffer[i] & 0xff]) {
            if (buffer[i] == ends && buffer[i - last] == begins && isAt(buffer, i - last, to)) {
                return i - last;
            }
        }
        return -1;
    }

    /** Whether it stands at a place of {@code buffer[…, to)}. */
    boolean isAt(byte[] buffer, int at, int to) {
        return at >= 0
                && at + wanted.length <= to
                && Arrays.equals(wanted, 0, wanted.length, buffer, at, at + wanted.length);
    }
}
