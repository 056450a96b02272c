/** The live source: polls the brokers of clusters through Kafka's admin client. Kafka's classes stay in here. */
@ApplicationModule(allowedDependencies = {"ingest", "history", "group"})
@NullMarked
package io.streamgauge.broker;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
