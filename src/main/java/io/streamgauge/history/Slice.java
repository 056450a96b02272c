package io.streamgauge.history;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param page counted from 0
 * @param size how many items a full page has
 * @param total items on all pages
 */
public record Slice<T>(List<T> items, int page, int size, long total) {

    public Slice {
        items = List.copyOf(items);
    }

    public <R> Slice<R> map(Function<T, R> mapping) {
        return new Slice<>(items.stream().map(mapping).toList(), page, size, total);
    }

    /** A page cut out of a list that is at hand as a whole. */
    public static <T> Slice<T> of(List<T> all, int page, int size) {
        int from = (int) Math.min((long) page * size, all.size());
        int to = Math.min(from + size, all.size());
        return new Slice<>(all.subList(from, to), page, size, all.size());
    }
}
