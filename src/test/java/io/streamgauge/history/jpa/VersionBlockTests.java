package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionBlockTests {

    private static final int VERSIONS = 256;

    @Test
    void anIntervalIsFoundFromEachOfItsVersions() {
        for (int first = 1; first <= VERSIONS; first++) {
            for (int last = first; last <= VERSIONS; last++) {
                int block = VersionBlock.of(first, last);
                for (int version = first; version <= last; version++) {
                    assertThat(VersionBlock.holding(version))
                            .as("[%d, %d] from %d", first, last, version)
                            .contains(block);
                }
            }
        }
    }

    @Test
    void anIntervalThatReachesIntoARangeIsFoundBetweenItsEndsOrAcrossThem() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            int bound = 2 + random.nextInt(1 << random.nextInt(1, 24));
            int[] versions = random.ints(4, 1, bound).sorted().toArray();
            // One interval around the range, and one over each of its ends.
            for (int[] interval : new int[][] {{0, 3}, {0, 1}, {2, 3}, {1, 2}}) {
                int block = VersionBlock.of(versions[interval[0]], versions[interval[1]]);
                int first = versions[1];
                int last = versions[2];
                boolean between = block >= first && block <= last;
                assertThat(between || VersionBlock.acrossEndsOf(first, last).contains(block))
                        .as("%s", Arrays.toString(versions))
                        .isTrue();
            }
        }
    }

    /** What one fact leaves in the blocks that are read for a version is bounded, however many versions there are. */
    @Test
    void intervalsOfALengthAreReadFromAStretchOfAtMostFourTimesThatLength() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            int length = 2 + random.nextInt(1 << random.nextInt(1, 20));
            int version = length + random.nextInt(1 << 30);
            int earliest = version;
            int latest = version;
            Set<Integer> blocks = Set.copyOf(VersionBlock.holding(version));
            for (int step = 1; step <= 8; step++) {
                int before = version - length * step / 2;
                if (before > 0 && blocks.contains(VersionBlock.of(before, before + length - 1))) {
                    earliest = before;
                }
                int after = version + length * step / 2;
                if (blocks.contains(VersionBlock.of(after, after + length - 1))) {
                    latest = after;
                }
            }
            assertThat((double) latest - earliest)
                    .as("length %d at %d", length, version)
                    .isLessThanOrEqualTo(4.0 * length);
        }
    }

    @Test
    void anIntervalOfAnySizeIsFoundFromAnyOfItsVersions() {
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            int[] versions = random.ints(3, 1, 2 + ((Integer.MAX_VALUE - 2) >>> random.nextInt(31)))
                    .sorted()
                    .toArray();

            assertThat(VersionBlock.holding(versions[1]))
                    .as("%s", Arrays.toString(versions))
                    .contains(VersionBlock.of(versions[0], versions[2]));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 127, 128, 199, 1 << 20, (1 << 20) + 12_345, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
    void thereAreFewBlocksToAVersion(int version) {
        int digits = 32 - Integer.numberOfLeadingZeros(version);

        assertThat(VersionBlock.holding(version)).hasSizeLessThanOrEqualTo(31 + digits);
    }

    @Test
    void anIntervalUpToTheLastPossibleVersionIsFound() {
        int last = Integer.MAX_VALUE;
        for (int first : new int[] {1, 2, 1 << 30, (1 << 30) + 1, last - 1, last}) {
            assertThat(VersionBlock.holding(last)).contains(VersionBlock.of(first, last));
            assertThat(VersionBlock.holding(first)).contains(VersionBlock.of(first, last));
        }
    }
}
