package io.streamgauge.heartbeat;

import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Finding;
import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.FindingFacts;
import io.streamgauge.analysis.Findings;
import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.Condition.Kind;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found of heartbeats folded as a replay does it; tests named case n are of failures that were seen in the field. */
class FindingsOfHeartbeatsTests {

    private static final Instant START = Instant.parse("2026-11-29T22:23:38.612Z");

    @ParameterizedTest(name = "version {0} sends {1}")
    @CsvSource({
        "0, acceptableRecoveryLag:0, 10000",
        "0, acceptableRecoveryLagLegacy:0, 10000",
        "1, acceptableRecoveryLag:-1, 10000",
        "1, acceptableRecoveryLag:0, 0",
        "1, acceptableRecoveryLag:5000000000, 5000000000"
    })
    void case2AWarmUpIsHeldAgainstTheLagThatItsBrokerProvidesAndNotAgainstAPlaceholder(
            int apiVersion, String sent, long acceptable) {
        assertThat(warmingUp(apiVersion, sent, acceptable)).isEmpty();

        Finding behind = only(warmingUp(apiVersion, sent, acceptable + 1));
        assertThat(behind.code()).isEqualTo(FindingCode.WARMUP_NOT_CATCHING_UP);
        assertThat(behind.summary()).contains((acceptable + 1) + " records behind", "caught up is " + acceptable);
        boolean provided = apiVersion == 1 && !sent.endsWith(":-1");
        assertThat(behind.evidence().get("acceptableRecoveryLag")).isEqualTo(provided ? acceptable : null);
    }

    /** A runs 0_0, and M1 warms it up and says how many records it lacks. */
    private static List<Finding> warmingUp(int apiVersion, String sent, long lag) {
        String join = RequestLine.REQUEST.replace("\"memberEpoch\":2", "\"memberEpoch\":0");
        String tells = RequestLine.REQUEST
                .replace("\"taskOffsets\":null", "\"taskOffsets\":" + offset(7))
                .replace("\"taskEndOffsets\":null", "\"taskEndOffsets\":" + offset(7 + lag));
        String answer = RequestLine.RESPONSE
                .replace("\"acceptableRecoveryLag\":10000", '"' + sent.replace(":", "\":"))
                .replace("\"warmupTasks\":null", "\"warmupTasks\":[{\"subtopologyId\":\"0\",\"partitions\":[0]}]");
        FoldedRecording folded = FoldedRecording.of(
                List.of(
                        Beat.join("A").answered(1).told("0_0").at(START.minusSeconds(2)),
                        Beat.of("A", 1).owns("0_0").answered(2).at(START.minusSeconds(1)),
                        RequestLine.exchange(RequestLine.of(apiVersion, join, answer)),
                        RequestLine.exchange(RequestLine.of(apiVersion, tells, answer))),
                Duration.ofSeconds(45));
        List<FindingFacts.Copy> copies = Objects.requireNonNull(folded.last("g").taskOffsets()).stream()
                .map(told ->
                        new FindingFacts.Copy("M1", told.task(), START, Objects.requireNonNull(told.lag()), null, null))
                .toList();
        assertThat(copies).extracting(FindingFacts.Copy::task).containsExactly(TaskId.parse("0_0"));
        return Findings.of(
                new FindingFacts(
                        insight(folded, "g").conditions(), List.of(), List.of(), copies, null, null, null, null),
                START);
    }

    private static String offset(long offset) {
        return "[{\"subtopologyId\":\"0\",\"partition\":0,\"offset\":" + offset + "}]";
    }

