package io.streamgauge.broker;

import org.jspecify.annotations.Nullable;

/**
 * What came of reading something.
 *
 * @param read null when nothing could be read
 * @param failure why not everything could be read; null when it could
 */
record Outcome<T>(@Nullable T read, @Nullable Failure failure) {}
