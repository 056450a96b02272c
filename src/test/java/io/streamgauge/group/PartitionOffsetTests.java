package io.streamgauge.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionOffsetTests {

    private static @Nullable Long lag(@Nullable Long committed, @Nullable Long end) {
        return new PartitionOffset("orders", 0, committed, end).lag();
    }

    @Test
    void lagIsExactAndNeverNegative() {
        assertThat(lag(5L, 12L)).isEqualTo(7);
        assertThat(lag(1L, 9_007_199_254_740_994L)).isEqualTo(9_007_199_254_740_993L);
        assertThat(lag(12L, 5L)).isZero();
    }

    @Test
    void whatIsNotKnownIsNotZero() {
        assertThat(lag(null, 12L)).isNull();
        assertThat(lag(5L, null)).isNull();
    }

    @Test
    void aPartitionThatNeverHadARecordHasNoneToProcess() {
        assertThat(lag(null, 0L)).isZero();
    }
}
