package io.streamgauge.history;

import io.streamgauge.group.MemberError;
import java.time.Instant;

/**
 * The same error, answered to the same member again and again.
 *
 * @param count how often, at least 1
 */
public record ErrorRun(MemberError error, Instant firstAt, Instant lastAt, int count) {}
