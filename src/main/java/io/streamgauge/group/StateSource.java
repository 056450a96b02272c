package io.streamgauge.group;

/** Who named a group's state: the broker itself, or we, from what the members' heartbeats show. */
public enum StateSource {
    BROKER,
    DERIVED
}
