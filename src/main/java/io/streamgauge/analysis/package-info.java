/** Pure functions over group states: differences, tasks, endpoint maps, findings. */
@ApplicationModule(allowedDependencies = {"group"})
@NullMarked
package io.streamgauge.analysis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
