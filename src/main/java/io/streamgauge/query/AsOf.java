package io.streamgauge.query;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which state of a group is asked for: that of an instant, that of a version, or with neither the latest. */
public record AsOf(@Nullable Instant at, @Nullable Integer version) {

    /** The latest state. */
    public static final AsOf NOW = new AsOf(null, null);
}
