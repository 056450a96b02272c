package io.streamgauge.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class RetentionPropertiesTests {

    private static final Instant NOW = Instant.parse("2026-11-29T22:24:43.9Z");

    @EnableConfigurationProperties(RetentionProperties.class)
    static class Settings {}

    private final ApplicationContextRunner context =
            new ApplicationContextRunner().withUserConfiguration(Settings.class);

    @Test
    void statesAreKeptForThirtyWholeDaysAndOffsetsForADayUnlessToldOtherwise() {
        context.run(c -> {
            RetentionProperties retention = c.getBean(RetentionProperties.class);
            assertThat(retention.snapshotsKeptFrom(NOW)).isEqualTo("2026-10-30T00:00:00Z");
            assertThat(retention.offsetsKeptFrom(NOW)).isEqualTo("2026-11-28T22:24:43.9Z");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "OFF", ""})
    void nothingIsRemovedWhereThatIsSwitchedOff(String off) {
        context.withPropertyValues("streamgauge.retention.snapshots=" + off, "streamgauge.retention.offsets=" + off)
                .run(c -> {
                    RetentionProperties retention = c.getBean(RetentionProperties.class);
                    assertThat(retention.snapshotsKeptFrom(NOW)).isNull();
                    assertThat(retention.offsetsKeptFrom(NOW)).isNull();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "90d"})
    void offsetsDoNotOutlastTheStatesThatTheyBelongTo(String offsets) {
        context.withPropertyValues("streamgauge.retention.snapshots=2d", "streamgauge.retention.offsets=" + offsets)
                .run(c -> {
                    RetentionProperties retention = c.getBean(RetentionProperties.class);
                    assertThat(retention.snapshotsKeptFrom(NOW)).isEqualTo("2026-11-27T22:00:00Z");
                    assertThat(retention.offsetsKeptFrom(NOW)).isEqualTo("2026-11-27T22:00:00Z");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "snapshots, 0, is not between 1h and 36500d",
        "snapshots, -3d, is not between 1h and 36500d",
        "offsets, 30, is not between 1h and 36500d",
        "offsets, 99999999d, is not between 1h and 36500d",
        "snapshots, a month, is no duration",
        "offsets, 99999999999999999999d, is no duration"
    })
    void whatIsNoTimeToKeepAnythingIsRefusedWithWhatToDo(String name, String value, String why) {
        context.withPropertyValues("streamgauge.retention." + name + "=" + value)
                .run(c -> assertThat(c)
                        .getFailure()
                        .rootCause()
                        .satisfies(failure -> assertThat(messages(c.getStartupFailure()))
                                .contains("streamgauge.retention." + name + "=" + value + " " + why)
                                .contains("or off to keep everything")));
    }

    private static String messages(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            all.append(cause.getMessage()).append('\n');
        }
        return all.toString();
    }
}
