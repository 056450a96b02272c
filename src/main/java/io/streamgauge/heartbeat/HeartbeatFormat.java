package io.streamgauge.heartbeat;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The recorded forms that can be read. */
public enum HeartbeatFormat {
    BROKER_REQUEST_LOG("broker-request-log", "a broker's kafka.request.logger at DEBUG (\"Completed request:{…}\")"),
    CLIENT_DEBUG_LOG(
            "client-debug-log",
            "an application's org.apache.kafka.clients.NetworkClient at DEBUG"
                    + " (\"Sending STREAMS_GROUP_HEARTBEAT request with header RequestHeader(…\")"),
    HEARTBEAT_JSONL(
            "heartbeat-jsonl",
            "one exchange a line as JSON ({\"at\":…, \"groupId\":…, \"request\":{…}, \"response\":{…}})");

    private final String id;
    private final String description;

    HeartbeatFormat(String id, String description) {
        this.id = id;
        this.description = description;
    }

    /** The name by which the API and the settings know it. */
    public String id() {
        return id;
    }

    /** What it is, as part of a sentence. */
    public String description() {
        return description;
    }

    /** The form of a name. */
    public static Optional<HeartbeatFormat> of(String id) {
        return Arrays.stream(values()).filter(format -> format.id.equals(id)).findFirst();
    }

    /** Whether a line is one that only this form has. */
    boolean recognises(byte[] buffer, int offset, int length) {
        return switch (this) {
            case BROKER_REQUEST_LOG -> BrokerRequestLogReader.isCompletedRequest(buffer, offset, length);
            case CLIENT_DEBUG_LOG -> ClientDebugLogReader.isRequestOrResponse(buffer, offset, length);
            case HEARTBEAT_JSONL -> HeartbeatJsonlReader.isExchange(buffer, offset, length);
        };
    }

    /**
     * A reader for one file.
     *
     * @param zone of times without an offset
     * @param date of the first line, for times that lack a date or a year; null when not known
     */
    public HeartbeatReader reader(ZoneId zone, @Nullable LocalDate date) {
        return switch (this) {
            case BROKER_REQUEST_LOG -> new BrokerRequestLogReader(zone, date);
            case CLIENT_DEBUG_LOG -> new ClientDebugLogReader(zone, date);
            case HEARTBEAT_JSONL -> new HeartbeatJsonlReader(zone, date);
        };
    }
}
