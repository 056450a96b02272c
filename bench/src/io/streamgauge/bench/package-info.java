/** Measures what the service promises of speed, memory and size on disk, beside floors of the same run. */
@NullMarked
package io.streamgauge.bench;

import org.jspecify.annotations.NullMarked;
