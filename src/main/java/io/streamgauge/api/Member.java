package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Schema(description = "A member: one stream thread of a process. Null fields were not observed.")
record Member(
        @Schema(description = "Kafka's member id.", example = "95zqXpNCRLaehwItJM9KrA")
        String memberId,

        @Schema(
                description = "The epoch the coordinator last answered with; -2 while a static member is away.",
                example = "14")
        @Nullable
        Integer memberEpoch,

        @Schema(description = "group.instance.id of a static member.", example = "node-a-1") @Nullable
        String instanceId,

        @Schema(description = "client.rack.", example = "eu-1a") @Nullable
        String rackId,

        @Schema(description = "Client id of its consumer.", example = "orders-app-5d76e775-StreamThread-1-consumer")
        @Nullable
        String clientId,

        @Schema(description = "Its address as the broker sees it.", example = "127.0.0.1") @Nullable
        String clientHost,

        @Schema(description = "The JVM it runs in.", example = "5d76e775-b4cb-475e-8bad-b6be27b927e9") @Nullable
        String processId,

        @Schema(description = "Epoch of the topology it joined with.", example = "0") @Nullable
        Integer topologyEpoch,

        @Schema(description = "Its user endpoint (application.server).") @Nullable
        Endpoint endpoint,

        @Schema(description = "Its client tags; empty when it has none.") @Nullable
        Map<String, String> clientTags,

        @Schema(description = "Whether it uses the classic protocol; heartbeats do not tell.") @Nullable
        Boolean classic,

        @Schema(description = "A static member that left with epoch -2 and keeps its tasks.", example = "false")
        boolean away,

        @Schema(description = "The coordinator refused it: it must abandon its tasks and rejoin.", example = "false")
        boolean fenced,

        @Schema(
                description =
                        "Its last answered heartbeat. Null when it was heard again after the instant asked for, at times that are not kept.",
                example = "2026-11-29T22:27:13.098Z")
        @Nullable
        Instant lastHeartbeatAt,

        @Schema(description = "How often the coordinator wants to hear it, in milliseconds.", example = "2000")
        @Nullable
        Integer heartbeatIntervalMs,

        @Schema(description = "How often the coordinator wants its task offsets, in milliseconds.", example = "60000")
        @Nullable
        Integer taskOffsetIntervalMs,

        @Schema(
                description = "Records behind up to which a warm-up counts as caught up. Null when not provided.",
                example = "10000")
        @Nullable
        Long acceptableRecoveryLag,

        @Schema(description = "Throttling of its last heartbeat, in milliseconds.", example = "0") @Nullable
        Integer throttleTimeMs,

        @Schema(description = "What it said it runs.") @Nullable
        View owned,

        @Schema(description = "What the coordinator told it to run.") @Nullable
        View assigned,

        @Schema(description = "Where the coordinator wants to get to; heartbeats do not tell.") @Nullable
        View target) {}
