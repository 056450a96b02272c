package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "What a group is configured to on its brokers.")
record GroupConfigs(
        @Schema(
                description =
                        "When it was read. Null when it had not been by then, as always of recordings. Of an instant in the past it is when it was first read as it was then.",
                example = "2026-11-29T22:27:11.017Z")
        @Nullable
        Instant readAt,

        @Schema(
                description =
                        "Why it cannot be read now; what is shown is as it was last read. Null when it can, and where the past is asked for.")
        @Nullable
        ReadFailure readFailure,

        @Schema(description = "By name. Null when not read.") @Nullable
        List<GroupConfig> configs) {}
