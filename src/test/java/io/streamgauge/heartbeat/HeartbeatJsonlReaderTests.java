package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TopicPartitions;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatJsonlReaderTests {

    /** An answer as the draft of KIP-1071 has it: to a member that joins. */
    private static final String DRAFT_JOIN = """
            {"ThrottleTimeMs":0,"ErrorCode":0,"ErrorMessage":null,"MemberId":"M1","MemberEpoch":1,\
            "HeartbeatIntervalMs":5000,"AcceptableRecoveryLag":2147483647,"TaskOffsetIntervalMs":60000,\
            "Status":[{"StatusCode":1,"StatusDetail":"Source topics orders are missing."}],\
            "ActiveTasks":[{"SubtopologyId":"0","Partitions":[1,0]}],"StandbyTasks":[],"WarmupTasks":[],\
            "PartitionsByUserEndpoint":[{"UserEndpoint":{"Host":"h","Port":65535},\
            "Partitions":[{"Topic":"orders","Partitions":[0,1]}]}]}""";

    /** An answer to a later heartbeat, with everything unchanged. */
    private static final String DRAFT_UNCHANGED = """
            {"ThrottleTimeMs":0,"ErrorCode":0,"ErrorMessage":null,"MemberId":null,"MemberEpoch":1,\
            "HeartbeatIntervalMs":5000,"AcceptableRecoveryLag":100,"TaskOffsetIntervalMs":60000,"Status":null,\
            "ActiveTasks":null,"StandbyTasks":null,"WarmupTasks":null,"PartitionsByUserEndpoint":null}""";

    private final HeartbeatJsonlReader reader = new HeartbeatJsonlReader(ZoneOffset.UTC, null);

    private static String line(String fields) {
        return "{\"at\":\"2026-11-29T22:23:38.612Z\",\"groupId\":\"g\"," + fields + "}";
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

    private HeartbeatResponse response(String line) {
        return Objects.requireNonNull(exchange(line).response());
    }

    @Test
    void theDraftsAnswerToAJoinIsReadInEveryField() {
        HeartbeatExchange exchange = exchange(line("\"response\":" + DRAFT_JOIN));

        assertThat(exchange.memberId()).isEqualTo("M1");
        assertThat(exchange.request()).isNull();
        assertThat(exchange.response())
                .isEqualTo(new HeartbeatResponse(
                        0,
                        0,
                        null,
                        "M1",
                        1,
                        5_000,
                        2_147_483_647L,
                        60_000,
                        List.of(new HeartbeatResponse.Status(1, "Source topics orders are missing.")),
                        List.of(new TaskId("0", 1), new TaskId("0", 0)),
                        List.of(),
                        List.of(),
                        null,
                        List.of(new EndpointPartitions(
                                new Endpoint("h", 65_535),
                                null,
                                null,
                                List.of(new TopicPartitions("orders", List.of(0, 1)))))));
    }

    @Test
    void theDraftsLaterAnswersNameTheirMemberInTheLineAndLeaveEverythingUnchanged() {
        HeartbeatExchange exchange = exchange(line("\"memberId\":\"M1\",\"response\":" + DRAFT_UNCHANGED));

        assertThat(exchange.memberId()).isEqualTo("M1");
        HeartbeatResponse response = Objects.requireNonNull(exchange.response());
        assertThat(response.memberId()).isNull();
        assertThat(response.statuses()).isNull();
        assertThat(response.active()).isNull();
        assertThat(response.partitionsByUserEndpoint()).isNull();
        assertThat(response.acceptableRecoveryLag()).isEqualTo(100);
        assertThat(bad(line("\"response\":" + DRAFT_UNCHANGED)).message()).contains("memberId");
    }

    @Test
    void aSmallFirstLetterIsTheSameField() {
        String small = DRAFT_JOIN.replaceAll("\"([A-Z])([A-Za-z]+)\":", "\"~$1$2\":");
        StringBuilder lower = new StringBuilder(small);
        for (int i = lower.indexOf("~"); i >= 0; i = lower.indexOf("~", i)) {
            lower.deleteCharAt(i).setCharAt(i, Character.toLowerCase(lower.charAt(i)));
        }
        assertThat(lower.toString()).contains("\"userEndpoint\":{\"host\"");
        assertThat(response(line("\"response\":" + lower))).isEqualTo(response(line("\"Response\":" + DRAFT_JOIN)));
    }

    @Test
    void aRequestAloneIsAnExchange() {
        HeartbeatExchange exchange = exchange(line("\"request\":" + RequestLine.REQUEST));
        assertThat(exchange.response()).isNull();
        assertThat(exchange.memberId()).isEqualTo("M1");
        assertThat(exchange.groupId()).as("the request's own").isEqualTo("g");
    }

    @Test
    void theVersionDecidesWhatALagOfZeroMeansWhereverItStands() {
        String response = "\"memberId\":\"M1\",\"response\":" + RequestLine.RESPONSE.replace("10000", "0");
        assertThat(response(line("\"apiVersion\":1," + response)).acceptableRecoveryLag())
                .isZero();
        assertThat(response(line(response + ",\"apiVersion\":1")).acceptableRecoveryLag())
                .isZero();
        assertThat(response(line("\"apiVersion\":0," + response)).acceptableRecoveryLag())
                .isNull();
        assertThat(response(line(response)).acceptableRecoveryLag()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "2026-11-29T22:23:38.612Z"        | 2026-11-29T22:23:38.612Z
                    "2026-11-29T22:23:38.612345Z"     | 2026-11-29T22:23:38.612345Z
                    "2026-11-29T22:23:38+01:00"       | 2026-11-29T21:23:38Z
                    1795991018612                     | 2026-11-29T22:23:38.612Z
                    0                                 | 1970-01-01T00:00:00Z
                    """)
    void theInstantIsIsoOrEpochMilliseconds(String at, Instant expected) {
        String line = line("\"response\":" + DRAFT_JOIN).replace("\"2026-11-29T22:23:38.612Z\"", at);
        assertThat(exchange(line).at()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "soon"          | NO_TIMESTAMP
                    null            | NO_TIMESTAMP
                    -1              | OUT_OF_RANGE
                    253402300800000 | OUT_OF_RANGE
                    true            | MALFORMED
                    """)
    void whatIsNoInstantIsRefused(String at, SkipReason reason) {
        String line = line("\"response\":" + DRAFT_JOIN).replace("\"2026-11-29T22:23:38.612Z\"", at);
        assertThat(bad(line).reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# made by hand", "[1,2]", "{}", "{\"comment\":\"made, not recorded\"}", "Dear diary"})
    void whatIsNoExchangeIsForeign(String line) {
        assertThat(read(line)).isEqualTo(new LineResult.Other(SkipReason.FOREIGN, null));
    }

    @Test
    void whatLacksItsGroupOrItsMessagesIsRefused() {
        assertThat(bad("{\"at\":0,\"response\":" + DRAFT_JOIN + "}").message()).contains("groupId");
        assertThat(bad(line("\"memberId\":\"M1\"")).message()).contains("neither a request nor a response");
        assertThat(bad(line("\"memberId\":\"M1\",\"response\":" + DRAFT_JOIN) + "{}")
                        .message())
                .contains("goes on");
    }

    @Test
    void aCutLineIsTruncated() {
        String line = line("\"response\":" + DRAFT_JOIN);
        for (int end = line.indexOf("\"response\""); end < line.length(); end++) {
            assertThat(bad(line.substring(0, end)).reason())
                    .as(line.substring(0, end))
                    .isEqualTo(SkipReason.TRUNCATED);
        }
    }
}
