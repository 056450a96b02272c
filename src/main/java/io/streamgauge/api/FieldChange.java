package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "A field's values as text.")
record FieldChange(
        @Schema(description = "The field.", example = "memberEpoch")
        String name,

        @Schema(description = "In the one. Null when not known.", example = "13") @Nullable
        String from,

        @Schema(description = "In the other. Null when not known.", example = "14") @Nullable
        String to) {}
