package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "What went wrong, as application/problem+json (RFC 9457).")
record Problem(
        @Schema(
                description = "Stable name of the kind of problem.",
                example = "urn:streamgauge:problem:group-not-found")
        String type,

        @Schema(description = "The kind of problem in words.", example = "Group not found")
        String title,

        @Schema(description = "The HTTP status.", example = "404")
        int status,

        @Schema(description = "What is wrong here and what to do, in a sentence.")
        String detail,

        @Schema(description = "The path that was asked for.", example = "/api/v1/clusters/sample/streams-groups/orders")
        String instance) {}
