package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Schema(description = "What one endpoint serves.")
record EndpointHost(
        @Schema(description = "Host name or address.", example = "app-8081.example.internal")
        String host,

        @Schema(description = "0 to 65535.", example = "8081")
        int port,

        @Schema(description = "Members behind it.") List<String> memberIds,

        @Schema(description = "Processes behind it, as far as known.")
        List<String> processIds,

        @Schema(description = "Partitions it processes. Null when the source does not tell roles apart.") @Nullable
        List<TopicPartitions> active,

        @Schema(description = "Partitions it keeps a copy of. Null when the source does not tell roles apart.")
        @Nullable
        List<TopicPartitions> standby,

        @Schema(description = "All partitions on it.") List<TopicPartitions> partitions,

        @Schema(
                description =
                        "What these partitions are of stores, by name. Stores without a changelog topic of their own are there only where the brokers keep a description of the topology. Null when not known.")
        @Nullable
        List<StorePartitions> stores) {}
