/** The words of a streams group as immutable records: what was observed of it at one instant. */
@NullMarked
package io.streamgauge.group;

import org.jspecify.annotations.NullMarked;
