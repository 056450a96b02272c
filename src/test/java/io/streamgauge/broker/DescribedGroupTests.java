package io.streamgauge.broker;

import static io.streamgauge.broker.Descriptions.group;
import static io.streamgauge.broker.Descriptions.member;
import static io.streamgauge.broker.Descriptions.subtopology;
import static io.streamgauge.group.States.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.Inconsistencies;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import io.streamgauge.group.TopicPartitions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescribedGroupTests {

    private static final Map<String, Integer> SIZES = Map.of("in", 4, "small", 2, "g-repartition", 4);

    @Test
    void aDescriptionThatContradictsItselfIsKeptAsItIsAndFlagged() {
        GroupState state = DescribedGroup.of(
                group(
                        org.apache.kafka.common.GroupState.STABLE,
                        0,
                        List.of(subtopology("0", 4, "in")),
                        member("a")
                                .assigned("0_0 9_0", "", "")
                                .target("0_0", "", "")
                                .build(),
                        member("b")
                                .assigned("0_0 0_1", "", "")
                                .target("0_1", "", "")
                                .build()),
                SIZES,
                null);

        assertThat(state.members().get(0).assigned().active()).isEqualTo(tasks("0_0", "9_0"));
        assertThat(state.members().get(1).assigned().active()).isEqualTo(tasks("0_0", "0_1"));
        assertThat(Inconsistencies.of(state))
                .containsExactly(
                        "Task 0_0 is assigned as active to more than one member: a, b.",
                        "Members have task 9_0 of subtopology 9, which the group's topology does not have.");
    }

    @Test
    void everythingThatTheDescriptionSaysIsInTheState() {
        GroupState state = DescribedGroup.of(
                group(
                        org.apache.kafka.common.GroupState.RECONCILING,
                        2,
                        List.of(subtopology("1", 4, "g-repartition"), subtopology("0", -1, "in")),
                        member("b").epoch(6).target("0_0", "", "").build(),
                        member("a")
                                .instance("i-1")
                                .endpoint("host-a", 8081)
                                .assigned("0_1 1_0", "1_2", "1_3")
                                .target("0_1", "1_2", "")
                                .build()),
                SIZES,
                null);

        assertThat(state.groupId()).isEqualTo("g");
        assertThat(state.state()).isEqualTo(StreamsGroupState.RECONCILING);
        assertThat(state.stateSource()).isEqualTo(StateSource.BROKER);
        assertThat(state.groupEpoch()).isEqualTo(7);
        assertThat(state.assignmentEpoch()).isEqualTo(6);
        assertThat(state.topologyEpoch()).isEqualTo(2);
        assertThat(state.assignor()).isEqualTo("sticky");
        assertThat(state.coordinator()).isEqualTo("3@broker-3:9092");
        assertThat(state.statuses()).isNull();
        assertThat(state.members())
                .containsExactly(
                        new Member(
                                "a",
                                7,
                                "i-1",
                                "rack-a",
                                "client-a",
                                "/10.0.0.1",
                                "process-a",
                                2,
                                new Endpoint("host-a", 8081),
                                Map.of("zone", "a"),
                                false,
                                false,
                                false,
                                null,
                                null,
                                null,
                                null,
                                Tasks.UNKNOWN,
                                new Tasks(tasks("0_1", "1_0"), tasks("1_2"), tasks("1_3")),
                                new Tasks(tasks("0_1"), tasks("1_2"), List.of())),
                        new Member(
                                "b",
                                6,
                                null,
                                "rack-a",
                                "client-b",
                                "/10.0.0.1",
                                "process-b",
                                2,
                                null,
                                Map.of("zone", "a"),
                                false,
                                false,
                                false,
                                null,
                                null,
                                null,
                                null,
                                Tasks.UNKNOWN,
                                Tasks.NONE,
                                new Tasks(tasks("0_0"), List.of(), List.of())));
        assertThat(state.subtopologies())
                .containsExactly(
                        new Subtopology("0", List.of(0, 1), List.of("in"), null, List.of(), List.of(), List.of()),
                        new Subtopology(
                                "1",
                                List.of(0, 1, 2, 3),
                                List.of(),
                                null,
                                List.of("g-repartition"),
                                List.of(),
                                List.of("g-store-changelog")));
    }

    @ParameterizedTest
    @CsvSource({
        "EMPTY, EMPTY",
        "NOT_READY, NOT_READY",
        "ASSIGNING, ASSIGNING",
        "STABLE, STABLE",
        "DEAD, DEAD",
        "UNKNOWN, UNKNOWN",
        "COMPLETING_REBALANCE, UNKNOWN"
    })
    void theStateIsTheBrokers(org.apache.kafka.common.GroupState theirs, StreamsGroupState ours) {
        assertThat(DescribedGroup.of(group(theirs, 0, List.of()), Map.of(), null)
                        .state())
                .isEqualTo(ours);
    }

    @Test
    void aStaticMemberThatLeftIsAwayWithItsTasks() {
        Member away = onlyMember(member("a").epoch(-2).instance("i").assigned("0_1", "", ""));
        assertThat(away.away()).isTrue();
        assertThat(away.runs()).isFalse();
        assertThat(away.assigned().active()).isEqualTo(tasks("0_1"));
    }

    @Test
    void aClassicMemberHasNeitherProcessNorTopology() {
        Member classic = onlyMember(member("a").classic());
        assertThat(classic.classic()).isTrue();
        assertThat(classic.processId()).isNull();
        assertThat(classic.topologyEpoch()).isNull();
    }

    private static Member onlyMember(Descriptions.MemberBuilder member) {
        return DescribedGroup.of(
                        group(
                                org.apache.kafka.common.GroupState.STABLE,
                                0,
                                List.of(subtopology("0", -1, "in")),
                                member.build()),
                        SIZES,
                        null)
                .members()
                .get(0);
    }

    @Test
    void withoutATopologyItsEpochIsNotKnownEither() {
        GroupState state =
                DescribedGroup.of(group(org.apache.kafka.common.GroupState.EMPTY, -1, List.of()), Map.of(), null);
        assertThat(state.subtopologies()).isNull();
        assertThat(state.topologyEpoch()).isNull();
    }

    @Test
    void tasksThatWereSeenOfTheSameTopologyStayKnown() {
        GroupState before = stateless(0, member("a").assigned("0_0 0_1", "", "").build());

        GroupState after = DescribedGroup.of(description(0), SIZES, before);
        assertThat(after.subtopologies())
                .singleElement()
                .satisfies(s -> assertThat(s.partitions()).containsExactly(0, 1));

        GroupState other = DescribedGroup.of(description(1), SIZES, before);
        assertThat(other.subtopologies())
                .singleElement()
                .satisfies(s -> assertThat(s.partitions()).isNull());
    }

    @Test
    void whatDidNotChangeIsTheObjectThatIsKeptAlready() {
        GroupState before = stateless(
                0,
                member("a").assigned("0_0", "", "").build(),
                member("b").assigned("0_1", "", "").build());

        assertThat(DescribedGroup.of(
                        description(
                                0,
                                member("a").assigned("0_0", "", "").build(),
                                member("b").assigned("0_1", "", "").build()),
                        SIZES,
                        before))
                .isSameAs(before);

        GroupState after = DescribedGroup.of(
                description(
                        0,
                        member("a").assigned("0_0", "", "").build(),
                        member("b").epoch(7).assigned("0_1", "", "").build()),
                SIZES,
                before);
        assertThat(after.members().get(0)).isSameAs(before.members().get(0));
        assertThat(after.members().get(1).memberEpoch()).isEqualTo(7);
        assertThat(after.members().get(1).assigned())
                .isSameAs(before.members().get(1).assigned());
        assertThat(after.subtopologies()).isSameAs(before.subtopologies());
        assertThat(after.endpointMap()).isSameAs(before.endpointMap());
    }

    @Test
    void aTaskThatMovesToAnotherMemberIsSeenNoLessThanOneThatIsNew() {
        GroupState before = stateless(0, member("a").assigned("0_0", "", "").build());
        GroupState after = DescribedGroup.of(
                description(0, member("b").assigned("0_0 0_4", "", "").build()), SIZES, before);
        assertThat(after.subtopologies())
                .singleElement()
                .satisfies(s -> assertThat(s.partitions()).containsExactly(0, 4));
        assertThat(before.subtopologies())
                .singleElement()
                .satisfies(s -> assertThat(s.partitions()).containsExactly(0));
    }

    @Test
    void anActiveTaskThatTwoMembersAreSaidToHaveIsKeptWithBoth() {
        GroupState state = stateless(
                0,
                member("a").assigned("0_0", "", "").build(),
                member("b").assigned("0_0", "", "").build());
        assertThat(state.members()).extracting(m -> m.assigned().active()).containsExactly(tasks("0_0"), tasks("0_0"));
    }

    private static GroupState stateless(int topologyEpoch, StreamsGroupMemberDescription... members) {
        return DescribedGroup.of(description(topologyEpoch, members), SIZES, null);
    }

    private static StreamsGroupDescription description(int topologyEpoch, StreamsGroupMemberDescription... members) {
        return group(
                org.apache.kafka.common.GroupState.STABLE, topologyEpoch, List.of(subtopology("0", -1, "in")), members);
    }

    @Test
    void anEndThatIsNotKnownAndTasksOfWhichOneNumberIsToldAreKept() {
        StreamsGroupDescription group = group(
                org.apache.kafka.common.GroupState.STABLE,
                0,
                List.of(),
                member("a")
                        .offsets(
                                List.of(offset("1", 0, 5_000_000_000L), offset("1", 1, 3)),
                                List.of(offset("1", 0, Long.MAX_VALUE), offset("1", 2, 9)))
                        .build(),
                member("b").build());

        Map<String, List<TaskOffset>> offsets = DescribedGroup.taskOffsets(group);

        assertThat(offsets).containsOnlyKeys("a");
        assertThat(offsets.get("a"))
                .containsExactly(
                        new TaskOffset(new TaskId("1", 0), 5_000_000_000L, TaskOffset.UNKNOWN_END),
                        new TaskOffset(new TaskId("1", 1), 3L, null),
                        new TaskOffset(new TaskId("1", 2), null, 9L));
        assertThat(offsets.get("a")).extracting(TaskOffset::lag).containsOnlyNulls();
    }

    private static StreamsGroupMemberDescription.TaskOffset offset(String subtopology, int partition, long offset) {
        return new StreamsGroupMemberDescription.TaskOffset(subtopology, partition, offset);
    }

    @Nested
    class EndpointMaps {

        @Test
        void anEndpointServesTheTopicsOfItsMembersTasks() {
            GroupState state = described(
                    Map.of("in", 4, "g-repartition", 4),
                    member("a").endpoint("host-a", 8081).assigned("0_0 1_0", "1_1", "1_2"),
                    member("b").endpoint("host-a", 8081).assigned("0_3", "", ""),
                    member("c").assigned("0_1", "", ""));

            assertThat(state.endpointMap())
                    .isEqualTo(new EndpointMap(
                            null,
                            EndpointMap.Source.DERIVED,
                            List.of(new EndpointPartitions(
                                    new Endpoint("host-a", 8081),
                                    List.of(
                                            new TopicPartitions("in", List.of(0, 3)),
                                            new TopicPartitions("g-repartition", List.of(0))),
                                    List.of(new TopicPartitions("g-repartition", List.of(1, 2))),
                                    List.of()))));
        }

        @Test
        void partitionsThatATopicDoesNotHaveAreNotServed() {
            GroupState state = DescribedGroup.of(
                    group(
                            org.apache.kafka.common.GroupState.STABLE,
                            0,
                            List.of(subtopology("0", -1, "in", "small")),
                            member("a")
                                    .endpoint("host-a", 8081)
                                    .assigned("0_1 0_2", "", "")
                                    .build()),
                    Map.of("in", 4, "small", 2),
                    null);
            assertThat(state.endpointMap()).isNotNull();
            assertThat(state.endpointMap().endpoints().get(0).active())
                    .containsExactly(
                            new TopicPartitions("in", List.of(1, 2)), new TopicPartitions("small", List.of(1)));
        }

        @Test
        void aTopicThatGrowsIsServedByWhomItWasServedAlready() {
            StreamsGroupDescription same = group(
                    org.apache.kafka.common.GroupState.STABLE,
                    0,
                    List.of(subtopology("0", -1, "in", "small")),
                    member("a").endpoint("h", 1).assigned("0_1", "", "").build(),
                    member("b").endpoint("h", 1).assigned("0_2", "", "").build(),
                    member("c").endpoint("h", 2).assigned("0_0", "", "").build());
            GroupState before = DescribedGroup.of(same, Map.of("in", 4, "small", 2), null);
            GroupState after = DescribedGroup.of(same, Map.of("in", 4, "small", 4), before);

            assertThat(after.endpointMap())
                    .isEqualTo(DescribedGroup.of(same, Map.of("in", 4, "small", 4), null)
                            .endpointMap());
            assertThat(after.endpointMap().endpoints().get(0).partitions())
                    .containsExactly(
                            new TopicPartitions("in", List.of(1, 2)), new TopicPartitions("small", List.of(1, 2)));
            assertThat(after.endpointMap().endpoints().get(1))
                    .isSameAs(before.endpointMap().endpoints().get(1));
        }

        @Test
        void withoutTheSizeOfATopicTheMapIsNotKnown() {
            assertThat(described(Map.of(), member("a").endpoint("h", 1).assigned("0_0", "", ""))
                            .endpointMap())
                    .isNull();
        }

        @Test
        void aTaskOfASubtopologyThatTheTopologyLacksLeavesTheMapUnknown() {
            assertThat(described(SIZES, member("a").endpoint("h", 1).assigned("9_0", "", ""))
                            .endpointMap())
                    .isNull();
        }

        @Test
        void withoutAnyUserEndpointTheMapIsKnownToBeEmpty() {
            assertThat(described(Map.of(), member("a").assigned("0_0", "", "")).endpointMap())
                    .isEqualTo(new EndpointMap(null, EndpointMap.Source.DERIVED, List.of()));
        }

        @Test
        void onlyTopicsOfGroupsWithEndpointsAreAskedFor() {
            assertThat(DescribedGroup.topicsBehindEndpoints(
                            description(0, member("a").build())))
                    .isEmpty();
            assertThat(DescribedGroup.topicsBehindEndpoints(
                            description(0, member("a").endpoint("h", 1).build())))
                    .containsExactly("in");
        }

        private GroupState described(Map<String, Integer> sizes, Descriptions.MemberBuilder... members) {
            StreamsGroupMemberDescription[] built = new StreamsGroupMemberDescription[members.length];
            for (int i = 0; i < members.length; i++) {
                built[i] = members[i].build();
            }
            return DescribedGroup.of(
                    group(
                            org.apache.kafka.common.GroupState.STABLE,
                            0,
                            List.of(subtopology("0", -1, "in"), subtopology("1", 4, "g-repartition")),
                            built),
                    sizes,
                    null);
        }
    }
}
