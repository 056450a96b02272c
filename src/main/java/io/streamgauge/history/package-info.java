/** Stores numbered snapshots of groups and answers what they were as of an instant or a version. */
@ApplicationModule(allowedDependencies = {"group"})
@NullMarked
package io.streamgauge.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
