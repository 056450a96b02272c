package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "A spell in which a polled cluster, or one group of it, could not be read.")
record ReadFailure(
        @Schema(description = "The group. Null when it is the cluster itself.", example = "orders-app") @Nullable
        String groupId,

        @Schema(
                description =
                        "What of it: STATE is a cluster's listing or a group's description, OFFSETS how far a group is in what it reads, CONFIGS what it is configured to, TOPOLOGY the nodes of its topology.",
                example = "STATE")
        io.streamgauge.history.ReadFailure.Part part,

        @Schema(
                description = "What kind of failure it is.",
                example = "COORDINATOR",
                allowableValues = {
                    "CONFIGURATION",
                    "UNREACHABLE",
                    "AUTHENTICATION",
                    "TLS",
                    "AUTHORIZATION",
                    "UNSUPPORTED",
                    "COORDINATOR",
                    "OTHER_TYPE",
                    "STORE",
                    "UNEXPECTED"
                })
        String code,

        @Schema(
                description = "Why, and what to do, in a sentence.",
                example =
                        "The brokers do not let this user describe the group; grant it DESCRIBE on group 'orders-app'")
        String message,

        @Schema(description = "The first failed attempt.", example = "2026-11-29T22:30:02Z")
        Instant since,

        @Schema(description = "The last failed attempt.", example = "2026-11-29T22:31:12Z")
        Instant lastAt,

        @Schema(description = "Failed attempts.", example = "14")
        int count,

        @Schema(
                description = "When it could be read again, or failed for another reason. Null while it lasts.",
                example = "2026-11-29T22:31:17Z")
        @Nullable
        Instant until) {}
