package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.Recordings;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.Tasks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The same rebalances as brokers described their groups meanwhile, twice a second. */
class RebalancesOfDescriptionsTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static List<Rebalance> rebalances(String recording, String groupId) {
        List<Rebalance> told = new ArrayList<>();
        Rebalances rebalances = new Rebalances(null, null, told::add);
        Insight insight = null;
        GroupState before = null;
        int version = 0;
        for (String line : Recordings.lines(recording)) {
            JsonNode poll = JSON.readTree(line);
            Instant at = Instant.ofEpochMilli(poll.get("ts").asLong());
            for (JsonNode group : poll.get("groups")) {
                if (!group.get("groupId").asString().equals(groupId)) {
                    continue;
                }
                GroupState state = state(group);
                if (!state.equals(before)) {
                    insight = Insights.next(
                            insight, before, state, new Transition(at, at.minusMillis(500), null, null, Map.of()));
                    rebalances.accept(++version, at, insight.rebalances(), state);
                    before = state;
                }
            }
        }
        rebalances.finish();
        return told;
    }

    private static GroupState state(JsonNode group) {
        List<Member> members = new ArrayList<>();
        group.get("members").forEach(member -> members.add(member(member)));
        String name = group.get("state").asString();
        return new GroupState(
                group.get("groupId").asString(),
                name.equals("NotReady")
                        ? StreamsGroupState.NOT_READY
                        : StreamsGroupState.valueOf(name.toUpperCase(Locale.ROOT)),
                StateSource.BROKER,
                group.get("groupEpoch").asInt(),
                group.get("assignmentEpoch").asInt(),
                group.get("topologyEpoch").asInt(),
                null,
                null,
                members,
                null,
                null,
                null);
    }

    private static Member member(JsonNode member) {
        String endpoint = text(member.get("endpoint"));
        int colon = endpoint == null ? -1 : endpoint.lastIndexOf(':');
        int epoch = member.get("memberEpoch").asInt();
        return new Member(
                member.get("memberId").asString(),
                epoch,
                text(member.get("instanceId")),
                null,
                member.get("clientId").asString(),
                null,
                member.get("processId").asString(),
                member.get("topologyEpoch").asInt(),
                colon < 0
                        ? null
                        : new Endpoint(endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1))),
                Map.of(),
                false,
                epoch == -2,
                false,
                null,
                null,
                null,
                null,
                Tasks.UNKNOWN,
                tasks(member.get("current")),
                tasks(member.get("target")));
    }

    private static @Nullable String text(JsonNode node) {
        return node.isNull() || node.asString().equals("null") ? null : node.asString();
    }

    private static Tasks tasks(JsonNode view) {
        return new Tasks(list(view.get("active")), list(view.get("standby")), list(view.get("warmup")));
    }

    private static List<TaskId> list(JsonNode ids) {
        List<TaskId> tasks = new ArrayList<>();
        ids.forEach(id -> tasks.add(TaskId.parse(id.asString())));
        return tasks;
    }

    private static String inShort(Rebalance rebalance) {
        return rebalance.causes().stream()
                        .map(RebalancesOfDescriptionsTests::inShort)
                        .distinct()
                        .collect(Collectors.joining(", "))
                + ": " + rebalance.epochBefore() + "-" + rebalance.epochAfter();
    }

    private static String inShort(RebalanceCause cause) {
        return cause.kind()
                + (cause.endpoint() == null ? "" : " " + cause.endpoint().port());
    }

    @Test
    void theOrdersScenarioIsToldAsFarAsDescriptionsTellIt() {
        List<Rebalance> told = rebalances("broker-describe-4.4.0-orders.jsonl", "orders-app");

        assertThat(told)
                .extracting(RebalancesOfDescriptionsTests::inShort)
                .containsExactly(
                        "UNKNOWN: null-4",
                        "JOINED 8082: 4-6",
                        "JOINED 8083: 6-7",
                        "GONE 8082: 7-9",
                        "GONE 8083: 9-10",
                        "RETURNED 8083: 10-11",
                        "JOINED 8082: 11-13",
                        "GONE 8083: 13-14");
        assertThat(told.get(0).span().begunAt()).isNull();
        assertThat(told.get(3).span().begunAfter())
                .isEqualTo(told.get(3).span().begunAt().minusMillis(500));
    }

    @Test
    void aRollingRestartIsToldAsOneEvenWhereItsRebalancesRunIntoEachOther() {
        RebalanceSummary summary = new RebalanceSummary();
        rebalances("broker-describe-4.2.2-ledger.jsonl", "ledger-app")
                .forEach(rebalance -> summary.accept(rebalance.span()));

        assertThat(summary.rollingRestarts())
                .singleElement()
                .satisfies(restart -> assertThat(restart.rounds())
                        .extracting(round -> round.instance().endpoint().port())
                        .containsExactly(9301, 9302, 9303));
        assertThat(summary.flapping()).isEmpty();
    }

    @Test
    void aStaticMemberThatGoesAndComesBackIsNone() {
        assertThat(rebalances("broker-describe-4.4.0-statuses.jsonl", "static-app"))
                .extracting(RebalancesOfDescriptionsTests::inShort)
                .containsExactly("UNKNOWN, JOINED 8221: null-3");
    }
}
