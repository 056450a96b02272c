package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.MemberError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorExplanationTests {

    @ParameterizedTest
    @CsvSource({
        "-1, UNKNOWN_SERVER_ERROR",
        "14, COORDINATOR_LOAD_IN_PROGRESS",
        "25, UNKNOWN_MEMBER_ID",
        "82, FENCED_INSTANCE_ID",
        "110, FENCED_MEMBER_EPOCH",
        "111, UNRELEASED_INSTANCE_ID",
        "132, STREAMS_TOPOLOGY_FENCED",
        "999, unknown (999)",
        "0, unknown (0)"
    })
    void aCodeHasKafkasNameOrItsNumber(int code, String name) {
        assertThat(ErrorExplanation.nameOf(code)).isEqualTo(name);
    }

    @Test
    void aFencedMemberIsToldByBothEpochs() {
        assertThat(ErrorExplanation.of(error(110, null, 1, 2)))
                .isEqualTo("fenced: sent 1, coordinator has 2; it must abandon its tasks and rejoin");
        assertThat(ErrorExplanation.of(error(110, null, null, null)))
                .startsWith("fenced: sent an epoch that was not seen, coordinator has an epoch that was not seen");
    }

    @Test
    void anInstanceIdThatTwoClaimIsNamed() {
        assertThat(ErrorExplanation.of(error(82, "app-1", 2, null))).contains("taken over instance id app-1");
        assertThat(ErrorExplanation.of(error(111, "app-1", 0, null)))
                .isEqualTo("instance id app-1 is still owned by another member");
        assertThat(ErrorExplanation.of(error(111, null, 0, null))).startsWith("an instance id is still owned");
    }

    @Test
    void aMemberThatTheGroupNoLongerHasMustRejoin() {
        assertThat(ErrorExplanation.of(error(25, null, 9, null)))
                .isEqualTo("the group no longer has this member; it must rejoin");
    }

    @ParameterizedTest
    @ValueSource(ints = {14, 15, 16})
    void aCoordinatorThatWasAwayIsNoFaultOfTheMember(int code) {
        assertThat(ErrorExplanation.of(error(code, null, 1, 1))).startsWith("the coordinator was away");
    }

    @Test
    void aBrokerThatFailsOnAJoinIsToldWithTheLikelyCauseAndOnOtherHeartbeatsWithout() {
        assertThat(ErrorExplanation.of(error(-1, null, 0, null)))
                .startsWith("the broker failed on this member's join")
                .contains("user endpoint and a source topic is missing");
        assertThat(ErrorExplanation.of(error(-1, null, 3, null)))
                .startsWith("the broker failed on this heartbeat")
                .doesNotContain("topic");
        assertThat(ErrorExplanation.of(error(-1, null, null, null))).startsWith("the broker failed on this heartbeat");
    }

    @Test
    void anErrorOfALaterBrokerIsARefusal() {
        assertThat(ErrorExplanation.of(error(999, null, 1, null))).isEqualTo("the broker refused this heartbeat");
    }

    private static MemberError error(
            int code, @Nullable String instanceId, @Nullable Integer sent, @Nullable Integer known) {
        return new MemberError("M1", instanceId, code, null, sent, known);
    }
}
