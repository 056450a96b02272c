package io.streamgauge.ingest;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;

/**
 * How long what was read of live clusters is kept. Recordings are kept until somebody deletes them.
 *
 * @param snapshots states, with what goes with them: a duration such as {@code 30d}; {@code off} or nothing for ever
 * @param offsets reports of task offsets, which never outlast the states: the same
 */
@ConfigurationProperties("streamgauge.retention")
record RetentionProperties(
        @DefaultValue("30d") String snapshots,
        @DefaultValue("24h") String offsets) {

    private static final Duration SHORTEST = Duration.ofHours(1);

    /** A hundred years: beyond it instants cannot be told any more. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** From here on states go a day at a time, so that there is one summary of each day. */
    private static final Duration WHOLE_DAYS = Duration.ofDays(7);

    RetentionProperties {
        parse("snapshots", snapshots);
        parse("offsets", offsets);
    }

    /** From when on states are kept; null for ever. A little longer than it must be: from a whole day or hour on. */
    @Nullable
    Instant snapshotsKeptFrom(Instant now) {
        Duration kept = parse("snapshots", snapshots);
        return kept == null
                ? null
                : now.minus(kept).truncatedTo(kept.compareTo(WHOLE_DAYS) >= 0 ? ChronoUnit.DAYS : ChronoUnit.HOURS);
    }

    /** From when on task offsets are kept; null for ever. */
    @Nullable
    Instant offsetsKeptFrom(Instant now) {
        Duration kept = parse("offsets", offsets);
        Instant ofOffsets = kept == null ? null : now.minus(kept);
        Instant ofSnapshots = snapshotsKeptFrom(now);
        return ofOffsets == null || (ofSnapshots != null && ofSnapshots.isAfter(ofOffsets)) ? ofSnapshots : ofOffsets;
    }

    private static @Nullable Duration parse(String name, String value) {
        String text = value.strip();
        if (text.isEmpty() || text.equalsIgnoreCase("off")) {
            return null;
        }
        Duration kept;
        try {
            kept = DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "streamgauge.retention." + name + "=" + value
                            + " is no duration; give one such as 30d or 24h, or off to keep everything",
                    e);
        }
        if (kept.compareTo(SHORTEST) < 0 || kept.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("streamgauge.retention." + name + "=" + value
                    + " is not between 1h and 36500d; give a duration such as 30d, or off to keep everything");
        }
        return kept;
    }
}
