/** Streamgauge: records the states of Kafka Streams groups and shows who ran what at any instant. */
@NullMarked
package io.streamgauge;

import org.jspecify.annotations.NullMarked;
