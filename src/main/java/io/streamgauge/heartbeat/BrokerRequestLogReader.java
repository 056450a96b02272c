package io.streamgauge.heartbeat;

import io.streamgauge.heartbeat.HeartbeatJson.IdentifiedRequest;
import io.streamgauge.heartbeat.HeartbeatJson.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a broker's {@code kafka.request.logger} at DEBUG: lines with {@code Completed request:{…}}, of which those with
 * api key 88 are streams group heartbeats. Whatever stands before is a prefix with a time in it; a line may also be a
 * JSON object with the text in a field, as log shippers write it.
 */
public final class BrokerRequestLogReader implements HeartbeatReader {

    /** Stands before the JSON of every request that the broker logs. */
    static final String MARKER = "Completed request:";

    private static final Marker COMPLETED = new Marker(MARKER);
    private static final int STREAMS_GROUP_HEARTBEAT = 88;

    /** Has no time: a date in the text of another logger says nothing about when it was logged. */
    private static final LineResult FOREIGN = new LineResult.Other(SkipReason.FOREIGN, null);

    private final JsonFactory json = new JsonFactory();
    private final LogTime time;
    private final JsonEnvelope envelope;

    /** Whole requests without their prefix; of their exchange only the time is not theirs. */
    private final RepeatedText<HeartbeatExchange> repeated = new RepeatedText<>("\"memberId\":\"");

    /** @param zone of times without an offset */
    public BrokerRequestLogReader(ZoneId zone) {
        this(zone, null);
    }

    /**
     * @param zone of times without an offset
     * @param date of the first line, for times that lack a date or a year; null when not known
     */
    public BrokerRequestLogReader(ZoneId zone, @Nullable LocalDate date) {
        time = new LogTime(zone, date);
        envelope = new JsonEnvelope(json, time);
    }

    @Override
    public LineResult read(byte[] buffer, int offset, int length) {
        int end = offset + length;
        int marker = COMPLETED.find(buffer, offset, end);
        if (marker < 0) {
            return FOREIGN;
        }
        int start = marker + COMPLETED.length();
        while (start < end && buffer[start] == ' ') {
            start++;
        }
        if (start + 1 < end && buffer[start] == '{' && buffer[start + 1] == '\\') {
            return enveloped(buffer, offset, end);
        }
        return completedRequest(buffer, start, end, time.find(buffer, offset, marker));
    }

    private LineResult enveloped(byte[] buffer, int offset, int end) {
        JsonEnvelope.Opened opened = envelope.open(buffer, offset, end);
        if (opened == null) {
            return new LineResult.Bad(
                    SkipReason.MALFORMED, "The line wraps a request in JSON that cannot be read; it may be cut");
        }
        byte[] text = opened.text().getBytes(StandardCharsets.UTF_8);
        int marker = COMPLETED.find(text, 0, text.length);
        if (marker < 0) {
            return FOREIGN;
        }
        Instant inner = opened.at() == null ? time.find(text, 0, marker) : opened.at();
        return envelope.explained(completedRequest(text, marker + COMPLETED.length(), text.length, inner));
    }

    private LineResult completedRequest(byte[] buffer, int start, int end, @Nullable Instant at) {
        if (start >= end || buffer[start] != '{') {
            return new LineResult.Bad(
                    SkipReason.MALFORMED,
                    start >= end
                            ? "The line ends after '" + MARKER + "'"
                            : "What follows '" + MARKER + "' is no JSON object; brokers of 2.8 and later write one");
        }
        HeartbeatExchange known = repeated.find(buffer, start, end);
        if (known != null) {
            return at == null ? noTime() : new LineResult.Heartbeat(known.at(at));
        }
        try {
            return parsed(buffer, start, end, at, null);
        } catch (InvalidFieldException e) {
            return new LineResult.Bad(e.reason(), e.sentence());
        } catch (JacksonException e) {
            return HeartbeatJson.refused(e, buffer, start, end);
        }
    }

