/** The one collector that every source of group states feeds, and the removal of what is older than it is kept. */
@ApplicationModule(allowedDependencies = {"group", "analysis", "history"})
@NullMarked
package io.streamgauge.ingest;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
