package io.streamgauge.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What held for the versions {@code [fromVersion, toVersion)} of a group.
 *
 * @param toVersion the first version in which it did not, null while it lasts
 * @param from null when it is not known: the first version that is stored may not be the first in which it held
 * @param to null while it lasts
 */
public record Span<T>(
        T value,
        int fromVersion,
        @Nullable Integer toVersion,
        @Nullable Instant from,
        @Nullable Instant to) {

    /** An aspect of what held, over the same versions. */
    public <R> Span<R> map(Function<T, R> aspect) {
        return new Span<>(aspect.apply(value), fromVersion, toVersion, from, to);
    }

    /** Spans in the order of versions, with those made one that follow each other with the same value. */
    public static <T> List<Span<T>> united(List<Span<T>> spans) {
        List<Span<T>> united = new ArrayList<>();
        for (Span<T> next : spans) {
            Span<T> last = united.isEmpty() ? null : united.get(united.size() - 1);
            boolean goesOn = last != null
                    && last.toVersion() != null
                    && last.toVersion() == next.fromVersion()
                    && Objects.equals(last.value(), next.value());
            if (last != null && goesOn) {
                united.set(
                        united.size() - 1,
                        new Span<>(last.value(), last.fromVersion(), next.toVersion(), last.from(), next.to()));
            } else {
                united.add(next);
            }
        }
        return united;
    }
}
