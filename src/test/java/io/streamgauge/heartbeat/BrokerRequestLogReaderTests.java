package io.streamgauge.heartbeat;

import static io.streamgauge.group.States.tasks;
import static io.streamgauge.group.States.topic;
import static io.streamgauge.heartbeat.RequestLine.PREFIX;
import static io.streamgauge.heartbeat.RequestLine.REQUEST;
import static io.streamgauge.heartbeat.RequestLine.RESPONSE;
import static io.streamgauge.heartbeat.RequestLine.bad;
import static io.streamgauge.heartbeat.RequestLine.exchange;
import static io.streamgauge.heartbeat.RequestLine.json;
import static io.streamgauge.heartbeat.RequestLine.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.Recordings;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BrokerRequestLogReaderTests {

    private static final Instant AT = Instant.parse("2026-11-29T22:23:38.612Z");
    private static final String ESC = "\u001B";

    @Nested
    class Fields {

        @Test
        void readsEveryFieldThatAMemberSays() {
            HeartbeatExchange exchange = exchange(RequestLine.of("""
                            {"groupId":"orders-app","memberId":"M1","memberEpoch":0,"endpointInformationEpoch":-1,\
                            "instanceId":"i-1","rackId":"r-1","rebalanceTimeoutMs":300000,"topology":{"epoch":3,\
                            "subtopologies":[{"subtopologyId":"1","sourceTopics":["orders"],"sourceTopicRegex":["o.*"],\
                            "stateChangelogTopics":[{"name":"cl","partitions":0,"replicationFactor":-1,\
                            "topicConfigs":[{"key":"cleanup.policy","value":"compact"}]}],\
                            "repartitionSinkTopics":["sink"],"repartitionSourceTopics":[{"name":"rs","partitions":6,\
                            "replicationFactor":-1,"topicConfigs":[]}],"copartitionGroups":[]}]},\
                            "activeTasks":[{"subtopologyId":"1","partitions":[3,1]},{"subtopologyId":"0","partitions":[2]}],\
                            "standbyTasks":[{"subtopologyId":"1","partitions":[5]}],"warmupTasks":[],"processId":"p-1",\
                            "userEndpoint":{"host":"app","port":65535},"clientTags":[{"key":"zone","value":"eu-1a"}],\
                            "taskOffsets":[{"subtopologyId":"1","partition":3,"offset":4950}],\
                            "taskEndOffsets":[{"subtopologyId":"1","partition":3,"offset":9223372036854775807}],\
                            "shutdownApplication":true}""", RESPONSE));

            assertThat(exchange.at()).isEqualTo(AT);
            assertThat(exchange.groupId()).isEqualTo("orders-app");
            assertThat(exchange.memberId()).isEqualTo("M1");
            assertThat(exchange.clientId()).isEqualTo("client");
            assertThat(exchange.clientHost()).isEqualTo("10.0.0.7");
            assertThat(exchange.request())
                    .isEqualTo(new HeartbeatRequest(
                            0,
                            "i-1",
                            "r-1",
                            new HeartbeatRequest.Topology(
                                    3,
                                    List.of(new Subtopology(
                                            "1",
                                            null,
                                            List.of("orders"),
                                            List.of("o.*"),
                                            List.of("rs"),
                                            List.of("sink"),
                                            List.of("cl")))),
                            tasks("1_3", "1_1", "0_2"),
                            tasks("1_5"),
                            List.of(),
                            "p-1",
                            new Endpoint("app", 65_535),
                            Map.of("zone", "eu-1a"),
                            Map.of(new TaskId("1", 3), 4_950L),
                            Map.of(new TaskId("1", 3), 9_223_372_036_854_775_807L),
                            true));
        }

        @Test
        void readsEveryFieldThatTheCoordinatorAnswers() {
            HeartbeatExchange exchange = exchange(RequestLine.of(REQUEST, """
                            {"throttleTimeMs":7,"errorCode":0,"errorMessage":null,"memberId":"M1","memberEpoch":3,\
                            "heartbeatIntervalMs":5000,"acceptableRecoveryLag":10000,"taskOffsetIntervalMs":60000,\
                            "status":[{"statusCode":6,"statusDetail":"tags"}],"topologyDescriptionRequired":false,\
                            "activeTasks":[{"subtopologyId":"0","partitions":[0]}],"standbyTasks":[],\
                            "warmupTasks":[{"subtopologyId":"0","partitions":[2]}],"endpointInformationEpoch":9,\
                            "partitionsByUserEndpoint":[{"userEndpoint":{"host":"a","port":1},\
                            "activePartitions":[{"topic":"orders","partitions":[1,0]}],\
                            "standbyPartitions":[{"topic":"orders","partitions":[2]}]}]}"""));

            assertThat(exchange.response())
                    .isEqualTo(new HeartbeatResponse(
                            7,
                            0,
                            null,
                            "M1",
                            3,
                            5_000,
                            10_000L,
                            60_000,
                            List.of(new HeartbeatResponse.Status(6, "tags")),
                            tasks("0_0"),
                            List.of(),
                            tasks("0_2"),
                            9,
                            List.of(new EndpointPartitions(
                                    new Endpoint("a", 1),
                                    List.of(topic("orders", 0, 1)),
                                    List.of(topic("orders", 2)),
                                    List.of()))));
        }

        @Test
        void aNullFieldWasNotSentAndAnEmptyListIsOne() {
            HeartbeatExchange silent = exchange(RequestLine.of(REQUEST, RESPONSE));
            HeartbeatExchange empty = exchange(RequestLine.of(
                    REQUEST.replace("\"activeTasks\":null", "\"activeTasks\":[]")
                            .replace("\"clientTags\":null", "\"clientTags\":[]")
                            .replace("\"taskOffsets\":null", "\"taskOffsets\":[]"),
                    RESPONSE.replace("\"activeTasks\":null", "\"activeTasks\":[]")
                            .replace("\"partitionsByUserEndpoint\":null", "\"partitionsByUserEndpoint\":[]")));

            assertThat(silent.request())
                    .isEqualTo(new HeartbeatRequest(
                            2, null, null, null, null, null, null, null, null, null, null, null, false));
            assertThat(response(silent).active()).isNull();
            assertThat(response(silent).partitionsByUserEndpoint()).isNull();
            assertThat(response(silent).statuses()).isEmpty();
            assertThat(Objects.requireNonNull(empty.request()).active()).isEmpty();
            assertThat(empty.request().clientTags()).isEmpty();
            assertThat(empty.request().taskOffsets()).isEmpty();
            assertThat(response(empty).active()).isEmpty();
            assertThat(response(empty).partitionsByUserEndpoint()).isEmpty();
        }

        @Test
        void theDraftsAnswerIsReadAsItStands() {
            HeartbeatResponse response = response(exchange(RequestLine.of(0, REQUEST, """
                    {"throttleTimeMs":0,"errorCode":0,"errorMessage":null,"memberId":null,"memberEpoch":3,\
                    "heartbeatIntervalMs":5000,"acceptableRecoveryLag":100,"taskOffsetIntervalMs":60000,"status":null,\
                    "activeTasks":null,"standbyTasks":null,"warmupTasks":null,"partitionsByUserEndpoint":\
                    [{"userEndpoint":{"host":"a","port":1},"partitions":[{"topic":"orders","partitions":[0]}]}]}""")));

            assertThat(response.memberId()).isNull();
            assertThat(response.statuses()).isNull();
            assertThat(response.endpointInformationEpoch()).isNull();
            assertThat(response.acceptableRecoveryLag()).isEqualTo(100);
            assertThat(response.partitionsByUserEndpoint())
                    .containsExactly(
                            new EndpointPartitions(new Endpoint("a", 1), null, null, List.of(topic("orders", 0))));
        }

        @ParameterizedTest
        @CsvSource(nullValues = "null", textBlock = """
                        0, acceptableRecoveryLag,       0,          null
                        0, acceptableRecoveryLag,       100,        100
                        0, acceptableRecoveryLagLegacy, 0,          null
                        0, acceptableRecoveryLagLegacy, 250,        250
                        1, acceptableRecoveryLag,       -1,         null
                        1, acceptableRecoveryLag,       0,          0
                        1, acceptableRecoveryLag,       10000,      10000
                        1, acceptableRecoveryLag,       5000000000, 5000000000
                        """)
        void whetherARecoveryLagIsProvidedDependsOnTheVersion(
                int version, String field, long sent, @Nullable Long understood) {
            HeartbeatExchange exchange = exchange(RequestLine.of(
                    version,
                    REQUEST,
                    RESPONSE.replace("\"acceptableRecoveryLag\":10000", "\"" + field + "\":" + sent)));

            assertThat(response(exchange).acceptableRecoveryLag()).isEqualTo(understood);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "The member's topology epoch 0 is behind the group's topology epoch 1.",
                    "He said \"no\", it's C:\\temp, statusDetail='x'}],\"errorCode\":9",
                    "Following topics do not have the same number of partitions: [{clicks=4, users8=8}]",
                    "tab\tand umlaut ä and 𝄞"
                })
        void aDetailWithQuotesIsReadWholeAndTheFieldsAfterItStillParse(String detail) {
            String quoted = detail.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t");
            HeartbeatResponse response = response(exchange(RequestLine.of(
                    REQUEST,
                    RESPONSE.replace(
                                    "\"status\":[]",
                                    "\"status\":[{\"statusCode\":0,\"statusDetail\":\"" + quoted + "\"}]")
                            .replace(
                                    "\"warmupTasks\":null",
                                    "\"warmupTasks\":[{\"subtopologyId\":\"0\",\"partitions\":[1]}]"))));

            assertThat(response.statuses()).containsExactly(new HeartbeatResponse.Status(0, detail));
            assertThat(response.warmup()).isEqualTo(tasks("0_1"));
        }

        @Test
        void aStatusCodeOfALaterBrokerIsKept() {
            HeartbeatResponse response = response(
                    exchange(
                            RequestLine.of(
                                    REQUEST,
                                    RESPONSE.replace(
                                            "\"status\":[]",
                                            "\"status\":[{\"statusCode\":9,\"statusDetail\":null},{\"statusCode\":-128,\"statusDetail\":\"\"}]"))));

            assertThat(response.statuses())
                    .containsExactly(new HeartbeatResponse.Status(9, null), new HeartbeatResponse.Status(-128, ""));
        }

        @Test
        void anErrorAnswerIsReadWithTheIdentityOfItsRequest() {
            HeartbeatExchange exchange = exchange(RequestLine.of(REQUEST, """
                    {"throttleTimeMs":0,"errorCode":110,"errorMessage":"it's fenced","memberId":"","memberEpoch":0,\
                    "heartbeatIntervalMs":0,"acceptableRecoveryLag":-1,"taskOffsetIntervalMs":0,"status":[],\
                    "activeTasks":null,"standbyTasks":null,"warmupTasks":null,"endpointInformationEpoch":0,\
                    "partitionsByUserEndpoint":null}"""));

            assertThat(exchange.memberId()).isEqualTo("M1");
            assertThat(response(exchange).errorCode()).isEqualTo(110);
            assertThat(response(exchange).errorMessage()).isEqualTo("it's fenced");
        }

        @Test
        void aHeartbeatWithoutAResponseIsReadWithoutOne() {
            assertThat(exchange(RequestLine.of(REQUEST, "null")).response()).isNull();
            assertThat(exchange(RequestLine.of(REQUEST, "null").replace("\"response\":null,", ""))
                            .response())
                    .isNull();
        }

        @ParameterizedTest
        @CsvSource(nullValues = "null", textBlock = """
                        127.0.0.1:9092-10.1.2.3:51234-0-17,                         10.1.2.3
                        127.0.0.1:9092-10.1.2.3:51234-3,                            10.1.2.3
                        0:0:0:0:0:0:0:1:9092-fd00:0:0:0:0:0:12:34:51234-0-3,        fd00:0:0:0:0:0:12:34
                        fe80:0:0:0:1:2:3:4%eth0:9092-fe80:0:0:0:5:6:7:8%eth0:5-0-3, fe80:0:0:0:5:6:7:8%eth0
                        my-broker-1:9092-my-client-2:51234-0-3,                     my-client-2
                        nonsense,                                                   null
                        '',                                                         null
                        127.0.0.1:9092-,                                            null
                        broker:-client:51234,                                       null
                        """)
        void theMembersHostIsTheFarEndOfTheConnection(String connection, @Nullable String host) {
            HeartbeatExchange exchange =
                    exchange(RequestLine.of(REQUEST, RESPONSE).replace("10.0.0.1:9092-10.0.0.7:51234-0-3", connection));

            assertThat(exchange.clientHost()).isEqualTo(host);
        }

        @Test
        void aConnectionOrClientIdThatIsNullIsNotKnown() {
            HeartbeatExchange exchange = exchange(RequestLine.of(REQUEST, RESPONSE)
                    .replace("\"10.0.0.1:9092-10.0.0.7:51234-0-3\"", "null")
                    .replace("\"client\"", "null"));

            assertThat(exchange.clientHost()).isNull();
            assertThat(exchange.clientId()).isNull();
        }

        @ParameterizedTest
        @MethodSource("io.streamgauge.heartbeat.BrokerRequestLogReaderTests#heartbeatLines")
        void unknownFieldsAtEveryLevelArePassedOver(String line) {
            int start = line.indexOf("Completed request:") + "Completed request:".length();
            String withNews = line.substring(0, start)
                    + line.substring(start)
                            .replaceAll("\\{(?=\")", "{\"news\":{\"a\":[1,{\"b\":null}]},\"more\":[[]],");

            assertThat(withNews.length()).isGreaterThan(line.length() + 100);
            assertThat(read(withNews)).isEqualTo(read(line));
        }

        @ParameterizedTest
        @MethodSource("io.streamgauge.heartbeat.BrokerRequestLogReaderTests#heartbeatLines")
        void theRequestMayStandBeforeItsHeader(String line) {
            int header = line.indexOf("\"requestHeader\":");
            int request = line.indexOf("\"request\":");
            int connection = line.lastIndexOf(",\"connection\":");
            String moved = line.substring(0, header)
                    + line.substring(request, connection)
                    + ","
                    + line.substring(header, request - 1)
                    + line.substring(connection);

            assertThat(read(moved)).isEqualTo(read(line));
        }
    }

    @Nested
    class Prefixes {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "[2026-11-29 22:23:38,612] DEBUG ",
                    "2026-11-29 22:23:38.612 [data-plane-kafka-request-handler-3] DEBUG kafka.request.logger - ",
                    "2026-11-29T22:23:38.612Z DEBUG 1 --- [broker] [handler-3] kafka.request.logger : ",
                    "2026-11-29T23:23:38.612+01:00 DEBUG 1 --- [broker] [handler-3] kafka.request.logger : ",
                    "2026-11-29T17:23:38,612-0500 DEBUG ",
                    "2026-11-29 23:23:38,612 +0100 DEBUG ",
                    "<135>1 2026-11-29T22:23:38.612Z broker-1 kafka 1 - - ",
                    "2026-11-29T22:23:38.612000001Z stdout F [2026-11-29 22:23:38,611] DEBUG ",
                    "2026-11-29T22:23:38.612Z stdout F [2026-11-29 23:23:38,612] DEBUG ",
                    "kafka-0 | 2026-11-29 21:00:00 start [2026-11-29 22:23:38,612] DEBUG ",
                    "[2026-11-29 22:23:38,612] DEBUG  "
                })
        void theTimeIsFoundInAnyPrefix(String prefix) {
            assertThat(exchange(prefix + json(1, REQUEST, RESPONSE)).at()).isEqualTo(AT);
        }

        @Test
        void coloursAroundThePrefixAndTheTextDoNotMatter() {
            String line = ESC + "[2m2026-11-29T22:23:38.612Z" + ESC + "[0;39m " + ESC + "[32mDEBUG" + ESC + "[0;39m "
                    + ESC + "[36mkafka.request.logger" + ESC + "[0;39m : " + json(1, REQUEST, RESPONSE) + ESC + "[m";

            assertThat(exchange(line).at()).isEqualTo(AT);
        }

        @Test
        void aTimeWithoutAnOffsetIsOfTheReadersZone() {
            LineResult result = read(
                    new BrokerRequestLogReader(ZoneId.of("America/New_York"), null),
                    RequestLine.of(REQUEST, RESPONSE).getBytes(StandardCharsets.UTF_8));

            assertThat(((LineResult.Heartbeat) result).exchange().at())
                    .isEqualTo(Instant.parse("2026-11-30T03:23:38.612Z"));
        }

        @Test
        void aSpaceAfterTheMarkerDoesNotMatter() {
            assertThat(exchange(RequestLine.of(REQUEST, RESPONSE).replace("request:{", "request: {"))
                            .at())
                    .isEqualTo(AT);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "DEBUG ", "Nov 29 22:23:38 broker-1 kafka: ", "2026-13-45 22:23:38,612 "})
        void aHeartbeatWithoutADateAndATimeIsNotGuessed(String prefix) {
            assertThat(bad(prefix + json(1, REQUEST, RESPONSE)).reason()).isEqualTo(SkipReason.NO_TIMESTAMP);
        }

        @Test
        void aDateInTheRequestItselfIsNoTimestamp() {
            String request = REQUEST.replace("\"M1\"", "\"2026-11-29 22:23:38,612\"");

            assertThat(bad(json(1, request, RESPONSE)).reason()).isEqualTo(SkipReason.NO_TIMESTAMP);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                        message | @timestamp | "2026-11-29T22:23:38.612Z"
                        message | timestamp  | "2026-11-29 22:23:38,612"
                        log     | time       | "2026-11-29T22:23:38.612000999Z"
                        msg     | ts         | 1795991018.612
                        msg     | ts         | 1795991018612
                        msg     | ts         | 1795991018612.0
                        short_message | timestamp | 1795991018.612
                        msg     | time       | 1795991018612000
                        msg     | time       | 1795991018612000999
                        message | timeMillis | 1795991018612
                        message | instant    | {"epochSecond":1795991018,"nanoOfSecond":612000000,"news":[]}
                        message | instant    | "2026-11-29T22:23:38.612Z"
                        """)
        void aLineWrappedInJsonIsOpened(String textField, String timeField, String time) {
            String text = json(1, REQUEST, RESPONSE) + "\n";
            String first = "{\"" + timeField + "\":" + time + ",\"" + textField + "\":\"" + escaped(text)
                    + "\",\"level\":\"DEBUG\",\"mdc\":{\"a\":[1]}}";
            String last = "{\"level\":\"DEBUG\",\"" + textField + "\":\"" + escaped(text) + "\",\"" + timeField + "\":"
                    + time + "}";
            HeartbeatExchange plain = exchange(PREFIX + json(1, REQUEST, RESPONSE));

            assertThat(AT.getEpochSecond()).isEqualTo(1_795_991_018L);
            assertThat(exchange(first)).isEqualTo(plain);
            assertThat(exchange(last)).isEqualTo(plain);
            assertThat(exchange("2026-11-29T22:23:39Z stdout F " + first)).isEqualTo(plain);
        }

        @Test
        void aWrappedLineWithoutATimeOfItsOwnHasTheTextsTime() {
            String line = "{\"message\":\"" + escaped(RequestLine.of(REQUEST, RESPONSE)) + "\"}";

            assertThat(exchange(line).at()).isEqualTo(AT);
        }

        @Test
        void aWrappedDetailWithQuotesIsUnwrappedTwice() {
            String response = RESPONSE.replace(
                    "\"status\":[]", "\"status\":[{\"statusCode\":1,\"statusDetail\":\"it's \\\"nada\\\"\"}]");
            String line = "{\"message\":\"" + escaped(RequestLine.of(REQUEST, response)) + "\"}";

            assertThat(response(exchange(line)).statuses())
                    .containsExactly(new HeartbeatResponse.Status(1, "it's \"nada\""));
        }

        @Test
        void aWrappedLineWithoutAnyTimeIsNotGuessed() {
            String line = "{\"message\":\"" + escaped(json(1, REQUEST, RESPONSE)) + "\",\"time\":null,\"ts\":[1]}";

            assertThat(bad(line).reason()).isEqualTo(SkipReason.NO_TIMESTAMP);
            assertThat(bad(line).message()).contains("@timestamp, timestamp, time, ts, timeMillis or instant");
        }

        @Test
        void aWrappedTimeWithoutADateIsToldWhatToGive() {
            String line = "{\"time\":\"22:23:38,612\",\"message\":\"" + escaped(json(1, REQUEST, RESPONSE)) + "\"}";

            assertThat(bad(line).reason()).isEqualTo(SkipReason.NO_TIMESTAMP);
            assertThat(bad(line).message()).contains("date=");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "1e300",
                    "-1e300",
                    "-1",
                    "1e14",
                    "{\"epochSecond\":9223372036854775807}",
                    "{\"epochSecond\":-1}"
                })
        void aWrappedTimeBeyondAllMeasureIsNone(String time) {
            String line = "{\"instant\":" + time + ",\"message\":\"" + escaped(json(1, REQUEST, RESPONSE)) + "\"}";

            assertThat(bad(line).reason()).isEqualTo(SkipReason.NO_TIMESTAMP);
        }

        @Test
        void aWrappedTimeOfMoreThan64BitsIsBad() {
            String line = "{\"ts\":99999999999999999999,\"message\":\"" + escaped(json(1, REQUEST, RESPONSE)) + "\"}";

            assertThat(bad(line).reason()).isEqualTo(SkipReason.MALFORMED);
        }

        @Test
        void aWrappedLineThatIsCutIsBad() {
            String line = "{\"message\":\"" + escaped(RequestLine.of(REQUEST, RESPONSE)) + "\",\"level\":\"DEBUG\"}";
            int opened = line.indexOf("Completed request:{") + "Completed request:{\\".length();
            for (int end = opened; end < line.length(); end++) {
                assertThat(bad(line.substring(0, end)).reason()).isEqualTo(SkipReason.MALFORMED);
            }
        }

        private static String escaped(String text) {
            return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        }
    }

    @Nested
    class OtherLines {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    " ",
                    "[2026-11-29 22:23:38,612] INFO [GroupCoordinator id=1] Startup complete. (kafka.coordinator)",
                    "\tat org.apache.kafka.Foo.bar(Foo.java:1)",
                    "Completed request",
                    "{\"at\":\"2026-11-29T22:23:38Z\",\"groupId\":\"g\"}"
                })
        void aLineOfAnotherKindIsForeignAndHasNoTime(String line) {
            assertThat(read(line)).isEqualTo(new LineResult.Other(SkipReason.FOREIGN, null));
        }

        @Test
        void aRequestOfAnotherApiIsPassedOverButShowsThatTimeWentOn() {
            String line = PREFIX + "Completed request:{\"isForwarded\":false,\"requestHeader\":{\"requestApiKey\":63,"
                    + "\"requestApiVersion\":2,\"correlationId\":17},\"request\":{\"memberEpoch\":[]},\"response\":{}}";

            assertThat(read(line)).isEqualTo(new LineResult.Other(SkipReason.OTHER_API, AT));
        }

        @Test
        void aConsumerGroupHeartbeatIsNoStreamsGroupHeartbeat() {
            String line = RequestLine.of(REQUEST, RESPONSE)
                    .replace("\"requestApiKey\":88", "\"requestApiKey\":68")
                    .replace("STREAMS_GROUP", "CONSUMER_GROUP");

            assertThat(read(line)).isEqualTo(new LineResult.Other(SkipReason.OTHER_API, AT));
        }
    }

    @Nested
    class BadLines {

        @ParameterizedTest
        @MethodSource("io.streamgauge.heartbeat.BrokerRequestLogReaderTests#heartbeatLines")
        void everyBeginningOfALineIsBadOrForeign(String line) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            int marker = line.indexOf("Completed request:") + "Completed request:".length();
            int end = line.lastIndexOf('}');
            for (int length = 0; length <= end; length++) {
                LineResult result = read(Arrays.copyOf(bytes, length));
                if (length < marker) {
                    assertThat(result).isEqualTo(new LineResult.Other(SkipReason.FOREIGN, null));
                } else if (length == marker) {
                    assertThat(result).isInstanceOf(LineResult.Bad.class);
                } else {
                    assertThat(result)
                            .as("cut after %d of %d bytes", length, bytes.length)
                            .extracting(r -> ((LineResult.Bad) r).reason())
                            .isEqualTo(SkipReason.TRUNCATED);
                }
            }
            assertThat(read(Arrays.copyOf(bytes, end + 1))).isInstanceOf(LineResult.Heartbeat.class);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                        "memberEpoch":2                 | "memberEpoch":1099511627776
                        "memberEpoch":2                 | "memberEpoch":-2147483649
                        "memberEpoch":2                 | "memberEpoch":99999999999999999999
                        "userEndpoint":null             | "userEndpoint":{"host":"a","port":70000}
                        "userEndpoint":null             | "userEndpoint":{"host":"a","port":-1}
                        "activeTasks":null              | "activeTasks":[{"subtopologyId":"0","partitions":[-1]}]
                        "activeTasks":null              | "activeTasks":[{"subtopologyId":"0","partitions":[2147483648]}]
                        "taskOffsets":null              | "taskOffsets":[{"subtopologyId":"0","partition":-1,"offset":1}]
                        "taskOffsets":null              | "taskOffsets":[{"subtopologyId":"0","partition":0,"offset":9223372036854775808}]
                        "status":[]                     | "status":[{"statusCode":300,"statusDetail":""}]
                        "status":[]                     | "status":[{"statusCode":-129,"statusDetail":""}]
                        "errorCode":0                   | "errorCode":32768
                        "heartbeatIntervalMs":5000      | "heartbeatIntervalMs":5000000000
                        "acceptableRecoveryLag":10000   | "acceptableRecoveryLag":9223372036854775808
                        "partitionsByUserEndpoint":null | "partitionsByUserEndpoint":[{"userEndpoint":{"host":"a","port":65536},"activePartitions":[],"standbyPartitions":[]}]
                        "partitionsByUserEndpoint":null | "partitionsByUserEndpoint":[{"userEndpoint":{"host":"a","port":1},"activePartitions":[{"topic":"t","partitions":[-5]}],"standbyPartitions":[]}]
                        "requestApiKey":88              | "requestApiKey":4294967384
                        "clientId":"client"             | "clientId":"a\\u0000b"
                        """)
        void aNumberThatItsFieldCannotHoldIsNotCutToFit(String good, String outOfRange) {
            String line = RequestLine.of(REQUEST, RESPONSE);
            assertThat(line).contains(good);

            assertThat(bad(line.replace(good, outOfRange)).reason()).isEqualTo(SkipReason.OUT_OF_RANGE);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                        "memberEpoch":2                 | "memberEpoch":2.5
                        "memberEpoch":2                 | "memberEpoch":"2"
                        "memberEpoch":2                 | "memberEpoch":null
                        "memberEpoch":2,                | ""
                        "memberId":"M1"                 | "memberId":7
                        "memberId":"M1"                 | "memberId":null
                        "groupId":"g",                  | ""
                        "groupId":"g"                   | "groupId":null
                        "activeTasks":null              | "activeTasks":{}
                        "activeTasks":null              | "activeTasks":[null]
                        "activeTasks":null              | "activeTasks":[[]]
                        "activeTasks":null              | "activeTasks":[{"partitions":[1]}]
                        "activeTasks":null              | "activeTasks":[{"subtopologyId":"0","partitions":null}]
                        "activeTasks":null              | "activeTasks":[{"subtopologyId":"0","partitions":["1"]}]
                        "userEndpoint":null             | "userEndpoint":{"host":"a"}
                        "userEndpoint":null             | "userEndpoint":"a:1"
                        "clientTags":null               | "clientTags":[{"key":"a"}]
                        "clientTags":null               | "clientTags":{"zone":"a"}
                        "taskOffsets":null              | "taskOffsets":[{"subtopologyId":"0","partition":0}]
                        "topology":null                 | "topology":[]
                        "topology":null                 | "topology":{"epoch":0,"subtopologies":[{"sourceTopics":[]}]}
                        "topology":null                 | "topology":{"epoch":0,"subtopologies":[{"subtopologyId":"0","sourceTopics":[null]}]}
                        "shutdownApplication":false     | "shutdownApplication":[1]
                        "shutdownApplication":false     | "shutdownApplication":{"memberEpoch":7}
                        "shutdownApplication":false     | "shutdownApplication":"no"
                        "status":[]                     | "status":[{"statusDetail":"x"}]
                        "requestHeader":{"requestApiKey":88,"requestApiVersion":1, | "requestHeader":[7],"x":{
                        "requestHeader":{"requestApiKey":88,"requestApiVersion":1, | "requestHeader":"x","x":{
                        "requestHeader":{"requestApiKey":88,"requestApiVersion":1, | "requestHeader":null,"x":{
                        "requestApiKey":88,             | ""
                        "requestHeader":                | "header":
                        "connection":                   | "connection":7,"x":
                        "errorCode":0,                  | "errorCode":0,,
                        "errorCode":0                   | errorCode:0
                        "errorCode":0                   | "errorCode":00
                        "errorCode":0                   | "errorCode":NaN
                        """)
        void aFieldOfTheWrongKindIsBadAndNotGuessed(String good, String wrong) {
            String line = RequestLine.of(REQUEST, RESPONSE);
            assertThat(line).contains(good);

            assertThat(bad(line.replace(good, wrong.equals("\"\"") ? "" : wrong))
                            .reason())
                    .isEqualTo(SkipReason.MALFORMED);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "Completed request:",
                    "Completed request:  ",
                    "Completed request:RequestHeader(apiKey=STREAMS_GROUP_HEARTBEAT)",
                    "Completed request:[]",
                    "Completed request:{}",
                    "Completed request:{\"request\":{}}",
                    "Completed request:}"
                })
        void whatFollowsTheMarkerMustBeARequest(String text) {
            assertThat(bad(PREFIX + text).reason()).isEqualTo(SkipReason.MALFORMED);
        }

        @Test
        void bytesThatAreNotUtf8AreNotReplaced() {
            byte[] line = RequestLine.of(REQUEST, RESPONSE).getBytes(StandardCharsets.UTF_8);
            int at = new String(line, StandardCharsets.ISO_8859_1).indexOf("\"M1\"") + 1;
            for (byte[] wrong :
                    new byte[][] {{(byte) 0xFF, (byte) 0xFE}, {(byte) 0xC3, '('}, {(byte) 0xE2, (byte) 0x28}}) {
                byte[] broken = line.clone();
                System.arraycopy(wrong, 0, broken, at, wrong.length);

                assertThat(bad(broken).reason()).isEqualTo(SkipReason.INVALID_UTF8);
            }
        }

        @Test
        void aRawNulInATextIsBad() {
            byte[] line = RequestLine.of(REQUEST, RESPONSE).getBytes(StandardCharsets.UTF_8);
            line[new String(line, StandardCharsets.ISO_8859_1).indexOf("\"M1\"") + 1] = 0;

            assertThat(bad(line).reason()).isEqualTo(SkipReason.MALFORMED);
        }

        @ParameterizedTest
        @ValueSource(strings = {"{\0", "\0{", "{\0\0\0", "\uFEFF{"})
        void whatLooksLikeAnotherEncodingIsBad(String beginning) {
            String line = RequestLine.of(REQUEST, RESPONSE).replace("request:{", "request:" + beginning);

            assertThat(bad(line).reason()).isIn(SkipReason.MALFORMED, SkipReason.TRUNCATED, SkipReason.INVALID_UTF8);
        }

        @ParameterizedTest
        @ValueSource(strings = {"[", "{\"a\":"})
        void nestingTenThousandDeepIsBadAndEndsNothing(String open) {
            String deep = open.repeat(10_000);
            String line = RequestLine.of(REQUEST.replace("\"topology\":null", "\"news\":" + deep), RESPONSE);

            assertThat(bad(line).reason()).isEqualTo(SkipReason.MALFORMED);
            assertThat(bad(PREFIX + "Completed request:" + deep.replace("[", "{\"a\":"))
                            .reason())
                    .isEqualTo(SkipReason.MALFORMED);
        }

        @Test
        void aNumberOfTenThousandDigitsIsBad() {
            String line = RequestLine.of(
                    REQUEST.replace("\"memberEpoch\":2", "\"memberEpoch\":" + "9".repeat(10_000)), RESPONSE);

            assertThat(bad(line).reason()).isIn(SkipReason.MALFORMED, SkipReason.OUT_OF_RANGE);
        }

        @Test
        void aTextLongerThanKafkaAllowsIsBad() {
            String line = RequestLine.of(REQUEST.replace("\"M1\"", "\"" + "x".repeat(32_768) + "\""), RESPONSE);

            assertThat(bad(line).reason()).isEqualTo(SkipReason.OUT_OF_RANGE);
        }

        @Test
        void theReasonIsASentenceWithoutTheLine() {
            assertThat(bad(RequestLine.of(
                                    REQUEST.replace(
                                            "\"userEndpoint\":null",
                                            "\"userEndpoint\":{\"host\":\"a\",\"port\":70000}"),
                                    RESPONSE))
                            .message())
                    .isEqualTo("port is 70000; it is between 0 and 65535");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "broker-request-4.2.2-ledger.log, 189",
        "broker-request-4.4.0-edge-cases.log, 34",
        "broker-request-4.4.0-orders.log, 468",
        "broker-request-4.4.0-statuses.log, 209"
    })
    void everyLineOfARealRecordingIsReadAndEveryHeartbeatFound(String recording, int heartbeats) {
        Map<String, Integer> found = new HashMap<>();
        for (String line : Recordings.lines(recording)) {
            LineResult result = read(line);
            assertThat(result).as(line).isNotInstanceOf(LineResult.Bad.class);
            found.merge(
                    result instanceof LineResult.Heartbeat
                            ? "heartbeat"
                            : ((LineResult.Other) result).reason().key(),
                    1,
                    Integer::sum);
        }

        assertThat(found.get("heartbeat")).isEqualTo(heartbeats);
        assertThat(Recordings.lines(recording).stream().filter(l -> l.contains("\"requestApiKey\":88,")))
                .hasSize(heartbeats);
        assertThat(found.get("other-api")).isPositive();
    }

    static List<String> heartbeatLines() {
        List<String> lines = Recordings.lines("broker-request-4.4.0-edge-cases.log");
        return List.of(lines.get(9), lines.get(11), lines.get(19), lines.get(31), lines.get(36), lines.get(39));
    }

    private static HeartbeatResponse response(HeartbeatExchange exchange) {
        return Objects.requireNonNull(exchange.response());
    }
}
