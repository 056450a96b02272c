package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(description = "A user endpoint.")
record Endpoint(
        @Schema(description = "Host name or address.", example = "app-8081.example.internal")
        String host,

        @Schema(description = "0 to 65535.", example = "8081")
        int port) {}
