package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "What one process, member or task was about.")
record TimelineLane(
        @Schema(
                description =
                        "The process, member or task, as asked for. A member whose process is not known is a lane of its own among processes, under its member id.",
                example = "1_3")
        String id,

        @Schema(
                description =
                        "By role, then beginning. Gaps are told as they are: a role without a bar had no task then.")
        List<TimelineBar> bars) {}
