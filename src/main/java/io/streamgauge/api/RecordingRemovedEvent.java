package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "Of the event recording-removed: a recording was deleted.")
record RecordingRemovedEvent(
        @Schema(description = "It was the recording's.", example = "1")
        long id,

        @Schema(description = "The cluster that its groups were in.", example = "sample")
        String cluster) {}
