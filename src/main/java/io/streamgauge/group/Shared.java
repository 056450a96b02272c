package io.streamgauge.group;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Parts of a state that are as they were in the one before, kept once. */
final class Shared {

    private Shared() {}

    /** The earlier of two values where they are equal. */
    static <T> @Nullable T of(@Nullable T value, @Nullable T before) {
        return Objects.equals(value, before) ? before : value;
    }
}
