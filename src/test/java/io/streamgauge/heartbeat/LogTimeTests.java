package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTimeTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2026-11-29 22:23:38           | 2026-11-29T22:23:38Z
                    2026-11-29T22:23:38           | 2026-11-29T22:23:38Z
                    2026-11-29 22:23:38,6         | 2026-11-29T22:23:38.6Z
                    2026-11-29 22:23:38.612       | 2026-11-29T22:23:38.612Z
                    2026-11-29 22:23:38,612345    | 2026-11-29T22:23:38.612345Z
                    2026-11-29 22:23:38.612345678 | 2026-11-29T22:23:38.612345Z
                    2026-11-29 22:23:38,          | 2026-11-29T22:23:38Z
                    2024-02-29 00:00:00           | 2024-02-29T00:00:00Z
                    [2026-11-29 22:23:38,612]     | 2026-11-29T22:23:38.612Z
                    """)
    void aDateAndATimeAreReadToTheMicrosecond(String text, Instant expected) {
        assertThat(find(ZoneOffset.UTC, text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-11-29",
                "22:23:38,612",
                "2026-11-29 22:23:3",
                "2026-13-29 22:23:38",
                "2026-02-30 22:23:38",
                "2026-11-29 24:00:00",
                "2026-11-29 23:59:60",
                "2026/11/29 22:23:38",
                "29-11-2026 22:23:38",
                "2026-11-29_22:23:38",
                "2o26-11-29 22:23:38"
            })
    void whatIsNoDateAndTimeIsNotGuessed(String text) {
        assertThat(find(ZoneOffset.UTC, text)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2026-11-29T22:23:38.612Z       | 2026-11-29T22:23:38.612Z
                    2026-11-29T22:23:38Z           | 2026-11-29T22:23:38Z
                    2026-11-29T22:23:38.612+01:00  | 2026-11-29T21:23:38.612Z
                    2026-11-29T22:23:38,612+0530   | 2026-11-29T16:53:38.612Z
                    2026-11-29T22:23:38-0330       | 2026-11-30T01:53:38Z
                    2026-11-29T22:23:38-08         | 2026-11-30T06:23:38Z
                    2026-11-29 22:23:38,612 -0500  | 2026-11-30T03:23:38.612Z
                    2026-11-29 22:23:38,612 +05:30 | 2026-11-29T16:53:38.612Z
                    """)
    void anOffsetInTheTextCountsAndNotTheZone(String text, Instant expected) {
        assertThat(find(BERLIN, text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-29 22:23:38,612-DEBUG",
                "2026-11-29 22:23:38,612 -1 DEBUG",
                "2026-11-29 22:23:38,612 -12 DEBUG",
                "2026-11-29 22:23:38,612 -12345 DEBUG",
                "2026-11-29 22:23:38,612 Zoo",
                "2026-11-29 22:23:38,612+99:99",
                "2026-11-29 22:23:38,612  -0500"
            })
    void whatOnlyLooksLikeAnOffsetIsNone(String text) {
        assertThat(find(BERLIN, text)).isEqualTo(Instant.parse("2026-11-29T21:23:38.612Z"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2026-11-29T22:00:00Z stdout F [2026-11-29 23:00:01,5] | 2026-11-29T22:00:00Z
                    [2026-11-29 23:00:01,5] 2026-11-29T22:00:00Z          | 2026-11-29T22:00:00Z
                    2026-11-29T22:00:00Z 2026-11-29T23:00:02+01:00        | 2026-11-29T22:00:02Z
                    2026-11-29 20:00:00 [2026-11-29 23:00:01,5]           | 2026-11-29T22:00:01.5Z
                    2026-11-29 23:00:00 [2026-99-29 23:00:01,5]           | 2026-11-29T22:00:00Z
                    """)
    void ofSeveralTimesOneWithAnOffsetWinsElseTheLast(String text, Instant expected) {
        assertThat(find(BERLIN, text)).isEqualTo(expected);
    }

    @Test
    void onlyTheGivenPartOfTheBufferIsLookedAt() {
        byte[] text = "2026-11-29 22:23:38,612Z".getBytes(StandardCharsets.US_ASCII);
        LogTime time = new LogTime(BERLIN, null);

        assertThat(time.find(text, 0, 18)).isNull();
        assertThat(time.find(text, 1, text.length)).isNull();
        assertThat(time.find(text, 0, 19)).isEqualTo(Instant.parse("2026-11-29T21:23:38Z"));
        assertThat(time.find(text, 0, 21)).isEqualTo(Instant.parse("2026-11-29T21:23:38.6Z"));
        assertThat(time.find(text, 0, 24)).isEqualTo(Instant.parse("2026-11-29T22:23:38.612Z"));
        assertThat(time.find("2026-11-29 22:23:38 +0500".getBytes(StandardCharsets.US_ASCII), 0, 24))
                .isEqualTo(Instant.parse("2026-11-29T21:23:38Z"));
    }

    @Nested
    class Zones {

        private final LogTime time = new LogTime(BERLIN, null);

        @Test
        void aZoneHasItsOffsetOfTheSeason() {
            assertThat(at("2026-07-01 12:00:00")).isEqualTo("2026-07-01T10:00:00Z");
            assertThat(at("2026-12-01 12:00:00")).isEqualTo("2026-12-01T11:00:00Z");
        }

        @Test
        void anHourThatIsRepeatedInAutumnFollowsTheOrderOfTheLines() {
            assertThat(at("2026-10-25 01:59:59")).isEqualTo("2026-10-24T23:59:59Z");
            assertThat(at("2026-10-25 02:00:00")).isEqualTo("2026-10-25T00:00:00Z");
            assertThat(at("2026-10-25 02:59:59")).isEqualTo("2026-10-25T00:59:59Z");
            assertThat(at("2026-10-25 02:00:00")).isEqualTo("2026-10-25T01:00:00Z");
            assertThat(at("2026-10-25 02:30:00")).isEqualTo("2026-10-25T01:30:00Z");
            assertThat(at("2026-10-25 02:59:59")).isEqualTo("2026-10-25T01:59:59Z");
            assertThat(at("2026-10-25 03:00:00")).isEqualTo("2026-10-25T02:00:00Z");
        }

        @Test
        void linesALittleOutOfOrderDoNotBeginTheSecondHour() {
            assertThat(at("2026-10-25 02:30:10,500")).isEqualTo("2026-10-25T00:30:10.500Z");
            assertThat(at("2026-10-25 02:30:10,100")).isEqualTo("2026-10-25T00:30:10.100Z");
            assertThat(at("2026-10-25 02:29:30")).isEqualTo("2026-10-25T00:29:30Z");
        }

        @Test
        void aLogThatBeginsInTheRepeatedHourIsTakenForTheFirst() {
            assertThat(at("2026-10-25 02:30:00")).isEqualTo("2026-10-25T00:30:00Z");
        }

        @Test
        void aTimeThatTheClockSkippedInSpringIsAnHourLater() {
            assertThat(at("2026-03-29 01:59:59")).isEqualTo("2026-03-29T00:59:59Z");
            assertThat(at("2026-03-29 02:30:00")).isEqualTo("2026-03-29T01:30:00Z");
            assertThat(at("2026-03-29 03:00:00")).isEqualTo("2026-03-29T01:00:00Z");
        }

        private @Nullable Instant at(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            return time.find(bytes, 0, bytes.length);
        }
    }

    private static @Nullable Instant find(ZoneId zone, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new LogTime(zone, null).find(bytes, 0, bytes.length);
    }

    @Nested
    class WithoutADate {

        private @Nullable Instant at(LogTime time, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return time.find(bytes, 0, bytes.length);
        }

        private LogTime from(String date) {
            return new LogTime(ZoneOffset.UTC, LocalDate.parse(date));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                        22:23:27,700 DEBUG               | 2026-11-29T22:23:27.700Z
                        22:23:27.7001 [main] DEBUG       | 2026-11-29T22:23:27.700100Z
                        [22:23:27]                       | 2026-11-29T22:23:27Z
                        Nov 29 22:23:27 host app[7]:     | 2026-11-29T22:23:27Z
                        <13>Nov  9 22:23:27 host app:    | 2026-11-09T22:23:27Z
                        Nov 29 22:23:27 host 10:00:00    | 2026-11-29T22:23:27Z
                        2026-11-28 01:02:03 at 22:23:27  | 2026-11-28T01:02:03Z
                        """)
        void theGivenDateFillsWhatIsMissing(String text, Instant expected) {
            assertThat(at(from("2026-11-29"), text)).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(strings = {"22:23:27,700", "Nov 29 22:23:27"})
        void withoutAGivenDateTheLineHasNoTimeAndSaysWhatToGive(String text) {
            LogTime time = new LogTime(ZoneOffset.UTC, null);
            assertThat(at(time, text)).isNull();
            assertThat(time.whyNone()).contains("date=");
            assertThat(at(time, "no time at all")).isNull();
            assertThat(time.whyNone()).doesNotContain("date=");
        }

        @ParameterizedTest
        @ValueSource(strings = {"25:00:00", "1:2:3", "122:23:27", "22:23:270", "::22:23:27"})
        void whatIsNoTimeOfDayIsNotTaken(String text) {
            assertThat(at(from("2026-11-29"), text)).isNull();
        }

        @Test
        void aLogPassingMidnightGoesOnTheNextDay() {
            LogTime time = from("2026-12-31");
            assertThat(at(time, "23:59:59,900")).isEqualTo("2026-12-31T23:59:59.900Z");
            assertThat(at(time, "00:00:00,100")).isEqualTo("2027-01-01T00:00:00.100Z");
            assertThat(at(time, "23:59:59,950")).as("a little out of order").isEqualTo("2026-12-31T23:59:59.950Z");
            assertThat(at(time, "00:00:00,200")).isEqualTo("2027-01-01T00:00:00.200Z");
            assertThat(at(time, "21:00:00,000")).isEqualTo("2027-01-01T21:00:00Z");
            assertThat(at(time, "20:30:00,000")).as("out of order").isEqualTo("2027-01-01T20:30:00Z");
            assertThat(at(time, "08:00:00,000")).isEqualTo("2027-01-02T08:00:00Z");
        }

        @Test
        void syslogPassingNewYearGoesOnInTheNextYear() {
            LogTime time = from("2026-12-31");
            assertThat(at(time, "Dec 31 23:59:59")).isEqualTo("2026-12-31T23:59:59Z");
            assertThat(at(time, "Jan  1 00:00:01")).isEqualTo("2027-01-01T00:00:01Z");
            assertThat(at(from("2027-01-01"), "Dec 31 23:59:59")).isEqualTo("2026-12-31T23:59:59Z");
        }

        @Test
        void anHourThatAClockPutBackRepeatsIsNoNewDay() {
            LogTime time = new LogTime(BERLIN, LocalDate.of(2026, 10, 25));
            assertThat(at(time, "02:59:59,000")).isEqualTo("2026-10-25T00:59:59Z");
            assertThat(at(time, "02:00:01,000")).isEqualTo("2026-10-25T01:00:01Z");
            assertThat(at(time, "03:00:00,000")).isEqualTo("2026-10-25T02:00:00Z");
        }
    }
}
