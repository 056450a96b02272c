package io.streamgauge.heartbeat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a reader made of one line. */
public sealed interface LineResult {

    /** A heartbeat. */
    record Heartbeat(HeartbeatExchange exchange) implements LineResult {}

    /**
     * A request whose answer may still come: the exchange is the result of the line that completes it, or of one that
     * shows that nothing will, or of {@link HeartbeatReader#finish()}.
     *
     * @param at when it was sent
     */
    record Waiting(Instant at) implements LineResult {}

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
