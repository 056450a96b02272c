package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.Recordings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatDetectorTests {

    private static Optional<HeartbeatFormat> detect(byte[] file) throws IOException {
        return FormatDetector.detect(new ByteArrayInputStream(file), 1 << 20);
    }

    private static Optional<HeartbeatFormat> detect(String file) throws IOException {
        return detect(file.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "broker-request-4.4.0-orders.log, BROKER_REQUEST_LOG",
        "broker-request-4.2.2-ledger.log, BROKER_REQUEST_LOG",
        "client-debug-4.4.0-orders-8081.log, CLIENT_DEBUG_LOG",
        "client-debug-4.4.0-orders-8083.log, CLIENT_DEBUG_LOG"
    })
    void aRecordingIsKnownByItsFirstLines(String recording, HeartbeatFormat format) throws IOException {
        assertThat(detect(Recordings.bytes(recording))).contains(format);
    }

    @Test
    void exchangesAsJsonAreKnown() throws IOException {
        assertThat(detect("{\"comment\":\"made\"}\n" + KafkaHeartbeat.random(1).jsonl()))
                .contains(HeartbeatFormat.HEARTBEAT_JSONL);
    }

    @Test
    void aLineWrappedInJsonIsWhatItWraps() throws IOException {
        String broker =
                KafkaHeartbeat.random(1).brokerLine().replace("\\", "\\\\").replace("\"", "\\\"");
        assertThat(detect("{\"log\":\"" + broker + "\"}")).contains(HeartbeatFormat.BROKER_REQUEST_LOG);
    }

    @Test
    void theFormWithTheMostLinesCounts() throws IOException {
        KafkaHeartbeat heartbeat = KafkaHeartbeat.random(1);
        assertThat(detect(heartbeat.jsonl() + "\n" + heartbeat.sendingLine() + "\n" + heartbeat.receivedLine()))
                .contains(HeartbeatFormat.CLIENT_DEBUG_LOG);
    }

    @Test
    void aLogThatBeginsWithManyOtherLinesIsStillKnown() throws IOException {
        assertThat(detect("\tsome.setting = 1\n".repeat(5_000)
                        + KafkaHeartbeat.random(1).sendingLine()))
                .contains(HeartbeatFormat.CLIENT_DEBUG_LOG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "Dear diary,\ntoday nothing happened.\n", "{\"format\":\"other\"}"})
    void whatIsNoneIsNotGuessed(String file) throws IOException {
        assertThat(detect(file)).isEmpty();
    }

    @Test
    void noiseIsNone() throws IOException {
        byte[] noise = new byte[3_000_000];
        new Random(7).nextBytes(noise);
        assertThat(detect(noise)).isEmpty();
    }

    @Test
    void aFormIsFoundByItsName() {
        for (HeartbeatFormat format : HeartbeatFormat.values()) {
            assertThat(HeartbeatFormat.of(format.id())).contains(format);
        }
        assertThat(HeartbeatFormat.of("auto")).isEmpty();
    }
}
