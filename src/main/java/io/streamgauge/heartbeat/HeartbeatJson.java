package io.streamgauge.heartbeat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TopicPartitions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Reads the request and the response of a streams group heartbeat from JSON whose fields are named as in Kafka's
 * message schema ({@code StreamsGroupHeartbeatRequest.json} and {@code -Response.json}, versions 0 and 1), where the
 * schema's own capital first letter is as good as the small one that Kafka writes. Fields of later versions are passed
 * over. Each method starts on the value's first token and ends on its last.
 */
final class HeartbeatJson {

    /** Kafka's limit of a text on the wire. */
    private static final int MAX_TEXT = Short.MAX_VALUE;

    private HeartbeatJson() {}

    static final LineResult TRUNCATED =
            new LineResult.Bad(SkipReason.TRUNCATED, "The line ends in the middle of the heartbeat's JSON");

    /** What is wrong with a line whose JSON, in {@code buffer[start, end)}, the parser does not take. */
    static LineResult refused(JacksonException e, byte[] buffer, int start, int end) {
        if (e instanceof UnexpectedEndOfInputException) {
            return TRUNCATED;
        }
        if (e instanceof StreamConstraintsException) {
            return new LineResult.Bad(SkipReason.MALFORMED, "The JSON is nested too deeply or holds a number too long");
        }
        if (String.valueOf(e.getOriginalMessage()).contains("UTF-8")) {
            return new LineResult.Bad(SkipReason.INVALID_UTF8, "The text is not valid UTF-8");
        }
        int offset = e.getLocation() == null ? 0 : (int) e.getLocation().getByteOffset();
        if (isCutValue(new String(buffer, start + offset, end - start - offset, StandardCharsets.ISO_8859_1))) {
            return TRUNCATED;
        }
        return new LineResult.Bad(
                SkipReason.MALFORMED,
                "The heartbeat's JSON is malformed at its character "
                        + (e.getLocation() == null ? 0 : e.getLocation().getColumnNr()));
    }

    /** Whether the line ends within a word or a fraction, which the parser does not tell from a wrong one. */
    private static boolean isCutValue(String rest) {
        return "true".startsWith(rest) || "false".startsWith(rest) || "null".startsWith(rest) || rest.equals(".");
    }

    /** A value that the message cannot hold. */
    static final class InvalidFieldException extends RuntimeException {

        private final SkipReason reason;
        private final String sentence;

        InvalidFieldException(SkipReason reason, String sentence) {
            super(sentence, null, false, false);
            this.reason = reason;
            this.sentence = sentence;
        }

        String sentence() {
            return sentence;
        }

        SkipReason reason() {
            return reason;
        }
    }

    /** A request with the ids that it carries beside what {@link HeartbeatRequest} holds. */
    record IdentifiedRequest(
            @Nullable String groupId, @Nullable String memberId, HeartbeatRequest request) {}

