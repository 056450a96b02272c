package io.streamgauge.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TasksTests {

    @Test
    void listsAreSortedAndFreeOfDuplicates() {
        Tasks tasks = new Tasks(States.tasks("1_10", "1_2", "0_3", "1_2"), null, List.of());

        assertThat(tasks.active()).containsExactlyElementsOf(States.tasks("0_3", "1_2", "1_10"));
        assertThat(tasks.standby()).isNull();
        assertThat(tasks.warmup()).isEmpty();
    }

    @Test
    void aNullListOfAMessageLeavesOursAndAnEmptyOneClearsIt() {
        Tasks before = new Tasks(States.tasks("0_0"), States.tasks("0_1"), States.tasks("0_2"));

        Tasks after = before.updatedBy(null, List.of(), States.tasks("0_3"));

        assertThat(after).isEqualTo(new Tasks(States.tasks("0_0"), List.of(), States.tasks("0_3")));
        assertThat(before.updatedBy(null, null, null)).isSameAs(before);
    }

    @Test
    void aListThatWasNeverToldStaysUnknown() {
        assertThat(Tasks.UNKNOWN.updatedBy(List.of(), null, null).isUnknown()).isFalse();
        assertThat(Tasks.UNKNOWN.updatedBy(List.of(), null, null).standby()).isNull();
        assertThat(Tasks.UNKNOWN.isUnknown()).isTrue();
        assertThat(Tasks.NONE.isUnknown()).isFalse();
    }

    @Test
    void losingAnActiveTaskTouchesNoOtherRole() {
        Tasks both = new Tasks(States.tasks("0_0", "0_1"), States.tasks("0_1"), List.of());

        assertThat(both.withoutActive(new TaskId("0", 1)))
                .isEqualTo(new Tasks(States.tasks("0_0"), States.tasks("0_1"), List.of()));
        assertThat(both.withoutActive(new TaskId("0", 9))).isSameAs(both);
        assertThat(Tasks.UNKNOWN.withoutActive(new TaskId("0", 1))).isSameAs(Tasks.UNKNOWN);
    }
}
