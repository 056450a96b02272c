package io.streamgauge.group;

/** What a state was read from. */
public enum ObservationSource {
    /** The members' recorded heartbeats. */
    HEARTBEAT,
    /** The brokers' description of the group. */
    DESCRIBE
}
