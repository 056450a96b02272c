package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "What differs between two snapshots of a group.")
record SnapshotDiff(
        @Schema(description = "The one.") SnapshotPoint from,
        @Schema(description = "The other.") SnapshotPoint to,

        @Schema(description = "What differs in plain words, the most telling first; at most a dozen sentences.")
        List<String> changes,

        @Schema(description = "The group's state in both. Null when it is the same.") @Nullable
        StateChange state,

        @Schema(description = "Fields of the group: epochs, assignor, coordinator.")
        List<FieldChange> fields,

        @Schema(description = "Members that only the other has.")
        List<String> joined,

        @Schema(description = "Members that only the one has.")
        List<String> left,

        @Schema(description = "Members that are in both, with other fields than tasks.")
        List<MemberChange> changed,

        @Schema(description = "Tasks that other members hold.")
        List<TaskChange> tasks,

        @Schema(description = "Statuses that only the other has.")
        List<StatusChange> statusesOpened,

        @Schema(description = "Statuses that only the one has.")
        List<StatusChange> statusesClosed,

        @Schema(description = "Whether the endpoint map differs, be it only in its epoch.")
        boolean endpointsChanged,

        @Schema(description = "Endpoints that differ. Empty when one of the maps was not observed.")
        List<EndpointChange> endpoints,

        @Schema(description = "Whether the topology differs.")
        boolean topologyChanged) {}
