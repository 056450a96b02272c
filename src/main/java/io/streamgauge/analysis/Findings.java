package io.streamgauge.analysis;

import io.streamgauge.analysis.FindingFacts.Copy;
import io.streamgauge.analysis.FindingFacts.Heard;
import io.streamgauge.analysis.FindingFacts.Refusal;
import io.streamgauge.group.Condition;
import io.streamgauge.group.Condition.Kind;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.StandbyReplicas;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is wrong with a group, at risk or worth knowing, at an instant. */
public final class Findings {

    /** An error answer is told for so long; a client that dies of it sends no other. */
    public static final Duration REFUSALS = Duration.ofMinutes(10);

    /** A member that is no longer known joins again by itself; one that was not refused for so long has, or is gone. */
    private static final Duration REJOINS = Duration.ofMinutes(1);

    private static final int UNKNOWN_MEMBER_ID = 25;

    /** Rebalances are counted over so long. */
    public static final Duration REBALANCES = Duration.ofMinutes(10);

    /** So many in that time are a storm: a rolling restart of a handful of instances has fewer. */
    public static final int STORM = 20;

    /** Copies are compared with how far they were so long before. */
    public static final Duration COPIES = Duration.ofMinutes(5);

    /** Members tell how far copies are once a minute, unless they are configured otherwise. */
    public static final Duration COPIES_TOLD = Duration.ofSeconds(90);

    /** What a move of a task takes with heartbeats five seconds apart: its holder is told, says so, the next is told. */
    private static final Duration MOVE = Duration.ofSeconds(15);

    private static final Duration LONG_MOVE = Duration.ofMinutes(1);
    private static final Duration STUCK = Duration.ofSeconds(30);
    private static final Duration TOPICS_CREATED = Duration.ofSeconds(30);

    /** Creations that race each other fail once, and the topics are there. */
    private static final Duration CREATION_FAILED = Duration.ofSeconds(10);

    private static final Duration PLACED = Duration.ofSeconds(30);
    private static final Duration MAP_FOLLOWS = Duration.ofSeconds(30);
    private static final Duration WARMS_UP = Duration.ofMinutes(1);

    /** Three of Kafka's default heartbeats, where a member's interval is not known. */
    private static final Duration SILENT = Duration.ofSeconds(15);

    private static final int SILENT_HEARTBEATS = 3;

    private static final int NAMED = 8;

    /** Why a group cannot be read whose name is that of one of another type. */
    private static final String OTHER_TYPE = "OTHER_TYPE";

    private Findings() {}

    /**
     * Everything found, the worst first.
     *
     * @param until the instant asked for, but not later than the group was observed: nothing is measured past that
     */
    public static List<Finding> of(FindingFacts facts, Instant until) {
        List<Finding> all = new ArrayList<>();
        Set<String> conflicts = conflicts(facts, until, all);
        for (Condition condition : facts.conditions()) {
            boolean told = condition.code().equals(FindingCode.MEMBER_FENCED.name())
                    && conflicts.contains(String.valueOf(condition.subject().id()));
            Finding finding = told ? null : of(condition, facts, until);
            if (finding != null) {
                all.add(finding);
            }
        }
        refusals(facts, until, all);
        silence(facts, until, all);
        growth(facts, all);
        if (facts.rebalances() != null && facts.rebalances().count() >= STORM) {
            all.add(storm(facts.rebalances()));
        }
        FindingFacts.Unreadable unreadable = facts.unreadable();
        if (facts.taken() != null) {
            all.add(taken(facts.taken()));
        }
        if (unreadable != null && (facts.taken() == null || !unreadable.code().equals(OTHER_TYPE))) {
            all.add(ofGroup(unreadable));
        }
        all.sort(Finding.WORST_FIRST);
        return all;
    }

    /** That a group cannot be read, or that its name is another group's. */
    public static Finding ofGroup(FindingFacts.Unreadable unreadable) {
        return unreadable.code().equals(OTHER_TYPE)
                ? new Finding(
                        FindingCode.GROUP_NAME_TAKEN,
                        Severity.ERROR,
                        Subject.GROUP,
                        unreadable.since(),
                        Map.of("message", unreadable.message()),
                        unreadable.message())
                : unreadable(FindingCode.GROUP_UNREADABLE, Severity.WARNING, "The group", unreadable);
    }

    /** Whether a member that was not heard until an instant has been silent: several of its heartbeats are missing. */
    public static boolean isSilent(Heard heard, Instant until) {
        Integer interval = heard.heartbeatIntervalMs();
        Duration limit = interval == null ? SILENT : Duration.ofMillis((long) SILENT_HEARTBEATS * interval);
        return lasts(heard.lastHeartbeatAt(), until).compareTo(limit) > 0;
    }