    @Test
    void case20AMemberThatRejoinsAndIsToldNoListsRunsNothingSoThatItsTasksRunNowhere() {
        List<HeartbeatExchange> rejoins = List.of(
                Beat.join("A").answered(2).told("0_0", "0_1").at(START),
                Beat.join("B").answered(2).told("0_2").at(START),
                Beat.of("A", 2).owns("0_0", "0_1").answered(2).at(START),
                Beat.of("B", 2).owns("0_2").answered(2).at(START),
                Beat.of("A", 0).answered(3).at(at(10)),
                Beat.of("B", 2).answered(3).at(at(11)));
        List<Finding> found = found(FoldedRecording.of(rejoins, Duration.ofMinutes(5)), "g", at(90));
        assertThat(found)
                .as("what it had is neither its own nor something that it does not follow")
                .extracting(Finding::code)
                .containsExactly(FindingCode.TASK_UNOWNED, FindingCode.TASK_UNOWNED);
        assertThat(found)
                .extracting(Finding::subject)
                .containsExactly(new Subject(Kind.TASK, "0_0"), new Subject(Kind.TASK, "0_1"));
        assertThat(found).allSatisfy(unowned -> {
            assertThat(unowned.since()).isEqualTo(at(10));
            assertThat(unowned.evidence()).doesNotContainKey("waitsFor");
        });

        List<HeartbeatExchange> taken = new ArrayList<>(rejoins);
        taken.add(Beat.of("B", 3).answered(3).told("0_0", "0_1", "0_2").at(at(12)));
        taken.add(Beat.of("B", 3).owns("0_0", "0_1", "0_2").answered(3).at(at(13)));
        assertThat(found(FoldedRecording.of(taken, Duration.ofMinutes(5)), "g", at(90)))
                .as("another takes the tasks over from nobody")
                .isEmpty();
    }

    @Test
    void case22LeavesAndErrorsLeaveTheEndpointMapAndWhatIsFoundInItAsItWas() {
        List<HeartbeatExchange> all = new ArrayList<>(List.of(
                Beat.join("A")
                        .endpoint("a", 1)
                        .answered(2)
                        .told("0_0", "0_1")
                        .endpoints(7, serves("a", 1, List.of(topic("source-0", 0)), List.of()))
                        .at(START),
                Beat.join("B").endpoint("b", 2).answered(2).told().at(START),
                Beat.of("A", 2).owns("0_0", "0_1").answered(2).at(START)));
        Finding before = only(found(FoldedRecording.of(all, Duration.ofMinutes(5)), "g", at(60)));
        assertThat(before.code()).isEqualTo(FindingCode.PARTITION_UNSERVED);
        assertThat(before.evidence()).containsEntry("partitions", List.of(1));

        all.add(Beat.of("A", 2).refused(14, null).at(at(10)));
        all.add(Beat.of("A", 2).refused(16, null).at(at(11)));
        all.add(Beat.leave("B").at(at(12)));
        FoldedRecording after = FoldedRecording.of(all, Duration.ofMinutes(5));
        assertThat(after.last("g").state().members()).hasSize(1);
        assertThat(only(found(after, "g", at(60)))).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"22:25:16.053", "22:25:51.398"})
    void case22InARealRecordingNoPartitionIsUnservedAfterAnErrorAndALeave(String time) {
        FoldedRecording orders = FoldedRecording.of("broker-request-4.4.0-orders.log", Duration.ofSeconds(10));
        Instant at = Instant.parse("2026-11-29T" + time + "Z");
        GroupState before = orders.asOf(
                        "orders-app", at.minusMillis(1).toString().substring(11, 23))
                .state();
        GroupState state = orders.asOf("orders-app", time).state();

        EndpointMap map = Objects.requireNonNull(state.endpointMap());
        assertThat(map.informationEpoch()).isPositive();
        assertThat(map).isEqualTo(before.endpointMap());
        Insight insight = Insights.next(null, null, state, Transition.at(at));
        assertThat(Findings.of(FindingFacts.of(insight.conditions()), at.plusSeconds(60)))
                .extracting(Finding::code)
                .doesNotContain(FindingCode.PARTITION_UNSERVED, FindingCode.PARTITION_SERVED_TWICE);
    }

    private static List<Finding> found(FoldedRecording folded, String groupId, Instant until) {
        return Findings.of(FindingFacts.of(insight(folded, groupId).conditions()), until);
    }

    private static Insight insight(FoldedRecording folded, String groupId) {
        Insight insight = null;
        GroupState before = null;
        for (FoldStep step : folded.steps(groupId)) {
            if (!step.state().equals(before)) {
                insight = Insights.next(insight, before, step.state(), Transition.at(step.at()));
                before = step.state();
            }
        }
        return Objects.requireNonNull(insight);
    }

    private static Finding only(List<Finding> findings) {
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }
}
