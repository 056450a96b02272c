/** The recorded source: uploads and files become heartbeats, and heartbeats group states. */
@ApplicationModule(allowedDependencies = {"ingest", "heartbeat", "group", "history"})
@NullMarked
package io.streamgauge.replay;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
