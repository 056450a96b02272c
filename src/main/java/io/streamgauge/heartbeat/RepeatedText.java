package io.streamgauge.heartbeat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What texts said that were read before. A member without news repeats itself byte for byte, but for numbers that nobody
 * reads, such as how long the broker took: such a text needs to be compared, not read again. Not thread-safe.
 *
 * @param <T> what a text says
 */
final class RepeatedText<T> {

    /** Of all texts kept; when they are more, all are forgotten and the next are kept. */
    private static final int MAX_BYTES = 8 << 20;

    /** A text larger than this is an event, not a habit. */
    private static final int MAX_TEXT_BYTES = 1 << 16;

    /** Digits of an identifier that are looked at to tell whose text it is. */
    private static final int MAX_KEY_BYTES = 32;

    /** Longer numbers are left to the parser, which has its own limit. */
    private static final int MAX_NUMBER_BYTES = 40;

    private final Marker speaker;
    private final Map<Integer, Known<T>> known = new HashMap<>();
    private int bytes;

    /** @param speaker stands before the id of who says the text, of whom the latest is kept */
    RepeatedText(String speaker) {
        this.speaker = new Marker(speaker);
    }

    private static final class Known<T> {

        private final byte[] text;
        private final int[] gaps;
        private final T said;

        Known(byte[] text, int[] gaps, T said) {
            this.text = text;
            this.gaps = gaps;
            this.said = said;
        }

        boolean isRepeated(byte[] buffer, int from, int to) {
            int at = from;
            int next = 0;
            for (int i = 0; i < gaps.length; i += 2) {
                int gap = at + gaps[i] - next;
                if (gap > to || !Arrays.equals(text, next, gaps[i], buffer, at, gap)) {
                    return false;
                }
                at = numberEnd(buffer, gap, to);
                next = gaps[i + 1];
                if (at < 0) {
                    return false;
                }
            }
            return Arrays.equals(text, next, text.length, buffer, at, to);
        }
    }

    /** What the text {@code buffer[from, to)} says, when its speaker's latest was the same; null when it must be read. */
    @Nullable
    T find(byte[] buffer, int from, int to) {
        Known<T> latest = known.get(key(buffer, from, to));
        return latest != null && latest.isRepeated(buffer, from, to) ? latest.said : null;
    }

    /**
     * Keeps what a text says.
     *
     * @param gaps where, counted from the text's beginning, numbers begin and end that do not matter, ascending
     */
    void keep(byte[] buffer, int from, int to, T said, int... gaps) {
        int length = to - from;
        if (length > MAX_TEXT_BYTES) {
            return;
        }
        for (int i = 0; i < gaps.length; i += 2) {
            if (numberEnd(buffer, from + gaps[i], to) != from + gaps[i + 1]) {
                return;
            }
        }
        if (bytes + length > MAX_BYTES) {
            known.clear();
            bytes = 0;
        }
        Known<T> before =
                known.put(key(buffer, from, to), new Known<>(Arrays.copyOfRange(buffer, from, to), gaps, said));
        bytes += length - (before == null ? 0 : before.text.length);
    }

    /** Two speakers with one key cost time and nothing else. */
    private int key(byte[] buffer, int from, int to) {
        int found = speaker.find(buffer, from, to);
        int start = found < 0 ? from : found + speaker.length();
        int end = Math.min(to, start + MAX_KEY_BYTES);
        int key = 1;
        for (int i = start; i < end && buffer[i] != '"' && buffer[i] != '\''; i++) {
            key = 31 * key + buffer[i];
        }
        return key;
    }

    /** Where a JSON number that begins at a place ends, -1 when none does. */
    private static int numberEnd(byte[] buffer, int from, int to) {
        int limit = Math.min(to, from + MAX_NUMBER_BYTES);
        int whole = from < limit && buffer[from] == '-' ? from + 1 : from;
        int end = digitsEnd(buffer, whole, limit);
        if (end == whole || (buffer[whole] == '0' && end > whole + 1)) {
            return -1;
        }
        if (end < limit && buffer[end] == '.') {
            int fraction = end + 1;
            end = digitsEnd(buffer, fraction, limit);
            if (end == fraction) {
                return -1;
            }
        }
        if (end < limit && (buffer[end] == 'e' || buffer[end] == 'E')) {
            int exponent = end + 1;
            if (exponent < limit && (buffer[exponent] == '+' || buffer[exponent] == '-')) {
                exponent++;
            }
            end = digitsEnd(buffer, exponent, limit);
            if (end == exponent) {
                return -1;
            }
        }
        return end < limit ? end : -1;
    }

    private static int digitsEnd(byte[] buffer, int from, int limit) {
        int end = from;
        while (end < limit && buffer[end] >= '0' && buffer[end] <= '9') {
            end++;
        }
        return end;
    }
}
