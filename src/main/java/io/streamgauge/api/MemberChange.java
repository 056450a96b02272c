package io.streamgauge.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(description = "A member with other fields.")
record MemberChange(
        @Schema(description = "The member.") String memberId,
        @Schema(description = "The fields.") List<FieldChange> fields) {}