    /** @param known the header, when a first pass met it after the request; else null */
    private LineResult parsed(byte[] buffer, int start, int end, @Nullable Instant at, @Nullable Header known) {
        Header header = known;
        IdentifiedRequest request = null;
        HeartbeatResponse response = null;
        String connection = null;
        boolean metTooEarly = false;
        Unread unread = new Unread();
        try (JsonParser p = json.createParser(ObjectReadContext.empty(), buffer, start, end - start)) {
            p.nextToken();
            while (p.nextToken() != JsonToken.END_OBJECT) {
                String field = p.currentName();
                JsonToken value = p.nextToken();
                if (field == null || value == null) {
                    return HeartbeatJson.TRUNCATED;
                }
                switch (field) {
                    case "requestHeader" -> {
                        header = header(p, unread);
                        if (header.apiKey() != STREAMS_GROUP_HEARTBEAT) {
                            return new LineResult.Other(SkipReason.OTHER_API, at);
                        }
                    }
                    case "request", "response" -> {
                        if (header == null) {
                            metTooEarly = true;
                            p.skipChildren();
                        } else if (field.equals("request")) {
                            request = HeartbeatJson.request(p);
                        } else {
                            response = HeartbeatJson.response(p, header.apiVersion());
                        }
                    }
                    case "connection" -> connection = HeartbeatJson.text(p, field);
                    default -> unread.skip(p);
                }
            }
        }
        if (header == null) {
            return new LineResult.Bad(SkipReason.MALFORMED, "The request has no requestHeader");
        }
        if (metTooEarly && known == null) {
            return parsed(buffer, start, end, at, header);
        }
        LineResult result = exchange(header, request, response, connection, at);
        if (result instanceof LineResult.Heartbeat heartbeat) {
            repeated.keep(buffer, start, end, heartbeat.exchange(), unread.bounds());
        }
        return result;
    }

    /** Whether a line is one of the request logger's, of any api. */
    static boolean isCompletedRequest(byte[] buffer, int offset, int length) {
        return COMPLETED.find(buffer, offset, offset + length) >= 0;
    }

    private LineResult exchange(
            Header header,
            @Nullable IdentifiedRequest request,
            @Nullable HeartbeatResponse response,
            @Nullable String connection,
            @Nullable Instant at) {
        if (request == null || request.groupId() == null) {
            return new LineResult.Bad(
                    SkipReason.MALFORMED,
                    "The heartbeat has no request with a groupId; a response alone does not name it");
        }
        if (request.memberId() == null) {
            return new LineResult.Bad(SkipReason.MALFORMED, "The heartbeat's request has no memberId");
        }
        if (at == null) {
            return noTime();
        }
        return new LineResult.Heartbeat(new HeartbeatExchange(
                at,
                request.groupId(),
                request.memberId().isEmpty() && response != null && response.memberId() != null
                        ? response.memberId()
                        : request.memberId(),
                header.clientId(),
                connection == null ? null : remoteHost(connection),
                request.request(),
                response));
    }

    private LineResult noTime() {
        return new LineResult.Bad(SkipReason.NO_TIMESTAMP, time.whyNone());
    }

    /** Passes values over and notes where numbers among them are, of the first few. */
    private static final class Unread {

        private final int[] bounds = new int[32];
        private int count;

        void skip(JsonParser p) {
            if (p.currentToken().isNumeric() && count < bounds.length) {
                bounds[count++] = (int) p.currentTokenLocation().getByteOffset();
                bounds[count++] = (int) p.currentLocation().getByteOffset();
            } else {
                p.skipChildren();
            }
        }

        int[] bounds() {
            return Arrays.copyOf(bounds, count);
        }
    }

    private record Header(
            int apiKey, int apiVersion, @Nullable String clientId) {}

    private static Header header(JsonParser p, Unread unread) {
        Integer apiKey = null;
        int apiVersion = 0;
        String clientId = null;
        HeartbeatJson.expect(p, JsonToken.START_OBJECT, "requestHeader");
        while (p.nextToken() != JsonToken.END_OBJECT) {
            // Asked after the next token: only that shows that a number at the line's end is not cut.
            if (apiKey != null && apiKey != STREAMS_GROUP_HEARTBEAT) {
                break;
            }
            String field = p.currentName();
            p.nextToken();
            switch (field) {
                case "requestApiKey" -> apiKey = HeartbeatJson.int32(p, field);
                case "requestApiVersion" -> apiVersion = HeartbeatJson.int32(p, field);
                case "clientId" -> clientId = HeartbeatJson.text(p, field);
                default -> unread.skip(p);
            }
        }
        if (apiKey == null) {
            throw HeartbeatJson.malformed("The requestHeader has no requestApiKey");
        }
        return new Header(apiKey, apiVersion, clientId);
    }

    /**
     * The member's host in a broker's connection id, {@code localHost:localPort-remoteHost:remotePort-processor-index}
     * (Kafka's {@code SocketServer}, whose index is younger); null when it does not look so.
     */
    static @Nullable String remoteHost(String connection) {
        int localPort = connection.indexOf(':');
        while (localPort >= 0) {
            int dash = localPort + 1;
            while (dash < connection.length() && Character.isDigit(connection.charAt(dash))) {
                dash++;
            }
            if (dash > localPort + 1 && dash < connection.length() && connection.charAt(dash) == '-') {
                int remotePort = connection.lastIndexOf(':');
                return remotePort > dash ? connection.substring(dash + 1, remotePort) : null;
            }
            localPort = connection.indexOf(':', localPort + 1);
        }
        return null;
    }
}
