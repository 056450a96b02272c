package io.streamgauge.api;

import io.streamgauge.history.HistoryProperties;
import io.streamgauge.replay.RecordingLimits;
import jakarta.servlet.MultipartConfigElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.StreamWriteFeature;

@Configuration(proxyBeanMethods = false)
class WebConfiguration {

    /** Room for the other fields of an upload's form. */
    private static final long FORM_BYTES = 1 << 20;

    /** A group id may hold slashes and backslashes; percent-encoded, they reach the controllers as they are. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSeparatorsInPaths() {
        return factory -> factory.addConnectorCustomizers(connector -> {
            connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        });
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connectionsThatCanBeClosed() {
        return factory -> factory.addContextValves(new ConnectionValve());
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsFromTomcat() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemValve.class.getName());
            }
        });
    }

    /** Closes no brackets of an answer that fails in its middle: half an answer must not look whole. */
    @Bean
    JsonMapperBuilderCustomizer bracketsThatStayOpen() {
        return mapper -> mapper.disable(StreamWriteFeature.AUTO_CLOSE_CONTENT);
    }

    /** Uploads go straight to disk, beside where they are kept, so that keeping one is a rename. */
    @Bean
    MultipartConfigElement multipartConfig(RecordingLimits limits, HistoryProperties history) throws IOException {
        Path directory = Files.createDirectories(history.uploads());
        long max = limits.maxSize().toBytes();
        return new MultipartConfigElement(directory.toString(), max, max + FORM_BYTES, 0);
    }
}
