package io.streamgauge.transfer;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a JSON document value by value and knows its place in it. Each method reads the value that the cursor is on and
 * throws {@link InvalidExportException} for one that is not as it must be.
 */
final class JsonCursor {

    /** What a text column holds. */
    static final int MAX_TEXT = 32_767;

    /** What a column with a small structure holds, and any text at most. */
    static final int MAX_JSON = 1_000_000;

    private static final int MAX_DEPTH = 100;
    private static final int SHOWN = 60;
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_JSON)
                    .maxNameLength(MAX_TEXT)
                    .build())
            .build();

    private final Source source;
    private final JsonParser parser;
    private final List<Object> path = new ArrayList<>();
    private long limit = Long.MAX_VALUE;

    /** Stands on the document's only value, which must be an object. */
    JsonCursor(InputStream in) {
        source = new Source(in);
        parser = JSON.createParser(ObjectReadContext.empty(), source);
        JsonToken first;
        try {
            first = parser.nextToken();
        } catch (StreamReadException e) {
            first = JsonToken.NOT_AVAILABLE;
        } catch (JacksonIOException e) {
            throw unreadable(e);
        }
        if (first == null) {
            throw new InvalidExportException("The file is empty; choose an export");
        }
        if (first != JsonToken.START_OBJECT) {
            throw new InvalidExportException(
                    "The file does not begin as an export does, with '{'; a recorded log goes to POST /api/v1/recordings");
        }
    }

    /** A sentence about the value that the cursor is on. */
    InvalidExportException bad(String what) {
        return bad("", what);
    }

    /** A sentence about a field of the value that the cursor is on. */
    InvalidExportException bad(String field, String what) {
        TokenStreamLocation place = parser.currentTokenLocation();
        String name = path() + (field.isEmpty() || path.isEmpty() ? field : "." + field);
        return new InvalidExportException("%s (line %d, column %d) %s; nothing was imported. Correct it or export again"
                .formatted(name.isEmpty() ? "The document" : name, place.getLineNr(), place.getColumnNr(), what));
    }

    private <T> T parsed(Supplier<T> step) {
        try {
            return step.get();
        } catch (StreamConstraintsException e) {
            throw bad(
                    parser.streamReadContext().getNestingDepth() >= MAX_DEPTH
                            ? "is nested more than " + MAX_DEPTH + " levels deep"
                            : "holds a text, name or number that is too long");
        } catch (StreamReadException e) {
            if (e instanceof UnexpectedEndOfInputException || source.isReadTo(position())) {
                throw new InvalidExportException("The document is incomplete: it ends in " + where()
                        + ", before its last brace; nothing was imported. Export it again");
            }
            TokenStreamLocation place = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
            throw new InvalidExportException(
                    "The document is no JSON at line %d, column %d, in %s: %s; nothing was imported. Correct it or export again"
                            .formatted(
                                    place.getLineNr(),
                                    place.getColumnNr(),
                                    where(),
                                    shown(e.getOriginalMessage(), 200)));
        } catch (JacksonIOException e) {
            throw unreadable(e);
        }
    }

    private InvalidExportException unreadable(JacksonIOException e) {
        return new InvalidExportException(
                e.getCause() instanceof EOFException
                        ? "The compressed file ends in the middle; nothing was imported. Send it again, whole"
                        : "The file cannot be read on behind " + where()
                                + ": it is damaged or not in UTF-8; nothing was" + " imported. Send it again");
    }

    private String where() {
        return path.isEmpty() ? "its beginning" : path();
    }

    private String path() {
        return path.stream()
                .map(step -> step instanceof Integer index ? "[" + index + "]" : step.toString())
                .collect(Collectors.joining());
    }

    /** Knows whether everything was read. */
    private static final class Source extends FilterInputStream {

        private long count;
        private boolean ended;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            ended = read < 0;
            count += Math.max(0, read);
            return read;
        }

        boolean isReadTo(long position) {
            return ended && position >= count;
        }
    }

    private @Nullable JsonToken next() {
        return parsed(parser::nextToken);
    }

    /** Ends the document. */
    void end() {
        if (next() != null) {
            throw bad("is followed by something; an export is one document and nothing else");
        }
    }

    /** Reads a value that must not be longer than so many bytes, so that what is read into memory is bounded. */
    <T> T bounded(long bytes, Supplier<T> value) {
        limit = position() + bytes;
        T read = value.get();
        limit = Long.MAX_VALUE;
        return read;
    }

    /** How much of the document was read. */
    long position() {
        TokenStreamLocation location = parser.currentLocation();
        return Math.max(location.getByteOffset(), location.getCharOffset());
    }

    private void checkSize() {
        if (limit != Long.MAX_VALUE && position() > limit) {
            throw bad("is part of something that is too large to be read");
        }
    }

    /**
     * An object with all of its named fields; others are passed over.
     *
     * @param value reads the value of a named field
     */
    Fields object(Set<String> names, Function<String, @Nullable Object> value) {
        Fields fields = fields(names, value);
        requireAll(names, fields);
        return fields;
    }

    /** An object with those of its named fields that are there. */
    Fields fields(Set<String> names, Function<String, @Nullable Object> value) {
        require(JsonToken.START_OBJECT, "an object");
        Map<String, @Nullable Object> values = new HashMap<>();
        while (next() == JsonToken.PROPERTY_NAME) {
            checkSize();
            String name = parsed(parser::currentName);
            path.add((path.isEmpty() ? "" : ".") + shown(name, SHOWN));
            next();
            if (!names.contains(name)) {
                parsed(parser::skipChildren);
            } else if (values.containsKey(name)) {
                throw bad("is there twice");
            } else {
                values.put(name, value.apply(name));
            }
            path.remove(path.size() - 1);
        }
        return new Fields(values);
    }

    void requireAll(Set<String> names, Fields fields) {
        names.stream()
                .filter(name -> !fields.values().containsKey(name))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw bad(name, "is missing");
                });
    }

    /** The values of an object's fields, of the types that they were read as. */
    record Fields(Map<String, @Nullable Object> values) {

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"})
        <T extends @Nullable Object> T get(String name) {
            return (T) values.get(name);
        }
    }

    /** Goes through an array. */
    void each(Runnable element) {
        require(JsonToken.START_ARRAY, "a list");
        for (int i = 0; next() != JsonToken.END_ARRAY; i++) {
            checkSize();
            path.add(i);
            element.run();
            path.remove(path.size() - 1);
        }
    }

    <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        each(() -> list.add(element.get()));
        return list;
    }

    /** An object whose names are data. */
    <T> Map<String, T> map(Supplier<T> value) {
        require(JsonToken.START_OBJECT, "an object");
        Map<String, T> map = new HashMap<>();
        while (next() == JsonToken.PROPERTY_NAME) {
            checkSize();
            String name = storable(parsed(parser::currentName));
            path.add("." + shown(name, SHOWN));
            next();
            if (map.put(name, value.get()) != null) {
                throw bad("is there twice");
            }
            path.remove(path.size() - 1);
        }
        return map;
    }

    <T> @Nullable T orNull(Supplier<T> value) {
        return parser.currentToken() == JsonToken.VALUE_NULL ? null : value.get();
    }

    String text() {
        return text(MAX_TEXT);
    }

    String text(int max) {
        require(JsonToken.VALUE_STRING, "a text");
        String text = parsed(parser::getString);
        if (text.length() > max) {
            throw bad("is longer than " + max + " characters");
        }
        return storable(text);
    }

    /** Refuses what no broker can send and not every database can hold. */
    private String storable(String text) {
        if (text.indexOf(0) >= 0
                || text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw bad("holds a NUL or half a character");
        }
        return text;
    }

    boolean truth() {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw bad("is " + kind() + ", where true or false is expected");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    int int16() {
        return Math.toIntExact(whole(Short.MIN_VALUE, Short.MAX_VALUE));
    }

    int int32() {
        return int32(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    int int32(int min, int max) {
        return Math.toIntExact(whole(min, max));
    }

    long int64() {
        return whole(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** A whole number that is 0 or greater. */
    long count() {
        return whole(0, Long.MAX_VALUE);
    }

    private long whole(long min, long max) {
        require(JsonToken.VALUE_NUMBER_INT, "a whole number");
        boolean fits = parsed(parser::getNumberType) != JsonParser.NumberType.BIG_INTEGER;
        long number = fits ? parser.getLongValue() : 0;
        if (!fits || number < min || number > max) {
            throw bad(
                    "is " + shown(parsed(parser::getString), SHOWN) + ", which is not between " + min + " and " + max);
        }
        return number;
    }

    Instant instant() {
        String text = text();
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
                throw bad("is not between the years 1 and 9999");
            }
            return instant.truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeException e) {
            throw bad("is '" + shown(text, SHOWN) + "', which is no instant; one looks like 2026-11-29T22:23:38.612Z");
        }
    }

    LocalDate date() {
        String text = text();
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw bad("is '" + shown(text, SHOWN) + "', which is no date; one looks like 2026-11-29");
        }
    }

    <E extends Enum<E>> E constant(Class<E> type) {
        String text = text();
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        throw bad("is '" + shown(text, SHOWN) + "', which is not one of "
                + Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", ")));
    }

    private void require(JsonToken token, String kind) {
        if (parser.currentToken() != token) {
            throw bad("is " + kind() + ", where " + kind + " is expected");
        }
    }

    private String kind() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction or exponent";
            case VALUE_TRUE, VALUE_FALSE -> "a truth value";
            case VALUE_NULL -> "null";
            default -> "something else";
        };
    }

    private static String shown(String text, int length) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= length ? line : line.substring(0, length) + "…";
    }
}
