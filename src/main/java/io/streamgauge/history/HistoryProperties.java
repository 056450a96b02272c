package io.streamgauge.history;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the service keeps its files.
 *
 * @param dataDir holds the embedded database and uploads under way; made when it does not exist. With
 *     {@code spring.datasource.url} set, only the uploads
 */
@ConfigurationProperties("streamgauge")
public record HistoryProperties(@DefaultValue("./data") Path dataDir) {

    /** Where uploads are until they are replayed; absolute, and not made by asking. */
    public Path uploads() {
        return dataDir.toAbsolutePath().normalize().resolve("uploads");
    }
}
