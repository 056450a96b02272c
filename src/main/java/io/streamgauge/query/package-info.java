/** The read side: as-of and range rules over the stored history. */
@ApplicationModule(allowedDependencies = {"history", "analysis", "group"})
@NullMarked
package io.streamgauge.query;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
