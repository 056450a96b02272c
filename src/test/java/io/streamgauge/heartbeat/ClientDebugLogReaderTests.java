package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.Recordings;
import io.streamgauge.group.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientDebugLogReaderTests {

    private static final String REQUEST =
            "StreamsGroupHeartbeatRequestData(groupId='orders-app', memberId='M1', memberEpoch=3, endpointInformationEpoch=4,"
                    + " instanceId=null, rackId=null, rebalanceTimeoutMs=-1, topology=null, activeTasks=null,"
                    + " standbyTasks=null, warmupTasks=null, processId=null, userEndpoint=null, clientTags=null,"
                    + " taskOffsets=null, taskEndOffsets=null, shutdownApplication=false)";

    private static final String RESPONSE =
            "StreamsGroupHeartbeatResponseData(throttleTimeMs=0, errorCode=0, errorMessage=null, memberId='M1',"
                    + " memberEpoch=3, heartbeatIntervalMs=2000, acceptableRecoveryLagLegacy=0, taskOffsetIntervalMs=60000,"
                    + " acceptableRecoveryLag=10000, status=[], activeTasks=[TaskIds(subtopologyId='0', partitions=[1, 2])],"
                    + " standbyTasks=null, warmupTasks=null, topologyDescriptionRequired=false, endpointInformationEpoch=4,"
                    + " partitionsByUserEndpoint=null)";

    private final ClientDebugLogReader reader = new ClientDebugLogReader(ZoneOffset.UTC, null);

    private static String sending(String time, int correlationId, String request) {
        return line(
                time,
                "Sending STREAMS_GROUP_HEARTBEAT request with header " + header(correlationId)
                        + " and timeout 30000 to node +1: " + request);
    }

    private static String received(String time, int correlationId, String response) {
        return line(
                time,
                "Received STREAMS_GROUP_HEARTBEAT response from node +1 for request with header "
                        + header(correlationId) + ": " + response);
    }

    private static String header(int correlationId) {
        return "RequestHeader(apiKey=STREAMS_GROUP_HEARTBEAT, apiVersion=1, clientId=c-1, correlationId="
                + correlationId + ", headerVersion=2)";
    }

    private static String line(String time, String text) {
        return "[2026-11-29 " + time + ",000] DEBUG [Consumer clientId=c-1, groupId=orders-app] " + text
                + " (org.apache.kafka.clients.NetworkClient)";
    }

    private LineResult read(String line) {
        return RequestLine.read(reader, line.getBytes(StandardCharsets.UTF_8));
    }

    private HeartbeatExchange exchange(String line) {
        LineResult result = read(line);
        assertThat(result).as(line).isInstanceOf(LineResult.Heartbeat.class);
        return ((LineResult.Heartbeat) result).exchange();
    }

    private LineResult.Bad bad(String line) {
        LineResult result = read(line);
        assertThat(result).as(line).isInstanceOf(LineResult.Bad.class);
        return (LineResult.Bad) result;
    }

    private static HeartbeatResponse response(HeartbeatExchange exchange) {
        return Objects.requireNonNull(exchange.response());
    }

    private static Instant at(String time) {
        return Instant.parse("2026-11-29T" + time + "Z");
    }

    private static String withStatus(String detail) {
        return RESPONSE.replace("status=[]", "status=[Status(statusCode=0, statusDetail='" + detail + "')]");
    }

    @Nested
    class Pairs {

        @Test
        void aRequestAndItsResponseAreOneExchangeAtTheInstantOfTheResponse() {
            assertThat(read(sending("10:00:00", 7, REQUEST))).isEqualTo(new LineResult.Waiting(at("10:00:00")));

            HeartbeatExchange exchange = exchange(received("10:00:01", 7, RESPONSE));

            assertThat(exchange.at()).isEqualTo(at("10:00:01"));
            assertThat(exchange.groupId()).isEqualTo("orders-app");
            assertThat(exchange.memberId()).isEqualTo("M1");
            assertThat(exchange.clientId()).isEqualTo("c-1");
            assertThat(exchange.clientHost()).isNull();
            assertThat(Objects.requireNonNull(exchange.request()).memberEpoch()).isEqualTo(3);
            assertThat(response(exchange).active()).containsExactly(new TaskId("0", 1), new TaskId("0", 2));
            assertThat(reader.finish()).isEmpty();
        }

        @Test
        void theSameCorrelationIdOfAnotherClientIsAnotherRequest() {
            read(sending("10:00:00", 7, REQUEST.replace("M1", "M2")).replace("clientId=c-1", "clientId=c-2"));
            read(sending("10:00:00", 7, REQUEST));

            assertThat(exchange(received("10:00:01", 7, RESPONSE)).request()).isNotNull();
            assertThat(reader.finish()).extracting(HeartbeatExchange::memberId).containsExactly("M2");
        }

        @Test
        void aRequestWithoutResponseIsTakenAloneAtItsOwnInstantWhenTheLogEnds() {
            read(sending("10:00:00", 7, REQUEST));
            List<HeartbeatExchange> rest = reader.finish();

            assertThat(rest).hasSize(1);
            assertThat(rest.get(0).at()).isEqualTo(at("10:00:00"));
            assertThat(rest.get(0).response()).isNull();
            assertThat(reader.finish()).isEmpty();
        }

        @Test
        void theNextRequestOfAMemberShowsThatTheOneBeforeStaysUnanswered() {
            read(sending("10:00:00", 7, REQUEST));
            HeartbeatExchange unanswered = exchange(sending("10:00:05", 8, REQUEST.replace("Epoch=3", "Epoch=4")));

            assertThat(unanswered.at()).isEqualTo(at("10:00:00"));
            assertThat(Objects.requireNonNull(unanswered.request()).memberEpoch())
                    .isEqualTo(3);
            assertThat(unanswered.response()).isNull();
            assertThat(exchange(received("10:00:06", 8, RESPONSE)).request()).isNotNull();
        }

        @Test
        void aRequestIsLetGoWhenItsClientNoLongerWaitsForIt() {
            read(sending("10:00:00", 7, REQUEST));
            assertThat(read(sending("10:00:29", 8, REQUEST.replace("M1", "M2"))))
                    .isInstanceOf(LineResult.Waiting.class);
            assertThat(exchange(sending("10:00:30", 9, REQUEST.replace("M1", "M3")))
                            .memberId())
                    .isEqualTo("M1");
        }

        @Test
        void neverMoreRequestsWaitThanTheBound() {
            int unanswered = 0;
            for (int i = 0; i < ClientDebugLogReader.MAX_WAITING + 50; i++) {
                LineResult result = read(sending("10:00:00", i, REQUEST.replace("M1", "N" + i)));
                if (result instanceof LineResult.Heartbeat heartbeat) {
                    assertThat(heartbeat.exchange().memberId()).isEqualTo("N" + unanswered++);
                }
            }
            assertThat(unanswered).isEqualTo(50);
            assertThat(reader.finish()).hasSize(ClientDebugLogReader.MAX_WAITING);
        }

        @Test
        void aResponseWithoutItsRequestIsTakenAloneWhenThePrefixNamesTheGroup() {
            HeartbeatExchange exchange = exchange(received("10:00:01", 7, RESPONSE));
            assertThat(exchange.groupId()).isEqualTo("orders-app");
            assertThat(exchange.memberId()).isEqualTo("M1");
            assertThat(exchange.request()).isNull();
        }

        @Test
        void aResponseWithoutRequestAndGroupIsRefused() {
            assertThat(bad(received("10:00:01", 7, RESPONSE)
                                    .replace("[Consumer clientId=c-1, groupId=orders-app] ", ""))
                            .message())
                    .contains("no prefix names its group");
        }

        @Test
        void anErrorWithoutRequestIsRefusedBecauseItNamesNobody() {
            assertThat(bad(received("10:00:01", 7, RESPONSE.replace("memberId='M1'", "memberId=''")))
                            .message())
                    .contains("names no member");
        }
    }

    @Nested
    class Texts {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "The member's topology epoch 0 is behind the group's topology epoch 1.",
                    "it's odd', statusCode=5",
                    "a', statusDetail='b",
                    "quoted 'x') and ')], and (a='b')",
                    "'",
                    "''",
                    "ends with it'",
                    "],",
                    "', activeTasks=[]",
                    "é 日本's 😀"
                })
        void theWholeTextIsReadWhateverQuotesItHolds(String detail) {
            HeartbeatResponse response = response(exchange(received("10:00:01", 7, withStatus(detail))));
            assertThat(response.statuses()).containsExactly(new HeartbeatResponse.Status(0, detail));
            assertThat(response.active()).hasSize(2);
            assertThat(response.endpointInformationEpoch()).isEqualTo(4);
        }

        @ParameterizedTest
        @ValueSource(strings = {"it's', memberId='x', memberEpoch=7", "a', memberEpoch=1, b", "can't', status=[]"})
        void anErrorMessageMayLookLikeTheFieldsAfterIt(String message) {
            HeartbeatResponse response = response(exchange(
                    received("10:00:01", 7, RESPONSE.replace("errorMessage=null", "errorMessage='" + message + "'"))));
            assertThat(response.errorMessage()).isEqualTo(message);
            assertThat(response.memberEpoch()).isEqualTo(3);
        }

        @Test
        void severalTextsWithQuotesAreEachReadWhole() {
            String two = "it's', statusCode=1'), Status(statusCode=5, statusDetail='the group's', statusDetail='";
            HeartbeatResponse response = response(exchange(received("10:00:01", 7, withStatus(two))));
            assertThat(response.statuses())
                    .containsExactly(
                            new HeartbeatResponse.Status(0, "it's', statusCode=1"),
                            new HeartbeatResponse.Status(5, "the group's', statusDetail='"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "newField=7",
                    "newField='it's new'",
                    "newField=[A(b=[1, 2], c='d, e')]",
                    "newField=null, other=AAAAAAAAAAAAAAAAAAAAAA",
                    "newField=A(b=B(c='x)'), d=[])"
                })
        void fieldsOfLaterVersionsArePassedOver(String field) {
            String more = withStatus("it's")
                    .replace("status=[", field + ", status=[")
                    .replace("')], active", "', severity='it's low', code=[1, 2])], active")
                    .replace("partitionsByUserEndpoint=null", "partitionsByUserEndpoint=null, " + field);
            HeartbeatResponse response = response(exchange(received("10:00:01", 7, more)));
            assertThat(response.statuses()).containsExactly(new HeartbeatResponse.Status(0, "it's"));
            assertThat(response.active()).hasSize(2);
            assertThat(response.acceptableRecoveryLag()).isEqualTo(10_000);
        }

        @Test
        void theOldAcceptableRecoveryLagCountsInVersionZero() {
            String v0 = received("10:00:01", 7, RESPONSE).replace("apiVersion=1", "apiVersion=0");
            assertThat(response(exchange(v0)).acceptableRecoveryLag()).isNull();
            assertThat(response(exchange(v0.replace("Legacy=0", "Legacy=100"))).acceptableRecoveryLag())
                    .isEqualTo(100);
            String kafka41 = v0.replace("acceptableRecoveryLagLegacy=0", "acceptableRecoveryLag=100")
                    .replace(" acceptableRecoveryLag=10000,", "")
                    .replace(" topologyDescriptionRequired=false,", "");
            assertThat(response(exchange(kafka41)).acceptableRecoveryLag()).isEqualTo(100);
        }

        @Test
        void aClientIdMayHoldAnything() {
            String odd = "a, correlationId=x, (b) é";
            read(sending("10:00:00", 7, REQUEST).replace("clientId=c-1", "clientId=" + odd));
            HeartbeatExchange exchange =
                    exchange(received("10:00:01", 7, RESPONSE).replace("clientId=c-1", "clientId=" + odd));
            assertThat(exchange.clientId()).isEqualTo(odd);
            assertThat(exchange.request()).isNotNull();
        }
    }

    @Nested
    class Lines {

        @Test
        void aRequestThatWasNotSentIsForeign() {
            assertThat(read(
                            "[2026-11-29 10:00:00,000] DEBUG [Consumer clientId=c-1, groupId=orders-app] Sending UnsentRequest{"
                                    + "requestBuilder=" + REQUEST + ", handler=…, node=Optional.empty}"))
                    .isInstanceOf(LineResult.Other.class);
            assertThat(read(line(
                            "10:00:00", "Cancelled in-flight STREAMS_GROUP_HEARTBEAT request with correlation id 7")))
                    .isInstanceOf(LineResult.Other.class);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "2026-11-29T10:00:00.000Z DEBUG 1 --- [app] [consumer-1] o.a.kafka.clients.NetworkClient : ",
                    "\u001B[2m2026-11-29T10:00:00.000Z\u001B[0;39m \u001B[32mDEBUG\u001B[0;39m \u001B[36mo.a.k.c.NetworkClient\u001B[0;39m : ",
                    "Nov 29 10:00:00 host app[7]: ",
                    "10:00:00,000 DEBUG ",
                    "10:00:00.000 [StreamThread-1] DEBUG o.a.k.clients.NetworkClient -- ",
                    "2026-11-29T10:00:00.000000000Z stderr F [10:00:00] "
                })
        void whateverPrefixALineHasItsTimeIsFound(String prefix) {
            ClientDebugLogReader dated = new ClientDebugLogReader(ZoneOffset.UTC, LocalDate.of(2026, 11, 29));
            String line = received("09:00:00", 7, RESPONSE).replace("[2026-11-29 09:00:00,000] DEBUG ", prefix);
            LineResult result = RequestLine.read(dated, line.getBytes(StandardCharsets.UTF_8));
            assertThat(((LineResult.Heartbeat) result).exchange().at()).isEqualTo(at("10:00:00"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"message", "log", "msg", "short_message"})
        void aLineMayBeWrappedInJson(String field) {
            String text = received("10:00:01", 7, withStatus("the group's \"x\""));
            String wrapped = "{\"@timestamp\":\"2026-11-29T10:00:02Z\",\"level\":\"DEBUG\",\"" + field + "\":\""
                    + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
            HeartbeatExchange exchange = exchange(wrapped);
            assertThat(exchange.at()).isEqualTo(at("10:00:02"));
            assertThat(response(exchange).statuses())
                    .containsExactly(new HeartbeatResponse.Status(0, "the group's \"x\""));
        }

        @Test
        void aWrappedLineWithoutATimeIsToldWhereItWasLookedFor() {
            String text = received("10:00:00", 7, RESPONSE).replace("[2026-11-29 10:00:00,000]", "");
            LineResult.Bad bad = bad("{\"date\":\"2026-11-29T10:00:00Z\",\"message\":\""
                    + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}");
            assertThat(bad.reason()).isEqualTo(SkipReason.NO_TIMESTAMP);
            assertThat(bad.message()).contains("@timestamp, timestamp, time, ts, timeMillis or instant");
        }

        @Test
        void aTimeWithoutADateIsRefusedWithWhatToGive() {
            LineResult.Bad bad =
                    bad(received("10:00:00", 7, RESPONSE).replace("[2026-11-29 10:00:00,000]", "10:00:00,000"));
            assertThat(bad.reason()).isEqualTo(SkipReason.NO_TIMESTAMP);
            assertThat(bad.message()).contains("date=");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                        memberEpoch=3,          | memberEpoch=x,                  | MALFORMED
                        memberEpoch=3,          | memberEpoch=99999999999,        | OUT_OF_RANGE
                        errorCode=0             | errorCode=99999999999999999999  | OUT_OF_RANGE
                        errorCode=0             | errorCode=40000                 | OUT_OF_RANGE
                        partitions=[1, 2]       | partitions=[1, -2]              | OUT_OF_RANGE
                        status=[]               | status=7                        | MALFORMED
                        correlationId=7         | correlationId=                  | MALFORMED
                        """)
        void whatTheMessageCannotHoldIsRefused(String part, String instead, SkipReason reason) {
            assertThat(bad(received("10:00:01", 7, RESPONSE).replace(part, instead))
                            .reason())
                    .isEqualTo(reason);
        }

        @Test
        void aLineCutAnywhereInItsMessageIsTruncated() {
            String line = received("10:00:01", 7, withStatus("the group's"));
            int message = line.indexOf("ResponseData(") + 13;
            for (int end = message; end < line.lastIndexOf(')', line.length() - 2); end++) {
                assertThat(bad(line.substring(0, end)).reason())
                        .as(line.substring(message, end))
                        .isEqualTo(SkipReason.TRUNCATED);
            }
        }
    }

    @Nested
    class RealLogs {

        @ParameterizedTest
        @CsvSource({"8081, 238", "8082, 148", "8083, 47"})
        void everyExchangeOfAnInstanceIsTheOneThatItsBrokerLogged(String instance, int exchanges) {
            List<HeartbeatExchange> read = readAll("client-debug-4.4.0-orders-" + instance + ".log");
            assertThat(read).hasSize(exchanges);
            Set<String> members = new HashSet<>();
            read.forEach(exchange -> members.add(exchange.memberId()));
            Map<String, List<HeartbeatExchange>> byBroker =
                    byMember(FoldedRecording.exchanges("broker-request-4.4.0-orders.log"));
            Map<String, List<HeartbeatExchange>> byClient = byMember(read);
            for (String member : members) {
                assertThat(byClient.get(member).stream().map(this::said).toList())
                        .as("exchanges of %s", member)
                        .isEqualTo(byBroker.get(member).stream().map(this::said).toList());
            }
        }

        private record Said(
                String groupId,
                @Nullable String clientId,
                @Nullable HeartbeatRequest request,
                @Nullable HeartbeatResponse response) {}

        private Said said(HeartbeatExchange e) {
            return new Said(e.groupId(), e.clientId(), e.request(), e.response());
        }

        private Map<String, List<HeartbeatExchange>> byMember(List<HeartbeatExchange> exchanges) {
            Map<String, List<HeartbeatExchange>> byMember = new HashMap<>();
            exchanges.forEach(e -> byMember.computeIfAbsent(e.memberId(), m -> new ArrayList<>())
                    .add(e));
            return byMember;
        }

        private List<HeartbeatExchange> readAll(String recording) {
            List<HeartbeatExchange> exchanges = new ArrayList<>();
            for (String line : Recordings.lines(recording)) {
                LineResult result = read(line);
                assertThat(result).isNotInstanceOf(LineResult.Bad.class);
                if (result instanceof LineResult.Heartbeat heartbeat) {
                    exchanges.add(heartbeat.exchange());
                }
            }
            exchanges.addAll(reader.finish());
            return exchanges;
        }
    }
}
