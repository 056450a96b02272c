package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "An endpoint that has the partition.")
record EndpointPlace(
        @Schema(
                description = "ACTIVE, STANDBY, or UNKNOWN when the source does not tell roles apart.",
                example = "ACTIVE",
                allowableValues = {"ACTIVE", "STANDBY", "UNKNOWN"})
        String role,

        @Schema(
                description =
                        "What says so: the endpoint map as members were told it (HEARTBEAT) or as it follows from assignments and topics (DERIVED); or, where no map names an endpoint in the role, that a member with this endpoint is assigned the task (ASSIGNMENT).",
                example = "HEARTBEAT",
                allowableValues = {"HEARTBEAT", "DERIVED", "ASSIGNMENT"})
        String source,

        @Schema(description = "Host name or address.", example = "app-8081.example.internal")
        String host,

        @Schema(description = "0 to 65535.", example = "8081")
        int port,

        @Schema(description = "Members behind it.") List<String> memberIds,

        @Schema(description = "Processes behind it, as far as known.")
        List<String> processIds,

        @Schema(
                description =
                        "Those of its members that run and are assigned the task in this role. Empty when none is, as when the map is of before or after that.")
        List<String> holders,

        @Schema(description = "How many records its copy of the state is behind. Null when not known.", example = "240")
        @Nullable
        Long lag) {}
