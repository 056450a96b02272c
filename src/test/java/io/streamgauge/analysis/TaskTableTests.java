package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Member;
import io.streamgauge.group.Tasks;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TaskTableTests {

    @Test
    void everyTaskIsOneRowWithItsHoldersByRole() {
        List<TaskTable.Row> rows = TaskTable.of(group(
                        member("a", 1).assigned(new Tasks(tasks("1_0"), tasks("0_10"), tasks("0_2"))),
                        member("b", 1).assigned(new Tasks(tasks("0_10"), tasks("1_0", "0_2"), null)),
                        member("c", 1).assigned(new Tasks(tasks("0_2"), tasks("1_0"), List.of())))
                .build());

        assertThat(rows).extracting(TaskTable.Row::task).containsExactlyElementsOf(tasks("0_2", "0_10", "1_0"));
        assertThat(activeOf(rows.get(0))).isEqualTo("c");
        assertThat(ids(rows.get(0).standbys())).containsExactly("b");
        assertThat(ids(rows.get(0).warmups())).containsExactly("a");
        assertThat(activeOf(rows.get(1))).isEqualTo("b");
        assertThat(ids(rows.get(2).standbys())).containsExactly("b", "c");
    }

    @Test
    void aTaskThatNobodyRunsIsStillARow() {
        List<TaskTable.Row> rows = TaskTable.of(group(member("a", 2).assigned(active("0_0")))
                .subtopology("0", 0, 1)
                .build());

        assertThat(rows).extracting(TaskTable.Row::task).containsExactlyElementsOf(tasks("0_0", "0_1"));
        assertThat(rows.get(1).active()).isNull();
        assertThat(rows.get(1).standbys()).isEmpty();
    }

    @Test
    void whatAMemberSaysItRunsIsNoAssignment() {
        List<TaskTable.Row> rows =
                TaskTable.of(group(member("a", 2).owned(active("0_0")).assigned(Tasks.NONE))
                        .subtopology("0", 0)
                        .build());

        assertThat(rows)
                .singleElement()
                .satisfies(row -> assertThat(row.active()).isNull());
    }

    @Test
    void theTargetIsAbsentWhereNoneIsKnownAndEmptyWhereOthersHaveOne() {
        assertThat(TaskTable.of(group(member("a", 1).assigned(active("0_0"))).build()))
                .singleElement()
                .satisfies(row -> assertThat(row.target()).isNull());

        List<TaskTable.Row> rows = TaskTable.of(group(
                        member("a", 1).assigned(active("0_0")).target(Tasks.NONE),
                        member("b", 1).assigned(Tasks.NONE).target(new Tasks(tasks("0_1"), tasks("0_2"), List.of())))
                .build());

        assertThat(rows).extracting(TaskTable.Row::task).containsExactlyElementsOf(tasks("0_0", "0_1", "0_2"));
        assertThat(target(rows.get(0)).active()).isNull();
        assertThat(Objects.requireNonNull(target(rows.get(1)).active()).memberId())
                .isEqualTo("b");
        assertThat(ids(target(rows.get(2)).standbys())).containsExactly("b");
        assertThat(rows.get(1).active()).isNull();
    }

    @Test
    void anActiveTaskThatTwoAreSaidToRunIsShownWithTheFirst() {
        List<TaskTable.Row> rows = TaskTable.of(
                group(member("b", 1).assigned(active("0_0")), member("a", 1).assigned(active("0_0")))
                        .build());

        assertThat(rows)
                .singleElement()
                .satisfies(row -> assertThat(activeOf(row)).isEqualTo("a"));
    }

    @Test
    void aGroupOfWhichNoTaskIsKnownHasNoRows() {
        assertThat(TaskTable.of(group(member("a", 1)).build())).isEmpty();
    }

    private static String activeOf(TaskTable.Row row) {
        return Objects.requireNonNull(row.active()).memberId();
    }

    private static TaskTable.Target target(TaskTable.Row row) {
        return Objects.requireNonNull(row.target());
    }

    private static List<String> ids(List<Member> members) {
        return members.stream().map(Member::memberId).toList();
    }
}
