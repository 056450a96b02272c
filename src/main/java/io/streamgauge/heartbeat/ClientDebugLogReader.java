package io.streamgauge.heartbeat;

import io.streamgauge.heartbeat.HeartbeatJson.IdentifiedRequest;
import io.streamgauge.heartbeat.HeartbeatJson.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads an application's own log with {@code org.apache.kafka.clients.NetworkClient} at DEBUG: a line for each request
 * sent and one for each response received, with the message in the text that Kafka's message classes make of
 * themselves. Both are one exchange when client id and correlation id agree.
 *
 * <p>An exchange happens when its response is received: only then did the client know. A request without a response
 * happens when it was sent. It comes out as soon as nothing can answer it any more: the member's next request was sent,
 * the client's own timeout has passed, or the log ended.
 */
public final class ClientDebugLogReader implements HeartbeatReader {

    /** In-flight requests of as many clients; real applications have one a thread. */
    static final int MAX_WAITING = 1_000;

    /** Kafka's {@code request.timeout.ms} of a consumer, for lines of versions that do not tell it. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    private static final Marker MARKER = new Marker("STREAMS_GROUP_HEARTBEAT re");
    private static final Marker SENDING = new Marker("Sending STREAMS_GROUP_HEARTBEAT request ");
    private static final Marker RECEIVED = new Marker("Received STREAMS_GROUP_HEARTBEAT response ");
    private static final int VERB_LENGTH = "Sending ".length();
    private static final int RECEIVED_VERB_LENGTH = "Received ".length();
    private static final Marker HEADER = new Marker("RequestHeader(");
    private static final Marker API_VERSION = new Marker("apiVersion=");
    private static final Marker CLIENT_ID = new Marker(", clientId=");
    private static final Marker CORRELATION_ID = new Marker(", correlationId=");
    private static final Marker GROUP_ID = new Marker(", groupId=");
    private static final Marker TIMEOUT = new Marker(" and timeout ");
    private static final Marker REQUEST = new Marker("StreamsGroupHeartbeatRequestData(");
    private static final Marker RESPONSE = new Marker("StreamsGroupHeartbeatResponseData(");

    /** Before the header of a request of any api and of its response. */
    private static final Marker WITH_HEADER = new Marker(" request with header ");

    private static final LineResult FOREIGN = new LineResult.Other(SkipReason.FOREIGN, null);

    private final LogTime time;
    private final JsonEnvelope envelope;
    private final HeartbeatText text = new HeartbeatText();
    private final RepeatedText<Sending> sendings = new RepeatedText<>("memberId='");
    private final RepeatedText<Receiving> receivings = new RepeatedText<>("memberId='");
    private final Map<Key, Sent> waiting = new LinkedHashMap<>();
    private final Map<String, Key> waitingOfMember = new HashMap<>();

    /** What pairs a response with its request. */
    private record Key(String clientId, int correlationId) {}

    /** A request that waits for its response. */
    private record Sent(Instant at, Sending sending) {

        boolean isHopeless(Instant now) {
            return !now.isBefore(at.plus(sending.timeout()));
        }

        HeartbeatExchange exchange(Instant answeredAt, Key key, @Nullable HeartbeatResponse response) {
            return new HeartbeatExchange(
                    answeredAt,
                    sending.groupId(),
                    sending.memberId(),
                    key.clientId(),
                    null,
                    sending.request(),
                    response);
        }
    }

    /**
     * @param zone of times without an offset
     * @param date of the first line, for times that lack a date or a year; null when not known
     */
    public ClientDebugLogReader(ZoneId zone, @Nullable LocalDate date) {
        time = new LogTime(zone, date);
        envelope = new JsonEnvelope(new JsonFactory(), time);
    }

    /** Whether a line is one of a client's requests or responses, of any api. */
    static boolean isRequestOrResponse(byte[] buffer, int offset, int length) {
        int end = offset + length;
        int header = HEADER.find(buffer, offset, end);
        return header >= 0 && WITH_HEADER.isAt(buffer, header - WITH_HEADER.length(), end);
    }

    @Override
    public LineResult read(byte[] buffer, int offset, int length) {
        int end = offset + length;
        int marker = MARKER.find(buffer, offset, end);
        if (marker < 0) {
            return FOREIGN;
        }
        if (mayBeEnvelope(buffer, offset, marker)) {
            JsonEnvelope.Opened opened = envelope.open(buffer, offset, end);
            if (opened != null) {
                byte[] inner = opened.text().getBytes(StandardCharsets.UTF_8);
                int innerMarker = MARKER.find(inner, 0, inner.length);
                return innerMarker < 0
                        ? FOREIGN
                        : envelope.explained(read(inner, 0, innerMarker, inner.length, opened.at()));
            }
        }
        return read(buffer, offset, marker, end, null);
    }

