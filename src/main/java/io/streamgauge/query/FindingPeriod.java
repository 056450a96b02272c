package io.streamgauge.query;

import io.streamgauge.analysis.Finding;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A finding from its beginning to its end, with what it had come to by then.
 *
 * @param closedAt null while it lasts
 */
public record FindingPeriod(Finding finding, @Nullable Instant closedAt) {}
