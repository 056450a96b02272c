package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "A user endpoint that a member had.")
record EndpointSpan(
        @Schema(description = "Host name or address.", example = "app-8081.example.internal")
        String host,

        @Schema(description = "0 to 65535.", example = "8081")
        int port,

        @Schema(description = "The first snapshot with it.", example = "12")
        int fromVersion,

        @Schema(description = "The first snapshot without it. Null while it lasts.") @Nullable
        Integer toVersion,

        @Schema(description = "When it began. Null when the first state that is kept has it already.") @Nullable
        Instant from,

        @Schema(description = "When it ended. Null while it lasts.") @Nullable
        Instant to) {}
