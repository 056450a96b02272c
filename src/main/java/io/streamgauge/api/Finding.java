package io.streamgauge.api;

import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.Severity;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Schema(description = "Something wrong with a group, at risk or worth knowing.")
record Finding(
        @Schema(description = "The group. Null when it is about the whole cluster.", example = "orders-app") @Nullable
        String groupId,

        @Schema(description = "What was found; stable.", example = "TASK_UNOWNED")
        FindingCode code,

        @Schema(
                description =
                        "ERROR: something does not work. WARNING: it works, but not as it should, or a little more would break it. INFO: worth knowing when one asks why.",
                example = "ERROR")
        Severity severity,

        @Schema(description = "What it is about.") FindingSubject subject,

        @Schema(description = "When it began, as far as it was observed.", example = "2026-11-29T22:24:43.881Z")
        Instant since,

        @Schema(
                description =
                        "When it was over. Null while it lasts, and in answers about an instant, in which it lasts.",
                example = "2026-11-29T22:24:46.102Z")
        @Nullable
        Instant closedAt,

        @Schema(description = "What it follows from, in numbers and names; docs/findings.md says which each code has.")
        Map<String, Object> evidence,

        @Schema(
                description = "What is so, in a sentence.",
                example = "Task 1_3 runs nowhere for 42 s; it waits for 4rQw, which must give it up")
        String summary,

        @Schema(description = "What is likely behind it.") String cause,

        @Schema(description = "What to do.") String nextStep,

        @Schema(description = "Where the code is explained.", example = "docs/findings.md#task_unowned")
        String docs) {}
