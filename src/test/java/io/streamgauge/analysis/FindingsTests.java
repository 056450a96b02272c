package io.streamgauge.analysis;

import static io.streamgauge.group.States.active;
import static io.streamgauge.group.States.group;
import static io.streamgauge.group.States.member;
import static io.streamgauge.group.States.serves;
import static io.streamgauge.group.States.tasks;
import static io.streamgauge.group.States.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.analysis.FindingFacts.Copy;
import io.streamgauge.analysis.FindingFacts.Heard;
import io.streamgauge.analysis.FindingFacts.Refusal;
import io.streamgauge.group.Condition;
import io.streamgauge.group.Condition.Kind;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.group.States.MemberBuilder;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.Tasks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is found of states and what goes with them; tests named case n are of failures that were seen in the field. */
class FindingsTests {

    private static final Instant START = Instant.parse("2026-11-29T22:00:00Z");
    private static final Subject GROUP = Subject.GROUP;

    private static final MemberBuilder[] NO_MEMBERS = {};

    @Test
    void aGroupAtRestHasNoConditionAndNoFinding() {
        GroupState rest = group(
                        runs("a", 2, "p1", "0_0", "0_1").endpoint("h1", 1),
                        runs("b", 2, "p2", "0_2").endpoint("h2", 1))
                .subtopology("0", 0, 1, 2)
                .build();

        assertThat(conditions(rest)).isEmpty();
        assertThat(of(rest, 3_600)).isEmpty();
    }

    @Test
    void aGroupWithoutMembersHasNone() {
        assertThat(of(
                        group(NO_MEMBERS)
                                .state(StreamsGroupState.EMPTY)
                                .subtopology("0", 0)
                                .build(),
                        3_600))
                .isEmpty();
    }

    @Test
    void case1TwoThreadsOfOneProcessOnOneEndpointAreNoConflict() {
        GroupState state = group(
                        runs("a", 2, "p1", "0_0").endpoint("h1", 1),
                        runs("b", 2, "p1", "0_1").endpoint("h1", 1))
                .endpoints(
                        3,
                        serves("h1", 1, List.of(topic("in", 0, 1)), List.of()),
                        serves("h1", 1, List.of(), List.of()))
                .subtopology(reads("0", "in", 0, 1))
                .build();

        assertThat(of(state, 3_600)).isEmpty();
    }

    @Test
    void case3ADescriptionThatIsNotReadyAndHandsOutTasksContradictsItselfAndTellsOfNoTopic() {
        Tasks task = active("0_0");
        GroupState state = group(member("a", 4).process("p").assigned(task).target(task))
                .state(StreamsGroupState.NOT_READY)
                .described(4, 4)
                .subtopology(reads("0", "in", 0))
                .build();

        Finding only = only(of(state, 3_600));
        assertThat(only.code()).isEqualTo(FindingCode.DESCRIPTION_CONTRADICTORY);
        assertThat(only.severity()).isEqualTo(Severity.WARNING);
        assertThat(only.summary()).contains("call the group not ready", "group epoch 4", "1 active task");
    }

    @Test
    void case4ATopologyThatIsBehindIsToldWithItsEpochByProcess() {
        String detail = "The member's topology epoch 0 is behind the group's topology epoch 1.";
        GroupState state = group(
                        runs("a", 2, "old", "0_0").topology(0),
                        runs("b", 2, "old", "0_1").topology(0),
                        runs("c", 2, "new", "0_2").topology(1))
                .status("a", 0, detail)
                .status("b", 0, detail)
                .subtopology("0", 0, 1, 2)
                .build();

        List<Finding> found = of(state, 60);
        assertThat(found)
                .extracting(Finding::code)
                .containsExactly(FindingCode.STALE_TOPOLOGY, FindingCode.MIXED_TOPOLOGY_EPOCHS);
        assertThat(found.get(0).subject()).isEqualTo(new Subject(Kind.PROCESS, "old"));
        assertThat(found.get(0).evidence())
                .containsEntry("memberIds", List.of("a", "b"))
                .containsEntry("topologyEpoch", 0)
                .containsEntry("detail", detail);
        assertThat(found.get(1).summary()).contains("1 at epoch 1, 2 at epoch 0");
    }

    @Test
    void case5AFencedMemberIsToldWithTheEpochsOfItsErrorAndWhatItHad() {
        GroupState state = group(member("a", 2).process("p").fenced().assigned(active("0_0")))
                .state(StreamsGroupState.RECONCILING)
                .build();
        MemberError error = new MemberError("a", null, 110, "smaller", 1, 2);

        Finding fenced = only(found(facts(state, List.of(refused(error, 0, 0, 1))), 5));
        assertThat(fenced.code()).isEqualTo(FindingCode.MEMBER_FENCED);
        assertThat(fenced.summary()).contains("fenced: sent 1, coordinator has 2", "1 active tasks: 0_0");
        assertThat(fenced.evidence()).containsEntry("sentMemberEpoch", 1).containsEntry("knownMemberEpoch", 2);
    }

