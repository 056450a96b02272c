/** REST v1: resources, problem details and the OpenAPI document. */
@ApplicationModule(allowedDependencies = {"query", "analysis", "group", "history", "ingest", "replay", "transfer"})
@NullMarked
package io.streamgauge.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
