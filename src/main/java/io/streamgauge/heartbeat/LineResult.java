package io.streamgauge.heartbeat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a reader made of one line. */
public sealed interface LineResult {

    /** A heartbeat. */
    record Heartbeat(HeartbeatExchange exchange) implements LineResult {}

    /**
     * A line that is no heartbeat and is not expected to be one.
     *
     * @param reason {@link SkipReason#OTHER_API} or {@link SkipReason#FOREIGN}
     * @param at when it was logged: it shows that time went on; null when the line has no time
     */
    record Other(SkipReason reason, @Nullable Instant at) implements LineResult {}

    /**
     * A line that should have been a heartbeat and cannot be read.
     *
     * @param message what is wrong, in a sentence without the line's number
     */
    record Bad(SkipReason reason, String message) implements LineResult {}
}
