package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "A status of the group, as its members were told.")
record Status(
        @Schema(description = "Number on the wire.", example = "1")
        int code,

        @Schema(
                description = "Kafka's name, or unknown (n) for a code of a later broker.",
                example = "MISSING_SOURCE_TOPICS")
        String name,

        @Schema(description = "The broker's words.", example = "Source topics invoices are missing.") @Nullable
        String detail,

        @Schema(description = "When a first member was told.", example = "2026-11-29T22:27:59.524Z")
        Instant openedAt,

        @Schema(description = "When no member was told any more. Null while it is open.") @Nullable
        Instant closedAt,

        @Schema(description = "The last answer that named it.", example = "2026-11-29T22:28:13.652Z")
        Instant lastSeenAt,

        @Schema(description = "Members that were told.") List<String> memberIds) {}
