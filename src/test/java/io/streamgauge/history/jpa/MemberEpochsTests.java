package io.streamgauge.history.jpa;

import static io.streamgauge.group.States.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.Member;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemberEpochsTests {

    private static Member of(String memberId, int epoch) {
        return member(memberId, epoch).build();
    }

    @Test
    void equalNeighboursAreWrittenTogetherInTheOrderOfTheirIds() {
        String text = MemberEpochs.write(List.of(of("d", 5), of("a", 6), of("b", 6), of("c", 6)));
        assertThat(text).isEqualTo("6*3 5");
        assertThat(MemberEpochs.read(text)).containsExactly(6, 6, 6, 5);
    }

    @Test
    void anEpochThatIsNotKnownStaysUnknown() {
        String text = MemberEpochs.write(
                List.of(of("a", 0), of("b", 1).withoutAssignment(), of("c", 1).withoutAssignment(), of("d", -1)));
        assertThat(text).isEqualTo("0 -*2 -1");
        assertThat(MemberEpochs.read(text)).containsExactly(0, null, null, -1);
        assertThat(IntStream.range(0, 4).mapToObj(i -> MemberEpochs.at(text, i)))
                .containsExactly(0, null, null, -1);
    }

    @Test
    void aGroupWithoutMembersHasNone() {
        assertThat(MemberEpochs.read(MemberEpochs.write(List.of()))).isEmpty();
    }
}
