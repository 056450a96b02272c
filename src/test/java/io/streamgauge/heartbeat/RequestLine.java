package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;

/** Lines of a broker's request log for tests, and what a reader makes of them. */
final class RequestLine {

    static final String PREFIX = "[2026-11-29 22:23:38,612] DEBUG ";

    static final String REQUEST = """
            {"groupId":"g","memberId":"M1","memberEpoch":2,"endpointInformationEpoch":0,"instanceId":null,"rackId":null,\
            "rebalanceTimeoutMs":-1,"topology":null,"activeTasks":null,"standbyTasks":null,"warmupTasks":null,\
            "processId":null,"userEndpoint":null,"clientTags":null,"taskOffsets":null,"taskEndOffsets":null,\
            "shutdownApplication":false}""";

    static final String RESPONSE = """
            {"throttleTimeMs":0,"errorCode":0,"errorMessage":null,"memberId":"M1","memberEpoch":2,\
            "heartbeatIntervalMs":5000,"acceptableRecoveryLag":10000,"taskOffsetIntervalMs":60000,"status":[],\
            "activeTasks":null,"standbyTasks":null,"warmupTasks":null,"endpointInformationEpoch":0,\
            "partitionsByUserEndpoint":null}""";

    private RequestLine() {}

    static String of(String request, String response) {
        return of(1, request, response);
    }

    static String of(int apiVersion, String request, String response) {
        return PREFIX + json(apiVersion, request, response) + " (kafka.request.logger)";
    }

    static String json(int apiVersion, String request, String response) {
        return "Completed request:{\"isForwarded\":false,\"requestHeader\":{\"requestApiKey\":88,\"requestApiVersion\":"
                + apiVersion
                + ",\"correlationId\":17,\"clientId\":\"client\",\"requestApiKeyName\":\"STREAMS_GROUP_HEARTBEAT\"},"
                + "\"request\":" + request + ",\"response\":" + response
                + ",\"connection\":\"10.0.0.1:9092-10.0.0.7:51234-0-3\",\"totalTimeMs\":1.5}";
    }

    static LineResult read(String line) {
        return read(line.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a line from the middle of a buffer whose other bytes would show if they were looked at. */
    static LineResult read(byte[] line) {
        return read(new BrokerRequestLogReader(ZoneOffset.UTC, null), line);
    }

    static LineResult read(HeartbeatReader reader, byte[] line) {
        byte[] before = "2020-01-01T00:00:00Z Completed request:{".getBytes(StandardCharsets.US_ASCII);
        byte[] after = "1\"}]}]}]}}}}}} Completed request:{}".getBytes(StandardCharsets.US_ASCII);
        byte[] buffer = Arrays.copyOf(before, before.length + line.length + after.length);
        System.arraycopy(line, 0, buffer, before.length, line.length);
        System.arraycopy(after, 0, buffer, before.length + line.length, after.length);
        return reader.read(buffer, before.length, line.length);
    }

    static HeartbeatExchange exchange(String line) {
        LineResult result = read(line);
        assertThat(result).isInstanceOf(LineResult.Heartbeat.class);
        return ((LineResult.Heartbeat) result).exchange();
    }

    static LineResult.Bad bad(String line) {
        return bad(line.getBytes(StandardCharsets.UTF_8));
    }

    static LineResult.Bad bad(byte[] line) {
        LineResult result = read(line);
        assertThat(result).isInstanceOf(LineResult.Bad.class);
        return (LineResult.Bad) result;
    }
}
