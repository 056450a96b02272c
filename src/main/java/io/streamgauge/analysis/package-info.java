/** Pure functions over group states: differences, tasks, endpoint maps, status intervals. */
@ApplicationModule(allowedDependencies = {"group"})
@NullMarked
package io.streamgauge.analysis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