    /** Whether an object with a named field begins in {@code buffer[from, to)}. */
    private static boolean mayBeEnvelope(byte[] buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '{') {
                int next = i + 1;
                while (next < to && buffer[next] == ' ') {
                    next++;
                }
                return next < to && buffer[next] == '"';
            }
        }
        return false;
    }

    /** @param outer when the envelope says it was logged; null when only the line itself can tell */
    private LineResult read(byte[] b, int from, int marker, int end, @Nullable Instant outer) {
        boolean sent = SENDING.isAt(b, marker - VERB_LENGTH, end) && marker - VERB_LENGTH >= from;
        int verb = sent ? marker - VERB_LENGTH : marker - RECEIVED_VERB_LENGTH;
        if (!sent && (verb < from || !RECEIVED.isAt(b, verb, end))) {
            return FOREIGN;
        }
        Instant at = outer == null ? time.find(b, from, verb) : outer;
        try {
            return sent ? sent(b, verb, end, at) : received(b, from, verb, end, at);
        } catch (InvalidFieldException e) {
            return new LineResult.Bad(e.reason(), e.sentence());
        }
    }

    /** What a line says from its verb on, but for the correlation id. */
    private record Sending(
            Header header, Duration timeout, String groupId, String memberId, HeartbeatRequest request) {}

    private LineResult sent(byte[] b, int verb, int end, @Nullable Instant at) {
        Sending sending = sendings.find(b, verb, end);
        if (sending == null) {
            Header header = header(b, verb, end);
            int message = message(REQUEST, b, verb + header.length(), end);
            IdentifiedRequest request = text.request(b, message, end);
            if (request.groupId() == null || request.memberId() == null) {
                return new LineResult.Bad(SkipReason.MALFORMED, "The request has no groupId or no memberId");
            }
            sending = new Sending(
                    header,
                    timeout(b, verb + header.length(), message),
                    request.groupId(),
                    request.memberId(),
                    request.request());
            sendings.keep(b, verb, end, sending, header.correlationId(), header.correlationIdEnd());
        }
        return at == null ? noTime() : sent(sending, sending.header().key(b, verb, end), at);
    }

    private LineResult noTime() {
        return new LineResult.Bad(SkipReason.NO_TIMESTAMP, time.whyNone());
    }

    private LineResult sent(Sending sending, Key key, Instant at) {
        Key before = waitingOfMember.get(sending.memberId());
        Sent over = before == null ? null : take(before);
        HeartbeatExchange unanswered =
                over == null ? null : over.exchange(over.at(), Objects.requireNonNull(before), null);
        if (unanswered == null) {
            unanswered = takeHopeless(at);
        }
        waiting.put(key, new Sent(at, sending));
        waitingOfMember.put(sending.memberId(), key);
        return unanswered == null ? new LineResult.Waiting(at) : new LineResult.Heartbeat(unanswered);
    }

    /** What a line says from its verb on, but for the correlation id. */
    private record Receiving(Header header, HeartbeatResponse response) {}

    private LineResult received(byte[] b, int from, int verb, int end, @Nullable Instant at) {
        Receiving receiving = receivings.find(b, verb, end);
        if (receiving == null) {
            Header header = header(b, verb, end);
            int message = message(RESPONSE, b, verb + header.length(), end);
            receiving = new Receiving(header, text.response(b, message, end, header.apiVersion()));
            receivings.keep(b, verb, end, receiving, header.correlationId(), header.correlationIdEnd());
        }
        if (at == null) {
            return noTime();
        }
        HeartbeatResponse response = receiving.response();
        Key key = receiving.header().key(b, verb, end);
        Sent sent = take(key);
        if (sent != null) {
            return new LineResult.Heartbeat(sent.exchange(at, key, response));
        }
        String groupId = groupId(b, from, verb);
        if (groupId == null) {
            return new LineResult.Bad(
                    SkipReason.MALFORMED, "The response's request is not in this file, and no prefix names its group");
        }
        String memberId = response.memberId();
        if (memberId == null || memberId.isEmpty()) {
            return new LineResult.Bad(
                    SkipReason.MALFORMED, "The response's request is not in this file, and it names no member");
        }
        return new LineResult.Heartbeat(
                new HeartbeatExchange(at, groupId, memberId, key.clientId(), null, null, response));
    }

    /** Where a message begins, after its class's name and the parenthesis. */
    private static int message(Marker name, byte[] b, int from, int end) {
        int message = name.find(b, from, end);
        if (message < 0) {
            throw new InvalidFieldException(
                    SkipReason.TRUNCATED, "The line ends before the heartbeat's message, or holds none");
        }
        return message + name.length();
    }

    private @Nullable Sent take(Key key) {
        Sent sent = waiting.remove(key);
        if (sent != null) {
            waitingOfMember.remove(sent.sending().memberId(), key);
        }
        return sent;
    }

    /** The eldest request, when its client no longer waits for an answer or there are too many to remember. */
    private @Nullable HeartbeatExchange takeHopeless(Instant now) {
        Iterator<Map.Entry<Key, Sent>> eldest = waiting.entrySet().iterator();
        if (!eldest.hasNext()) {
            return null;
        }
        Map.Entry<Key, Sent> entry = eldest.next();
        if (waiting.size() < MAX_WAITING && !entry.getValue().isHopeless(now)) {
            return null;
        }
        Sent sent = entry.getValue();
        Key key = entry.getKey();
        take(key);
        return sent.exchange(sent.at(), key, null);
    }

    @Override
    public List<HeartbeatExchange> finish() {
        List<HeartbeatExchange> rest = new ArrayList<>();
        waiting.forEach((key, sent) -> rest.add(sent.exchange(sent.at(), key, null)));
        waiting.clear();
        waitingOfMember.clear();
        return rest;
    }

    /**
     * A request header. Places are counted from where it was looked for.
     *
     * @param correlationId where its number begins
     * @param length up to behind its closing parenthesis
     */
    private record Header(int apiVersion, String clientId, int correlationId, int correlationIdEnd, int length) {

        /** The key of a line with this header, but for the correlation id, which is read there. */
        Key key(byte[] b, int from, int end) {
            return new Key(clientId, number(b, from + correlationId, end));
        }
    }

    private static Header header(byte[] b, int from, int end) {
        int header = HEADER.find(b, from, end);
        int version = header < 0 ? -1 : API_VERSION.find(b, header, end);
        int client = version < 0 ? -1 : CLIENT_ID.find(b, version, end);
        if (client < 0) {
            throw noHeader();
        }
        int clientStart = client + CLIENT_ID.length();
        int correlation = CORRELATION_ID.find(b, clientStart, end);
        // A client id may hold anything: the correlation id after it is a number that ends as a field does.
        while (correlation >= 0) {
            int digits = correlation + CORRELATION_ID.length();
            int digitsEnd = numberEnd(b, digits, end);
            if (digitsEnd > digits && digitsEnd < end && (b[digitsEnd] == ',' || b[digitsEnd] == ')')) {
                int closed = digitsEnd;
                while (closed < end && b[closed] != ')') {
                    closed++;
                }
                return new Header(
                        number(b, version + API_VERSION.length(), end),
                        new String(b, clientStart, correlation - clientStart, StandardCharsets.UTF_8),
                        digits - from,
                        digitsEnd - from,
                        Math.min(end, closed + 1) - from);
            }
            correlation = CORRELATION_ID.find(b, digits, end);
        }
        throw noHeader();
    }

    private static InvalidFieldException noHeader() {
        return HeartbeatJson.malformed("The line has no RequestHeader with apiVersion, clientId and correlationId");
    }

    private static Duration timeout(byte[] b, int from, int to) {
        int timeout = TIMEOUT.find(b, from, to);
        if (timeout < 0) {
            return DEFAULT_TIMEOUT;
        }
        int millis = number(b, timeout + TIMEOUT.length(), to);
        return millis > 0 ? Duration.ofMillis(millis) : DEFAULT_TIMEOUT;
    }

    /** The group in the prefix that Kafka's consumer puts before its lines, {@code [Consumer clientId=…, groupId=…] }. */
    private static @Nullable String groupId(byte[] b, int from, int verb) {
        int group = GROUP_ID.find(b, from, verb);
        int close = verb - 1;
        while (close > from && b[close] != ']') {
            close--;
        }
        int start = group + GROUP_ID.length();
        return group < 0 || close <= start ? null : new String(b, start, close - start, StandardCharsets.UTF_8);
    }

    private static int numberEnd(byte[] b, int from, int end) {
        int p = from < end && b[from] == '-' ? from + 1 : from;
        while (p < end && b[p] >= '0' && b[p] <= '9') {
            p++;
        }
        return p;
    }

    private static int number(byte[] b, int from, int end) {
        long value = 0;
        boolean negative = from < end && b[from] == '-';
        for (int p = negative ? from + 1 : from; p < numberEnd(b, from, end); p++) {
            value = Math.min(value * 10 + (b[p] - '0'), Integer.MAX_VALUE);
        }
        return (int) (negative ? -value : value);
    }
}
