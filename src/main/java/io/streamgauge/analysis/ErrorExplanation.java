package io.streamgauge.analysis;

import io.streamgauge.group.MemberError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names Kafka's error codes and says in plain words what an error answer to a heartbeat means. */
public final class ErrorExplanation {

    /** Codes that a streams group heartbeat can be answered with ({@code org.apache.kafka.common.protocol.Errors}). */
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(-1, "UNKNOWN_SERVER_ERROR"),
            Map.entry(14, "COORDINATOR_LOAD_IN_PROGRESS"),
            Map.entry(15, "COORDINATOR_NOT_AVAILABLE"),
            Map.entry(16, "NOT_COORDINATOR"),
            Map.entry(25, "UNKNOWN_MEMBER_ID"),
            Map.entry(29, "TOPIC_AUTHORIZATION_FAILED"),
            Map.entry(30, "GROUP_AUTHORIZATION_FAILED"),
            Map.entry(31, "CLUSTER_AUTHORIZATION_FAILED"),
            Map.entry(35, "UNSUPPORTED_VERSION"),
            Map.entry(42, "INVALID_REQUEST"),
            Map.entry(69, "GROUP_ID_NOT_FOUND"),
            Map.entry(81, "GROUP_MAX_SIZE_REACHED"),
            Map.entry(82, "FENCED_INSTANCE_ID"),
            Map.entry(110, "FENCED_MEMBER_EPOCH"),
            Map.entry(111, "UNRELEASED_INSTANCE_ID"),
            Map.entry(130, "STREAMS_INVALID_TOPOLOGY"),
            Map.entry(131, "STREAMS_INVALID_TOPOLOGY_EPOCH"),
            Map.entry(132, "STREAMS_TOPOLOGY_FENCED"));

    private ErrorExplanation() {}

    /** The name of a code, {@code unknown (999)} for one that is not in the list. */
    public static String nameOf(int code) {
        return NAMES.getOrDefault(code, "unknown (" + code + ")");
    }

    /** What happened, in a sentence. */
    public static String of(MemberError error) {
        String instance = error.instanceId() == null ? "an instance id" : "instance id " + error.instanceId();
        return switch (error.code()) {
            case 14, 15, 16 -> "the coordinator was away; nothing is known to have changed";
            case 25 -> "the group no longer has this member; it must rejoin";
            case 69 -> "the broker has no streams group of this name";
            case 82 -> "fenced: another member has taken over " + instance;
            case 110 ->
                "fenced: sent "
                        + epoch(error.sentMemberEpoch())
                        + ", coordinator has "
                        + epoch(error.knownMemberEpoch())
                        + "; it must abandon its tasks and rejoin";
            case 111 -> instance + " is still owned by another member";
            case -1 ->
                error.sentMemberEpoch() != null && error.sentMemberEpoch() == 0
                        ? "the broker failed on this member's join; Kafka 4.4.0 does so when the member has a user endpoint"
                                + " and a source topic is missing or the source topics are not co-partitioned"
                        : "the broker failed on this heartbeat; its own log has the reason";
            default -> "the broker refused this heartbeat";
        };
    }

    private static String epoch(@Nullable Integer epoch) {
        return epoch == null ? "an epoch that was not seen" : epoch.toString();
    }
}
