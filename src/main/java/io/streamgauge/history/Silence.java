package io.streamgauge.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That several heartbeats of a member were missing, until it was heard again, left, was away or fenced, or its session ended.
 *
 * @param heardAt when it last heartbeat before, answered with an error or without
 * @param heartbeatIntervalMs how far apart its heartbeats were to be, in milliseconds; null when it was not told
 */
public record Silence(
        String memberId,
        Instant heardAt,
        Instant endedAt,
        @Nullable Integer heartbeatIntervalMs) {}
