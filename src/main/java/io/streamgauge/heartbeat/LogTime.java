package io.streamgauge.heartbeat;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the date and time in a log line's prefix: {@code 2026-11-29 22:23:38,612} and its like, with {@code T} or a
 * space, up to nine decimals after a comma or a point, and an offset or none. Where a prefix holds several, as a
 * container's before the logger's, one with an offset wins, else the last.
 *
 * <p>A prefix with none of these may have syslog's {@code Nov 29 22:23:38}, which lacks the year, or a time alone. Then
 * the rest is what is nearest to the lines before, and for the first line to a given date: a log goes on after
 * midnight and after New Year.
 */
final class LogTime {

    /** A log in a zone whose clock was put back repeats an hour; only a step back larger than this tells. */
    private static final long OVERLAP_STEP_SECONDS = 60;

    private static final Duration DAY = Duration.ofDays(1);

    /** More than the hour by which a clock is put back. */
    private static final Duration CLOCK_PUT_BACK = Duration.ofMinutes(65);

    /** How far lines around midnight may be out of order. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    static final String LACKS_DATE =
            "The line's time has no date or no year; say of which day the file's first line is with date=2026-11-29";

    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    private final ZoneId zone;
    private final @Nullable LocalDate date;
    private @Nullable Instant latest;
    private boolean lackedDate;

    /**
     * @param zone of times without an offset
     * @param date of the first line, for times that lack a date or a year; null when not known
     */
    LogTime(ZoneId zone, @Nullable LocalDate date) {
        this.zone = zone;
        this.date = date;
    }

    /** Why the latest line has no time, in a sentence. */
    String whyNone() {
        return lackedDate
                ? LACKS_DATE
                : "The line has no date and time such as 2026-11-29 22:23:38,612 before its text";
    }

    /** Whether what was searched last has a time and lacks the date that it is of. */
    boolean lackedDate() {
        return lackedDate;
    }

    /** The time in {@code buffer[from, to)}, to the microsecond; null when there is none. */
    @Nullable
    Instant find(byte[] buffer, int from, int to) {
        Instant found = null;
        boolean foundHasOffset = false;
        for (int i = from; i + 19 <= to; i++) {
            // In a prefix with ids and thread names colons are rarer than dashes.
            if (buffer[i + 13] != ':' || !looksLikeTime(buffer, i)) {
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
        lackedDate = false;
        if (found == null) {
            found = incomplete(buffer, from, to);
        }
        if (found != null && (latest == null || found.isAfter(latest))) {
            latest = found;
        }
        return found;
    }

    /** A time without a year or without a date; the first that looks so. */
    private @Nullable Instant incomplete(byte[] b, int from, int to) {
        for (int i = from; i + 8 <= to; i++) {
            if (!isTimeOfDay(b, i, from, to)) {
                continue;
            }
            LocalTime timeOfDay;
            try {
                timeOfDay = LocalTime.of(two(b, i), two(b, i + 3), two(b, i + 6), nanos(b, i + 8, to));
            } catch (DateTimeException e) {
                continue;
            }
            lackedDate = date == null;
            if (date == null) {
                return null;
            }
            MonthDay day = monthDay(b, from, i);
            LocalDateTime before = latest == null ? null : LocalDateTime.ofInstant(latest, zone);
            LocalDateTime local = day == null
                    ? timeOfDay.atDate(dayOf(timeOfDay, before, date))
                    : timeOfDay.atDate(nearest(day, before == null ? date : before.toLocalDate()));
            return instant(local);
        }
        return null;
    }

    private static boolean isTimeOfDay(byte[] b, int i, int from, int to) {
        return b[i + 2] == ':'
                && b[i + 5] == ':'
                && digits(b, i, 2)
                && digits(b, i + 3, 2)
                && digits(b, i + 6, 2)
                && (i == from || (!isDigit(b[i - 1]) && b[i - 1] != ':'))
                && (i + 8 == to || (!isDigit(b[i + 8]) && b[i + 8] != ':'));
    }

    private static int nanos(byte[] b, int separator, int to) {
        if (separator >= to || (b[separator] != ',' && b[separator] != '.')) {
            return 0;
        }
        int nanos = 0;
        int unit = 100_000_000;
        for (int p = separator + 1; p < to && isDigit(b[p]) && unit >= 1_000; p++) {
            nanos += (b[p] - '0') * unit;
            unit /= 10;
        }
        return nanos;
    }

    /** The month and day before a time, as syslog writes them: {@code Nov  9 22:23:38}. */
    private static @Nullable MonthDay monthDay(byte[] b, int from, int time) {
        int month = time - 7;
        if (month < from || b[time - 1] != ' ' || b[time - 4] != ' ' || !isDigit(b[time - 2])) {
            return null;
        }
        int tens = b[time - 3] == ' ' ? 0 : b[time - 3] - '0';
        int index = MONTHS.indexOf(new String(b, month, 3, StandardCharsets.US_ASCII));
        if (tens < 0 || tens > 3 || index < 0 || index % 3 != 0) {
            return null;
        }
        try {
            return MonthDay.of(index / 3 + 1, tens * 10 + b[time - 2] - '0');
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static LocalDate nearest(MonthDay day, LocalDate to) {
        LocalDate nearest = day.atYear(to.getYear());
        for (int year : new int[] {to.getYear() - 1, to.getYear() + 1}) {
            LocalDate other = day.atYear(year);
            if (Math.abs(ChronoUnit.DAYS.between(other, to)) < Math.abs(ChronoUnit.DAYS.between(nearest, to))) {
                nearest = other;
            }
        }
        return nearest;
    }

    /** A step back is disorder, or a clock put back, when it is small, else the next day. */
    private static LocalDate dayOf(LocalTime time, @Nullable LocalDateTime before, LocalDate first) {
        if (before == null) {
            return first;
        }
        Duration step = Duration.between(before, time.atDate(before.toLocalDate()));
        if (step.compareTo(CLOCK_PUT_BACK.negated()) < 0) {
            return before.toLocalDate().plusDays(1);
        }
        boolean justBeforeMidnight = step.compareTo(DAY.minus(DISORDER)) > 0;
        return justBeforeMidnight ? before.toLocalDate().minusDays(1) : before.toLocalDate();
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
        return offset == null ? instant(local) : local.toInstant(offset);
    }

    private Instant instant(LocalDateTime local) {
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
        return b[i + 4] == '-'
                && b[i + 7] == '-'
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
