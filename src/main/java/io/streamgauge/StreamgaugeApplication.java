package io.streamgauge;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the service: one process that records streams groups and answers questions about them. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class StreamgaugeApplication {

    public static void main(String[] args) {
        SpringApplication.run(StreamgaugeApplication.class, args);
    }
}
