package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "An endpoint that holds the partition.")
record EndpointPlace(
        @Schema(
                description = "ACTIVE, STANDBY, or UNKNOWN when the source does not tell roles apart.",
                example = "ACTIVE",
                allowableValues = {"ACTIVE", "STANDBY", "UNKNOWN"})
        String role,

        @Schema(description = "Host name or address.", example = "app-8081.example.internal")
        String host,

        @Schema(description = "0 to 65535.", example = "8081")
        int port,

        @Schema(description = "Members behind it.") List<String> memberIds,

        @Schema(description = "Processes behind it, as far as known.")
        List<String> processIds) {}
