package io.streamgauge.heartbeat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TopicPartitions;
import io.streamgauge.heartbeat.HeartbeatJson.IdentifiedRequest;
import io.streamgauge.heartbeat.HeartbeatJson.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the request and the response of a streams group heartbeat from the text that Kafka's message classes make of
 * themselves, as {@code Status(statusCode=0, statusDetail='The member's topology epoch 0 is behind …')}.
 *
 * <p>Quoted text is not escaped, so that no quote by itself ends it. The end is where the message goes on as its schema
 * says: with a later field of the same structure, or with the structure's end. Where a text holds even that, the
 * earliest end is taken with which the whole message can be read. Quotes in ids and names, and fields that the schema of
 * Kafka 4.4 does not know, are accepted only when the message cannot be read without them. Not thread-safe.
 */
final class HeartbeatText {

    private static final Set<String> NOT_IN_ALL_VERSIONS =
            Set.of("acceptableRecoveryLagLegacy", "acceptableRecoveryLag", "topologyDescriptionRequired");

    /** Fields that hold sentences; the others are ids, names and settings, in which quotes are rare. */
    private static final Set<String> PROSE = Set.of("errorMessage", "statusDetail");

    /** In the order in which Kafka writes them, 4.1 to 4.4. */
    private static final Fields REQUEST = new Fields(
            "groupId",
            "memberId",
            "memberEpoch",
            "endpointInformationEpoch",
            "instanceId",
            "rackId",
            "rebalanceTimeoutMs",
            "topology",
            "activeTasks",
            "standbyTasks",
            "warmupTasks",
            "processId",
            "userEndpoint",
            "clientTags",
            "taskOffsets",
            "taskEndOffsets",
            "shutdownApplication");

    /** acceptableRecoveryLag is in two places: 4.4 moved it behind taskOffsetIntervalMs. */
    private static final Fields RESPONSE = new Fields(
            "throttleTimeMs",
            "errorCode",
            "errorMessage",
            "memberId",
            "memberEpoch",
            "heartbeatIntervalMs",
            "acceptableRecoveryLagLegacy",
            "acceptableRecoveryLag",
            "taskOffsetIntervalMs",
            "acceptableRecoveryLag",
            "status",
            "activeTasks",
            "standbyTasks",
            "warmupTasks",
            "topologyDescriptionRequired",
            "endpointInformationEpoch",
            "partitionsByUserEndpoint");

    private static final Fields TOPOLOGY = new Fields("epoch", "subtopologies");
    private static final Fields SUBTOPOLOGY = new Fields(
            "subtopologyId",
            "sourceTopics",
            "sourceTopicRegex",
            "stateChangelogTopics",
            "repartitionSinkTopics",
            "repartitionSourceTopics",
            "copartitionGroups");
    private static final Fields TOPIC_INFO = new Fields("name", "partitions", "replicationFactor", "topicConfigs");
    private static final Fields KEY_VALUE = new Fields("key", "value");
    private static final Fields TASK_IDS = new Fields("subtopologyId", "partitions");
    private static final Fields TASK_OFFSET = new Fields("subtopologyId", "partition", "offset");
    private static final Fields ENDPOINT = new Fields("host", "port");
    private static final Fields STATUS = new Fields("statusCode", "statusDetail");
    private static final Fields TOPIC_PARTITION = new Fields("topic", "partitions");
    private static final Fields ENDPOINT_TO_PARTITIONS =
            new Fields("userEndpoint", "activePartitions", "standbyPartitions");

    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};

    /** Bounds the search for another end of a text, in bytes looked at for each byte of the message. */
    private static final int EFFORT = 24;

    private static final int MIN_EFFORT = 1 << 18;

    private byte[] b = NOTHING;
    private int at;
    private int end;
    /** Whether a structure must hold its schema's fields and no others. */
    private boolean known;

    /** Whether a name ends at its first quote, so that only {@link #PROSE} may hold some. */
    private boolean plainNames;

    private long effort;

    /** The texts of the reading under way: the end that was taken for each, and whose it is. */
    private int texts;

    private int[] textEnd = new int[64];
    private int[] textField = new int[64];
    private Fields[] textFields = new Fields[64];

    /** Where a text was seen to end because a field begins there, and which it is. */
    private int nextAt;

    private int nextField;

    /** The ends of the first texts are given, from a reading before that led nowhere. */
    private int given;

    /** The names of one structure's fields. */
    private static final class Fields {

        private final String[] names;
        private final byte[][] starts;
        private final boolean[] inAllVersions;
        private final boolean[] prose;

        Fields(String... names) {
            this.names = names;
            starts = new byte[names.length][];
            inAllVersions = new boolean[names.length];
            prose = new boolean[names.length];
            for (int i = 0; i < names.length; i++) {
                starts[i] = (names[i] + "=").getBytes(StandardCharsets.US_ASCII);
                inAllVersions[i] = !NOT_IN_ALL_VERSIONS.contains(names[i]);
                prose[i] = PROSE.contains(names[i]);
            }
        }
    }

    /**
     * Reads a request.
     *
     * @param from where the message begins, after its class's name and the parenthesis
     * @throws InvalidFieldException when it is none
     */
    IdentifiedRequest request(byte[] buffer, int from, int to) {
        return read(buffer, from, to, this::request);
    }

    /**
     * Reads a response.
     *
     * @param from where the message begins, after its class's name and the parenthesis
     * @param apiVersion decides which field has the acceptable recovery lag, and what 0 means
     * @throws InvalidFieldException when it is none
     */
    HeartbeatResponse response(byte[] buffer, int from, int to, int apiVersion) {
        return read(buffer, from, to, () -> response(apiVersion));
    }

    private <T> T read(byte[] buffer, int from, int to, Supplier<T> message) {
        b = buffer;
        end = to;
        effort = Math.max(MIN_EFFORT, (long) (to - from) * EFFORT);
        try {
            known = true;
            plainNames = true;
            return readAnyEnds(from, message);
        } catch (InvalidFieldException e) {
            return readLessSurely(from, message);
        } finally {
            b = NOTHING;
        }
    }

    private <T> T readLessSurely(int from, Supplier<T> message) {
        plainNames = false;
        try {
            return readAnyEnds(from, message);
        } catch (InvalidFieldException e) {
            known = false;
            return readAnyEnds(from, message);
        }
    }

    /** Reads with every end that each text may have, the last text's first. */
    private <T> T readAnyEnds(int from, Supplier<T> message) {
        InvalidFieldException first = null;
        given = 0;
        while (true) {
            at = from;
            texts = 0;
            nextAt = -1;
            try {
                return message.get();
            } catch (InvalidFieldException e) {
                effort -= at - from;
                first = first == null ? e : first;
            }
            if (!moveAnEnd()) {
                throw first;
            }
        }
    }

    /** Gives the last text that may end later its next end; false when there is none, or no more effort to spend. */
    private boolean moveAnEnd() {
        for (int i = texts - 1; i >= 0 && effort > 0; i--) {
            if (isPlain(textFields[i], textField[i])) {
                continue;
            }
            int terminator = b[textEnd[i]];
            int next = textEnd(textEnd[i] + 1, terminator, textFields[i], textField[i]);
            if (next >= 0) {
                textEnd[i] = next;
                given = i + 1;
                return true;
            }
        }
        return false;
    }

    private IdentifiedRequest request() {
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
        for (int f = field(REQUEST, 0); f >= 0; f = field(REQUEST, f + 1)) {
            String name = REQUEST.names[f];
            switch (name) {
                case "groupId" -> groupId = text(REQUEST, f);
                case "memberId" -> memberId = text(REQUEST, f);
                case "memberEpoch" -> memberEpoch = int32(name);
                case "instanceId" -> instanceId = text(REQUEST, f);
                case "rackId" -> rackId = text(REQUEST, f);
                case "topology" -> topology = isNull() ? null : topology();
                case "activeTasks" -> active = tasks();
                case "standbyTasks" -> standby = tasks();
                case "warmupTasks" -> warmup = tasks();
                case "processId" -> processId = text(REQUEST, f);
                case "userEndpoint" -> userEndpoint = isNull() ? null : endpoint();
                case "clientTags" -> clientTags = map(this::keyValue);
                case "taskOffsets" -> taskOffsets = map(this::offset);
                case "taskEndOffsets" -> taskEndOffsets = map(this::offset);
                case "shutdownApplication" -> shutdown = truth(name);
                default -> skipValue();
            }
        }
        if (memberEpoch == null) {
            throw HeartbeatJson.malformed("The request has no memberEpoch");
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

    private HeartbeatResponse response(int apiVersion) {
        Integer throttleTimeMs = null;
        int errorCode = 0;
        String errorMessage = null;
        String memberId = null;
        Integer memberEpoch = null;
        Integer heartbeatIntervalMs = null;
        Long legacyLag = null;
        Long lag = null;
        Integer taskOffsetIntervalMs = null;
        List<HeartbeatResponse.Status> statuses = null;
        List<TaskId> active = null;
        List<TaskId> standby = null;
        List<TaskId> warmup = null;
        Integer endpointInformationEpoch = null;
        List<EndpointPartitions> map = null;
        for (int f = field(RESPONSE, 0); f >= 0; f = field(RESPONSE, f + 1)) {
            String name = RESPONSE.names[f];
            switch (name) {
                case "throttleTimeMs" -> throttleTimeMs = int32(name);
                case "errorCode" ->
                    errorCode = HeartbeatJson.bounded(int64(name), name, Short.MIN_VALUE, Short.MAX_VALUE);
                case "errorMessage" -> errorMessage = text(RESPONSE, f);
                case "memberId" -> memberId = text(RESPONSE, f);
                case "memberEpoch" -> memberEpoch = int32(name);
                case "heartbeatIntervalMs" -> heartbeatIntervalMs = int32(name);
                case "acceptableRecoveryLagLegacy" -> legacyLag = int64(name);
                case "acceptableRecoveryLag" -> lag = int64(name);
                case "taskOffsetIntervalMs" -> taskOffsetIntervalMs = int32(name);
                case "status" -> statuses = list(this::status);
                case "activeTasks" -> active = tasks();
                case "standbyTasks" -> standby = tasks();
                case "warmupTasks" -> warmup = tasks();
                case "endpointInformationEpoch" -> endpointInformationEpoch = int32(name);
                case "partitionsByUserEndpoint" -> map = list(this::endpointPartitions);
                default -> skipValue();
            }
        }
        if (memberEpoch == null) {
            throw HeartbeatJson.malformed("The response has no memberEpoch");
        }
        // The text holds both fields of 4.4, whichever of them the version puts on the wire.
        Long told = apiVersion == 0 && legacyLag != null ? legacyLag : lag;
        boolean provided = told != null && (apiVersion == 0 ? told > 0 : told >= 0);
        return new HeartbeatResponse(
                throttleTimeMs,
                errorCode,
                errorMessage,
                memberId,
                memberEpoch,
                heartbeatIntervalMs,
                provided ? told : null,
                taskOffsetIntervalMs,
                statuses,
                active,
                standby,
                warmup,
                endpointInformationEpoch,
                map);
    }

    private HeartbeatRequest.Topology topology() {
        int epoch = 0;
        List<Subtopology> subtopologies = List.of();
        open();
        for (int f = field(TOPOLOGY, 0); f >= 0; f = field(TOPOLOGY, f + 1)) {
            switch (TOPOLOGY.names[f]) {
                case "epoch" -> epoch = int32("topology.epoch");
                default -> subtopologies = HeartbeatJson.known(list(this::subtopology));
            }
        }
        return new HeartbeatRequest.Topology(epoch, subtopologies);
    }

    private Subtopology subtopology() {
        String id = null;
        List<String> source = null;
        List<String> regex = null;
        List<String> repartitionSource = null;
        List<String> repartitionSink = null;
        List<String> changelog = null;
        for (int f = field(SUBTOPOLOGY, 0); f >= 0; f = field(SUBTOPOLOGY, f + 1)) {
            switch (SUBTOPOLOGY.names[f]) {
                case "subtopologyId" -> id = text(SUBTOPOLOGY, f);
                case "sourceTopics" -> source = names(SUBTOPOLOGY, f);
                case "sourceTopicRegex" -> regex = names(SUBTOPOLOGY, f);
                case "repartitionSinkTopics" -> repartitionSink = names(SUBTOPOLOGY, f);
                case "repartitionSourceTopics" -> repartitionSource = list(this::topicName);
                case "stateChangelogTopics" -> changelog = list(this::topicName);
                default -> skipValue();
            }
        }
        return new Subtopology(
                HeartbeatJson.required(id, "subtopologyId"),
                null,
                source,
                regex,
                repartitionSource,
                repartitionSink,
                changelog);
    }

    private String topicName() {
        String name = null;
        for (int f = field(TOPIC_INFO, 0); f >= 0; f = field(TOPIC_INFO, f + 1)) {
            switch (TOPIC_INFO.names[f]) {
                case "name" -> name = text(TOPIC_INFO, f);
                case "topicConfigs" -> list(this::keyValue);
                default -> skipValue();
            }
        }
        return HeartbeatJson.required(name, "name");
    }

    private Map.Entry<String, String> keyValue() {
        String key = null;
        String value = null;
        for (int f = field(KEY_VALUE, 0); f >= 0; f = field(KEY_VALUE, f + 1)) {
            if (f == 0) {
                key = text(KEY_VALUE, f);
            } else {
                value = text(KEY_VALUE, f);
            }
        }
        return Map.entry(HeartbeatJson.required(key, "key"), HeartbeatJson.required(value, "value"));
    }

    private Map.Entry<TaskId, Long> offset() {
        String id = null;
        int partition = 0;
        Long offset = null;
        for (int f = field(TASK_OFFSET, 0); f >= 0; f = field(TASK_OFFSET, f + 1)) {
            String name = TASK_OFFSET.names[f];
            switch (name) {
                case "subtopologyId" -> id = text(TASK_OFFSET, f);
                case "partition" -> partition = HeartbeatJson.bounded(int64(name), name, 0, Integer.MAX_VALUE);
                default -> offset = int64(name);
            }
        }
        return Map.entry(
                new TaskId(HeartbeatJson.required(id, "subtopologyId"), partition),
                HeartbeatJson.required(offset, "offset"));
    }

    private HeartbeatResponse.Status status() {
        Integer code = null;
        String detail = null;
        for (int f = field(STATUS, 0); f >= 0; f = field(STATUS, f + 1)) {
            if (f == 0) {
                code = HeartbeatJson.bounded(int64("statusCode"), "statusCode", Byte.MIN_VALUE, Byte.MAX_VALUE);
            } else {
                detail = text(STATUS, f);
            }
        }
        return new HeartbeatResponse.Status(HeartbeatJson.required(code, "statusCode"), detail);
    }

    private EndpointPartitions endpointPartitions() {
        Endpoint endpoint = null;
        List<TopicPartitions> active = null;
        List<TopicPartitions> standby = null;
        for (int f = field(ENDPOINT_TO_PARTITIONS, 0); f >= 0; f = field(ENDPOINT_TO_PARTITIONS, f + 1)) {
            switch (ENDPOINT_TO_PARTITIONS.names[f]) {
                case "userEndpoint" -> endpoint = endpoint();
                case "activePartitions" -> active = list(this::topicPartitions);
                default -> standby = list(this::topicPartitions);
            }
        }
        return new EndpointPartitions(HeartbeatJson.required(endpoint, "userEndpoint"), active, standby, List.of());
    }

    private TopicPartitions topicPartitions() {
        String topic = null;
        List<Integer> partitions = List.of();
        for (int f = field(TOPIC_PARTITION, 0); f >= 0; f = field(TOPIC_PARTITION, f + 1)) {
            if (f == 0) {
                topic = text(TOPIC_PARTITION, f);
            } else {
                partitions = partitions();
            }
        }
        return new TopicPartitions(HeartbeatJson.required(topic, "topic"), partitions);
    }

    private Endpoint endpoint() {
        String host = null;
        Integer port = null;
        open();
        for (int f = field(ENDPOINT, 0); f >= 0; f = field(ENDPOINT, f + 1)) {
            if (f == 0) {
                host = text(ENDPOINT, f);
            } else {
                port = HeartbeatJson.bounded(int64("port"), "port", 0, 65535);
            }
        }
        return new Endpoint(HeartbeatJson.required(host, "host"), HeartbeatJson.required(port, "port"));
    }

    private @Nullable List<TaskId> tasks() {
        if (isNull()) {
            return null;
        }
        List<TaskId> tasks = new ArrayList<>();
        expect('[');
        while (element(b[at - 1] == '[')) {
            open();
            String id = null;
            List<Integer> partitions = List.of();
            for (int f = field(TASK_IDS, 0); f >= 0; f = field(TASK_IDS, f + 1)) {
                if (f == 0) {
                    id = text(TASK_IDS, f);
                } else {
                    partitions = partitions();
                }
            }
            String subtopologyId = HeartbeatJson.required(id, "subtopologyId");
            for (int partition : partitions) {
                tasks.add(new TaskId(subtopologyId, partition));
            }
        }
        return tasks;
    }

    private List<Integer> partitions() {
        List<Integer> partitions = new ArrayList<>();
        expect('[');
        while (element(b[at - 1] == '[')) {
            partitions.add(HeartbeatJson.bounded(int64("partitions"), "partitions", 0, Integer.MAX_VALUE));
        }
        return partitions;
    }

    /** Reads a list of structures, each by its own method, which starts behind the opening parenthesis. */
    private <T> @Nullable List<T> list(Supplier<T> element) {
        if (isNull()) {
            return null;
        }
        List<T> list = new ArrayList<>();
        expect('[');
        while (element(b[at - 1] == '[')) {
            open();
            list.add(element.get());
        }
        return list;
    }

    private <K, V> @Nullable Map<K, V> map(Supplier<Map.Entry<K, V>> element) {
        List<Map.Entry<K, V>> entries = list(element);
        if (entries == null) {
            return null;
        }
        Map<K, V> map = new HashMap<>();
        entries.forEach(e -> map.put(e.getKey(), e.getValue()));
        return map;
    }

    /** Moves to a list's next element; false when the list ends here. */
    private boolean element(boolean first) {
        if (at < end && b[at] == ']') {
            at++;
            return false;
        }
        if (!first) {
            expect(',');
            expect(' ');
        }
        return true;
    }

    /** Moves over a structure's name and opening parenthesis. */
    private void open() {
        while (at < end && isNamePart(b[at])) {
            at++;
        }
        expect('(');
    }

    /**
     * Moves to the value of a structure's next field.
     *
     * @param from the first field that may come
     * @return which field it is, -1 when the structure ends here
     */
    private int field(Fields fields, int from) {
        boolean first = b[at - 1] == '(';
        while (true) {
            if (at < end && b[at] == ')') {
                if (from < fields.names.length) {
                    throw malformed("stands before " + fields.names[fields.names.length - 1]);
                }
                at++;
                return -1;
            }
            if (!first) {
                expect(',');
                expect(' ');
            }
            first = false;
            int field = at == nextAt ? nextField : fieldAt(fields, from, at);
            if (field >= 0) {
                at += fields.starts[field].length;
                return field;
            }
            int name = nameEnd(at);
            if (name < 0 || known || fieldAt(fields, 0, at) >= 0) {
                throw isCutName(at) ? truncated() : malformed("is no field that may stand there");
            }
            at = name + 1;
            skipValue();
        }
    }

    private int fieldAt(Fields fields, int from, int place) {
        for (int i = from; i < fields.starts.length; i++) {
            if (startsWith(fields.starts[i], place)) {
                return i;
            }
            if (known && fields.inAllVersions[i]) {
                return -1;
            }
        }
        return -1;
    }

    private boolean startsWith(byte[] wanted, int place) {
        return place + wanted.length <= end && Arrays.equals(b, place, place + wanted.length, wanted, 0, wanted.length);
    }

    /** Where the equals sign of a field stands whose name begins at a place; -1 when none does. */
    private int nameEnd(int place) {
        int p = place;
        while (p < end && isNamePart(b[p])) {
            p++;
        }
        return p > place && p < end && b[p] == '=' ? p : -1;
    }

    private boolean isCutName(int place) {
        int p = place;
        while (p < end && isNamePart(b[p])) {
            p++;
        }
        return p == end;
    }

    private @Nullable String text(Fields fields, int field) {
        if (isNull()) {
            return null;
        }
        expect('\'');
        return text(fields, field, '\'');
    }

    private @Nullable List<String> names(Fields fields, int field) {
        if (isNull()) {
            return null;
        }
        expect('[');
        String names = text(fields, field, ']');
        return names.isEmpty() ? List.of() : List.of(names.split(", ", -1));
    }

    /** Reads text up to its end, whose last character is the terminator. */
    private String text(Fields fields, int field, int terminator) {
        int start = at;
        int i = texts;
        if (i == textEnd.length) {
            textEnd = Arrays.copyOf(textEnd, i * 2);
            textField = Arrays.copyOf(textField, i * 2);
            textFields = Arrays.copyOf(textFields, i * 2);
        }
        if (i >= given) {
            int found = textEnd(start, terminator, fields, field);
            if (found < 0) {
                at = end;
                throw truncated();
            }
            textEnd[i] = found;
            textField[i] = field;
            textFields[i] = fields;
        }
        texts = i + 1;
        at = textEnd[i] + 1;
        return decoded(start, textEnd[i], fields.names[field]);
    }

    private boolean isPlain(Fields fields, int field) {
        return plainNames && !fields.prose[field];
    }

    private String decoded(int from, int to, String where) {
        String text = new String(b, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0
                && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), Arrays.copyOfRange(b, from, to))) {
            throw new InvalidFieldException(SkipReason.INVALID_UTF8, "The text is not valid UTF-8");
        }
        return HeartbeatJson.checked(text, where);
    }

    /** The first place from which the message may go on behind a text; -1 when there is none. */
    private int textEnd(int from, int terminator, Fields fields, int field) {
        boolean plain = isPlain(fields, field);
        for (int i = from; i < end; i++) {
            if (b[i] == terminator) {
                if (goesOn(i + 1, fields, field)) {
                    effort -= i - from;
                    return i;
                }
                if (plain && terminator == '\'') {
                    break;
                }
            }
        }
        effort -= end - from;
        return -1;
    }

    /** Whether the structure goes on with one of its later fields, or ends and something around it goes on. */
    private boolean goesOn(int place, Fields fields, int field) {
        if (place >= end) {
            return false;
        }
        if (b[place] == ')') {
            return field == fields.names.length - 1 && goesOnBehind(place + 1, fields);
        }
        if (!isSeparator(place)) {
            return false;
        }
        int next = fieldAt(fields, field + 1, place + 2);
        if (next >= 0) {
            nextAt = place + 2;
            nextField = next;
            return true;
        }
        return !known && nameEnd(place + 2) >= 0 && fieldAt(fields, 0, place + 2) < 0;
    }

    /** Whether a list goes on or ends behind its element, or a structure behind one in it. */
    private boolean goesOnBehind(int place, Fields fields) {
        if (place < end && (b[place] == ']' || b[place] == ')')) {
            return place + 1 < end && (b[place + 1] == ')' || isSeparator(place + 1));
        }
        if (!isSeparator(place)) {
            return false;
        }
        int p = place + 2;
        while (p < end && isNamePart(b[p])) {
            p++;
        }
        return p < end && (b[p] == '=' || (b[p] == '(' && startsWith(fields.starts[0], p + 1)));
    }

    private boolean isSeparator(int place) {
        return place + 1 < end && b[place] == ',' && b[place + 1] == ' ';
    }

    /** Moves over a value of whatever kind, however deeply nested. */
    private void skipValue() {
        int depth = 0;
        boolean mayQuote = true;
        while (at < end) {
            byte c = b[at];
            if (c == '\'' && mayQuote) {
                at = quoteEnd(at + 1) + 1;
                continue;
            }
            if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                if (depth == 0) {
                    return;
                }
                depth--;
            } else if (c == ',' && depth == 0) {
                return;
            }
            mayQuote = c == '=';
            at++;
        }
        throw truncated();
    }

    private int quoteEnd(int from) {
        for (int i = from; i < end; i++) {
            if (b[i] == '\''
                    && i + 1 < end
                    && (b[i + 1] == ')' || b[i + 1] == ']' || (isSeparator(i + 1) && nameEnd(i + 3) >= 0))) {
                return i;
            }
        }
        at = end;
        throw truncated();
    }

    private boolean isNull() {
        if (startsWith(NULL, at)) {
            at += NULL.length;
            return true;
        }
        if (at < end && end - at < NULL.length && Arrays.equals(b, at, end, NULL, 0, end - at)) {
            throw truncated();
        }
        return false;
    }

    private boolean truth(String where) {
        if (startsWith(TRUE, at)) {
            at += TRUE.length;
            return true;
        }
        if (startsWith(FALSE, at)) {
            at += FALSE.length;
            return false;
        }
        throw at + FALSE.length > end ? truncated() : malformed("is no truth value of " + where);
    }

    private int int32(String where) {
        return HeartbeatJson.bounded(int64(where), where, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private long int64(String where) {
        int p = at;
        boolean negative = p < end && b[p] == '-';
        if (negative) {
            p++;
        }
        int digits = p;
        long value = 0;
        while (p < end && b[p] >= '0' && b[p] <= '9') {
            int digit = b[p] - '0';
            // Counted downwards: there is one more negative number than positive ones.
            if (value < (Long.MIN_VALUE + digit) / 10) {
                throw tooLarge(where);
            }
            value = value * 10 - digit;
            p++;
        }
        if (p >= end) {
            throw truncated();
        }
        if (p == digits) {
            throw malformed("is no whole number of " + where);
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw tooLarge(where);
        }
        at = p;
        return negative ? value : -value;
    }

    private static InvalidFieldException tooLarge(String where) {
        return new InvalidFieldException(SkipReason.OUT_OF_RANGE, where + " is too large for 64 bits");
    }

    private void expect(char c) {
        if (at >= end) {
            throw truncated();
        }
        if (b[at] != c) {
            throw malformed("is not '" + c + "'");
        }
        at++;
    }

    private static boolean isNamePart(byte c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }

    private static InvalidFieldException truncated() {
        return new InvalidFieldException(SkipReason.TRUNCATED, "The line ends in the middle of the message");
    }

    private InvalidFieldException malformed(String what) {
        int to = Math.min(end, at + 20);
        return HeartbeatJson.malformed(
                "The message is malformed: '" + new String(b, at, to - at, StandardCharsets.UTF_8) + "' " + what);
    }
}
