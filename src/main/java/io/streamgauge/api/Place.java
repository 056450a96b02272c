package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Schema(description = "A member that holds a task, with how far its copy is.")
record Place(
        @Schema(description = "The member.", example = "95zqXpNCRLaehwItJM9KrA")
        String memberId,

        @Schema(description = "Its process.") @Nullable String processId,

        @Schema(description = "Sum of the changelog offsets it has restored. Null when not told.", example = "5000")
        @Nullable
        Long offset,

        @Schema(
                description =
                        "Sum of the changelog end offsets, exact; 9223372036854775807 is what Kafka Streams sends while it does not know. Null when not told.",
                example = "5240")
        @Nullable
        Long endOffset,

        @Schema(description = "Records behind, never negative. Null when unknown.", example = "240") @Nullable
        Long lag,

        @Schema(description = "When it told these offsets. Null when it did not.") @Nullable
        Instant offsetAt) {}
