package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "An error that a member's heartbeats were answered with. It changed no state by itself.")
record HeartbeatError(
        @Schema(description = "The member, as its request named it.") @Nullable
        String memberId,

        @Schema(description = "Its instance id.") @Nullable String instanceId,

        @Schema(description = "Kafka's error code.", example = "110")
        int code,

        @Schema(description = "Its name.", example = "FENCED_MEMBER_EPOCH")
        String name,

        @Schema(description = "The broker's words.") @Nullable
        String message,

        @Schema(
                description = "What it means, in plain words.",
                example = "fenced: sent 1, coordinator has 2; it must abandon its tasks and rejoin")
        String explanation,

        @Schema(description = "The epoch the member sent.", example = "1") @Nullable
        Integer sentMemberEpoch,

        @Schema(description = "The epoch the coordinator holds.", example = "2") @Nullable
        Integer knownMemberEpoch,

        @Schema(description = "The first of these answers.") Instant firstAt,
        @Schema(description = "The last of these answers.") Instant lastAt,

        @Schema(description = "How many there were in a row.", example = "1")
        int count) {}
