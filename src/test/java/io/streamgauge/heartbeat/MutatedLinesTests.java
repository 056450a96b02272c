package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.streamgauge.Recordings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as disks, shippers and editors break them. */
@Timeout(120)
class MutatedLinesTests {

    private static final int MUTATIONS = 4_000;
    private static final byte[] TELLING = "{}[]\":,\\-0129.eE nutf\n\r\0\u007F".getBytes(StandardCharsets.US_ASCII);

    private static final List<byte[]> LINES = lines();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aBrokenLineIsReadOrRefusedButNeverThrows(long seed) {
        Random random = new Random(seed);
        BrokerRequestLogReader reader = new BrokerRequestLogReader(ZoneId.of("Europe/Berlin"), null);
        HeartbeatFold fold = new HeartbeatFold(Duration.ofSeconds(45));
        Map<SkipReason, Integer> reasons = new EnumMap<>(SkipReason.class);
        int heartbeats = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] line = mutated(LINES.get(random.nextInt(LINES.size())), random);
            String shown = new String(line, StandardCharsets.ISO_8859_1);
            LineResult[] result = new LineResult[1];

            assertThatCode(() -> result[0] = RequestLine.read(reader, line))
                    .as(shown)
                    .doesNotThrowAnyException();

            if (result[0] instanceof LineResult.Heartbeat heartbeat) {
                heartbeats++;
                assertThatCode(() -> fold.apply(heartbeat.exchange(), step -> {}))
                        .as(shown)
                        .doesNotThrowAnyException();
            } else if (result[0] instanceof LineResult.Bad bad) {
                reasons.merge(bad.reason(), 1, Integer::sum);
                assertThat(bad.message()).isNotBlank();
            } else {
                assertThat(result[0]).isInstanceOf(LineResult.Other.class);
            }
        }
        assertThat(heartbeats).as("harmless mutations").isBetween(MUTATIONS / 20, MUTATIONS * 9 / 10);
        assertThat(reasons).containsKeys(SkipReason.TRUNCATED, SkipReason.MALFORMED, SkipReason.INVALID_UTF8);
    }

    /** What is remembered of a line spares reading it again; a line that only resembles it must not profit. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aBrokenLineIsReadTheSameWhetherOrNotItsOriginalWasReadBefore(long seed) {
        Random random = new Random(seed);
        List<byte[]> answers = Recordings.lines("client-debug-4.4.0-orders-8081.log").stream()
                .filter(l -> l.contains("Received STREAMS_GROUP_HEARTBEAT"))
                .map(l -> l.getBytes(StandardCharsets.UTF_8))
                .toList();
        for (int i = 0; i < MUTATIONS; i++) {
            boolean client = i % 2 == 0;
            List<byte[]> originals = client ? answers : LINES;
            byte[] original = originals.get(random.nextInt(originals.size()));
            byte[] line = mutated(original, random);
            HeartbeatReader fresh = reader(client);
            HeartbeatReader knowing = reader(client);
            RequestLine.read(knowing, original);

            assertThat(RequestLine.read(knowing, line))
                    .as(new String(line, StandardCharsets.ISO_8859_1))
                    .isEqualTo(RequestLine.read(fresh, line));
        }
    }

    private static HeartbeatReader reader(boolean client) {
        return client
                ? new ClientDebugLogReader(ZoneOffset.UTC, null)
                : new BrokerRequestLogReader(ZoneOffset.UTC, null);
    }

    static byte[] mutated(byte[] original, Random random) {
        byte[] line = original.clone();
        for (int times = 1 + random.nextInt(3); times > 0 && line.length > 0; times--) {
            line = mutatedOnce(line, random);
        }
        return line;
    }

    private static byte[] mutatedOnce(byte[] line, Random random) {
        int a = random.nextInt(line.length);
        int b = a + random.nextInt(Math.min(200, line.length - a) + 1);
        switch (random.nextInt(6)) {
            case 0 -> {
                return Arrays.copyOf(line, a);
            }
            case 1 -> {
                line[a] = (byte) random.nextInt(256);
                return line;
            }
            case 2 -> {
                line[a] = TELLING[random.nextInt(TELLING.length)];
                return line;
            }
            case 3 -> {
                return joined(line, 0, b, a, line.length);
            }
            case 4 -> {
                return joined(line, 0, a, b, line.length);
            }
            default -> {
                int c = b + random.nextInt(Math.min(200, line.length - b) + 1);
                return joined(line, 0, a, b, c, a, b, c, line.length);
            }
        }
    }

    private static byte[] joined(byte[] line, int... fromTo) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < fromTo.length; i += 2) {
            out.write(line, fromTo[i], fromTo[i + 1] - fromTo[i]);
        }
        return out.toByteArray();
    }

    private static List<byte[]> lines() {
        List<byte[]> lines = new ArrayList<>();
        for (String recording : List.of(
                "broker-request-4.2.2-ledger.log",
                "broker-request-4.4.0-edge-cases.log",
                "broker-request-4.4.0-orders.log",
                "broker-request-4.4.0-statuses.log")) {
            Recordings.lines(recording).forEach(line -> {
                lines.add(line.getBytes(StandardCharsets.UTF_8));
                if (lines.size() % 10 == 0) {
                    lines.add(wrapped(line));
                }
            });
        }
        return lines;
    }

    private static byte[] wrapped(String line) {
        return ("{\"time\":\"2026-11-29T22:23:38.612Z\",\"log\":\""
                        + line.replace("\\", "\\\\").replace("\"", "\\\"") + "\\n\"}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
