package io.streamgauge.history.jpa;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Places an interval of versions by its length and its beginning, so that all intervals that hold a version are found in
 * few places, and few others with them. The versions are cut into blocks of two, of four, of eight and so on; an interval
 * stands in the block in which it begins, among the smallest blocks that are not shorter than it. So it reaches at most
 * into the next block, and has at least a quarter of their common length. An interval without an end stands in
 * {@link #OPEN}.
 */
final class VersionBlock {

    /** The block of intervals that have not ended; no bounded interval stands in it. */
    static final int OPEN = 0;

    /** Blocks of 2 to 2^31 versions. */
    private static final int LEVELS = 31;

    private VersionBlock() {}

    /**
     * The block of an interval.
     *
     * @param first first version, 1 or greater
     * @param last last version, not less than first
     */
    static int of(int first, int last) {
        int level = Math.max(1, 32 - Integer.numberOfLeadingZeros(last - first));
        return block(level, first >>> level);
    }

    /** Every block in which an interval that holds the version may stand. */
    static List<Integer> holding(int version) {
        List<Integer> blocks = new ArrayList<>(2 * LEVELS);
        blocks.add(OPEN);
        for (int level = 1; level <= LEVELS; level++) {
            int index = version >>> level;
            blocks.add(block(level, index));
            if (index > 0) {
                blocks.add(block(level, index - 1));
            }
        }
        return blocks;
    }

    /**
     * The blocks of intervals that may reach over an end of a range of versions. Every other block that holds an interval
     * of the range has its number between the ends, as no block outside of it has.
     */
    static List<Integer> acrossEndsOf(int first, int last) {
        Set<Integer> blocks = new LinkedHashSet<>();
        blocks.add(OPEN);
        for (int level = 1; level <= LEVELS; level++) {
            for (int index : new int[] {(first >>> level) - 1, first >>> level, last >>> level}) {
                int block = index < 0 ? OPEN : block(level, index);
                if (block < first || block > last) {
                    blocks.add(block);
                }
            }
        }
        return List.copyOf(blocks);
    }

    /** The version in the middle of a block: that of no other. */
    private static int block(int level, int index) {
        return (2 * index + 1) << (level - 1);
    }
}
