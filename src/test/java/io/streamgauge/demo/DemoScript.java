package io.streamgauge.demo;

import io.streamgauge.kafka.InProcessBroker;
import io.streamgauge.kafka.StreamsApplication;
import io.streamgauge.kafka.StreamsGroups;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to the application of the demo, over and over: three instances run, a fourth joins, one crashes, is missed
 * when its session has timed out, and returns, and the fourth leaves. Orders come in all the time.
 */
final class DemoScript implements AutoCloseable {

    static final String GROUP = "orders-app";

    private static final Logger LOG = LoggerFactory.getLogger(DemoScript.class);
    private static final String TOPIC = "orders";
    private static final int INSTANCES = 3;
    private static final int PARTITIONS = 6;
    private static final int ORDERS = 50;
    private static final Duration BETWEEN_ORDERS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_STEPS = Duration.ofSeconds(20);

    private final InProcessBroker broker;
    private final StreamsApplication application;
    private final CountDownLatch started = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    DemoScript(InProcessBroker broker) {
        this.broker = broker;
        application = new StreamsApplication(broker.bootstrapServers(), GROUP, TOPIC);
    }

    /** Starts three instances, and orders, in the background. */
    void start() {
        threads.execute(() -> {
            StreamsGroups.createTopic(broker.admin(), TOPIC, PARTITIONS);
            application.scaleTo(INSTANCES);
            started.countDown();
            repeat(BETWEEN_ORDERS, () -> application.produce(ORDERS));
        });
    }

    /** Lets things happen to them from now on, until {@link #close}. */
    void play() {
        threads.execute(() -> {
            awaitStart();
            repeat(
                    BETWEEN_STEPS,
                    step("three instances run", () -> application.scaleTo(INSTANCES)),
                    step("a fourth instance starts", () -> application.start(4)),
                    step("instance 2 crashes", () -> application.crash(2)),
                    step("instance 2 returns", () -> application.start(2)),
                    step("instance 4 leaves", () -> application.leave(4)));
        });
    }

    private void awaitStart() {
        try {
            started.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Runnable step(String what, Runnable step) {
        return () -> {
            LOG.info("Demo: {}", what);
            step.run();
        };
    }

    private static void repeat(Duration pause, Runnable... steps) {
        try {
            while (true) {
                for (Runnable step : steps) {
                    try {
                        step.run();
                    } catch (RuntimeException e) {
                        // Somebody may be watching for hours: the next round puts it right.
                        LOG.warn("Demo: a step failed", e);
                    }
                    Thread.sleep(pause.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(20, TimeUnit.SECONDS)) {
                LOG.warn("Demo: a step does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        application.close();
    }
}
