package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "The life of a member. Lists are by beginning.")
record MemberHistory(
        @Schema(description = "The member.", example = "95zqXpNCRLaehwItJM9KrA")
        String memberId,

        @Schema(description = "Its instance id, as last known.") @Nullable
        String instanceId,

        @Schema(description = "Its process, as last known.") @Nullable
        String processId,

        @Schema(description = "Its client id, as last known.") @Nullable
        String clientId,

        @Schema(description = "Its host, as last known.") @Nullable
        String clientHost,

        @Schema(
                description =
                        "When it was a member: joined, or first observed, and gone. Empty when it only was answered with errors.")
        List<VersionSpan> presence,

        @Schema(description = "Its epochs.") List<EpochSpan> epochs,

        @Schema(description = "Its user endpoints, where it told one.")
        List<EndpointSpan> endpoints,

        @Schema(description = "When it was away: a static member that left for a while.")
        List<VersionSpan> away,

        @Schema(description = "When it was fenced.") List<VersionSpan> fenced,

        @Schema(description = "Its tasks, by view and role.")
        List<MemberHold> tasks,

        @Schema(description = "Statuses that it was told.") List<Status> statuses,

        @Schema(description = "Errors that its heartbeats were answered with.")
        List<HeartbeatError> errors) {}
