package io.streamgauge.api;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How live events are sent.
 *
 * @param keepAlive how often a comment is sent to every client, so that nothing in between takes the stream for dead; also
 *     how long a client may take nothing at all
 */
@ConfigurationProperties("streamgauge.events")
record EventProperties(@DefaultValue("15s") Duration keepAlive) {

    EventProperties {
        if (keepAlive.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "streamgauge.events.keep-alive=" + keepAlive + " is no time to wait; give one like 15s");
        }
    }
}
