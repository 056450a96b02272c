package io.streamgauge.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TaskOffsetTests {

    private static final TaskId TASK = new TaskId("0", 0);

    @Test
    void lagIsTheDistanceToTheEnd() {
        assertThat(new TaskOffset(TASK, 4_950L, 5_000L).lag()).isEqualTo(50);
    }

    @Test
    void lagIsExactBeyondWhatADoubleHolds() {
        assertThat(new TaskOffset(TASK, 1L, 9_007_199_254_740_994L).lag()).isEqualTo(9_007_199_254_740_993L);
    }

    @Test
    void anEndOffsetThatTheMemberDoesNotKnowYetGivesNoLag() {
        TaskOffset fresh = new TaskOffset(TASK, 0L, 9_223_372_036_854_775_807L);

        assertThat(fresh.lag()).isNull();
        assertThat(fresh.endOffset()).isEqualTo(9_223_372_036_854_775_807L);
    }

    @Test
    void aNumberThatWasNotToldGivesNoLag() {
        assertThat(new TaskOffset(TASK, null, 5L).lag()).isNull();
        assertThat(new TaskOffset(TASK, 5L, null).lag()).isNull();
    }

    @Test
    void lagIsNeverNegative() {
        assertThat(new TaskOffset(TASK, 10L, 7L).lag()).isZero();
    }
}
