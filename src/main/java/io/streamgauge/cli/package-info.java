/** What the jar does without its server: replays files and writes an export. */
@ApplicationModule(allowedDependencies = {"transfer", "replay", "query", "history"})
@NullMarked
package io.streamgauge.cli;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
