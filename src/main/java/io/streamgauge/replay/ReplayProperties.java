package io.streamgauge.replay;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
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
 * Recordings to replay at start.
 *
 * @param sample whether an empty store begins with the bundled recording, as cluster {@code sample}
 * @param recordings files on this machine
 */
@ConfigurationProperties("streamgauge")
@Validated
record ReplayProperties(
        @DefaultValue("true") boolean sample, @DefaultValue List<@Valid Source> recordings) {

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
