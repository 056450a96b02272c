/** The snapshot store on a relational database. */
@NullMarked
package io.streamgauge.history.jpa;

import org.jspecify.annotations.NullMarked;
