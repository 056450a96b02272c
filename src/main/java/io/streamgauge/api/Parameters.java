package io.streamgauge.api;

import io.streamgauge.group.StatusCode;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.query.AsOf;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Reads parameters; each method throws {@link InvalidParameterException} for one that cannot be read. */
final class Parameters {

    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final int MAX_SIZE = 1_000;
    private static final Duration LONGEST = Duration.ofDays(1);

    private Parameters() {}

    static @Nullable Instant instant(String name, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        Instant instant;
        try {
            // A plus sign that was not percent-encoded arrives as a space.
            instant = OffsetDateTime.parse(text.strip().replace(' ', '+')).toInstant();
        } catch (DateTimeException e) {
            throw new InvalidParameterException(
                    name + "=" + text + " is no instant; one looks like 2026-11-29T22:23:38.612Z");
        }
        if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
            throw new InvalidParameterException(name + "=" + text + " is not between the years 1 and 9999");
        }
        return instant.truncatedTo(ChronoUnit.MICROS);
    }

    static AsOf asOf(@Nullable String at, @Nullable Integer version) {
        Instant instant = instant("at", at);
        if (instant != null && version != null) {
            throw new InvalidParameterException("at and version name two states; give one of them");
        }
        return new AsOf(instant, version);
    }

    /** A version number or an instant. */
    static AsOf point(String name, String text) {
        if (text.matches("-?\\d{1,9}")) {
            return new AsOf(null, Integer.valueOf(text));
        }
        try {
            return new AsOf(instant(name, text), null);
        } catch (InvalidParameterException e) {
            throw new InvalidParameterException(
                    name + "=" + text + " is neither a version number nor an instant like 2026-11-29T22:23:38.612Z");
        }
    }

    static void range(@Nullable Instant from, @Nullable Instant to) {
        if (from != null && to != null && to.isBefore(from)) {
            throw new InvalidParameterException("to=" + to + " is before from=" + from + "; swap them");
        }
    }

    static void page(int page, int size) {
        if (page < 0) {
            throw new InvalidParameterException("page=" + page + " is negative; the first page is 0");
        }
        if (size < 1 || size > MAX_SIZE) {
            throw new InvalidParameterException("size=" + size + " is not between 1 and " + MAX_SIZE);
        }
        if ((long) page * size > Integer.MAX_VALUE - MAX_SIZE) {
            throw new InvalidParameterException(
                    "page=" + page + " of size " + size + " is beyond any list; ask for a lower page");
        }
    }

    /** What a list is ordered by and whether downwards. */
    record Order<E extends Enum<E>>(E by, boolean descending) {}

    static Order<GroupFilter.Sort> groupOrder(String sort) {
        String[] parts = sort.split(",", -1);
        boolean descending = parts.length == 2 && parts[1].equalsIgnoreCase("desc");
        boolean valid = parts.length == 1 || (parts.length == 2 && (descending || parts[1].equalsIgnoreCase("asc")));
        for (GroupFilter.Sort by : GroupFilter.Sort.values()) {
            if (valid && parts[0].equals(camel(by))) {
                return new Order<>(by, descending);
            }
        }
        throw new InvalidParameterException("sort=" + sort + " is not one of "
                + String.join(
                        ", ",
                        Arrays.stream(GroupFilter.Sort.values())
                                .map(Parameters::camel)
                                .toList())
                + ", with ,asc or ,desc behind it or nothing");
    }

    /** Whether snapshots come newest first. */
    static boolean newestFirst(String sort) {
        return switch (sort) {
            case "version,desc" -> true;
            case "version", "version,asc" -> false;
            default -> throw new InvalidParameterException("sort=" + sort + " is neither version,asc nor version,desc");
        };
    }

    private static String camel(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return name.toString();
    }

    static <E extends Enum<E>> E constant(String name, Class<E> type, String text) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        throw new InvalidParameterException(name + "=" + text + " is not one of "
                + String.join(
                        ", ",
                        Arrays.stream(type.getEnumConstants()).map(Enum::name).toList()));
    }

    /** Codes of statuses, by their names or, for those without one here, by number. */
    static Set<Integer> statusCodes(@Nullable List<String> texts) {
        Set<Integer> codes = new TreeSet<>();
        for (String text : texts == null ? List.<String>of() : texts) {
            if (text.matches("-?\\d{1,5}")) {
                codes.add(Integer.valueOf(text));
            } else if (!text.isBlank()) {
                codes.add(constant("status", StatusCode.class, text).code());
            }
        }
        return codes;
    }

    /** Several constants, given as several parameters or behind commas; empty when there is none. */
    static <E extends Enum<E>> Set<E> constants(String name, Class<E> type, @Nullable List<String> texts) {
        return texts == null
                ? Set.of()
                : texts.stream()
                        .filter(text -> !text.isBlank())
                        .map(text -> constant(name, type, text))
                        .collect(Collectors.toSet());
    }

    static ZoneId zone(String text) {
        try {
            return ZoneId.of(text.strip());
        } catch (DateTimeException e) {
            throw new InvalidParameterException(
                    "timeZone=" + text + " is no time zone; one looks like UTC, +02:00 or Europe/Berlin");
        }
    }

    /** A duration of at least a millisecond and at most a day. */
    static Duration duration(String name, String text) {
        Duration duration;
        try {
            if (text.strip().matches("[+-]?\\d+")) {
                throw new IllegalArgumentException("no unit");
            }
            duration = DurationStyle.detectAndParse(text.strip(), ChronoUnit.MILLIS);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new InvalidParameterException(
                    name + "=" + text + " is no duration; one looks like 45s, 1500ms or PT45S");
        }
        if (duration.toMillis() < 1 || duration.compareTo(LONGEST) > 0) {
            throw new InvalidParameterException(name + "=" + text + " is not between 1 ms and a day");
        }
        return duration;
    }
}
