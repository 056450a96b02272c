package io.streamgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamgauge.cli.ReplayOptions.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayOptionsTests {

    @Test
    void takesOptionsInEitherFormAndFilesAnywhere() {
        assertThat(ReplayOptions.of(List.of(
                        "a.log",
                        "--export=-",
                        "--name",
                        "tuesday",
                        "--format",
                        "heartbeat-jsonl",
                        "--time-zone=Europe/Berlin",
                        "--date",
                        "2026-11-29",
                        "--session-timeout=1500ms",
                        "--",
                        "--odd.log")))
                .isEqualTo(new ReplayOptions(
                        List.of(Path.of("a.log"), Path.of("--odd.log")),
                        "-",
                        "tuesday",
                        "heartbeat-jsonl",
                        ZoneId.of("Europe/Berlin"),
                        LocalDate.of(2026, 11, 29),
                        Duration.ofMillis(1500)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--export=x | No file",
                "a --export | --export lacks its value",
                "a --colour=red | no option --colour",
                "a --time-zone=Mars | Europe/Berlin",
                "a --date=tomorrow | 2026-11-29",
                "a --format=csv | broker-request-log",
                "a --session-timeout=soon | PT45S",
                "a --session-timeout=45 | PT45S",
                "a --session-timeout=-5s | PT45S",
                "a --session-timeout=2d | a day"
            })
    void saysWhatIsWrong(String arguments, String says) {
        assertThatThrownBy(() -> ReplayOptions.of(List.of(arguments.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(says);
    }
}
