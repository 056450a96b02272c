package io.streamgauge.api;

import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "A state of a group, in short.")
record Snapshot(
        @Schema(description = "Its number in its group, from 1.", example = "42")
        int version,

        @Schema(description = "When the group came to be so.")
        Instant at,

        @Schema(description = "The group's state.") StreamsGroupState state,
        @Schema(description = "Who named the state.") StateSource stateSource,
        @Schema(description = "Members.", example = "4") int memberCount,

        @Schema(description = "Processes.", example = "2") @Nullable
        Integer processCount,

        @Schema(description = "Tasks assigned as active.", example = "12") @Nullable
        Integer activeTaskCount,

        @Schema(description = "Tasks assigned as standby.", example = "6") @Nullable
        Integer standbyTaskCount,

        @Schema(description = "Tasks assigned as warm-up.", example = "0") @Nullable
        Integer warmupTaskCount,

        @Schema(description = "Tasks that run nowhere.", example = "0") @Nullable
        Integer unassignedTaskCount,

        @Schema(
                description =
                        "Status codes open for any member. Null where the source cannot know them: only heartbeat answers carry statuses.")
        @Nullable
        List<OpenStatus> openStatuses,

        @Schema(description = "What differs from the snapshot before, in plain words.")
        List<String> changes) {}
