package io.streamgauge.group;

/**
 * Whose word a member's task lists are: what the member said it runs ({@link #OWNED}, heartbeat request), what the
 * coordinator told it to run ({@link #ASSIGNED}, heartbeat response or describe's assignment), where the coordinator
 * wants to get to ({@link #TARGET}, describe's target assignment).
 */
public enum TaskView {
    OWNED,
    ASSIGNED,
    TARGET
}
