package io.streamgauge.replay;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What is replayed, and how.
 *
 * @param sample whether an empty store begins with the bundled recording, as cluster {@code sample}
 */
@ConfigurationProperties("streamgauge")
@Validated
record ReplayProperties(
        @DefaultValue("true") boolean sample,
        @DefaultValue @Valid Recordings recordings) {

    /**
     * How recordings are replayed. {@link RecordingLimits} has the bounds beside these.
     *
     * @param files on this machine to replay at start
     * @param parallel how many are replayed at once; the others wait in a queue
     * @param pace how many times faster than it was recorded, no faster; as fast as it goes when not given
     */
    record Recordings(
            @DefaultValue List<@Valid Source> files,

            @DefaultValue("1") @Min(value = 1, message = "is at least 1") @Max(value = 64, message = "is at most 64")
            int parallel,

            @Nullable @Positive(message = "is more than 0") Double pace) {}

    /**
     * A file to replay.
     *
     * @param path of the file, or of a directory with files that are merged by time
     * @param name of its cluster; the file's name when not given
     * @param format of the file, auto to find it out
     * @param timeZone of times in it that have no offset
     * @param date of the first line, for times that lack a date or a year
     * @param sessionTimeout after which a member that is not heard counts as gone
     */
    record Source(
            @NotNull(message = "says which file to replay") Path path,
            @Nullable String name,
            @DefaultValue(RecordingService.AUTO) String format,
            @DefaultValue("UTC") ZoneId timeZone,
            @Nullable LocalDate date,
            @DefaultValue("45s") Duration sessionTimeout) {}
}
