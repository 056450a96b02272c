package io.streamgauge.heartbeat;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Opens a log line that a shipper or a JSON layout wrapped in an object: the text is in {@code message}, {@code msg},
 * {@code log} or GELF's {@code short_message}, the time in {@code @timestamp}, {@code timestamp}, {@code time}, {@code ts} or log4j2's
 * {@code timeMillis} and {@code instant}.
 */
final class JsonEnvelope {

    /** As seconds a time in the year 5138, as milliseconds one in 1973: which of the two a number is meant as. */
    private static final long MILLIS_FROM = 100_000_000_000L;

    private static final long MICROS_FROM = MILLIS_FROM * 1_000;
    private static final long NANOS_FROM = MICROS_FROM * 1_000;

    private static final String NO_TIME =
            "The line's JSON object has no time that can be read in @timestamp, timestamp,"
                    + " time, ts, timeMillis or instant, and none is before its text";

    private final JsonFactory json;
    private final LogTime time;
    private boolean lackedDate;

    JsonEnvelope(JsonFactory json, LogTime time) {
        this.json = json;
        this.time = time;
    }

    /** @param at the envelope's own time, null when it has none */
    record Opened(String text, @Nullable Instant at) {}

    /** Opens the object that begins at the first brace of the line; null when it cannot be read or holds no text. */
    @Nullable
    Opened open(byte[] buffer, int from, int to) {
        int start = from;
        while (start < to && buffer[start] != '{') {
            start++;
        }
        lackedDate = false;
        String text = null;
        Instant at = null;
        Instant stamped = null;
        try (JsonParser p = json.createParser(ObjectReadContext.empty(), buffer, start, to - start)) {
            p.nextToken();
            while (p.nextToken() != JsonToken.END_OBJECT) {
                String field = p.currentName();
                JsonToken value = p.nextToken();
                if (field == null || value == null) {
                    return null;
                }
                switch (field) {
                    case "message", "msg", "log", "short_message" -> {
                        if (value == JsonToken.VALUE_STRING) {
                            text = p.getString();
                        } else {
                            p.skipChildren();
                        }
                    }
                    case "@timestamp" -> stamped = at(p, value);
                    case "timestamp", "time", "ts", "timeMillis" -> at = firstOf(at, at(p, value));
                    case "instant" ->
                        at = firstOf(at, value == JsonToken.START_OBJECT ? log4jInstant(p) : at(p, value));
                    default -> p.skipChildren();
                }
            }
        } catch (JacksonException | DateTimeException | ArithmeticException e) {
            return null;
        }
        return text == null ? null : new Opened(text, firstOf(stamped, at));
    }

    /** What a reader made of the text that was opened last; one without a time is told where it was looked for. */
    LineResult explained(LineResult result) {
        if (!(result instanceof LineResult.Bad bad) || bad.reason() != SkipReason.NO_TIMESTAMP) {
            return result;
        }
        return new LineResult.Bad(bad.reason(), lackedDate || time.lackedDate() ? LogTime.LACKS_DATE : NO_TIME);
    }

    private static @Nullable Instant firstOf(@Nullable Instant first, @Nullable Instant second) {
        return first == null ? second : first;
    }

    private @Nullable Instant at(JsonParser p, JsonToken value) {
        if (value == JsonToken.VALUE_STRING) {
            byte[] text = p.getString().getBytes(StandardCharsets.UTF_8);
            Instant found = time.find(text, 0, text.length);
            lackedDate |= time.lackedDate();
            return found;
        }
        if (value == JsonToken.VALUE_NUMBER_INT) {
            return sinceEpoch(p.getLongValue());
        }
        if (value == JsonToken.VALUE_NUMBER_FLOAT) {
            double number = p.getDoubleValue();
            double millis = number < MILLIS_FROM ? number * 1_000 : number;
            return millis >= 0 && millis < MICROS_FROM ? Instant.ofEpochMilli(Math.round(millis)) : null;
        }
        p.skipChildren();
        return null;
    }

    private static @Nullable Instant sinceEpoch(long number) {
        if (number < 0) {
            return null;
        }
        if (number < MILLIS_FROM) {
            return Instant.ofEpochSecond(number);
        }
        if (number < MICROS_FROM) {
            return Instant.ofEpochMilli(number);
        }
        return number < NANOS_FROM
                ? Instant.EPOCH.plus(number, ChronoUnit.MICROS)
                : Instant.EPOCH.plusNanos(number).truncatedTo(ChronoUnit.MICROS);
    }

    private static @Nullable Instant log4jInstant(JsonParser p) {
        long seconds = 0;
        long nanos = 0;
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = p.currentName();
            p.nextToken();
            switch (field) {
                case "epochSecond" -> seconds = p.getLongValue();
                case "nanoOfSecond" -> nanos = p.getLongValue();
                default -> p.skipChildren();
            }
        }
        return seconds >= 0 && seconds < MILLIS_FROM
                ? Instant.ofEpochSecond(seconds, nanos).truncatedTo(ChronoUnit.MICROS)
                : null;
    }
}
