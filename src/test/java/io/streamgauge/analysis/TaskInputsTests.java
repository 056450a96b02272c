package io.streamgauge.analysis;

import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.PartitionOffset;
import io.streamgauge.group.Subtopology;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskInputsTests {

    private static final GroupState GROUP = group().subtopology(
                    new Subtopology("0", null, List.of("orders", "users"), null, List.of(), List.of("counts"), null))
            .subtopology(new Subtopology("1", null, List.of(), null, List.of("counts"), List.of(), null))
            .build();

    private static PartitionOffset at(String topic, int partition, @Nullable Long committed) {
        return new PartitionOffset(topic, partition, committed, 10L);
    }

    @Test
    void aTaskReadsThePartitionOfItsNumberOfEachTopicOfItsSubtopology() {
        var inputs = TaskInputs.of(
                GROUP, List.of(at("counts", 0, 1L), at("orders", 0, 2L), at("orders", 1, 3L), at("users", 0, 4L)));

        assertThat(inputs.keySet()).containsExactlyElementsOf(tasks("0_0", "0_1", "1_0"));
        assertThat(inputs.get(tasks("0_0").get(0))).containsExactly(at("orders", 0, 2L), at("users", 0, 4L));
        assertThat(inputs.get(tasks("1_0").get(0))).containsExactly(at("counts", 0, 1L));
    }

    @Test
    void aTopicOfATopologyBeforeIsNobodysInput() {
        assertThat(TaskInputs.of(GROUP, List.of(at("counts", 0, 1L), at("dropped", 0, 1L))))
                .containsOnlyKeys(tasks("1_0"));
    }

    @Test
    void aSumWithAnUnknownPartIsUnknown() {
        assertThat(TaskInputs.lag(List.of(at("orders", 0, 2L), at("users", 0, 4L))))
                .isEqualTo(14);
        assertThat(TaskInputs.lag(List.of(at("orders", 0, 2L), at("users", 0, null))))
                .isNull();
    }
}