    /** That a member was silent until an instant. */
    public static Finding silent(Heard heard, Instant until) {
        Duration silent = lasts(heard.lastHeartbeatAt(), until);
        Map<String, Object> evidence = new HashMap<>();
        evidence.put("lastHeartbeatAt", heard.lastHeartbeatAt().toString());
        evidence.put("silentMs", silent.toMillis());
        put(evidence, "heartbeatIntervalMs", heard.heartbeatIntervalMs());
        return new Finding(
                FindingCode.MEMBER_SILENT,
                Severity.WARNING,
                new Subject(Kind.MEMBER, heard.memberId()),
                heard.lastHeartbeatAt(),
                evidence,
                "Member " + heard.memberId() + " is silent for " + words(silent)
                        + (heard.heartbeatIntervalMs() == null
                                ? ""
                                : "; it is to heartbeat every " + heard.heartbeatIntervalMs() + " ms"));
    }

    /** That a whole cluster cannot be read. */
    public static Finding ofCluster(FindingFacts.Unreadable unreadable) {
        return unreadable(FindingCode.CLUSTER_UNREADABLE, Severity.ERROR, "The cluster", unreadable);
    }

    /**
     * What a condition alone comes to that lasted until an instant; null when that is nothing, or takes more than the
     * condition to say.
     */
    public static @Nullable Finding of(Condition condition, Instant until) {
        return of(condition, (StandbyReplicas) null, until);
    }

    /** As {@link #of(Condition, Instant)}, where it is known how many standby copies the group is configured to have. */
    public static @Nullable Finding of(Condition condition, @Nullable StandbyReplicas configured, Instant until) {
        return of(
                condition,
                new FindingFacts(List.of(condition), List.of(), List.of(), List.of(), configured, null, null, null),
                until);
    }

    /**
     * Since when tasks lack standby copies by a condition that tells how many they have; null when they lack none.
     *
     * @param configured null where it is not known how many they are to have
     */
    public static @Nullable Instant lacksSince(Condition condition, @Nullable StandbyReplicas configured) {
        Evidence e = new Evidence(condition);
        if (e.number("fewest") >= wanted(e, configured)) {
            return null;
        }
        return configured == null || configured.since().isBefore(condition.since())
                ? condition.since()
                : configured.since();
    }

    private static long wanted(Evidence e, @Nullable StandbyReplicas configured) {
        return configured == null ? e.number("most") : configured.count();
    }

    /** Whether it takes to know when its member was last heard to say what a condition comes to. */
    public static boolean takesHeartbeats(Condition condition) {
        return condition.code().equals(FindingCode.ASSIGNMENT_NOT_FOLLOWED.name());
    }

    /** As {@link #of(Condition, Instant)}, of a condition for which that is known. */
    public static @Nullable Finding of(Condition condition, List<Heard> heard, Instant until) {
        return of(
                condition,
                new FindingFacts(List.of(condition), List.of(), heard, List.of(), null, null, null, null),
                until);
    }

    /** What a run of errors comes to at its end; null for one that its member's state tells. */
    public static @Nullable Finding of(Refusal refusal) {
        List<Finding> found = new ArrayList<>();
        FindingFacts facts =
                new FindingFacts(List.of(), List.of(refusal), List.of(), List.of(), null, null, null, null);
        conflicts(facts, refusal.lastAt(), found);
        refusals(facts, refusal.lastAt(), found);
        return found.isEmpty() ? null : found.get(0);
    }

    // What states show.

