/** One heartbeat exchange, a reader for each recorded form, and the fold from exchanges to group states. */
@ApplicationModule(allowedDependencies = {"group"})
@NullMarked
package io.streamgauge.heartbeat;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
