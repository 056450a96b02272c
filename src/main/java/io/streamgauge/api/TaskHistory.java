package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "The life of a task.")
record TaskHistory(
        @Schema(description = "<subtopologyId>_<partition>.", example = "1_3")
        String taskId,

        @Schema(description = "Who held it from when to when, by beginning.")
        List<TaskHold> intervals) {}
