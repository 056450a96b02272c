package io.streamgauge.demo;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Starts a {@link Demo} that lasts until it is stopped.
 *
 * <p>The annotation only tells the Maven plugin which of the tests' main classes to run; abstract, so that no component
 * scan takes this for a part of the service.
 */
@SpringBootApplication
public abstract class DemoApplication {

    private DemoApplication() {}

    public static void main(String[] arguments) {
        Demo demo = Demo.start(arguments);
        SpringApplication.getShutdownHandlers().add(demo::close);
    }
}
