package io.streamgauge.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskIdTests {

    @Test
    void isWrittenAndReadWithItsSubtopologyFirst() {
        assertThat(TaskId.parse("1_3")).isEqualTo(new TaskId("1", 3)).hasToString("1_3");
    }

    @Test
    void aSubtopologyIdMayHoldUnderscores() {
        assertThat(TaskId.parse("my_sub_12")).isEqualTo(new TaskId("my_sub", 12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_", "_1", "1", "1_", "1_x", "1_-1", "1_2147483648"})
    void textThatIsNoTaskIdIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TaskId.parse(text));
    }

    @Test
    void sortsAsPeopleReadNumbersBeforeNames() {
        List<TaskId> expected = States.tasks("0_0", "0_9", "0_10", "2_0", "10_0", "10_1", "a_0", "b_0");
        List<TaskId> shuffled = new ArrayList<>(expected);
        Collections.shuffle(shuffled, new Random(7));

        assertThat(shuffled.stream().sorted()).containsExactlyElementsOf(expected);
    }
}
