package io.streamgauge.history.jpa;

import io.streamgauge.history.HistoryProperties;
import java.nio.file.Path;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class HistoryConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** The embedded database, unless {@code spring.datasource.url} names another. */
    @Bean
    @ConditionalOnProperty(name = "spring.datasource.url", matchIfMissing = true, havingValue = "embedded")
    JdbcConnectionDetails embeddedDatabase(HistoryProperties properties) {
        Path file = properties.dataDir().toAbsolutePath().normalize().resolve("streamgauge");
        // Every commit is written through, so that a killed process loses nothing it said was stored. The default of 8
        // statements kept at hand is fewer than one look at a group takes.
        String url = "jdbc:h2:file:" + file + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0;QUERY_CACHE_SIZE=64";
        return new JdbcConnectionDetails() {
            @Override
            public String getUsername() {
                return "sa";
            }

            @Override
            public String getPassword() {
                return "";
            }

            @Override
            public String getJdbcUrl() {
                return url;
            }
        };
    }
}
