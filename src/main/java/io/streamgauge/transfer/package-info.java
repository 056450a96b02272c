/** The export document: writes what is stored of groups, and stores it again elsewhere. */
@ApplicationModule(allowedDependencies = {"query", "history", "replay", "analysis", "group"})
@NullMarked
package io.streamgauge.transfer;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
