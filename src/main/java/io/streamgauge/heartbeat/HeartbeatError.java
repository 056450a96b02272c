package io.streamgauge.heartbeat;

/** Kafka's error codes that decide what a heartbeat answer means ({@code org.apache.kafka.common.protocol.Errors}). */
final class HeartbeatError {

    static final int COORDINATOR_LOAD_IN_PROGRESS = 14;
    static final int COORDINATOR_NOT_AVAILABLE = 15;
    static final int NOT_COORDINATOR = 16;
    static final int UNKNOWN_MEMBER_ID = 25;
    static final int FENCED_INSTANCE_ID = 82;
    static final int FENCED_MEMBER_EPOCH = 110;

    private HeartbeatError() {}

    /** Whether the coordinator was away, so that the answer says nothing about the member or the group. */
    static boolean isGap(int code) {
        return code == COORDINATOR_LOAD_IN_PROGRESS || code == COORDINATOR_NOT_AVAILABLE || code == NOT_COORDINATOR;
    }

    /** Whether the member must abandon its tasks and rejoin. */
    static boolean isFencing(int code) {
        return code == FENCED_INSTANCE_ID || code == FENCED_MEMBER_EPOCH;
    }
}
