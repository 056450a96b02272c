package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(description = "A group of a polled cluster that is no streams group.")
record OtherGroup(
        @Schema(description = "Its id.", example = "payments-consumer")
        String groupId,

        @Schema(
                description = "What it is, in Kafka's words. UNKNOWN where the brokers are too old to tell.",
                example = "CONSUMER",
                allowableValues = {"CONSUMER", "CLASSIC", "SHARE", "UNKNOWN"})
        String type,

        @Schema(description = "The protocol type of its members; empty where it has none.", example = "consumer")
        String protocol,

        @Schema(description = "When it was first listed so.", example = "2026-11-29T22:30:02Z")
        Instant since) {}
