package io.streamgauge.group;

/** What a member does with a task (KIP-1071): process it, keep a hot copy, or catch up to take it over. */
public enum TaskRole {
    ACTIVE,
    STANDBY,
    WARMUP
}
