package io.streamgauge.cli;

import io.streamgauge.replay.RecordingService;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/**
 * What the command line asks for.
 *
 * @param export where the export goes, {@code -} for the standard output; null for nowhere
 */
record ReplayOptions(
        List<Path> files,
        @Nullable String export,
        @Nullable String name,
        String format,
        ZoneId timeZone,
        @Nullable LocalDate date,
        Duration sessionTimeout) {

    static final String USAGE = """
            Usage: java -jar streamgauge.jar replay FILE... [--export OUT.json]

            Replays recorded heartbeats without a server, prints what became of them, and exits with 0, or with 1 when they
            could not be replayed. Several files are merged by time. Files may be gzip or zstd.

              --export OUT.json        writes the export there, - for the standard output
              --format FORM            %s (default: auto)
              --time-zone ZONE         of times in the files that have no offset (default: UTC)
              --date DATE              of the first line, for times that lack a date or a year, such as 2026-11-29
              --session-timeout TIME   the brokers' group.streams.session.timeout.ms (default: 45s)
              --name NAME              of the exported cluster (default: the first file's)
              --help                   prints this
            """.formatted(String.join(", ", RecordingService.formats()));

    /** The command line cannot be understood; the message says why. */
    static final class UsageException extends RuntimeException {

        UsageException(String message) {
            super(message);
        }
    }

    /**
     * Reads the arguments behind the command's name.
     *
     * @throws UsageException when they are not as they must be
     */
    static ReplayOptions of(List<String> arguments) {
        List<Path> files = new ArrayList<>();
        String export = null;
        String name = null;
        String format = RecordingService.AUTO;
        ZoneId timeZone = ZoneOffset.UTC;
        LocalDate date = null;
        Duration sessionTimeout = Duration.ofSeconds(45);
        boolean options = true;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!options || !argument.startsWith("-") || argument.equals("-")) {
                files.add(Path.of(argument));
                continue;
            }
            if (argument.equals("--")) {
                options = false;
                continue;
            }
            int equals = argument.indexOf('=');
            String option = equals < 0 ? argument : argument.substring(0, equals);
            if (!USAGE.contains("  " + option + " ")) {
                throw new UsageException("There is no option " + option);
            }
            if (equals < 0 && ++i == arguments.size()) {
                throw new UsageException(option + " lacks its value");
            }
            String value = equals < 0 ? arguments.get(i) : argument.substring(equals + 1);
            switch (option) {
                case "--export" -> export = value;
                case "--name" -> name = value;
                case "--format" -> format = format(value);
                case "--time-zone" -> timeZone = zone(value);
                case "--date" -> date = date(value);
                case "--session-timeout" -> sessionTimeout = sessionTimeout(value);
                default -> throw new UsageException("There is no option " + option);
            }
        }
        if (files.isEmpty()) {
            throw new UsageException("No file is named");
        }
        return new ReplayOptions(List.copyOf(files), export, name, format, timeZone, date, sessionTimeout);
    }

    private static String format(String text) {
        if (!RecordingService.formats().contains(text)) {
            throw new UsageException(
                    "--format " + text + " is not one of " + String.join(", ", RecordingService.formats()));
        }
        return text;
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new UsageException(
                    "--time-zone " + text + " is no time zone; one looks like UTC, +02:00 or Europe/Berlin");
        }
    }

    private static LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new UsageException("--date " + text + " is no date; one looks like 2026-11-29");
        }
    }

    private static Duration sessionTimeout(String text) {
        try {
            Duration duration = DurationStyle.detectAndParse(text);
            boolean between = duration.toMillis() >= 1 && duration.compareTo(Duration.ofDays(1)) <= 0;
            if (between && !text.matches("\\d+")) {
                return duration;
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            // Said below.
        }
        throw new UsageException("--session-timeout " + text
                + " is no duration between 1 ms and a day; one looks like 45s, 1500ms or PT45S");
    }
}
