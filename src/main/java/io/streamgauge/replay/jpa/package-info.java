/** The store of recordings on a relational database. */
@NullMarked
package io.streamgauge.replay.jpa;

import org.jspecify.annotations.NullMarked;