    @Test
    void case6ATaskThatAnotherMustGiveUpFirstWaitsForIt() {
        GroupState state = group(
                        member("a", 2).process("p1").assigned(active("0_0")).owned(active("0_0", "0_1")),
                        member("b", 3).process("p2").assigned(active("0_2")).owned(active("0_2")))
                .state(StreamsGroupState.RECONCILING)
                .subtopology("0", 0, 1, 2)
                .build();

        assertThat(of(state, 5)).extracting(Finding::severity).containsExactly(Severity.INFO);
        assertThat(of(state, 20)).extracting(Finding::severity).containsExactly(Severity.WARNING);
        List<Finding> found = of(state, 90);
        assertThat(found)
                .extracting(Finding::code)
                .containsExactly(FindingCode.TASK_UNOWNED, FindingCode.RECONCILIATION_STUCK);
        Finding unowned = found.get(0);
        assertThat(unowned.severity()).isEqualTo(Severity.ERROR);
        assertThat(unowned.subject()).isEqualTo(new Subject(Kind.TASK, "0_1"));
        assertThat(unowned.since()).isEqualTo(START);
        assertThat(unowned.evidence())
                .containsEntry("waitsFor", List.of("a"))
                .containsEntry("why", "MUST_GIVE_IT_UP")
                .containsEntry("memberEpoch", 2)
                .containsEntry("epochToReach", 3);
        assertThat(unowned.summary()).contains("0_1 runs nowhere for 90 s", "waits for a, which must give it up");
        assertThat(found.get(1).subject()).isEqualTo(new Subject(Kind.MEMBER, "a"));
        assertThat(found.get(1).summary()).contains("epoch 2", "come to 3", "does not give up 0_1");
    }

    @Test
    void case6OfADescriptionATaskWaitsForThoseBehindAndGoesToItsTarget() {
        GroupState state = group(
                        member("a", 2).process("p1").assigned(active("0_0")).target(active("0_0")),
                        member("b", 3).process("p2").assigned(active()).target(active("0_1")))
                .state(StreamsGroupState.RECONCILING)
                .described(3, 3)
                .subtopology(reads("0", "in", 0, 1))
                .build();

        Finding unowned = of(state, 20).get(0);
        assertThat(unowned.code()).isEqualTo(FindingCode.TASK_UNOWNED);
        assertThat(unowned.evidence())
                .containsEntry("waitsFor", List.of("a"))
                .containsEntry("why", "BEHIND")
                .containsEntry("goesTo", "b");
    }

    @Test
    void case7AStaticMemberThatIsAwayKeepsItsTasksAndIsNotSilent() {
        GroupState state = group(
                        member("a", -2).process("p1").instance("node-1").away().assigned(active("0_0")),
                        runs("b", 2, "p2", "0_1"))
                .state(StreamsGroupState.RECONCILING)
                .subtopology("0", 0, 1)
                .build();
        FindingFacts facts = new FindingFacts(
                conditions(state),
                List.of(),
                List.of(new Heard("a", at(-60), 5_000), new Heard("b", at(9), 5_000)),
                List.of(),
                null,
                null,
                null,
                null);

        List<Finding> found = found(facts, 10);
        assertThat(found)
                .extracting(Finding::code)
                .containsExactlyInAnyOrder(FindingCode.MEMBER_AWAY, FindingCode.TASK_UNOWNED);
        assertThat(found).extracting(Finding::severity).containsOnly(Severity.INFO);
        assertThat(byCode(found, FindingCode.MEMBER_AWAY).subject()).isEqualTo(new Subject(Kind.INSTANCE, "node-1"));
        assertThat(byCode(found, FindingCode.TASK_UNOWNED).evidence())
                .containsEntry("waitsFor", List.of("a"))
                .containsEntry("why", "AWAY");
    }

    @Test
    void case9AnUnknownEndIsNoLag() {
        // Copies are of known lags only; with none nothing is said of a warm-up.
        assertThat(of(warmUp(), 3_600)).isEmpty();
    }

    @Test
    void case10AStatusOfALaterBrokerIsToldByItsNumberAndWords() {
        Finding only = only(of(
                group(runs("a", 1, "p", "0_0")).status("a", 9, "moon is full").build(), 1));
        assertThat(only.code()).isEqualTo(FindingCode.STATUS_UNKNOWN);
        assertThat(only.summary()).contains("unknown (9)", "moon is full");
    }

