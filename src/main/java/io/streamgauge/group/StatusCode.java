package io.streamgauge.group;

/**
 * Status codes of the streams group heartbeat response (Kafka 4.4, {@code StreamsGroupHeartbeatResponse.Status}). Codes
 * of later brokers are kept as numbers and named {@code unknown (n)}.
 */
public enum StatusCode {
    STALE_TOPOLOGY(0),
    MISSING_SOURCE_TOPICS(1),
    INCORRECTLY_PARTITIONED_TOPICS(2),
    MISSING_INTERNAL_TOPICS(3),
    SHUTDOWN_APPLICATION(4),
    ASSIGNMENT_DELAYED(5),
    MISSING_CLIENT_TAGS(6);

    private final int code;

    StatusCode(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** The name of a code, {@code unknown (9)} for one that no known broker sends. */
    public static String nameOf(int code) {
        for (StatusCode status : values()) {
            if (status.code == code) {
                return status.name();
            }
        }
        return "unknown (" + code + ")";
    }
}
