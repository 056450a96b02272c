package io.streamgauge.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That a member was not heard for longer than its heartbeats are apart, and then again. One whose session ended meanwhile was
 * not: its end tells when it was last heard.
 *
 * @param heartbeatIntervalMs how far apart they were to be, in milliseconds; null when it was not told
 */
public record Silence(
        String memberId,
        Instant heardAt,
        Instant heardAgainAt,
        @Nullable Integer heartbeatIntervalMs) {}
