package io.streamgauge.history;

import java.time.Instant;

/** What is read of a live group beside its state, at an interval of its own. */
public sealed interface GroupReading permits InputOffsets, GroupConfigs, TopologyDescription, RestoreLag {

    /** When it was read. */
    Instant readAt();
}
