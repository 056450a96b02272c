package io.streamgauge.api;

import io.streamgauge.group.Condition;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "What a finding is about.")
record FindingSubject(
        @Schema(description = "What kind of thing it is.", example = "TASK")
        Condition.Kind kind,

        @Schema(
                description = "Of the member, process, instance, task, topic and so on. Null for the group itself.",
                example = "1_3")
        @Nullable
        String id) {}
