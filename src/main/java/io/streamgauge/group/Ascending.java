package io.streamgauge.group;

import java.util.Comparator;
import java.util.List;

/** Whether lists need sorting at all: those of a source mostly do not, and to sort them would cost more than to look. */
final class Ascending {

    private Ascending() {}

    /** Whether each element is greater than the one before it. */
    static <T> boolean isStrictly(List<T> list, Comparator<? super T> order) {
        for (int i = 1; i < list.size(); i++) {
            if (order.compare(list.get(i - 1), list.get(i)) >= 0) {
                return false;
            }
        }
        return true;
    }
}