    @Test
    void case11EachMissingSourceTopicIsFoundAndNothingElse() {
        GroupState state = group(member("a", 1).process("p").assigned(active()).owned(active()))
                .state(StreamsGroupState.NOT_READY)
                .status("a", 1, "Source topics nada, nope are missing.")
                .subtopology("0", 0, 1)
                .build();

        List<Finding> found = of(state, 600);
        assertThat(found).extracting(Finding::code).containsOnly(FindingCode.SOURCE_TOPIC_MISSING);
        assertThat(found).extracting(Finding::severity).containsOnly(Severity.ERROR);
        assertThat(found)
                .extracting(Finding::subject)
                .containsExactly(new Subject(Kind.TOPIC, "nada"), new Subject(Kind.TOPIC, "nope"));
    }

    @Test
    void case13TopicsThatAreNotCopartitionedAreToldWithTheirSizes() {
        Finding only = only(of(
                group(member("a", 1))
                        .state(StreamsGroupState.NOT_READY)
                        .status(
                                "a",
                                2,
                                "Following topics do not have the same number of partitions: [{clicks=4, users8=8}]")
                        .build(),
                1));
        assertThat(only.code()).isEqualTo(FindingCode.TOPICS_NOT_COPARTITIONED);
        assertThat(only.evidence()).containsEntry("partitions", Map.of("clicks", 4, "users8", 8));
        assertThat(only.summary()).contains("clicks has 4", "users8 has 8");
    }

