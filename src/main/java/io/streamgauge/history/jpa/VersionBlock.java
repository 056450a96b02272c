package io.streamgauge.history.jpa;

import java.util.ArrayList;
import java.util.List;

/**
 * Places an interval of versions on a virtual binary tree, so that all intervals that hold a version are found by the
 * few tree nodes above that version (the relational interval tree of Kriegel, Pötke and Seidl, VLDB 2000). An interval
 * without an end stands on {@link #OPEN}.
 */
final class ForkNode {

    /** The node of intervals that have not ended; no bounded interval stands on it. */
    static final int OPEN = 0;

    private static final int LEVELS = 31;

    private ForkNode() {}

    /**
     * The topmost node within an interval: its number that is divisible by the highest power of two.
     *
     * @param first first version, 1 or greater
     * @param last last version, not less than first
     */
    static int of(int first, int last) {
        if (first == last) {
            return first;
        }
        int level = 31 - Integer.numberOfLeadingZeros((first - 1) ^ last);
        return (last >>> level) << level;
    }

    /**
     * Every node on which an interval that holds the version may stand: {@link #OPEN}, the version and the nodes above
     * it.
     *
     * @param latest no interval reaches beyond this version
     */
    static List<Integer> above(int version, int latest) {
        List<Integer> nodes = new ArrayList<>(LEVELS);
        nodes.add(OPEN);
        nodes.add(version);
        for (int level = Integer.numberOfTrailingZeros(version) + 1; level < LEVELS; level++) {
            int node = version >>> level >>> 1 << 1 << level | 1 << level;
            if (node > latest && node > version) {
                if (version >>> level == 0) {
                    break;
                }
                continue;
            }
            nodes.add(node);
        }
        return nodes;
    }
}
