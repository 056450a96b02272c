package io.streamgauge.heartbeat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the date and time in a log line's prefix: {@code 2026-11-29 22:23:38,612} and its like, with {@code T} or a
 * space, up to nine decimals after a comma or a point, and an offset or none. Where a prefix holds several, as a
 * container's before the logger's, one with an offset wins, else the last.
 */
final class LogTime {

    /** A log in a zone whose clock was put back repeats an hour; only a step back larger than this tells. */
    private static final long OVERLAP_STEP_SECONDS = 60;

    private final ZoneId zone;
    private @Nullable Instant latest;

    /** @param zone of times without an offset */
    LogTime(ZoneId zone) {
        this.zone = zone;
    }

    /** The time in {@code buffer[from, to)}, to the microsecond; null when there is none. */
    @Nullable
    Instant find(byte[] buffer, int from, int to) {
        Instant found = null;
        boolean foundHasOffset = false;
        for (int i = from; i + 19 <= to; i++) {
            if (buffer[i + 4] != '-' || !looksLikeTime(buffer, i)) {
                continue;
            }
            int end = i + 19;
            int nanos = 0;
            if (end < to && (buffer[end] == '.' || buffer[end] == ',')) {
                int digits = 0;
                int p = end + 1;
                while (p < to && digits < 9 && isDigit(buffer[p])) {
                    nanos = nanos * 10 + (buffer[p] - '0');
                    digits++;
                    p++;
                }
                for (int d = digits; d < 9; d++) {
                    nanos *= 10;
                }
                if (digits > 0) {
                    end = p;
                }
            }
            ZoneOffset offset = offset(buffer, end, to);
            if (foundHasOffset && offset == null) {
                continue;
            }
            Instant instant = instant(buffer, i, nanos / 1_000 * 1_000, offset);
            if (instant != null) {
                found = instant;
                foundHasOffset = offset != null;
                i = end - 1;
            }
        }
        if (found != null && (latest == null || found.isAfter(latest))) {
            latest = found;
        }
        return found;
    }

    private @Nullable Instant instant(byte[] b, int i, int nanos, @Nullable ZoneOffset offset) {
        LocalDateTime local;
        try {
            local = LocalDateTime.of(
                    two(b, i) * 100 + two(b, i + 2),
                    two(b, i + 5),
                    two(b, i + 8),
                    two(b, i + 11),
                    two(b, i + 14),
                    two(b, i + 17),
                    nanos);
        } catch (DateTimeException e) {
            return null;
        }
        if (offset != null) {
            return local.toInstant(offset);
        }
        if (zone instanceof ZoneOffset fixed) {
            return local.toInstant(fixed);
        }
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.size() == 2) {
            Instant earlier = local.toInstant(offsets.get(0));
            boolean repeated =
                    latest != null && earlier.plusSeconds(OVERLAP_STEP_SECONDS).isBefore(latest);
            return repeated ? local.toInstant(offsets.get(1)) : earlier;
        }
        return local.atZone(zone).toInstant();
    }

    private static @Nullable ZoneOffset offset(byte[] b, int timeEnd, int to) {
        int at = timeEnd < to && b[timeEnd] == ' ' && isSpacedOffset(b, timeEnd + 1, to) ? timeEnd + 1 : timeEnd;
        if (at < to && b[at] == 'Z') {
            return ZoneOffset.UTC;
        }
        if (at + 3 > to || (b[at] != '+' && b[at] != '-') || !isDigit(b[at + 1]) || !isDigit(b[at + 2])) {
            return null;
        }
        int sign = b[at] == '-' ? -1 : 1;
        int minuteAt = at + 3 < to && b[at + 3] == ':' ? at + 4 : at + 3;
        int minutes = 0;
        if (minuteAt + 2 <= to && isDigit(b[minuteAt]) && isDigit(b[minuteAt + 1])) {
            minutes = two(b, minuteAt);
        }
        try {
            return ZoneOffset.ofHoursMinutes(sign * two(b, at + 1), sign * minutes);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** After a space only four digits and no more are an offset: it may be any number that a layout puts there. */
    private static boolean isSpacedOffset(byte[] b, int at, int to) {
        if (at + 5 > to || (b[at] != '+' && b[at] != '-') || !digits(b, at + 1, 2)) {
            return false;
        }
        int minuteAt = b[at + 3] == ':' ? at + 4 : at + 3;
        return minuteAt + 2 <= to && digits(b, minuteAt, 2) && (minuteAt + 2 == to || !isDigit(b[minuteAt + 2]));
    }

    private static boolean looksLikeTime(byte[] b, int i) {
        return b[i + 7] == '-'
                && (b[i + 10] == ' ' || b[i + 10] == 'T')
                && b[i + 13] == ':'
                && b[i + 16] == ':'
                && digits(b, i, 4)
                && digits(b, i + 5, 2)
                && digits(b, i + 8, 2)
                && digits(b, i + 11, 2)
                && digits(b, i + 14, 2)
                && digits(b, i + 17, 2);
    }

    private static boolean digits(byte[] b, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (!isDigit(b[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static int two(byte[] b, int i) {
        return (b[i] - '0') * 10 + (b[i + 1] - '0');
    }
}