    private static @Nullable Finding of(Condition c, FindingFacts facts, Instant until) {
        FindingCode code;
        try {
            code = FindingCode.valueOf(c.code());
        } catch (IllegalArgumentException e) {
            // Stored by another version.
            return null;
        }
        Evidence e = new Evidence(c);
        Duration lasts = lasts(c.since(), until);
        String lasting = words(lasts);
        if (e.united()) {
            return united(c, code, e, lasts);
        }
        String id = String.valueOf(c.subject().id());
        boolean named = c.subject().id() != null;
        return switch (code) {
            case SOURCE_TOPIC_MISSING ->
                found(
                        c,
                        code,
                        Severity.ERROR,
                        named
                                ? "Source topic " + id + " is missing, so that the group is not ready"
                                : "Source topics are missing, so that the group is not ready: " + e.text("detail"));
            case TOPICS_NOT_COPARTITIONED ->
                found(
                        c,
                        code,
                        Severity.ERROR,
                        e.has("partitions")
                                ? "Topics that are joined have different numbers of partitions: "
                                        + e.pairs("partitions", " has ")
                                : "Topics do not have the partitions that they must have: " + e.text("detail"));
            case INTERNAL_TOPIC_MISSING -> internalTopic(c, e, lasts);
            case NOT_READY_WITHOUT_REASON ->
                found(
                        c,
                        code,
                        lasts.compareTo(TOPICS_CREATED) < 0 ? Severity.INFO : Severity.ERROR,
                        "The brokers call the group not ready for " + lasting
                                + (e.has("sourceTopics") ? "; it reads " + e.list("sourceTopics") : ""));
            case STALE_TOPOLOGY ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        e.members("memberIds") + " of " + what(c)
                                + (e.has("topologyEpoch") ? ", at topology epoch " + e.text("topologyEpoch") + "," : "")
                                + " run an older topology than the group");
            case MIXED_TOPOLOGY_EPOCHS ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        "Members run different topologies: "
                                + e.topologies("membersByTopologyEpoch")
                                + (e.has("topologyEpoch") ? "; the group is at epoch " + e.text("topologyEpoch") : ""));
            case TOPOLOGY_UNKNOWN ->
                found(c, code, Severity.INFO, "The brokers' description of the group has no topology");
            case SUBTOPOLOGY_UNKNOWN ->
                found(
                        c,
                        code,
                        Severity.ERROR,
                        "Members have tasks of subtopology " + id + ", which the group's topology does not have: "
                                + e.list("tasks"));
            case SHUTDOWN_REQUESTED ->
                found(
                        c,
                        code,
                        Severity.ERROR,
                        (e.has("requestedBy")
                                        ? "Member " + e.text("requestedBy") + " asked all members to shut down"
                                        : "A member asked all members to shut down")
                                + "; "
                                + (e.number("leftCount") == 0 ? "none has left yet" : "gone already: " + e.list("left"))
                                + ", still there: " + e.number("members"));
            case ASSIGNMENT_DELAYED ->
                found(c, code, Severity.INFO, "The coordinator delays the assignment, as it is configured to");
            case CLIENT_TAGS_MISSING ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        "Client tags are missing in " + what(c)
                                + (e.has("tags") ? ": " + e.list("tags") : ": " + e.text("detail")));
            case STATUS_UNKNOWN ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        "Members are told a status that is not known here: " + e.pairs("statuses", " "));
            case TASK_UNOWNED ->
                found(c, code, unowned(lasts), "Task " + id + " runs nowhere for " + lasting + e.waiting());
            case TASK_ACTIVE_TWICE ->
                found(
                        c,
                        code,
                        Severity.ERROR,
                        "Task " + id
                                + (e.text("view").equals("target") ? " is meant to be active on" : " is active on")
                                + " more than one member: " + e.list("memberIds"));
            case STANDBY_MISSING -> standbys(c, e, facts.configuredStandbys(), until);
            case STANDBY_ON_SAME_PROCESS ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        "Task " + id + " has its standby copy in the process that runs it, " + e.text("processId"));
            case STANDBY_ON_SAME_RACK ->
                found(
                        c,
                        code,
                        // Nobody promises anything of racks; tags are there for nothing else.
                        e.pairs("same", " ").contains("tag ") ? Severity.WARNING : Severity.INFO,
                        "Task " + id + " and its standby copy have the same " + e.pairs("same", " "));
            case TASKS_UNEVEN ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        "Process " + e.text("processId") + " runs " + e.number("activeTasks")
                                + " active tasks, its share of threads would be " + e.text("share") + "; another runs "
                                + e.number("fewestActiveTasks"));
            case WARMUP_NOT_CATCHING_UP -> warmUp(c, e, facts, lasts);
            case RECONCILIATION_STUCK ->
                lasts.compareTo(STUCK) < 0
                        ? null
                        : found(
                                c,
                                code,
                                Severity.ERROR,
                                "Member " + id + " is at epoch " + e.text("memberEpoch")
                                        + " and has to come to " + e.text("epochToReach") + " for " + lasting
                                        + (e.has("notGivenUp") ? "; it does not give up " + e.list("notGivenUp") : ""));
            case ASSIGNMENT_NOT_FOLLOWED ->
                lasts.compareTo(heartbeats(e)) < 0 || !heartbeatsOn(c, e, facts)
                        ? null
                        : found(
                                c,
                                code,
                                Severity.ERROR,
                                "Member " + id
                                        + " heartbeats, but does not follow its assignment for " + lasting
                                        + (e.has("notRun") ? "; it does not run " + e.list("notRun") : "")
                                        + (e.has("notGivenUp") ? "; it still runs " + e.list("notGivenUp") : ""));
            case MEMBER_AWAY ->
                found(
                        c,
                        code,
                        Severity.INFO,
                        (c.subject().kind() == Kind.INSTANCE ? "Instance " : "Member ") + id + " is away for " + lasting
                                + e.parked(", and keeps "));
            case MEMBER_FENCED -> fenced(c, e, facts);
            case ENDPOINT_SHARED ->
                found(
                        c,
                        code,
                        Severity.ERROR,
                        e.number("count") + " processes have the same endpoint " + id + ": " + e.list("processIds"));
            case ENDPOINT_ON_LOOPBACK ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        "Endpoint " + id + " reaches only its own machine, and members are on several: "
                                + e.list("clientHosts"));
            case ENDPOINT_MISSING ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        e.members("memberIds") + " of " + what(c) + " have no endpoint, while "
                                + e.number("membersWithEndpoint") + " have one");
            case PARTITION_UNSERVED ->
                lasts.compareTo(MAP_FOLLOWS) < 0
                        ? null
                        : found(
                                c,
                                code,
                                Severity.WARNING,
                                e.partitions(id)
                                        + " served by no endpoint, though members with endpoints run the tasks");
            case PARTITION_SERVED_TWICE ->
                lasts.compareTo(MAP_FOLLOWS) < 0
                        ? null
                        : found(
                                c,
                                code,
                                Severity.ERROR,
                                e.partitions(id) + " actively served by several endpoints: " + e.list("endpoints"));
            case DESCRIPTION_CONTRADICTORY -> found(c, code, Severity.WARNING, e.list("contradictions"));
            // Not of states.
            case RESTORE_LAG_GROWING,
                    MEMBER_SILENT,
                    INSTANCE_ID_CONFLICT,
                    JOIN_FAILED,
                    HEARTBEAT_REFUSED,
                    COORDINATOR_AWAY,
                    REBALANCE_STORM,
                    GROUP_UNREADABLE,
                    CLUSTER_UNREADABLE,
                    GROUP_NAME_TAKEN -> null;
        };
    }

    /** Of many subjects at once. */
    private static @Nullable Finding united(Condition c, FindingCode code, Evidence e, Duration lasts) {
        String many =
                e.number("count") + " of them: " + e.list("first") + (e.number("count") > NAMED ? " and more" : "");
        return switch (code) {
            case TASK_UNOWNED ->
                found(
                        c,
                        code,
                        unowned(lasts),
                        e.number("count") + " tasks run nowhere, some for " + words(lasts) + ": " + e.list("first")
                                + " and more" + e.waiting());
            case RECONCILIATION_STUCK ->
                lasts.compareTo(STUCK) < 0
                        ? null
                        : found(
                                c,
                                code,
                                Severity.ERROR,
                                "Members are behind the group's epoch, some for " + words(lasts) + "; " + many);
            case ASSIGNMENT_NOT_FOLLOWED ->
                lasts.compareTo(STUCK) < 0
                        ? null
                        : found(
                                c,
                                code,
                                Severity.ERROR,
                                "Members heartbeat, but do not follow their assignment, some for " + words(lasts) + "; "
                                        + many);
            case PARTITION_UNSERVED, PARTITION_SERVED_TWICE ->
                lasts.compareTo(MAP_FOLLOWS) < 0
                        ? null
                        : found(
                                c,
                                code,
                                code == FindingCode.PARTITION_UNSERVED ? Severity.WARNING : Severity.ERROR,
                                "The endpoint map does not fit what members run; topics, " + many);
            case INTERNAL_TOPIC_MISSING ->
                found(
                        c,
                        code,
                        lasts.compareTo(TOPICS_CREATED) < 0 ? Severity.INFO : Severity.ERROR,
                        "Internal topics are missing for " + words(lasts) + ", " + many);
            case SOURCE_TOPIC_MISSING ->
                found(c, code, Severity.ERROR, "Source topics are missing, so that the group is not ready; " + many);
            case TASK_ACTIVE_TWICE ->
                found(c, code, Severity.ERROR, "Tasks are active on more than one member; " + many);
            case SUBTOPOLOGY_UNKNOWN ->
                found(c, code, Severity.ERROR, "Tasks are of subtopologies that the topology does not have; " + many);
            case ENDPOINT_SHARED ->
                found(c, code, Severity.ERROR, "Endpoints are shared by several processes; " + many);
            case STANDBY_ON_SAME_PROCESS ->
                found(
                        c,
                        code,
                        Severity.WARNING,
                        "Tasks have their standby copy in the process that runs them; " + many);
            case STANDBY_ON_SAME_RACK ->
                found(c, code, Severity.INFO, "Tasks have their standby copy in the rack that runs them; " + many);
            case STALE_TOPOLOGY ->
                found(c, code, Severity.WARNING, "Processes run an older topology than the group; " + many);
            case CLIENT_TAGS_MISSING ->
                found(c, code, Severity.WARNING, "Client tags are missing in processes; " + many);
            case ENDPOINT_MISSING ->
                found(c, code, Severity.WARNING, "Processes have no endpoint, while others have one; " + many);
            case ENDPOINT_ON_LOOPBACK ->
                found(c, code, Severity.WARNING, "Endpoints reach only their own machine; " + many);
            case MEMBER_FENCED -> found(c, code, Severity.WARNING, "Members are fenced; " + many);
            case MEMBER_AWAY -> found(c, code, Severity.INFO, "Static members are away; " + many);
            // Of warm-ups it takes their offsets to say anything, and the others are never many.
            default -> null;
        };
    }

    private static Severity unowned(Duration lasts) {
        return lasts.compareTo(MOVE) < 0
                ? Severity.INFO
                : lasts.compareTo(LONG_MOVE) < 0 ? Severity.WARNING : Severity.ERROR;
    }

    private static Finding internalTopic(Condition c, Evidence e, Duration lasts) {
        boolean creating = lasts.compareTo(e.has("creationError") ? CREATION_FAILED : TOPICS_CREATED) < 0;
        String topic = c.subject().id() == null
                ? "Internal topics are"
                : "Internal topic " + c.subject().id() + " is";
        return found(
                c,
                FindingCode.INTERNAL_TOPIC_MISSING,
                creating ? Severity.INFO : Severity.ERROR,
                topic + " missing for " + words(lasts) + ", and members wait for the group without tasks"
                        + (e.has("creationError")
                                ? "; its creation failed: " + e.text("creationError")
                                : creating ? "; it is being created" : ""));
    }

    private static Duration heartbeats(Evidence e) {
        Duration three = Duration.ofMillis(SILENT_HEARTBEATS * e.number("heartbeatIntervalMs"));
        return three.compareTo(MOVE) > 0 ? three : MOVE;
    }

    /** Whether a member was heard since it should have followed; one that is not told of was heard later than asked for. */
    private static boolean heartbeatsOn(Condition c, Evidence e, FindingFacts facts) {
        return facts.heard().stream()
                .filter(heard -> heard.memberId().equals(c.subject().id()))
                .noneMatch(heard ->
                        heard.lastHeartbeatAt().isBefore(c.since().plusMillis(2 * e.number("heartbeatIntervalMs"))));
    }

    /** Null while a group that was just configured to more copies has had no time to place them. */
    private static @Nullable Finding standbys(
            Condition c, Evidence e, @Nullable StandbyReplicas configured, Instant until) {
        Instant since = lacksSince(c, configured);
        if (since == null || lasts(since, until).compareTo(PLACED) < 0) {
            return null;
        }
        long fewest = e.number("fewest");
        long wanted = wanted(e, configured);
        Map<String, Object> evidence = new HashMap<>(c.evidence());
        if (configured != null) {
            evidence.put("configured", configured.count());
        }
        long processes = e.number("processes");
        return new Finding(
                FindingCode.STANDBY_MISSING,
                Severity.WARNING,
                c.subject(),
                since,
                evidence,
                e.number("count") + " tasks have " + fewest + " standby copies, "
                        + (configured == null ? "others " + wanted : "configured are " + wanted) + ": "
                        + e.list("tasks")
                        + (processes <= wanted ? "; with " + processes + " processes there is no place for more" : ""));
    }

    private static @Nullable Finding warmUp(Condition c, Evidence e, FindingFacts facts, Duration lasts) {
        String memberId = e.text("memberId");
        for (Copy copy : facts.copies()) {
            if (!copy.memberId().equals(memberId)
                    || !copy.task().toString().equals(c.subject().id())) {
                continue;
            }
            long acceptable = e.has("acceptableRecoveryLag")
                    ? e.number("acceptableRecoveryLag")
                    : Member.DEFAULT_ACCEPTABLE_RECOVERY_LAG;
            if (copy.lag() <= acceptable) {
                return null;
            }
            boolean shrinks = copy.earlierLag() == null || copy.lag() < copy.earlierLag();
            Map<String, Object> evidence = new HashMap<>(c.evidence());
            evidence.putAll(evidence(copy));
            return new Finding(
                    FindingCode.WARMUP_NOT_CATCHING_UP,
                    shrinks || lasts.compareTo(WARMS_UP) < 0 ? Severity.INFO : Severity.WARNING,
                    c.subject(),
                    c.since(),
                    evidence,
                    "The warm-up of task " + copy.task() + " on " + memberId + " is " + copy.lag()
                            + " records behind after " + words(lasts) + "; caught up is " + acceptable + earlier(copy));
        }
        return null;
    }

    private static Map<String, Object> evidence(Copy copy) {
        Map<String, Object> evidence = new HashMap<>();
        evidence.put("memberId", copy.memberId());
        evidence.put("lag", copy.lag());
        evidence.put("toldAt", copy.toldAt().toString());
        if (copy.earlierAt() != null && copy.earlierLag() != null) {
            evidence.put("earlierLag", copy.earlierLag());
            evidence.put("earlierAt", copy.earlierAt().toString());
        }
        return evidence;
    }

    private static String earlier(Copy copy) {
        return copy.earlierAt() == null || copy.earlierLag() == null
                ? ""
                : "; " + words(Duration.between(copy.earlierAt(), copy.toldAt())) + " before it was "
                        + copy.earlierLag();
    }

    private static Finding fenced(Condition c, Evidence e, FindingFacts facts) {
        Refusal last = null;
        for (Refusal refusal : facts.refusals()) {
            boolean fences = refusal.error().code() == 110 || refusal.error().code() == 82;
            if (fences && Objects.equals(refusal.error().memberId(), c.subject().id())) {
                last = refusal;
            }
        }
        Map<String, Object> evidence = new HashMap<>(c.evidence());
        if (last != null) {
            evidence.putAll(evidence(last));
        }
        return new Finding(
                FindingCode.MEMBER_FENCED,
                Severity.WARNING,
                c.subject(),
                c.since(),
                evidence,
                "Member " + c.subject().id() + " is "
                        + (last == null
                                ? "fenced; it must abandon its tasks and rejoin"
                                : ErrorExplanation.of(last.error()))
                        + e.parked("; it had "));
    }

    private static Finding found(Condition c, FindingCode code, Severity severity, String summary) {
        return new Finding(code, severity, c.subject(), c.since(), c.evidence(), summary);
    }

    private static String what(Condition c) {
        return (c.subject().kind() == Kind.PROCESS ? "process " : "member ")
                + c.subject().id();
    }

    // What error answers show.

    /** Adds the instance ids that two claim; the members that were fenced for it are answered. */
    private static Set<String> conflicts(FindingFacts facts, Instant until, List<Finding> all) {
        Map<String, List<Refusal>> byInstance = new LinkedHashMap<>();
        for (Refusal refusal : facts.refusals()) {
            int code = refusal.error().code();
            if ((code == 82 || code == 111) && isRecent(refusal, until)) {
                byInstance
                        .computeIfAbsent(String.valueOf(refusal.error().instanceId()), i -> new ArrayList<>())
                        .add(refusal);
            }
        }
        Set<String> fenced = new HashSet<>();
        byInstance.forEach((instance, refusals) -> {
            Set<String> members = new TreeSet<>();
            Set<String> messages = new TreeSet<>();
            Map<String, Object> codes = new HashMap<>();
            int count = 0;
            for (Refusal refusal : refusals) {
                MemberError error = refusal.error();
                if (error.memberId() != null) {
                    members.add(error.memberId());
                    fenced.add(error.memberId());
                }
                if (error.message() != null) {
                    messages.add(error.message());
                }
                codes.put(ErrorExplanation.nameOf(error.code()), error.code());
                count += refusal.count();
            }
            Subject subject = instance.equals("null") ? Subject.GROUP : new Subject(Kind.INSTANCE, instance);
            all.add(new Finding(
                    FindingCode.INSTANCE_ID_CONFLICT,
                    Severity.ERROR,
                    subject,
                    refusals.get(0).firstAt(),
                    Map.of(
                            "memberIds",
                            List.copyOf(members),
                            "errors",
                            codes,
                            "count",
                            count,
                            "messages",
                            messages.stream().limit(NAMED).toList(),
                            "lastAt",
                            refusals.get(refusals.size() - 1).lastAt().toString()),
                    "Two processes claim instance id " + (subject.id() == null ? "(not told)" : instance)
                            + "; refused were " + String.join(", ", members)
                            + (messages.isEmpty()
                                    ? ""
                                    : ": " + messages.iterator().next())));
        });
        return fenced;
    }

    private static void refusals(FindingFacts facts, Instant until, List<Finding> all) {
        Map<String, Instant> heard = facts.heard().stream()
                .collect(Collectors.toMap(Heard::memberId, Heard::lastHeartbeatAt, (a, b) -> a.isAfter(b) ? a : b));
        Instant anyHeard = heard.values().stream().max(Instant::compareTo).orElse(Instant.MIN);
        Refusal away = null;
        int awayCount = 0;
        Instant awaySince = null;
        Map<String, Refusal> latest = new LinkedHashMap<>();
        for (Refusal refusal : facts.refusals()) {
            MemberError error = refusal.error();
            if (!isRecent(refusal, until)) {
                continue;
            }
            switch (error.code()) {
                case 14, 15, 16 -> {
                    away = refusal;
                    awayCount += refusal.count();
                    awaySince = awaySince == null ? refusal.firstAt() : awaySince;
                }
                // Told of the instance, or of the member's state.
                case 82, 111, 110 -> {}
                default -> latest.put(error.memberId() + " " + error.code(), refusal);
            }
        }
        if (away != null && awaySince != null && anyHeard.isBefore(away.lastAt())) {
            all.add(new Finding(
                    FindingCode.COORDINATOR_AWAY,
                    lasts(awaySince, away.lastAt()).compareTo(STUCK) < 0 ? Severity.INFO : Severity.WARNING,
                    Subject.GROUP,
                    awaySince,
                    Map.of(
                            "error",
                            ErrorExplanation.nameOf(away.error().code()),
                            "code",
                            away.error().code(),
                            "count",
                            awayCount,
                            "lastAt",
                            away.lastAt().toString()),
                    "The group's coordinator was away; " + awayCount + " heartbeats were answered with "
                            + ErrorExplanation.nameOf(away.error().code())));
        }
        latest.forEach((key, refusal) -> {
            MemberError error = refusal.error();
            Instant heardAt = heard.getOrDefault(String.valueOf(error.memberId()), Instant.MIN);
            if (heardAt.isAfter(refusal.lastAt())) {
                return;
            }
            boolean join = error.code() == -1 && Integer.valueOf(0).equals(error.sentMemberEpoch());
            FindingCode code = join ? FindingCode.JOIN_FAILED : FindingCode.HEARTBEAT_REFUSED;
            all.add(new Finding(
                    code,
                    join ? Severity.ERROR : Severity.WARNING,
                    error.memberId() == null ? Subject.GROUP : new Subject(Kind.MEMBER, error.memberId()),
                    refusal.firstAt(),
                    evidence(refusal),
                    (join
                                    ? "The broker failed on this member's join with error -1"
                                    : "Heartbeats of "
                                            + (error.memberId() == null ? "a member" : "member " + error.memberId())
                                            + " are answered with " + ErrorExplanation.nameOf(error.code()) + ": "
                                            + ErrorExplanation.of(error))
                            + (refusal.count() > 1 ? " (" + refusal.count() + " times)" : "")));
        });
    }

    private static boolean isRecent(Refusal refusal, Instant until) {
        Duration told = refusal.error().code() == UNKNOWN_MEMBER_ID ? REJOINS : REFUSALS;
        return !refusal.firstAt().isAfter(until) && refusal.lastAt().plus(told).isAfter(until);
    }

    private static Map<String, Object> evidence(Refusal refusal) {
        MemberError error = refusal.error();
        Map<String, Object> evidence = new HashMap<>();
        evidence.put("code", error.code());
        evidence.put("error", ErrorExplanation.nameOf(error.code()));
        evidence.put("count", refusal.count());
        evidence.put("lastAt", refusal.lastAt().toString());
        put(evidence, "message", error.message());
        put(evidence, "sentMemberEpoch", error.sentMemberEpoch());
        put(evidence, "knownMemberEpoch", error.knownMemberEpoch());
        put(evidence, "instanceId", error.instanceId());
        return evidence;
    }

    private static void put(Map<String, Object> evidence, String name, @Nullable Object value) {
        if (value != null) {
            evidence.put(name, value);
        }
    }

    // What other series show.

    private static void silence(FindingFacts facts, Instant until, List<Finding> all) {
        Set<String> absent = facts.conditions().stream()
                .filter(c -> c.code().equals(FindingCode.MEMBER_FENCED.name()))
                .map(c -> String.valueOf(c.subject().id()))
                .collect(Collectors.toSet());
        facts.conditions().stream()
                .filter(c -> c.code().equals(FindingCode.MEMBER_AWAY.name()))
                .forEach(c -> absent.add(String.valueOf(c.evidence().get("memberId"))));
        Map<String, Instant> refused = facts.refusals().stream()
                .collect(Collectors.toMap(
                        refusal -> String.valueOf(refusal.error().memberId()),
                        Refusal::lastAt,
                        (a, b) -> a.isAfter(b) ? a : b));
        facts.heard().stream()
                .filter(heard -> isSilent(heard, until) && !absent.contains(heard.memberId()))
                // One that is refused is there.
                .filter(heard -> isSilent(
                        new Heard(
                                heard.memberId(),
                                refused.getOrDefault(heard.memberId(), heard.lastHeartbeatAt()),
                                heard.heartbeatIntervalMs()),
                        until))
                .forEach(heard -> all.add(silent(heard, until)));
    }

    private static void growth(FindingFacts facts, List<Finding> all) {
        Set<String> warmUps = facts.conditions().stream()
                .filter(c -> c.code().equals(FindingCode.WARMUP_NOT_CATCHING_UP.name()))
                .map(c -> c.evidence().get("memberId") + " " + c.subject().id())
                .collect(Collectors.toSet());
        Map<String, List<Copy>> growing = new LinkedHashMap<>();
        for (Copy copy : facts.copies()) {
            if (copy.earlierLag() != null
                    && copy.lag() > Member.DEFAULT_ACCEPTABLE_RECOVERY_LAG
                    && copy.lag() > copy.earlierLag() + Member.DEFAULT_ACCEPTABLE_RECOVERY_LAG / 10
                    && !warmUps.contains(copy.memberId() + " " + copy.task())) {
                growing.computeIfAbsent(copy.memberId(), m -> new ArrayList<>()).add(copy);
            }
        }
        growing.forEach((memberId, copies) -> {
            Copy worst = copies.stream()
                    .max((a, b) -> Long.compare(a.lag(), b.lag()))
                    .orElseThrow();
            Map<String, Object> evidence = new HashMap<>(evidence(worst));
            evidence.put(
                    "tasks",
                    copies.stream().limit(NAMED).map(c -> c.task().toString()).toList());
            evidence.put("count", copies.size());
            all.add(new Finding(
                    FindingCode.RESTORE_LAG_GROWING,
                    Severity.WARNING,
                    new Subject(Kind.MEMBER, memberId),
                    Objects.requireNonNullElse(worst.earlierAt(), worst.toldAt()),
                    evidence,
                    "Member " + memberId + " falls behind in " + copies.size() + " tasks; in " + worst.task()
                            + " it is " + worst.lag() + " records behind" + earlier(worst)));
        });
    }

    /** That rebalances are a storm. */
    public static Finding storm(FindingFacts.Rebalances rebalances) {
        return new Finding(
                FindingCode.REBALANCE_STORM,
                Severity.WARNING,
                Subject.GROUP,
                rebalances.since(),
                Map.of("rebalances", rebalances.count(), "minutes", REBALANCES.toMinutes()),
                rebalances.count() + " rebalances began within " + REBALANCES.toMinutes() + " minutes");
    }

    private static Finding unreadable(
            FindingCode code, Severity severity, String what, FindingFacts.Unreadable unreadable) {
        Map<String, Object> evidence = new HashMap<>();
        evidence.put("code", unreadable.code());
        evidence.put("message", unreadable.message());
        put(evidence, "count", unreadable.count());
        return new Finding(
                code,
                severity,
                Subject.GROUP,
                unreadable.since(),
                evidence,
                what + " cannot be read"
                        + (unreadable.count() == null ? "" : " (" + unreadable.count() + " attempts failed)") + ": "
                        + unreadable.message());
    }

    private static Finding taken(FindingFacts.Taken taken) {
        return new Finding(
                FindingCode.GROUP_NAME_TAKEN,
                Severity.ERROR,
                Subject.GROUP,
                taken.since(),
                Map.of("type", taken.type(), "protocol", taken.protocol()),
                "The name is that of a group of type " + taken.type() + " now"
                        + (taken.protocol().isEmpty() ? "" : ", with protocol " + taken.protocol()));
    }

    private static Duration lasts(Instant since, Instant until) {
        return until.isBefore(since) ? Duration.ZERO : Duration.between(since, until);
    }

    /** A duration as people say it. */
    private static String words(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7_200) {
            return duration.toMinutes() + " min";
        }
        return duration.toHours() < 48 ? duration.toHours() + " h" : duration.toDays() + " days";
    }

    /** A condition's evidence, which may have been read back from the store. */
    private record Evidence(Condition condition) {

        boolean has(String name) {
            return condition.evidence().containsKey(name);
        }

        boolean united() {
            return condition.subject().equals(Subject.GROUP) && has("first") && has("count");
        }

        String text(String name) {
            return String.valueOf(condition.evidence().get(name));
        }

        long number(String name) {
            return condition.evidence().get(name) instanceof Number number ? number.longValue() : 0;
        }

        String list(String name) {
            if (!(condition.evidence().get(name) instanceof List<?> list)) {
                return "";
            }
            return list.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }

        String pairs(String name, String between) {
            if (!(condition.evidence().get(name) instanceof Map<?, ?> map)) {
                return "";
            }
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + between + entry.getValue())
                    .sorted()
                    .collect(Collectors.joining(", "));
        }

        String topologies(String name) {
            if (!(condition.evidence().get(name) instanceof Map<?, ?> map)) {
                return "";
            }
            return map.entrySet().stream()
                    .map(entry -> entry.getValue() + " at epoch " + entry.getKey())
                    .sorted()
                    .collect(Collectors.joining(", "));
        }

        String members(String name) {
            int count = condition.evidence().get(name) instanceof List<?> list ? list.size() : 0;
            return count == 1 ? "1 member" : count + " members";
        }

        String partitions(String topic) {
            String which = number("count") == 1
                    ? "Partition " + list("partitions") + " of "
                    : number("count") + " partitions of ";
            return which + topic + (number("count") == 1 ? " is" : " are (" + list("partitions") + ")");
        }

        String parked(String before) {
            return number("activeTasks") == 0 ? "" : before + number("activeTasks") + " active tasks: " + list("first");
        }

        String waiting() {
            String next = has("goesTo") ? "; it goes to " + text("goesTo") : "";
            if (!has("waitsFor")) {
                return next;
            }
            String epochs = has("memberEpoch") && has("epochToReach")
                    ? " (member epoch " + text("memberEpoch") + ", to reach " + text("epochToReach") + ")"
                    : "";
            String why = !has("why")
                    ? ""
                    : switch (text("why")) {
                        case "AWAY" -> ", which is away and keeps it";
                        case "FENCED" -> ", which is fenced";
                        case "MUST_GIVE_IT_UP" -> ", which must give it up";
                        default -> ", which has not come to the group's epoch yet";
                    };
            return "; it waits for " + list("waitsFor") + why + epochs + next;
        }
    }
}
