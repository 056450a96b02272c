package io.streamgauge.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.FindingCode;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.OffsetReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FallingBehindTests {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00Z");

    private final List<FindingPeriod> found = new ArrayList<>();
    private final FallingBehind falling = new FallingBehind(copy -> true, found::add);

    private static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    private static void told(FallingBehind by, String memberId, int second, long lag) {
        by.told(new OffsetReport(
                memberId, at(second), List.of(new TaskOffset(TaskId.parse("1_0"), 1_000L, 1_000L + lag))));
    }

    private void told(String memberId, int second, long lag) {
        told(falling, memberId, second, lag);
    }

    /** Each as its member, its beginning and its end. */
    private List<String> periods() {
        return found.stream()
                .map(period -> period.finding().subject().id() + " "
                        + seconds(period.finding().since()) + "-"
                        + (period.closedAt() == null ? "" : seconds(period.closedAt())))
                .toList();
    }

    private static long seconds(Instant at) {
        return at.getEpochSecond() - T0.getEpochSecond();
    }

    @Test
    void aCopyThatFallsBehindMoreAndMoreIsToldUntilItDoesNotAnyMore() {
        for (int minute = 0; minute <= 10; minute++) {
            told("m", 60 * minute, 20_000 + 10_000L * minute);
        }
        told("m", 660, 20_000);
        falling.end(at(700));

        assertThat(periods()).containsExactly("m 0-660");
        Finding finding = found.get(0).finding();
        assertThat(finding.code()).isEqualTo(FindingCode.RESTORE_LAG_GROWING);
        assertThat(finding.evidence()).as("the last of it").containsEntry("lag", 120_000L);
    }

    @Test
    void oneThatIsToldNothingOfAnyMoreIsOverWhenTheLastReportIsTooOld() {
        for (int minute = 0; minute <= 5; minute++) {
            told("gone", 60 * minute, 20_000 + 10_000L * minute);
            told("here", 60 * minute, 20_000 + 10_000L * minute);
        }
        told("here", 360, 90_000);
        falling.end(at(400));

        assertThat(periods()).containsExactly("gone 0-390", "here 0-");
    }

    @Test
    void oneThatIsFarBehindAndComesCloserIsNotTold() {
        for (int minute = 0; minute <= 10; minute++) {
            told("m", 60 * minute, 200_000 - 10_000L * minute);
        }
        falling.end(at(700));
        assertThat(periods()).isEmpty();
    }

    @Test
    void case9AnEndThatIsNotKnownIsNoLagHoweverLargeItsNumber() {
        TaskOffset fresh = new TaskOffset(TaskId.parse("1_0"), 0L, Long.MAX_VALUE);
        for (int minute = 0; minute <= 10; minute++) {
            OffsetReport report = new OffsetReport("m", at(60 * minute), List.of(fresh));
            assertThat(report.isFarBehind()).isFalse();
            falling.told(report);
        }
        falling.end(at(700));
        assertThat(fresh.endOffset()).isEqualTo(9223372036854775807L);
        assertThat(periods()).isEmpty();
    }

    @Test
    void aCopyOfWhichOtherThingsAreToldIsLeftOut() {
        FallingBehind others = new FallingBehind(copy -> !copy.memberId().equals("warms up"), found::add);
        for (int minute = 0; minute <= 5; minute++) {
            told(others, "warms up", 60 * minute, 20_000 + 10_000L * minute);
        }
        others.end(at(301));
        assertThat(periods()).isEmpty();
    }

    @Test
    void membersThatComeAndGoAreForgotten() {
        for (int n = 0; n < 10_000; n++) {
            told("m" + n, 60 * n, 20_000);
        }
        falling.end(at(600_000));
        assertThat(periods()).isEmpty();
    }
}
