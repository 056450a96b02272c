package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.streamgauge.Recordings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Heartbeats that Kafka's own classes made, in every form, and what is left of them when lines break. */
@Timeout(120)
class RecordedFormsTests {

    private static final int SEEDS = 3_000;
    private static final int MUTATIONS = 6_000;

    @Test
    void everyHeartbeatIsReadBackTheSameFromEveryForm() {
        HeartbeatReader broker = HeartbeatFormat.BROKER_REQUEST_LOG.reader(ZoneOffset.UTC, null);
        HeartbeatReader client = HeartbeatFormat.CLIENT_DEBUG_LOG.reader(ZoneOffset.UTC, null);
        HeartbeatReader jsonl = HeartbeatFormat.HEARTBEAT_JSONL.reader(ZoneOffset.UTC, null);
        for (long seed = 0; seed < SEEDS; seed++) {
            KafkaHeartbeat heartbeat = KafkaHeartbeat.random(seed);
            HeartbeatExchange expected = heartbeat.exchange(null);

            assertThat(exchange(broker, heartbeat.brokerLine()))
                    .as("seed %d in the broker's form", seed)
                    .isEqualTo(heartbeat.exchange("10.0.0.7"));
            assertThat(exchange(jsonl, heartbeat.jsonl()))
                    .as("seed %d as JSON", seed)
                    .isEqualTo(expected);
            assertThat(read(client, heartbeat.sendingLine())).isEqualTo(new LineResult.Waiting(heartbeat.at()));
            assertThat(exchange(client, heartbeat.receivedLine()))
                    .as("seed %d in the client's form: %s", seed, heartbeat.receivedLine())
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(HeartbeatFormat.class)
    void aBrokenLineIsReadOrRefusedButNeverThrows(HeartbeatFormat format) {
        HeartbeatReader reader = format.reader(ZoneOffset.UTC, LocalDate.of(2026, 11, 29));
        HeartbeatFold fold = new HeartbeatFold(Duration.ofSeconds(45));
        List<byte[]> lines = lines(format);
        Random random = new Random(11);
        Map<SkipReason, Integer> reasons = new EnumMap<>(SkipReason.class);
        int heartbeats = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] line = MutatedLinesTests.mutated(lines.get(random.nextInt(lines.size())), random);
            LineResult[] result = new LineResult[1];
            assertThatCode(() -> result[0] = RequestLine.read(reader, line))
                    .as(new String(line, StandardCharsets.ISO_8859_1))
                    .doesNotThrowAnyException();
            if (result[0] instanceof LineResult.Heartbeat heartbeat) {
                heartbeats++;
                fold.apply(heartbeat.exchange(), step -> {});
            } else if (result[0] instanceof LineResult.Bad bad) {
                reasons.merge(bad.reason(), 1, Integer::sum);
                assertThat(bad.message()).isNotBlank();
            }
        }
        assertThat(heartbeats).isGreaterThan(MUTATIONS / 20);
        assertThat(reasons).containsKeys(SkipReason.TRUNCATED, SkipReason.MALFORMED, SkipReason.INVALID_UTF8);
        reader.finish().forEach(exchange -> fold.apply(exchange, step -> {}));
    }

    @ParameterizedTest
    @EnumSource(HeartbeatFormat.class)
    @Timeout(20)
    void aLineNestedTenThousandDeepIsRefusedOrPassedOver(HeartbeatFormat format) {
        HeartbeatReader reader = format.reader(ZoneOffset.UTC, null);
        for (String open : List.of("[", "{\"a\":", "A(b=", "[A(b='", "'), A(b='", "', a='")) {
            String deep = open.repeat(10_000);
            KafkaHeartbeat heartbeat = KafkaHeartbeat.random(5);
            for (String line : List.of(heartbeat.brokerLine(), heartbeat.sendingLine(), heartbeat.jsonl())) {
                for (String after : List.of("\"request\":", "memberEpoch=", "memberEpoch\":", "groupId='")) {
                    RequestLine.read(reader, line.replace(after, after + deep).getBytes(StandardCharsets.UTF_8));
                    RequestLine.read(
                            reader,
                            line.replaceFirst(
                                            "([(,] ?\"?)memberEpoch",
                                            "$1unknown=" + java.util.regex.Matcher.quoteReplacement(deep))
                                    .getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        assertThat(exchange(reader, line(format))).isNotNull();
    }

    @Test
    @Timeout(20)
    void aTextOfNothingButPossibleEndsIsGivenUp() {
        HeartbeatReader reader = HeartbeatFormat.CLIENT_DEBUG_LOG.reader(ZoneOffset.UTC, null);
        KafkaHeartbeat heartbeat = KafkaHeartbeat.random(5);
        String traps = "', memberEpoch=3, heartbeatIntervalMs='".repeat(50_000);
        String line = heartbeat.receivedLine().replaceFirst("memberId='", "memberId='" + traps);
        assertThat(RequestLine.read(reader, line.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(LineResult.Bad.class);
    }

    private static String line(HeartbeatFormat format) {
        KafkaHeartbeat heartbeat = KafkaHeartbeat.random(5);
        return switch (format) {
            case BROKER_REQUEST_LOG -> heartbeat.brokerLine();
            case CLIENT_DEBUG_LOG -> heartbeat.receivedLine();
            case HEARTBEAT_JSONL -> heartbeat.jsonl();
        };
    }

    private static List<byte[]> lines(HeartbeatFormat format) {
        List<String> lines = new ArrayList<>();
        for (long seed = 0; seed < 200; seed++) {
            KafkaHeartbeat heartbeat = KafkaHeartbeat.random(seed);
            switch (format) {
                case BROKER_REQUEST_LOG -> lines.add(heartbeat.brokerLine());
                case CLIENT_DEBUG_LOG -> {
                    lines.add(heartbeat.sendingLine());
                    lines.add(heartbeat.receivedLine());
                }
                case HEARTBEAT_JSONL -> lines.add(heartbeat.jsonl());
            }
        }
        if (format == HeartbeatFormat.CLIENT_DEBUG_LOG) {
            lines.addAll(Recordings.lines("client-debug-4.4.0-orders-8082.log"));
        }
        return lines.stream().map(l -> l.getBytes(StandardCharsets.UTF_8)).toList();
    }

    private static LineResult read(HeartbeatReader reader, String line) {
        return RequestLine.read(reader, line.getBytes(StandardCharsets.UTF_8));
    }

    private static HeartbeatExchange exchange(HeartbeatReader reader, String line) {
        LineResult result = read(reader, line);
        assertThat(result).as(line).isInstanceOf(LineResult.Heartbeat.class);
        HeartbeatExchange exchange = ((LineResult.Heartbeat) result).exchange();
        assertThat(exchange.at()).isAfter(Instant.EPOCH);
        return exchange;
    }
}