    @Test
    void case15ADelayedAssignmentIsInformation() {
        Finding only = only(of(
                group(member("a", 1))
                        .state(StreamsGroupState.ASSIGNING)
                        .status("a", 5, "Assignment delayed")
                        .build(),
                600));
        assertThat(only.code()).isEqualTo(FindingCode.ASSIGNMENT_DELAYED);
        assertThat(only.severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void case16MembersWithoutTasksWaitForTheGroupWhileInternalTopicsAreMissing() {
        GroupState state = group(member("a", 1).process("p").assigned(active()).owned(active()))
                .state(StreamsGroupState.NOT_READY)
                .status("a", 3, "Internal topics are missing: g-s-changelog")
                .build();

        Finding starting = only(of(state, 3));
        assertThat(starting.code()).isEqualTo(FindingCode.INTERNAL_TOPIC_MISSING);
        assertThat(starting.severity()).isEqualTo(Severity.INFO);
        assertThat(starting.summary()).contains("g-s-changelog", "members wait for the group");
        assertThat(only(of(state, 30)).severity()).isEqualTo(Severity.ERROR);
    }

    @Test
    void anInternalTopicWhoseCreationFailsIsAnErrorSoonerAndSaysWhy() {
        GroupState state = group(member("a", 1))
                .state(StreamsGroupState.NOT_READY)
                .status(
                        "a",
                        3,
                        "Internal topics are missing: g-a, g-b; Creation failed: g-a (Topic 'g-a' already exists.), g-b"
                                + " (Not allowed (ACL).).")
                .build();

        assertThat(of(state, 1)).extracting(Finding::severity).containsOnly(Severity.INFO);
        List<Finding> found = of(state, 11);
        assertThat(found).extracting(Finding::severity).containsOnly(Severity.ERROR);
        assertThat(found)
                .extracting(finding -> finding.evidence().get("creationError"))
                .containsExactly("Topic 'g-a' already exists.", "Not allowed (ACL).");
    }

    @Test
    void case17AShutdownIsToldWithWhoAskedAndWhoHasLeftUntilSomebodyJoins() {
        String detail =
                "Streams group member a encountered a fatal error and requested a shutdown for the entire application.";
        GroupState three = group(runs("a", 1, "p1"), runs("b", 1, "p2"), runs("c", 1, "p3"))
                .build();
        GroupState asked = group(runs("a", 1, "p1"), runs("b", 1, "p2"), runs("c", 1, "p3"))
                .status("a", 4, detail)
                .status("b", 4, detail)
                .status("c", 4, detail)
                .build();
        GroupState oneLeft = group(runs("b", 1, "p2"), runs("c", 1, "p3"))
                .status("b", 4, detail)
                .status("c", 4, detail)
                .build();
        GroupState empty = group(NO_MEMBERS).state(StreamsGroupState.EMPTY).build();
        GroupState again = group(runs("d", 1, "p4")).build();

        List<Insight> insights = follow(three, asked, oneLeft, empty, again);

        Finding open = only(Findings.of(FindingFacts.of(insights.get(2).conditions()), at(3)));
        assertThat(open.code()).isEqualTo(FindingCode.SHUTDOWN_REQUESTED);
        assertThat(open.since()).isEqualTo(at(1));
        assertThat(open.summary()).contains("Member a asked", "gone already: a", "still there: 2");
        Finding afterwards = only(Findings.of(FindingFacts.of(insights.get(3).conditions()), at(9)));
        assertThat(afterwards.since()).isEqualTo(at(1));
        assertThat(afterwards.evidence())
                .containsEntry("left", List.of("a", "b", "c"))
                .containsEntry("members", 0);
        assertThat(insights.get(4).conditions()).isEmpty();
    }

    @Test
    void case18ADescriptionWithoutATopologyIsInformation() {
        Finding only = only(
                of(group(member("a", 1).assigned(active("0_0"))).described(1, 1).build(), 600));
        assertThat(only.code()).isEqualTo(FindingCode.TOPOLOGY_UNKNOWN);
        assertThat(only.severity()).isEqualTo(Severity.INFO);
        assertThat(of(group(member("a", 1).assigned(active("0_0"))).build(), 600))
                .as("heartbeats that do not tell it say nothing")
                .isEmpty();
    }

    @Test
    void case26ATaskThatIsActiveTwiceAndASubtopologyThatIsNoneAreBothTold() {
        GroupState state = group(
                        member("a", 2).process("p1").assigned(active("0_0", "7_0")),
                        member("b", 2).process("p2").assigned(active("0_0")))
                .described(2, 2)
                .subtopology(reads("0", "in", 0))
                .build();

        List<Finding> found = of(state, 1);
        assertThat(found)
                .extracting(Finding::code)
                .containsExactlyInAnyOrder(FindingCode.TASK_ACTIVE_TWICE, FindingCode.SUBTOPOLOGY_UNKNOWN);
        assertThat(byCode(found, FindingCode.TASK_ACTIVE_TWICE).evidence())
                .containsEntry("memberIds", List.of("a", "b"))
                .containsEntry("view", "assigned");
        assertThat(byCode(found, FindingCode.SUBTOPOLOGY_UNKNOWN).subject())
                .isEqualTo(new Subject(Kind.SUBTOPOLOGY, "7"));
    }

    @Test
    void case27AMemberThatHeartbeatsAndNeverRunsWhatItIsToldIsFoundAfterSomeHeartbeats() {
        GroupState state = group(member("a", 3)
                        .process("p")
                        .assigned(active("0_0", "0_1"))
                        .owned(active("0_1")))
                .state(StreamsGroupState.RECONCILING)
                .subtopology("0", 0, 1)
                .build();

        assertThat(of(state, 10)).isEmpty();
        Finding only = only(of(state, 20));
        assertThat(only.code()).isEqualTo(FindingCode.ASSIGNMENT_NOT_FOLLOWED);
        assertThat(only.summary()).contains("Member a heartbeats", "does not run 0_0");
        assertThat(found(
                        new FindingFacts(
                                conditions(state),
                                List.of(),
                                List.of(new Heard("a", at(-1), 30_000)),
                                List.of(),
                                null,
                                null,
                                null,
                                null),
                        20))
                .as("one that was not heard since has not refused anything")
                .isEmpty();
    }

    @Test
    void case28AWarmUpIsCaughtUpAtTheAcceptableLagAndNotOneRecordBeyondIt() {
        assertThat(found(lagging(100, 200L), 120)).isEmpty();
        Finding shrinking = only(found(lagging(101, 200L), 120));
        assertThat(shrinking.code()).isEqualTo(FindingCode.WARMUP_NOT_CATCHING_UP);
        assertThat(shrinking.severity()).isEqualTo(Severity.INFO);
        assertThat(shrinking.summary()).contains("101 records behind", "caught up is 100");
        assertThat(only(found(lagging(101, 101L), 120)).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void case29TwoProcessesThatClaimOneInstanceIdAreTheOnlyFinding() {
        GroupState state = group(
                        member("s1", 2).process("p1").instance("app-1").fenced().assigned(active()),
                        runs("s3", 3, "p2").instance("app-1"))
                .state(StreamsGroupState.RECONCILING)
                .build();
        FindingFacts facts = facts(
                state,
                List.of(
                        refused(new MemberError("s2", "app-1", 111, "owned by s1 member", 0, null), 0, 0, 1),
                        refused(new MemberError("s1", "app-1", 82, "fenced by member s3", 2, 2), 2, 2, 1)));

        Finding only = only(found(facts, 5));
        assertThat(only.code()).isEqualTo(FindingCode.INSTANCE_ID_CONFLICT);
        assertThat(only.subject()).isEqualTo(new Subject(Kind.INSTANCE, "app-1"));
        assertThat(only.evidence())
                .containsEntry("memberIds", List.of("s1", "s2"))
                .containsEntry("count", 2);
        assertThat(found(facts, 1_000)).extracting(Finding::code).doesNotContain(FindingCode.INSTANCE_ID_CONFLICT);
    }

    @Test
    void case30AClusterThatCannotBeReadSaysWhyAndWhatToDo() {
        Finding finding =
                Findings.ofCluster(new FindingFacts.Unreadable("UNSUPPORTED", "Set streams.version to 1", at(0), 3));
        assertThat(finding.code()).isEqualTo(FindingCode.CLUSTER_UNREADABLE);
        assertThat(finding.summary()).contains("3 attempts", "Set streams.version to 1");
    }

    @Test
    void case33ACopyInTheProcessThatRunsTheTaskIsFoundAndTooFewCopiesAgainstTheConfiguredCount() {
        Subtopology stateful = new Subtopology(
                "0", List.of(0, 1), List.of("in"), null, List.of(), List.of(), List.of("g-s-changelog"));
        GroupState state = group(
                        member("a", 2).process("p1").assigned(new Tasks(tasks("0_0"), List.of(), List.of())),
                        member("b", 2).process("p1").assigned(new Tasks(tasks(), tasks("0_0"), List.of())),
                        member("c", 2).process("p2").assigned(new Tasks(tasks("0_1"), List.of(), List.of())))
                .described(2, 2)
                .subtopology(stateful)
                .build();

        Finding together = only(of(state, 10));
        assertThat(together.code()).isEqualTo(FindingCode.STANDBY_ON_SAME_PROCESS);
        assertThat(together.subject()).isEqualTo(new Subject(Kind.TASK, "0_0"));
        assertThat(together.evidence())
                .containsEntry("activeMemberId", "a")
                .containsEntry("standbyMemberId", "b")
                .containsEntry("processId", "p1");
        Finding missing = byCode(found(standbys(state, 1), 60), FindingCode.STANDBY_MISSING);
        assertThat(missing.evidence())
                .containsEntry("configured", 1)
                .containsEntry("fewest", 0)
                .containsEntry("tasks", List.of("0_1"));
        assertThat(found(standbys(state, 0), 60)).extracting(Finding::code).doesNotContain(FindingCode.STANDBY_MISSING);
    }

    @Test
    void configuredCopiesThatNoProcessIsLeftForAreMissingAndSaySo() {
        Subtopology stateful =
                new Subtopology("0", List.of(0), List.of("in"), null, List.of(), List.of(), List.of("c"));
        GroupState state = group(
                        member("a", 2).process("p1").assigned(new Tasks(tasks("0_0"), List.of(), List.of())),
                        member("b", 2).process("p2").assigned(new Tasks(tasks(), tasks("0_0"), List.of())))
                .described(2, 2)
                .subtopology(stateful)
                .build();

        assertThat(found(standbys(state, 1), 60)).isEmpty();
        assertThat(only(found(standbys(state, 2), 60)).summary())
                .contains("configured are 2", "with 2 processes there is no place for more");
    }

    @Test
    void copiesThatAreAskedForAnewAreGivenTimeToBePlacedAndMissingSinceThen() {
        Subtopology stateful =
                new Subtopology("0", List.of(0), List.of("in"), null, List.of(), List.of(), List.of("c"));
        GroupState state = group(
                        member("a", 2).process("p1").assigned(new Tasks(tasks("0_0"), List.of(), List.of())),
                        member("b", 2).process("p2").assigned(new Tasks(tasks(), List.of(), List.of())))
                .described(2, 2)
                .subtopology(stateful)
                .build();

        assertThat(found(standbys(state, 1, at(3_600)), 3_629)).isEmpty();
        Finding missing = only(found(standbys(state, 1, at(3_600)), 3_630));
        assertThat(missing.code()).isEqualTo(FindingCode.STANDBY_MISSING);
        assertThat(missing.since()).isEqualTo(at(3_600));
    }

    @Test
    void case34AGroupWhoseNameIsAnotherKindOfGroupNowSaysWhichKind() {
        FindingFacts facts = new FindingFacts(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                new FindingFacts.Unreadable("OTHER_TYPE", "a group of type consumer has its name now", at(0), 3),
                new FindingFacts.Taken("CONSUMER", "consumer", at(0)));
        Finding only = only(found(facts, 5));
        assertThat(only.code()).isEqualTo(FindingCode.GROUP_NAME_TAKEN);
        assertThat(only.summary()).contains("group of type CONSUMER");
    }

    @Test
    void case34WhereOnlyThatItCouldNotBeReadIsKeptItIsTheSameFinding() {
        Finding taken = Findings.ofGroup(
                new FindingFacts.Unreadable("OTHER_TYPE", "a group of type consumer has its name now", at(0), null));
        assertThat(taken.code()).isEqualTo(FindingCode.GROUP_NAME_TAKEN);
        assertThat(taken.severity()).isEqualTo(Severity.ERROR);
        assertThat(taken.summary()).contains("a group of type consumer");
    }

    @Test
    void howOftenReadingFailedIsToldOnlyWhereItIsKnown() {
        Finding now = Findings.ofGroup(new FindingFacts.Unreadable("TIMEOUT", "No answer", at(0), 3));
        Finding then = Findings.ofGroup(new FindingFacts.Unreadable("TIMEOUT", "No answer", at(0), null));
        assertThat(now.summary()).isEqualTo("The group cannot be read (3 attempts failed): No answer");
        assertThat(then.summary()).isEqualTo("The group cannot be read: No answer");
        assertThat(then.evidence()).containsOnlyKeys("code", "message");
    }

    @Test
    void case36AnErrorOnTheFirstHeartbeatIsAFailedJoinWithItsLikelyCause() {
        FindingFacts facts = FindingFacts.of(List.of());
        Refusal join = refused(new MemberError("m", null, -1, null, 0, null), 0, 0, 1);
        Finding only = only(found(with(facts, List.of(join)), 1));
        assertThat(only.code()).isEqualTo(FindingCode.JOIN_FAILED);
        assertThat(only.severity()).isEqualTo(Severity.ERROR);
        assertThat(only.summary()).contains("The broker failed on this member's join");
        assertThat(only.cause()).contains("user endpoint", "source topic is missing", "co-partitioned");
        Refusal later = refused(new MemberError("m", null, -1, null, 4, null), 0, 0, 1);
        assertThat(only(found(with(facts, List.of(later)), 1)).code()).isEqualTo(FindingCode.HEARTBEAT_REFUSED);
    }

    @Test
    void aCoordinatorThatIsAwayIsInformationUntilSomebodyIsAnsweredAgain() {
        GroupState state = group(runs("a", 1, "p", "0_0")).build();
        List<Refusal> away = List.of(
                refused(new MemberError("a", null, 14, null, 1, 1), 0, 4, 2),
                refused(new MemberError("a", null, 16, null, 1, 1), 5, 6, 1));

        Finding only = only(found(facts(state, away), 7));
        assertThat(only.code()).isEqualTo(FindingCode.COORDINATOR_AWAY);
        assertThat(only.severity()).isEqualTo(Severity.INFO);
        assertThat(only.evidence()).containsEntry("count", 3).containsEntry("error", "NOT_COORDINATOR");
        FindingFacts answered = new FindingFacts(
                List.of(), away, List.of(new Heard("a", at(8), 5_000)), List.of(), null, null, null, null);
        assertThat(found(answered, 9)).isEmpty();
    }

    @Test
    void aMemberIsSilentAfterThreeHeartbeatsAndNotMeasuredPastWhatWasObserved() {
        FindingFacts facts = new FindingFacts(
                List.of(), List.of(), List.of(new Heard("a", at(0), 5_000)), List.of(), null, null, null, null);
        assertThat(found(facts, 15)).isEmpty();
        Finding only = only(found(facts, 16));
        assertThat(only.code()).isEqualTo(FindingCode.MEMBER_SILENT);
        assertThat(only.since()).isEqualTo(at(0));
        assertThat(only.evidence()).containsEntry("silentMs", 16_000L);
    }

    @Test
    void aCopyThatFallsBehindIsFoundAndOneThatIsFarBehindAndComesCloserIsNot() {
        Copy falls = new Copy("a", TaskId.parse("1_0"), at(300), 50_000, at(0), 20_000L);
        Copy comes = new Copy("b", TaskId.parse("1_1"), at(300), 50_000, at(0), 90_000L);
        Copy new1 = new Copy("c", TaskId.parse("1_2"), at(300), 50_000, null, null);
        FindingFacts facts =
                new FindingFacts(List.of(), List.of(), List.of(), List.of(falls, comes, new1), null, null, null, null);

        Finding only = only(found(facts, 301));
        assertThat(only.code()).isEqualTo(FindingCode.RESTORE_LAG_GROWING);
        assertThat(only.subject()).isEqualTo(new Subject(Kind.MEMBER, "a"));
        assertThat(only.summary()).contains("50000 records behind", "before it was 20000");
    }

    @Test
    void twentyRebalancesInTenMinutesAreAStormAndOneLessIsNone() {
        assertThat(found(rebalanced(19), 1)).isEmpty();
        assertThat(only(found(rebalanced(20), 1)).code()).isEqualTo(FindingCode.REBALANCE_STORM);
    }

    @Test
    void twoProcessesOnOneEndpointAndMembersWithoutOneAreFound() {
        GroupState state = group(
                        runs("a", 1, "p1").endpoint("h", 1),
                        runs("b", 1, "p2").endpoint("h", 1),
                        runs("c", 1, "p3"),
                        member("d", 1).assigned(active()))
                .build();

        List<Finding> found = of(state, 1);
        assertThat(found)
                .extracting(Finding::code)
                .containsExactly(FindingCode.ENDPOINT_SHARED, FindingCode.ENDPOINT_MISSING);
        assertThat(found.get(0).subject()).isEqualTo(new Subject(Kind.ENDPOINT, "h:1"));
        assertThat(found.get(0).evidence()).containsEntry("processIds", List.of("p1", "p2"));
        assertThat(found.get(1).subject())
                .as("of a member whose join was not seen nothing is known")
                .isEqualTo(new Subject(Kind.PROCESS, "p3"));
    }

    @Test
    void aLoopbackEndpointIsFoundOnlyWhenMembersAreOnSeveralHosts() {
        GroupState one = group(
                        runs("a", 1, "p1").endpoint("localhost", 1).host("/10.0.0.1"),
                        runs("b", 1, "p2").endpoint("127.0.0.1", 2).host("/10.0.0.1"))
                .build();
        GroupState two = group(
                        runs("a", 1, "p1").endpoint("localhost", 1).host("/10.0.0.1"),
                        runs("b", 1, "p2").endpoint("h2", 2).host("/10.0.0.2"))
                .build();
        assertThat(of(one, 1)).isEmpty();
        Finding only = only(of(two, 1));
        assertThat(only.code()).isEqualTo(FindingCode.ENDPOINT_ON_LOOPBACK);
        assertThat(only.subject()).isEqualTo(new Subject(Kind.ENDPOINT, "localhost:1"));
    }

    @Test
    void partitionsThatNoEndpointOrTwoServeAreFoundWhenItLasts() {
        GroupState state = group(
                        runs("a", 1, "p1", "0_0", "0_1").endpoint("h1", 1),
                        runs("b", 1, "p2", "0_2").endpoint("h2", 2))
                .endpoints(
                        7,
                        serves("h1", 1, List.of(topic("in", 0, 2)), List.of()),
                        serves("h2", 2, List.of(topic("in", 2)), List.of()))
                .subtopology(reads("0", "in", 0, 1, 2))
                .build();

        assertThat(of(state, 10)).isEmpty();
        List<Finding> found = of(state, 31);
        assertThat(found)
                .extracting(Finding::code)
                .containsExactly(FindingCode.PARTITION_SERVED_TWICE, FindingCode.PARTITION_UNSERVED);
        assertThat(found.get(0).evidence())
                .containsEntry("partitions", List.of(2))
                .containsEntry("endpoints", List.of("h1:1", "h2:2"));
        assertThat(found.get(1).evidence()).containsEntry("partitions", List.of(1));
    }

    @Test
    void copiesInOneRackAreInformationAndByAClientTagAWarning() {
        Tasks runs = new Tasks(tasks("0_0"), List.of(), List.of());
        Tasks copies = new Tasks(tasks(), tasks("0_0"), List.of());
        Tasks none = Tasks.NONE;
        GroupState racks = group(
                        member("a", 1).process("p1").rack("r1").assigned(runs),
                        member("b", 1).process("p2").rack("r1").assigned(copies),
                        member("c", 1).process("p3").rack("r2").assigned(none))
                .build();
        GroupState tags = group(
                        member("a", 1).process("p1").tags(Map.of("zone", "z1")).assigned(runs),
                        member("b", 1).process("p2").tags(Map.of("zone", "z1")).assigned(copies),
                        member("c", 1).process("p3").tags(Map.of("zone", "z2")).assigned(none))
                .build();
        assertThat(only(of(racks, 1)).severity()).isEqualTo(Severity.INFO);
        assertThat(only(of(tags, 1)).severity()).isEqualTo(Severity.WARNING);
        assertThat(only(of(tags, 1)).code()).isEqualTo(FindingCode.STANDBY_ON_SAME_RACK);
    }

    @Test
    void tasksAreUnevenAgainstTheShareOfAProcessByItsThreads() {
        GroupState uneven = group(runs("a", 1, "p1", "0_0", "0_1", "0_2", "0_3"), runs("b", 1, "p2"))
                .subtopology("0", 0, 1, 2, 3)
                .build();
        GroupState byThreads = group(
                        runs("a", 1, "p1", "0_0", "0_1"),
                        runs("b", 1, "p1", "0_2", "0_3"),
                        runs("c", 1, "p2", "0_4", "0_5"))
                .subtopology("0", 0, 1, 2, 3, 4, 5)
                .build();
        Finding only = only(of(uneven, 1));
        assertThat(only.code()).isEqualTo(FindingCode.TASKS_UNEVEN);
        assertThat(only.evidence())
                .containsEntry("processId", "p1")
                .containsEntry("activeTasks", 4)
                .containsEntry("share", "2.0");
        assertThat(of(byThreads, 1)).isEmpty();
    }

    @Test
    void ofManySubjectsOneFindingOfTheGroupIsToldSinceTheFirstOfThem() {
        String[] some = IntStream.range(0, 5).mapToObj(i -> "0_" + i).toArray(String[]::new);
        Integer[] all = IntStream.range(0, 30).boxed().toArray(Integer[]::new);
        GroupState twentyFive = group(runs("a", 1, "p", some))
                .state(StreamsGroupState.RECONCILING)
                .subtopology("0", all)
                .build();
        Integer[] six = {0, 1, 2, 3, 4, 5};
        GroupState one = group(runs("a", 1, "p", some))
                .state(StreamsGroupState.RECONCILING)
                .subtopology("0", six)
                .build();

        List<Insight> insights = follow(one, twentyFive, one);

        Finding many = only(Findings.of(FindingFacts.of(insights.get(1).conditions()), at(1)));
        assertThat(many.subject()).isEqualTo(GROUP);
        assertThat(many.since()).isEqualTo(at(0));
        assertThat(many.evidence()).containsEntry("count", 25);
        assertThat(many.summary()).contains("25 tasks run nowhere", "0_5, 0_6");
        Condition again = insights.get(2).conditions().get(0);
        assertThat(again.subject()).isEqualTo(new Subject(Kind.TASK, "0_5"));
        assertThat(again.since()).isEqualTo(at(0));
    }

    @Test
    void aConditionBeginsAnewAfterABreak() {
        GroupState fine = group(runs("a", 1, "p", "0_0")).subtopology("0", 0).build();
        GroupState wrong = group(runs("a", 1, "p"))
                .state(StreamsGroupState.RECONCILING)
                .subtopology("0", 0)
                .build();
        List<Insight> insights = follow(wrong, wrong, fine, wrong);
        assertThat(insights.get(1).conditions()).extracting(Condition::since).containsExactly(at(0));
        assertThat(insights.get(2).conditions()).isEmpty();
        assertThat(insights.get(3).conditions()).extracting(Condition::since).containsExactly(at(3));
    }

    @Test
    void aConditionOfAnotherVersionIsPassedOver() {
        assertThat(found(FindingFacts.of(List.of(new Condition("FROM_THE_FUTURE", GROUP, START, Map.of()))), 1))
                .isEmpty();
    }

    @Test
    void partitionsBeyondAnyTableAreStillTasks() {
        GroupState state = group(
                        member("a", 1).process("p1").assigned(active("0_2147483647")),
                        member("b", 1).process("p2").assigned(active("0_2147483647")))
                .described(1, 1)
                .subtopology(reads("0", "in", 0, Integer.MAX_VALUE))
                .build();
        assertThat(of(state, 1))
                .extracting(finding -> finding.code() + " " + finding.subject().id())
                .containsExactlyInAnyOrder("TASK_ACTIVE_TWICE 0_2147483647", "TASK_UNOWNED 0_0");
    }

    private static MemberBuilder runs(String memberId, int epoch, String process, String... active) {
        return member(memberId, epoch).process(process).assigned(active(active)).owned(active(active));
    }

    private static Subtopology reads(String id, String topic, Integer... partitions) {
        return new Subtopology(id, List.of(partitions), List.of(topic), null, List.of(), List.of(), List.of());
    }

    private static GroupState warmUp() {
        return group(
                        runs("a", 1, "p1", "0_0"),
                        member("b", 1)
                                .process("p2")
                                .acceptableRecoveryLag(100)
                                .assigned(new Tasks(List.of(), List.of(), tasks("0_0"))))
                .build();
    }

    private static FindingFacts lagging(long lag, @Nullable Long earlier) {
        return new FindingFacts(
                conditions(warmUp()),
                List.of(),
                List.of(),
                List.of(new Copy("b", TaskId.parse("0_0"), at(110), lag, earlier == null ? null : at(0), earlier)),
                null,
                null,
                null,
                null);
    }

    private static FindingFacts rebalanced(int count) {
        return new FindingFacts(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                new FindingFacts.Rebalances(count, START),
                null,
                null);
    }

    private static FindingFacts standbys(GroupState state, int configured) {
        return standbys(state, configured, at(-100));
    }

    private static FindingFacts standbys(GroupState state, int configured, Instant since) {
        return new FindingFacts(
                conditions(state),
                List.of(),
                List.of(),
                List.of(),
                new StandbyReplicas(configured, since),
                null,
                null,
                null);
    }

    private static FindingFacts facts(GroupState state, List<Refusal> refusals) {
        return with(FindingFacts.of(conditions(state)), refusals);
    }

    private static FindingFacts with(FindingFacts facts, List<Refusal> refusals) {
        return new FindingFacts(facts.conditions(), refusals, List.of(), List.of(), null, null, null, null);
    }

    private static Refusal refused(MemberError error, int first, int last, int count) {
        return new Refusal(error, at(first), at(last), count);
    }

    private static List<Condition> conditions(GroupState state) {
        return Insights.next(null, null, state, Transition.at(START)).conditions();
    }

    /** The insights of states a second apart. */
    private static List<Insight> follow(GroupState... states) {
        List<Insight> insights = new java.util.ArrayList<>();
        Insight before = null;
        for (int i = 0; i < states.length; i++) {
            before = Insights.next(before, i == 0 ? null : states[i - 1], states[i], Transition.at(at(i)));
            insights.add(before);
        }
        return insights;
    }

    private static List<Finding> of(GroupState state, int seconds) {
        return found(FindingFacts.of(conditions(state)), seconds);
    }

    private static List<Finding> found(FindingFacts facts, int seconds) {
        return Findings.of(facts, at(seconds));
    }

    private static Finding only(List<Finding> findings) {
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private static Finding byCode(List<Finding> findings, FindingCode code) {
        return only(findings.stream().filter(f -> f.code() == code).toList());
    }

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }
}
