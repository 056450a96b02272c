package io.streamgauge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

class ReplayPropertiesTests {

    @EnableConfigurationProperties({ReplayProperties.class, RecordingLimits.class})
    static class Settings {}

    private final ApplicationContextRunner context =
            new ApplicationContextRunner().withUserConfiguration(Settings.class);

    @Test
    void filesAndBoundsStandTogetherInOneFile() {
        String yaml = """
                streamgauge:
                  recordings:
                    max-size: 8MB
                    parallel: 3
                    pace: 0.5
                    files:
                      - path: /var/log/kafka.log
                        session-timeout: 10s
                      - path: /var/log/more
                        name: more
                """;
        context.withInitializer(c -> {
                    try {
                        new YamlPropertySourceLoader()
                                .load("test", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                                .forEach(c.getEnvironment().getPropertySources()::addFirst);
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                })
                .run(c -> {
                    ReplayProperties.Recordings recordings =
                            c.getBean(ReplayProperties.class).recordings();
                    assertThat(recordings.parallel()).isEqualTo(3);
                    assertThat(recordings.pace()).isEqualTo(0.5);
                    assertThat(recordings.files()).hasSize(2);
                    assertThat(recordings.files().get(0).path()).isEqualTo(Path.of("/var/log/kafka.log"));
                    assertThat(recordings.files().get(0).sessionTimeout()).isEqualTo(Duration.ofSeconds(10));
                    assertThat(recordings.files().get(1).name()).isEqualTo("more");
                    assertThat(c.getBean(RecordingLimits.class).maxSize().toMegabytes())
                            .isEqualTo(8);
                });
    }

    @Test
    void theEnvironmentSaysTheSame() {
        context.withInitializer(c -> c.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment",
                                Map.of(
                                        "STREAMGAUGE_RECORDINGS_PACE",
                                        "10",
                                        "STREAMGAUGE_RECORDINGS_MAXSIZE",
                                        "1MB",
                                        "STREAMGAUGE_RECORDINGS_FILES_0_PATH",
                                        "/a.log"))))
                .run(c -> {
                    ReplayProperties.Recordings recordings =
                            c.getBean(ReplayProperties.class).recordings();
                    assertThat(recordings.pace()).isEqualTo(10);
                    assertThat(recordings.files())
                            .extracting(ReplayProperties.Source::path)
                            .containsExactly(Path.of("/a.log"));
                    assertThat(c.getBean(RecordingLimits.class).maxSize().toMegabytes())
                            .isEqualTo(1);
                });
    }

    @Test
    void withoutSettingsOneIsReplayedAtATimeAsFastAsItGoes() {
        context.run(c -> {
            ReplayProperties.Recordings recordings =
                    c.getBean(ReplayProperties.class).recordings();
            assertThat(recordings.parallel()).isEqualTo(1);
            assertThat(recordings.pace()).isNull();
            assertThat(recordings.files()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "streamgauge.recordings.parallel=0,is at least 1",
        "streamgauge.recordings.pace=0,is more than 0",
        "streamgauge.recordings.files[0].name=x,says which file to replay"
    })
    void aSettingThatCannotBeIsNamed(String setting, String problem) {
        context.withPropertyValues(setting)
                .run(c -> assertThat(c.getStartupFailure()).rootCause().hasMessageContaining(problem));
    }
}
