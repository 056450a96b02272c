package io.streamgauge.dashboard;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Says in the log where the dashboard and the API are. */
@Component
class WhereToLook {

    private static final Logger log = LoggerFactory.getLogger(WhereToLook.class);

    private final @Nullable InetAddress address;

    WhereToLook(@Value("${server.address:#{null}}") @Nullable InetAddress address) {
        this.address = address;
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        if (event.getApplicationContext() instanceof WebServerApplicationContext context
                && context.getWebServer() != null) {
            String host = address == null || address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
            String url = "http://" + host + ":" + context.getWebServer().getPort();
            log.info("Streamgauge is at {}/ and its API at {}/swagger-ui.html", url, url);
        }
    }
}
