package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "An endpoint of the endpoint map that differs.")
record EndpointChange(
        @Schema(description = "Host name or address.", example = "app-8081.example.internal")
        String host,

        @Schema(description = "0 to 65535.", example = "8081")
        int port,

        @Schema(
                description = "Whether only the other map has it (added), only the one (removed), or both (changed).",
                example = "changed",
                allowableValues = {"added", "removed", "changed"})
        String change,

        @Schema(description = "Partitions that it serves in one of them only, by role.")
        List<ServedChange> served) {}
