/** Real Kafka for the tests: brokers in this JVM and of several versions beside it, and applications that run on them. */
@NullMarked
package io.streamgauge.kafka;

import org.jspecify.annotations.NullMarked;
