package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.RebalanceStorms.Storm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RebalanceStormsTests {

    private static Instant at(int second) {
        return Instant.parse("2026-11-29T22:00:00Z").plusSeconds(second);
    }

    private static Stream<Instant> every(int seconds, int from, int count) {
        return IntStream.range(0, count).mapToObj(i -> at(from + i * seconds));
    }

    @Test
    void aStormLastsUntilTooFewRebalancesAreLeftInTheTimeBefore() {
        assertThat(RebalanceStorms.of(every(10, 0, 19).toList())).isEmpty();
        assertThat(RebalanceStorms.of(every(10, 0, 20).toList())).containsExactly(new Storm(at(0), at(600), 20));
        assertThat(RebalanceStorms.of(every(10, 0, 25).toList())).containsExactly(new Storm(at(0), at(650), 25));
        assertThat(RebalanceStorms.of(every(30, 0, 100).toList()))
                .as("one every 30 s is twenty within ten minutes, one every 32 s is not")
                .containsExactly(new Storm(at(0), at(80 * 30 + 600), 20));
        assertThat(RebalanceStorms.of(every(32, 0, 100).toList())).isEmpty();
        assertThat(RebalanceStorms.of(
                        Stream.concat(every(1, 0, 20), every(1, 601, 30)).toList()))
                .containsExactly(new Storm(at(0), at(600), 20), new Storm(at(601), at(1_211), 30));
    }

    @Test
    void itIsAStormWheneverSoManyAreCountedAtAnInstant() {
        Random random = new Random(5);
        List<Instant> begun = new ArrayList<>();
        for (int second = 0; begun.size() < 400; second += random.nextInt(second % 3_000 < 1_500 ? 40 : 70)) {
            begun.add(at(second));
        }
        List<Storm> storms = RebalanceStorms.of(begun);
        assertThat(storms).hasSizeGreaterThan(1);
        for (int second = 0; second < 20_000; second++) {
            Instant now = at(second);
            long count = begun.stream()
                    .filter(at ->
                            !at.isAfter(now) && at.plus(Findings.REBALANCES).isAfter(now))
                    .count();
            boolean told = storms.stream()
                    .anyMatch(storm -> now.isBefore(storm.until())
                            && begun.stream()
                                            .filter(at -> !at.isBefore(storm.since()) && !at.isAfter(now))
                                            .count()
                                    >= Findings.STORM);
            assertThat(told).as("at %s", second).isEqualTo(count >= Findings.STORM);
        }
    }
}
