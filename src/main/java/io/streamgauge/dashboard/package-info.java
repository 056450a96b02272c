/** Serves the built front end and forwards its client-side routes to it. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package io.streamgauge.dashboard;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
