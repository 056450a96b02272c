package io.streamgauge.history;

import io.streamgauge.group.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of versions in which a member was in its group and none of this changed.
 *
 * @param toVersion the first version without it, null while it lasts
 */
public record MemberSpan(
        String memberId,
        @Nullable String processId,
        @Nullable String instanceId,
        @Nullable String rackId,
        @Nullable String clientId,
        @Nullable Endpoint endpoint,
        boolean away,
        boolean fenced,
        int fromVersion,
        @Nullable Integer toVersion) {}
