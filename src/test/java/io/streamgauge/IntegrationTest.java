package io.streamgauge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfiguration;

/** The whole service on a port of its own, with an embedded database in a fresh directory and nothing in it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"streamgauge.sample=false", "streamgauge.recordings.max-size=64MB"})
@ContextConfiguration(initializers = IntegrationTest.FreshDirectory.class)
public @interface IntegrationTest {

    class FreshDirectory implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            try {
                Path directory = Files.createDirectories(Path.of("target", "test-data"));
                context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource(
                                "fresh-directory",
                                java.util.Map.of(
                                        "streamgauge.data-dir",
                                        Files.createTempDirectory(directory, "data")
                                                .toString())));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
