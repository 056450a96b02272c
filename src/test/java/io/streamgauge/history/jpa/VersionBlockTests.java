package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkNodeTests {

    private static final int VERSIONS = 200;

    @Test
    void anIntervalStandsOnItsNumberThatTheHighestPowerOfTwoDivides() {
        for (int first = 1; first <= VERSIONS; first++) {
            int topmost = first;
            for (int last = first; last <= VERSIONS; last++) {
                if (Integer.lowestOneBit(last) > Integer.lowestOneBit(topmost)) {
                    topmost = last;
                }
                assertThat(ForkNode.of(first, last)).as("[%d, %d]", first, last).isEqualTo(topmost);
            }
        }
    }

    @Test
    void anIntervalOfAnySizeIsFoundFromEachOfItsVersionsAndFromNoneBeyondTheLatest() {
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            int[] versions = random.ints(4, 1, 2 + ((Integer.MAX_VALUE - 2) >>> random.nextInt(31)))
                    .sorted()
                    .toArray();
            int node = ForkNode.of(versions[0], versions[2]);
            List<Integer> above = ForkNode.above(versions[1], versions[3]);

            assertThat(node).as("%s", Arrays.toString(versions)).isBetween(versions[0], versions[2]);
            assertThat(above)
                    .as("%s", Arrays.toString(versions))
                    .contains(node)
                    .allMatch(other -> other <= versions[3]);
            assertThat(ForkNode.above(versions[1], Integer.MAX_VALUE))
                    .as("%s", Arrays.toString(versions))
                    .containsAll(above);
        }
    }

    /** Were one missing, rows would silently be; were one too many, each question would cost more. */
    @Test
    void theNodesAboveAVersionAreThoseOnWhichAnIntervalThatHoldsItStands() {
        for (int version = 1; version <= VERSIONS; version++) {
            Set<Integer> needed = new HashSet<>();
            needed.add(ForkNode.OPEN);
            for (int first = 1; first <= version; first++) {
                for (int last = version; last <= VERSIONS; last++) {
                    needed.add(ForkNode.of(first, last));
                }
            }
            List<Integer> above = ForkNode.above(version, VERSIONS);

            assertThat(above).as("nodes above version %d", version).doesNotHaveDuplicates();
            assertThat(Set.copyOf(above)).as("nodes above version %d", version).isEqualTo(needed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 127, 128, 199, 1 << 20, (1 << 20) + 12_345, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
    void thereAreFewNodesAboveAVersion(int version) {
        int levels = 32 - Integer.numberOfLeadingZeros(version);

        assertThat(ForkNode.above(version, version)).hasSizeLessThanOrEqualTo(levels + 2);
        assertThat(ForkNode.above(version, version)).contains(ForkNode.OPEN, version, ForkNode.of(1, version));
    }

    @Test
    void anIntervalUpToTheLastPossibleVersionIsFound() {
        int last = Integer.MAX_VALUE;
        for (int first : new int[] {1, 2, 1 << 30, (1 << 30) + 1, last - 1, last}) {
            assertThat(ForkNode.above(last, last)).contains(ForkNode.of(first, last));
            assertThat(ForkNode.above(first, last)).contains(ForkNode.of(first, last));
        }
    }
}
