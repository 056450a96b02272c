/** The live demo of {@code ./mvnw spring-boot:test-run}. */
@NullMarked
package io.streamgauge.demo;

import org.jspecify.annotations.NullMarked;
