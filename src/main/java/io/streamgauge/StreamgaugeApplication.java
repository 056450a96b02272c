package io.streamgauge;

import io.streamgauge.cli.ReplayCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Starts the service: one process that records streams groups and answers questions about them; or runs the command that
 * the first argument names.
 */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class StreamgaugeApplication {

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(ReplayCommand.NAME)) {
            System.exit(ReplayCommand.run(StreamgaugeApplication.class, args));
        }
        SpringApplication.run(StreamgaugeApplication.class, args);
    }
}
