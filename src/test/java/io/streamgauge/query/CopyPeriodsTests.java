package io.streamgauge.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.Severity;
import io.streamgauge.group.Condition;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.OffsetReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CopyPeriodsTests {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00Z");

    private final List<FindingPeriod> found = new ArrayList<>();
    private final CopyPeriods copies = new CopyPeriods(found::add);

    private static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    private void told(String memberId, int second, long lag) {
        copies.told(new OffsetReport(
                memberId, at(second), List.of(new TaskOffset(TaskId.parse("1_0"), 1_000L, 1_000L + lag))));
    }

    /** That a member warms up task 1_0, to whatever lag it accepts. */
    private static Condition warmsUp(String memberId, int since) {
        return new Condition(
                FindingCode.WARMUP_NOT_CATCHING_UP.name(),
                new Condition.Subject(Condition.Kind.TASK, "1_0"),
                at(since),
                Map.of("memberId", memberId, "acceptableRecoveryLag", 100L));
    }

    /** Each as its subject, its beginning and its end. */
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
        copies.end(at(700));

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
        copies.end(at(400));

        assertThat(periods()).containsExactly("gone 0-390", "here 0-");
    }

    @Test
    void oneThatIsFarBehindAndComesCloserIsNotTold() {
        for (int minute = 0; minute <= 10; minute++) {
            told("m", 60 * minute, 200_000 - 10_000L * minute);
        }
        copies.end(at(700));
        assertThat(periods()).isEmpty();
    }

    @Test
    void case9AnEndThatIsNotKnownIsNoLagHoweverLargeItsNumber() {
        TaskOffset fresh = new TaskOffset(TaskId.parse("1_0"), 0L, Long.MAX_VALUE);
        copies.shows(at(0), List.of(warmsUp("m", 0)));
        for (int minute = 0; minute <= 10; minute++) {
            OffsetReport report = new OffsetReport("m", at(60 * minute), List.of(fresh));
            assertThat(report.isFarBehind()).isFalse();
            copies.told(report);
        }
        copies.end(at(700));
        assertThat(fresh.endOffset()).isEqualTo(9223372036854775807L);
        assertThat(periods()).isEmpty();
    }

    @Test
    void aWarmUpIsToldFromItsBeginningUntilItHasCaughtUpAndIsNoCopyThatFallsBehind() {
        copies.shows(at(0), List.of());
        copies.shows(at(30), List.of(warmsUp("m", 30)));
        assertThat(copies.warmUpsBegin()).isEqualTo(at(30));
        assertThat(copies.warmUpsEnd(at(700))).as("it goes on").isEqualTo(at(700));
        for (int minute = 1; minute <= 8; minute++) {
            told("m", 60 * minute, 20_000 + 10_000L * minute);
        }
        told("m", 540, 100);
        copies.end(at(700));

        assertThat(periods()).containsExactly("1_0 30-540");
        Finding finding = found.get(0).finding();
        assertThat(finding.code()).isEqualTo(FindingCode.WARMUP_NOT_CATCHING_UP);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.evidence()).as("the last of it").containsEntry("lag", 100_000L);
    }

    @Test
    void aWarmUpIsOverWhenItsCopyIsNoneAnyMoreAlthoughItsMemberTellsOn() {
        copies.shows(at(0), List.of(warmsUp("m", 0)));
        copies.shows(at(90), List.of());
        told("m", 20, 200);
        told("m", 80, 150);
        told("m", 140, 150);
        copies.end(at(200));

        assertThat(periods()).containsExactly("1_0 0-90");
        assertThat(found.get(0).finding().severity()).as("its lag shrank").isEqualTo(Severity.INFO);
    }

    @Test
    void aWarmUpOfWhichNothingIsToldAnyMoreIsOverBeforeItsCopyIs() {
        copies.shows(at(0), List.of(warmsUp("m", 0)));
        told("m", 20, 200);
        told("m", 400, 300);
        told("m", 1_000, 300);
        copies.end(at(1_010));

        assertThat(periods())
                .as("nothing tells how far it was in between")
                .containsExactly("1_0 0-110", "1_0 400-490", "1_0 1000-");
    }

    @Test
    void theWarmUpOfOneMemberIsNotAnothers() {
        copies.shows(at(0), List.of(warmsUp("m", 0)));
        told("other", 20, 200);
        copies.end(at(60));
        assertThat(periods()).isEmpty();
    }

    @Test
    void aSecondWarmUpOfTheSameCopyHasItsOwnBeginning() {
        copies.shows(at(0), List.of(warmsUp("m", 0)));
        copies.shows(at(50), List.of());
        copies.shows(at(100), List.of(warmsUp("m", 100)));
        told("m", 20, 200);
        told("m", 110, 300);
        copies.end(at(120));

        assertThat(periods()).containsExactly("1_0 0-50", "1_0 100-");
    }

    @Test
    void aCopyThatTakesOverAWarmUpHasItsOwnBeginningAndLeavesTheOtherItsPeriod() {
        copies.shows(at(0), List.of(warmsUp("a", 0)));
        // The task warms up without a break, so that its spell goes on.
        copies.shows(at(60), List.of(warmsUp("b", 0)));
        copies.shows(at(120), List.of());
        for (int second = 10; second <= 130; second += 40) {
            told("a", second, 20_000 + second);
            told("b", second + 1, 20_000 + second);
        }
        copies.end(at(140));

        assertThat(copies.warmUpsEnd(at(140))).isEqualTo(at(120));
        assertThat(found)
                .extracting(period -> period.finding().code())
                .containsOnly(FindingCode.WARMUP_NOT_CATCHING_UP);
        assertThat(periods()).containsExactly("1_0 0-60", "1_0 60-120");
        assertThat(found)
                .extracting(period -> period.finding().evidence().get("memberId"))
                .containsExactly("a", "b");
    }

    @Test
    void membersThatComeAndGoAreForgotten() {
        for (int n = 0; n < 10_000; n++) {
            told("m" + n, 60 * n, 20_000);
        }
        copies.end(at(600_000));
        assertThat(periods()).isEmpty();
    }
}