    /** Reads a request; null for a JSON null. */
    static @Nullable IdentifiedRequest request(JsonParser p) {
        if (isNull(p)) {
            return null;
        }
        String groupId = null;
        String memberId = null;
        Integer memberEpoch = null;
        String instanceId = null;
        String rackId = null;
        HeartbeatRequest.Topology topology = null;
        List<TaskId> active = null;
        List<TaskId> standby = null;
        List<TaskId> warmup = null;
        String processId = null;
        Endpoint userEndpoint = null;
        Map<String, String> clientTags = null;
        Map<TaskId, Long> taskOffsets = null;
        Map<TaskId, Long> taskEndOffsets = null;
        boolean shutdown = false;
        expect(p, JsonToken.START_OBJECT, "request");
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "groupId" -> groupId = text(p, field);
                case "memberId" -> memberId = text(p, field);
                case "memberEpoch" -> memberEpoch = int32(p, field);
                case "instanceId" -> instanceId = text(p, field);
                case "rackId" -> rackId = text(p, field);
                case "topology" -> topology = topology(p);
                case "activeTasks" -> active = tasks(p, field);
                case "standbyTasks" -> standby = tasks(p, field);
                case "warmupTasks" -> warmup = tasks(p, field);
                case "processId" -> processId = text(p, field);
                case "userEndpoint" -> userEndpoint = endpoint(p, field);
                case "clientTags" -> clientTags = tags(p, field);
                case "taskOffsets" -> taskOffsets = offsets(p, field);
                case "taskEndOffsets" -> taskEndOffsets = offsets(p, field);
                case "shutdownApplication" -> shutdown = truth(p, field);
                default -> p.skipChildren();
            }
        }
        if (memberEpoch == null) {
            throw malformed("The request has no memberEpoch");
        }
        return new IdentifiedRequest(
                groupId,
                memberId,
                new HeartbeatRequest(
                        memberEpoch,
                        instanceId,
                        rackId,
                        topology,
                        active,
                        standby,
                        warmup,
                        processId,
                        userEndpoint,
                        clientTags,
                        taskOffsets,
                        taskEndOffsets,
                        shutdown));
    }

    /**
     * Reads a response; null for a JSON null.
     *
     * @param apiVersion decides what acceptableRecoveryLag 0 means: version 0 of Kafka 4.1 to 4.3 always sends it
     */
    static @Nullable HeartbeatResponse response(JsonParser p, int apiVersion) {
        if (isNull(p)) {
            return null;
        }
        Integer throttleTimeMs = null;
        int errorCode = 0;
        String errorMessage = null;
        String memberId = null;
        Integer memberEpoch = null;
        Integer heartbeatIntervalMs = null;
        Long acceptableRecoveryLag = null;
        Integer taskOffsetIntervalMs = null;
        List<HeartbeatResponse.Status> statuses = null;
        List<TaskId> active = null;
        List<TaskId> standby = null;
        List<TaskId> warmup = null;
        Integer endpointInformationEpoch = null;
        List<EndpointPartitions> map = null;
        expect(p, JsonToken.START_OBJECT, "response");
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "throttleTimeMs" -> throttleTimeMs = int32(p, field);
                case "errorCode" -> errorCode = bounded(p, field, Short.MIN_VALUE, Short.MAX_VALUE);
                case "errorMessage" -> errorMessage = text(p, field);
                case "memberId" -> memberId = text(p, field);
                case "memberEpoch" -> memberEpoch = int32(p, field);
                case "heartbeatIntervalMs" -> heartbeatIntervalMs = int32(p, field);
                case "acceptableRecoveryLag", "acceptableRecoveryLagLegacy" -> {
                    long lag = int64(p, field);
                    boolean provided = apiVersion == 0 ? lag > 0 : lag >= 0;
                    acceptableRecoveryLag = provided ? lag : null;
                }
                case "taskOffsetIntervalMs" -> taskOffsetIntervalMs = int32(p, field);
                case "status" -> statuses = statuses(p, field);
                case "activeTasks" -> active = tasks(p, field);
                case "standbyTasks" -> standby = tasks(p, field);
                case "warmupTasks" -> warmup = tasks(p, field);
                case "endpointInformationEpoch" -> endpointInformationEpoch = int32(p, field);
                case "partitionsByUserEndpoint" -> map = endpointMap(p, field);
                default -> p.skipChildren();
            }
        }
        if (memberEpoch == null) {
            throw malformed("The response has no memberEpoch");
        }
        return new HeartbeatResponse(
                throttleTimeMs,
                errorCode,
                errorMessage,
                memberId,
                memberEpoch,
                heartbeatIntervalMs,
                acceptableRecoveryLag,
                taskOffsetIntervalMs,
                statuses,
                active,
                standby,
                warmup,
                endpointInformationEpoch,
                map);
    }

    private static HeartbeatRequest.@Nullable Topology topology(JsonParser p) {
        if (isNull(p)) {
            return null;
        }
        int epoch = 0;
        List<Subtopology> subtopologies = List.of();
        expect(p, JsonToken.START_OBJECT, "topology");
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "epoch" -> epoch = int32(p, "topology.epoch");
                case "subtopologies" -> subtopologies = known(list(p, field, HeartbeatJson::subtopology));
                default -> p.skipChildren();
            }
        }
        return new HeartbeatRequest.Topology(epoch, subtopologies);
    }

    private static Subtopology subtopology(JsonParser p) {
        String id = null;
        List<String> source = null;
        List<String> regex = null;
        List<String> repartitionSource = null;
        List<String> repartitionSink = null;
        List<String> changelog = null;
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "subtopologyId" -> id = text(p, field);
                case "sourceTopics" -> source = names(p, field);
                case "sourceTopicRegex" -> regex = names(p, field);
                case "repartitionSinkTopics" -> repartitionSink = names(p, field);
                case "repartitionSourceTopics" -> repartitionSource = list(p, field, HeartbeatJson::topicName);
                case "stateChangelogTopics" -> changelog = list(p, field, HeartbeatJson::topicName);
                default -> p.skipChildren();
            }
        }
        return new Subtopology(
                required(id, "subtopologyId"), null, source, regex, repartitionSource, repartitionSink, changelog);
    }

    private static String topicName(JsonParser p) {
        String name = null;
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            if (field.equals("name")) {
                name = text(p, field);
            } else {
                p.skipChildren();
            }
        }
        return required(name, "name");
    }

    private static @Nullable List<TaskId> tasks(JsonParser p, String where) {
        if (isNull(p)) {
            return null;
        }
        List<TaskId> tasks = new ArrayList<>();
        expect(p, JsonToken.START_ARRAY, where);
        while (p.nextToken() != JsonToken.END_ARRAY) {
            expect(p, JsonToken.START_OBJECT, where);
            String id = null;
            List<Integer> partitions = List.of();
            while (p.nextToken() != JsonToken.END_OBJECT) {
                String field = name(p);
                p.nextToken();
                switch (field) {
                    case "subtopologyId" -> id = text(p, field);
                    case "partitions" -> partitions = partitions(p);
                    default -> p.skipChildren();
                }
            }
            String subtopologyId = required(id, "subtopologyId");
            for (int partition : partitions) {
                tasks.add(new TaskId(subtopologyId, partition));
            }
        }
        return tasks;
    }

    private static List<Integer> partitions(JsonParser p) {
        List<Integer> partitions = new ArrayList<>();
        expect(p, JsonToken.START_ARRAY, "partitions");
        while (p.nextToken() != JsonToken.END_ARRAY) {
            partitions.add(bounded(p, "partitions", 0, Integer.MAX_VALUE));
        }
        return partitions;
    }

    private static @Nullable Map<TaskId, Long> offsets(JsonParser p, String where) {
        List<Map.Entry<TaskId, Long>> entries = list(p, where, HeartbeatJson::offset);
        if (entries == null) {
            return null;
        }
        Map<TaskId, Long> offsets = new HashMap<>();
        entries.forEach(e -> offsets.put(e.getKey(), e.getValue()));
        return offsets;
    }

    private static Map.Entry<TaskId, Long> offset(JsonParser p) {
        String id = null;
        int partition = 0;
        Long offset = null;
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "subtopologyId" -> id = text(p, field);
                case "partition" -> partition = bounded(p, field, 0, Integer.MAX_VALUE);
                case "offset" -> offset = int64(p, field);
                default -> p.skipChildren();
            }
        }
        return Map.entry(new TaskId(required(id, "subtopologyId"), partition), required(offset, "offset"));
    }

    private static @Nullable Map<String, String> tags(JsonParser p, String where) {
        List<Map.Entry<String, String>> entries = list(p, where, HeartbeatJson::tag);
        if (entries == null) {
            return null;
        }
        Map<String, String> tags = new HashMap<>();
        entries.forEach(e -> tags.put(e.getKey(), e.getValue()));
        return tags;
    }

    private static Map.Entry<String, String> tag(JsonParser p) {
        String key = null;
        String value = null;
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "key" -> key = text(p, field);
                case "value" -> value = text(p, field);
                default -> p.skipChildren();
            }
        }
        return Map.entry(required(key, "key"), required(value, "value"));
    }

    private static @Nullable List<HeartbeatResponse.Status> statuses(JsonParser p, String where) {
        return list(p, where, HeartbeatJson::status);
    }

    private static HeartbeatResponse.Status status(JsonParser p) {
        Integer code = null;
        String detail = null;
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "statusCode" -> code = bounded(p, field, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case "statusDetail" -> detail = text(p, field);
                default -> p.skipChildren();
            }
        }
        return new HeartbeatResponse.Status(required(code, "statusCode"), detail);
    }

    private static @Nullable List<EndpointPartitions> endpointMap(JsonParser p, String where) {
        return list(p, where, HeartbeatJson::endpointPartitions);
    }

    private static EndpointPartitions endpointPartitions(JsonParser p) {
        Endpoint endpoint = null;
        List<TopicPartitions> active = null;
        List<TopicPartitions> standby = null;
        List<TopicPartitions> all = null;
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "userEndpoint" -> endpoint = endpoint(p, field);
                case "activePartitions" -> active = list(p, field, HeartbeatJson::topicPartitions);
                case "standbyPartitions" -> standby = list(p, field, HeartbeatJson::topicPartitions);
                case "partitions" -> all = list(p, field, HeartbeatJson::topicPartitions);
                default -> p.skipChildren();
            }
        }
        return new EndpointPartitions(required(endpoint, "userEndpoint"), active, standby, known(all));
    }

    private static TopicPartitions topicPartitions(JsonParser p) {
        String topic = null;
        List<Integer> partitions = List.of();
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "topic" -> topic = text(p, field);
                case "partitions" -> partitions = partitions(p);
                default -> p.skipChildren();
            }
        }
        return new TopicPartitions(required(topic, "topic"), partitions);
    }

    private static @Nullable Endpoint endpoint(JsonParser p, String where) {
        if (isNull(p)) {
            return null;
        }
        String host = null;
        Integer port = null;
        expect(p, JsonToken.START_OBJECT, where);
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String field = name(p);
            p.nextToken();
            switch (field) {
                case "host" -> host = text(p, field);
                case "port" -> port = bounded(p, field, 0, 65535);
                default -> p.skipChildren();
            }
        }
        return new Endpoint(required(host, "host"), required(port, "port"));
    }

    /** Reads one element of a list, which is an object: starts on its START_OBJECT. */
    private interface Element<T> {
        T read(JsonParser p);
    }

    private static <T> @Nullable List<T> list(JsonParser p, String where, Element<T> element) {
        if (isNull(p)) {
            return null;
        }
        List<T> list = new ArrayList<>();
        expect(p, JsonToken.START_ARRAY, where);
        while (p.nextToken() != JsonToken.END_ARRAY) {
            expect(p, JsonToken.START_OBJECT, where);
            list.add(element.read(p));
        }
        return list;
    }

    private static @Nullable List<String> names(JsonParser p, String where) {
        if (isNull(p)) {
            return null;
        }
        List<String> names = new ArrayList<>();
        expect(p, JsonToken.START_ARRAY, where);
        while (p.nextToken() != JsonToken.END_ARRAY) {
            names.add(required(text(p, where), where));
        }
        return names;
    }

    /** The field's name; only one with a capital, which no broker writes, costs a new text. */
    static String name(JsonParser p) {
        String name = p.currentName();
        if (name == null || name.isEmpty() || name.charAt(0) < 'A' || name.charAt(0) > 'Z') {
            return name == null ? "" : name;
        }
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    static @Nullable String text(JsonParser p, String where) {
        if (isNull(p)) {
            return null;
        }
        expect(p, JsonToken.VALUE_STRING, where);
        return checked(p.getString(), where);
    }

    /** A text that Kafka could have sent. */
    static String checked(String text, String where) {
        if (text.length() > MAX_TEXT || text.indexOf('\0') >= 0 || hasHalfACharacter(text)) {
            throw new InvalidFieldException(
                    SkipReason.OUT_OF_RANGE,
                    where + " is longer than Kafka's 32767 bytes, or holds a NUL or half a character");
        }
        return text;
    }

    /** Whether a surrogate stands alone, which no UTF-8 and so no broker can send. */
    private static boolean hasHalfACharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    static int int32(JsonParser p, String where) {
        return bounded(p, where, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static int bounded(JsonParser p, String where, int min, int max) {
        return bounded(int64(p, where), where, min, max);
    }

    static int bounded(long value, String where, int min, int max) {
        if (value < min || value > max) {
            throw new InvalidFieldException(
                    SkipReason.OUT_OF_RANGE, where + " is " + value + "; it is between " + min + " and " + max);
        }
        return (int) value;
    }

    static long int64(JsonParser p, String where) {
        expect(p, JsonToken.VALUE_NUMBER_INT, where);
        try {
            return p.getLongValue();
        } catch (InputCoercionException e) {
            throw new InvalidFieldException(SkipReason.OUT_OF_RANGE, where + " is too large for 64 bits");
        }
    }

    private static boolean truth(JsonParser p, String where) {
        if (p.currentToken() != JsonToken.VALUE_TRUE) {
            expect(p, JsonToken.VALUE_FALSE, where);
            return false;
        }
        return true;
    }

    private static boolean isNull(JsonParser p) {
        return p.currentToken() == JsonToken.VALUE_NULL;
    }

    static void expect(JsonParser p, JsonToken token, String where) {
        if (p.currentToken() != token) {
            throw malformed(where + " is " + describe(p.currentToken()) + ", not " + describe(token));
        }
    }

    private static String describe(@Nullable JsonToken token) {
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a number with decimals";
            case VALUE_TRUE, VALUE_FALSE -> "a truth value";
            case VALUE_NULL -> "null";
            default -> token.toString();
        };
    }

    static <T> List<T> known(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    static <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw malformed("A field " + field + " is missing");
        }
        return value;
    }

    static InvalidFieldException malformed(String message) {
        return new InvalidFieldException(SkipReason.MALFORMED, message);
    }
}
