package io.streamgauge.group;

/**
 * State of a streams group, in the coordinator's words (Kafka's {@code GroupState} for streams groups), and {@link
 * #UNKNOWN} where nothing observed tells it.
 */
public enum StreamsGroupState {
    EMPTY,
    NOT_READY,
    ASSIGNING,
    RECONCILING,
    STABLE,
    DEAD,
    UNKNOWN
}
