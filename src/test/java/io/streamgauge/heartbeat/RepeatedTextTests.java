package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedTextTests {

    private static final String TEXT = "{\"memberId\":\"m-1\",\"took\":1.5,\"epoch\":7}";
    private static final int GAP = TEXT.indexOf("1.5");

    private final RepeatedText<String> repeated = new RepeatedText<>("\"memberId\":\"");

    private String find(String text) {
        byte[] bytes = ("before " + text + " after").getBytes(StandardCharsets.UTF_8);
        return repeated.find(bytes, 7, bytes.length - 6);
    }

    private void keep(String text, String said, int... gaps) {
        byte[] bytes = ("[prefix] " + text).getBytes(StandardCharsets.UTF_8);
        repeated.keep(bytes, 9, bytes.length, said, gaps);
    }

    @Test
    void saysAgainWhatTheSameTextSaid() {
        assertThat(find(TEXT)).isNull();
        keep(TEXT, "seven");
        assertThat(find(TEXT)).isEqualTo("seven");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0.25", "12345.678", "1E-3", "9"})
    void aNumberInAGapMayBeAny(String number) {
        keep(TEXT, "seven", GAP, GAP + 3);
        assertThat(find(TEXT.replace("1.5", number))).isEqualTo("seven");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "1.", ".5", "01", "1e", "null", "\"1\"", "1.5,\"epoch\":8", "1 5"})
    void whatIsNoNumberInAGapMustBeRead(String value) {
        keep(TEXT, "seven", GAP, GAP + 3);
        assertThat(find(TEXT.replace("1.5", value))).isNull();
    }

    @Test
    void aNumberOutsideOfTheGapsMustBeTheSame() {
        keep(TEXT, "seven", GAP, GAP + 3);
        assertThat(find(TEXT.replace("7", "8"))).isNull();
    }

    @Test
    void everyCutAndEveryLongerTextMustBeRead() {
        keep(TEXT, "seven", GAP, GAP + 3);
        for (int end = 0; end < TEXT.length(); end++) {
            assertThat(find(TEXT.substring(0, end))).isNull();
        }
        assertThat(find(TEXT + "}")).isNull();
    }

    @Test
    void ofEachSpeakerTheLatestTextIsKnown() {
        keep(TEXT, "seven");
        keep(TEXT.replace("m-1", "m-2"), "another's");
        keep(TEXT.replace("7", "8"), "eight");
        assertThat(find(TEXT)).isNull();
        assertThat(find(TEXT.replace("7", "8"))).isEqualTo("eight");
        assertThat(find(TEXT.replace("m-1", "m-2"))).isEqualTo("another's");
    }

    @Test
    void aGapThatIsNoNumberIsNotBelieved() {
        keep(TEXT, "seven", 2, 5);
        assertThat(find(TEXT)).isNull();
    }

    @Test
    void manySpeakersDoNotFillTheMemory() {
        String filler = "x".repeat(60_000);
        for (int i = 0; i < 2_000; i++) {
            keep("\"memberId\":\"m-" + i + "\"" + filler, "said");
        }
        assertThat(find("\"memberId\":\"m-0\"" + filler)).isNull();
        assertThat(find("\"memberId\":\"m-1999\"" + filler)).isEqualTo("said");
    }

    @Test
    void aHugeTextIsNotKept() {
        String huge = "\"memberId\":\"m-1\"" + "x".repeat(100_000);
        keep(huge, "said");
        assertThat(find(huge)).isNull();
    }

    @Test
    void aRepeatedLineOfABrokersLogIsNotReadAgain() {
        String line = RequestLine.of(RequestLine.REQUEST, RequestLine.RESPONSE);
        BrokerRequestLogReader reader = new BrokerRequestLogReader(ZoneOffset.UTC);
        HeartbeatExchange one = read(reader, line);
        HeartbeatExchange two = read(
                reader,
                line.replace("22:23:38", "22:23:40")
                        .replace("\"correlationId\":17", "\"correlationId\":1999")
                        .replace("\"totalTimeMs\":1.5", "\"totalTimeMs\":0.173"));
        assertThat(two.request()).isSameAs(one.request());
        assertThat(two.response()).isSameAs(one.response());
        assertThat(two.at()).isEqualTo("2026-11-29T22:23:40.612Z");
        assertThat(two.clientHost()).isEqualTo(one.clientHost());
    }

    @Test
    void theSameTextInAnotherApiVersionIsReadAgain() {
        ClientDebugLogReader reader = new ClientDebugLogReader(ZoneOffset.UTC, null);
        String line =
                "2026-11-29 22:23:38,612 [Consumer clientId=c, groupId=g] Received STREAMS_GROUP_HEARTBEAT response"
                        + " from node 1 for request with header RequestHeader(apiKey=STREAMS_GROUP_HEARTBEAT, apiVersion=%d,"
                        + " clientId=c, correlationId=%d, headerVersion=2): StreamsGroupHeartbeatResponseData(throttleTimeMs=0,"
                        + " errorCode=0, errorMessage=null, memberId='m', memberEpoch=1, heartbeatIntervalMs=5000,"
                        + " acceptableRecoveryLagLegacy=0, taskOffsetIntervalMs=60000, acceptableRecoveryLag=0, status=[],"
                        + " activeTasks=null, standbyTasks=null, warmupTasks=null, topologyDescriptionRequired=false,"
                        + " endpointInformationEpoch=0, partitionsByUserEndpoint=null)";
        List<HeartbeatResponse> responses = List.of(
                response(reader, line.formatted(1, 7)),
                response(reader, line.formatted(1, 9)),
                response(reader, line.formatted(0, 9)));
        assertThat(responses.get(1)).isSameAs(responses.get(0));
        assertThat(responses.get(0).acceptableRecoveryLag()).isZero();
        assertThat(responses.get(2).acceptableRecoveryLag()).isNull();
    }

    private static HeartbeatResponse response(HeartbeatReader reader, String line) {
        return read(reader, line).response();
    }

    private static HeartbeatExchange read(HeartbeatReader reader, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        LineResult result = reader.read(bytes, 0, bytes.length);
        assertThat(result).isInstanceOf(LineResult.Heartbeat.class);
        return ((LineResult.Heartbeat) result).exchange();
    }
}
