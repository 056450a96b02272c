package io.streamgauge.heartbeat;

import io.streamgauge.heartbeat.HeartbeatJson.IdentifiedRequest;
import io.streamgauge.heartbeat.HeartbeatJson.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads Streamgauge's own form, one exchange a line: {@code {"at":…, "groupId":…, "memberId":…, "clientId":…,
 * "clientHost":…, "apiVersion":0, "request":{…}, "response":{…}}}. The request or the response may be absent, and the
 * messages are in any version of their schema, the draft of KIP-1071 included: there an answer names its member only on
 * joining, so that the line itself must.
 */
public final class HeartbeatJsonlReader implements HeartbeatReader {

    /** The end of the year 9999. */
    private static final long MAX_EPOCH_MILLIS = 253_402_300_799_999L;

    private static final LineResult FOREIGN = new LineResult.Other(SkipReason.FOREIGN, null);

    private static final Marker[] MESSAGES = {
        new Marker("\"response\""), new Marker("\"Response\""), new Marker("\"request\""), new Marker("\"Request\"")
    };
    private static final Marker[] GROUP_ID = {new Marker("\"groupId\""), new Marker("\"GroupId\"")};

    private final JsonFactory json = new JsonFactory();
    private final LogTime time;

    /**
     * @param zone of times without an offset
     * @param date of the first line, for times that lack a date or a year; null when not known
     */
    public HeartbeatJsonlReader(ZoneId zone, @Nullable LocalDate date) {
        time = new LogTime(zone, date);
    }

    /** Whether a line looks like one of this form. */
    static boolean isExchange(byte[] buffer, int offset, int length) {
        int end = offset + length;
        return beginsObject(buffer, offset, end)
                && holds(MESSAGES, buffer, offset, end)
                && holds(GROUP_ID, buffer, offset, end);
    }

    private static boolean holds(Marker[] any, byte[] buffer, int from, int to) {
        for (Marker marker : any) {
            if (marker.find(buffer, from, to) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsObject(byte[] buffer, int from, int to) {
        int p = from;
        while (p < to && (buffer[p] == ' ' || buffer[p] == '\t')) {
            p++;
        }
        return p < to && buffer[p] == '{';
    }

    @Override
    public LineResult read(byte[] buffer, int offset, int length) {
        int end = offset + length;
        int start = offset;
        // A byte order mark, which some editors put at a file's beginning.
        if (length >= 3 && buffer[start] == (byte) 0xEF && buffer[start + 1] == (byte) 0xBB) {
            start += 3;
        }
        if (!beginsObject(buffer, start, end)) {
            return FOREIGN;
        }
        try {
            return read(buffer, start, end, null);
        } catch (InvalidFieldException e) {
            return new LineResult.Bad(e.reason(), e.sentence());
        } catch (JacksonException e) {
            return HeartbeatJson.refused(e, buffer, start, end);
        }
    }

    /** @param knownVersion of the messages, when a first pass met it behind the response; else null */
    private LineResult read(byte[] buffer, int start, int end, @Nullable Integer knownVersion) {
        Integer apiVersion = knownVersion;
        boolean readTooEarly = false;
        Instant at = null;
        String groupId = null;
        String memberId = null;
        String clientId = null;
        String clientHost = null;
        IdentifiedRequest request = null;
        HeartbeatResponse response = null;
        try (JsonParser p = json.createParser(ObjectReadContext.empty(), buffer, start, end - start)) {
            p.nextToken();
            while (p.nextToken() != JsonToken.END_OBJECT) {
                String field = HeartbeatJson.name(p);
                p.nextToken();
                switch (field) {
                    case "at" -> at = at(p);
                    case "groupId" -> groupId = HeartbeatJson.text(p, field);
                    case "memberId" -> memberId = HeartbeatJson.text(p, field);
                    case "clientId" -> clientId = HeartbeatJson.text(p, field);
                    case "clientHost" -> clientHost = HeartbeatJson.text(p, field);
                    case "apiVersion" -> apiVersion = HeartbeatJson.int32(p, field);
                    case "request" -> request = HeartbeatJson.request(p);
                    case "response" -> {
                        readTooEarly = apiVersion == null;
                        response = HeartbeatJson.response(p, apiVersion == null ? 0 : apiVersion);
                    }
                    default -> p.skipChildren();
                }
            }
            if (p.nextToken() != null) {
                return new LineResult.Bad(SkipReason.MALFORMED, "The line goes on after its JSON object");
            }
        }
        if (readTooEarly && apiVersion != null) {
            return read(buffer, start, end, apiVersion);
        }
        if (request == null && response == null) {
            return groupId == null
                    ? FOREIGN
                    : new LineResult.Bad(SkipReason.MALFORMED, "The line has neither a request nor a response");
        }
        return exchange(at, groupId, memberId, clientId, clientHost, request, response);
    }

    private LineResult exchange(
            @Nullable Instant at,
            @Nullable String lineGroupId,
            @Nullable String lineMemberId,
            @Nullable String clientId,
            @Nullable String clientHost,
            @Nullable IdentifiedRequest request,
            @Nullable HeartbeatResponse response) {
        String groupId = firstGiven(request == null ? null : request.groupId(), lineGroupId, null);
        if (groupId == null) {
            return new LineResult.Bad(
                    SkipReason.MALFORMED,
                    "The line has no groupId; a response alone does not name its group, so the line must");
        }
        String memberId = firstGiven(
                request == null ? null : request.memberId(),
                response == null ? null : response.memberId(),
                lineMemberId);
        if (memberId == null) {
            return new LineResult.Bad(
                    SkipReason.MALFORMED, "Neither the line nor its messages have a memberId that says whose it is");
        }
        if (at == null) {
            return new LineResult.Bad(
                    SkipReason.NO_TIMESTAMP,
                    "The line has no \"at\" with an instant such as \"2026-11-29T22:23:38.612Z\" or epoch milliseconds");
        }
        return new LineResult.Heartbeat(new HeartbeatExchange(
                at, groupId, memberId, clientId, clientHost, request == null ? null : request.request(), response));
    }

    private static @Nullable String firstGiven(@Nullable String a, @Nullable String b, @Nullable String c) {
        if (a != null && !a.isEmpty()) {
            return a;
        }
        if (b != null && !b.isEmpty()) {
            return b;
        }
        return c == null || c.isEmpty() ? null : c;
    }

    private @Nullable Instant at(JsonParser p) {
        if (p.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            long millis = HeartbeatJson.int64(p, "at");
            if (millis < 0 || millis > MAX_EPOCH_MILLIS) {
                throw new InvalidFieldException(
                        SkipReason.OUT_OF_RANGE, "at is " + millis + ", which is no time in epoch milliseconds");
            }
            return Instant.ofEpochMilli(millis);
        }
        String text = HeartbeatJson.text(p, "at");
        if (text == null) {
            return null;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return time.find(bytes, 0, bytes.length);
    }
}
