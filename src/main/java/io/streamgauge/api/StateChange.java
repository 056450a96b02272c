package io.streamgauge.api;

import io.streamgauge.group.StreamsGroupState;
import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "Two states.")
record StateChange(
        @Schema(description = "In the one.") StreamsGroupState from,
        @Schema(description = "In the other.") StreamsGroupState to) {}
