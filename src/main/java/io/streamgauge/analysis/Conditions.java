package io.streamgauge.analysis;

import io.streamgauge.group.Condition.Kind;
import io.streamgauge.group.Condition.Subject;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StatusCode;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.Tasks;
import io.streamgauge.group.TopicPartitions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a state by itself shows to be wrong, risky or worth knowing, without regard to how long it lasts. One look at each
 * member and each task; a group at rest shows nothing, but for how many copies its tasks have.
 */
final class Conditions {

    /** Of more subjects than these a code is told once, of the whole group. */
    static final int SUBJECTS = 20;

    /** More names than these are counted. */
    private static final int NAMED = 8;

    private static final int MAX_DETAIL = 300;

    /** The coordinator's words (Kafka 4.1 to 4.4). */
    private static final Pattern SOURCES = Pattern.compile("Source topics? (.+?) (?:is|are) missing\\.?");

    private static final Pattern INTERNALS = Pattern.compile("Internal topics? (?:is|are) missing: ([^;]+)(?:;.*)?");
    private static final Pattern FAILED = Pattern.compile("Creation failed: (.+)");
    private static final Pattern FAILURE =
            Pattern.compile("([A-Za-z0-9._-]+) \\((.*?)\\)(?:, (?=[A-Za-z0-9._-]+ \\()|\\.?$)");
    private static final Pattern SIZES = Pattern.compile("([A-Za-z0-9._-]+)=(\\d{1,9})");
    private static final Pattern TAGS = Pattern.compile("\\[([^\\]]*)\\]");
    private static final Pattern REQUESTER = Pattern.compile("member (\\S+) encountered");

    /** Something shown, and not since when. */
    record Shown(FindingCode code, Subject subject, Map<String, Object> evidence) {}

    private static final Comparator<Shown> ORDER = Comparator.comparing(Shown::code);

    private final GroupState group;

    /** Those that can run what they are assigned. */
    private final List<Member> running;

    private final boolean fromHeartbeats;
    private final List<Shown> all = new ArrayList<>();

    private Conditions(GroupState group) {
        this.group = group;
        running = group.members().stream().filter(Member::runs).toList();
        fromHeartbeats = group.stateSource() == StateSource.DERIVED;
    }

    /** By code, in the order in which the codes are declared, then by subject. */
    static List<Shown> of(GroupState group) {
        if (group.members().isEmpty()) {
            return List.of();
        }
        Conditions conditions = new Conditions(group);
        conditions.statuses();
        conditions.topology();
        conditions.members();
        conditions.endpoints();
        conditions.new Placement().look();
        conditions.all.sort(ORDER);
        return conditions.bounded();
    }

    private List<Shown> bounded() {
        List<Shown> few = new ArrayList<>();
        for (int from = 0, to; from < all.size(); from = to) {
            FindingCode code = all.get(from).code();
            to = from + 1;
            while (to < all.size() && all.get(to).code() == code) {
                to++;
            }
            few.addAll(to - from <= SUBJECTS ? all.subList(from, to) : List.of(united(code, all.subList(from, to))));
        }
        return few;
    }

    private static Shown united(FindingCode code, List<Shown> same) {
        Map<String, Object> evidence = new HashMap<>();
        evidence.put("count", same.size());
        evidence.put(
                "first",
                same.stream()
                        .limit(NAMED)
                        .map(shown -> Objects.requireNonNullElse(shown.subject().id(), "the group"))
                        .toList());
        Set<String> waitsFor = new LinkedHashSet<>();
        for (Shown shown : same) {
            if (shown.evidence().get("waitsFor") instanceof List<?> members) {
                members.forEach(id -> waitsFor.add(id.toString()));
            }
        }
        if (!waitsFor.isEmpty()) {
            evidence.put("waitsFor", first(waitsFor));
        }
        return new Shown(code, Subject.GROUP, evidence);
    }

    private void shows(FindingCode code, Subject subject, Map<String, Object> evidence) {
        all.add(new Shown(code, subject, evidence));
    }

    // What the coordinator tells members.

    private void statuses() {
        if (group.statuses() == null || group.statuses().isEmpty()) {
            return;
        }
        Map<Integer, List<MemberStatus>> byCode = new TreeMap<>();
        for (MemberStatus status : group.statuses()) {
            // Who is away or fenced is told nothing any more; its last answer is old.
            Member told = group.member(status.memberId());
            if (told != null && told.runs()) {
                byCode.computeIfAbsent(status.code(), c -> new ArrayList<>()).add(status);
            }
        }
        Map<String, Object> unknown = new TreeMap<>();
        byCode.forEach((code, told) -> {
            String detail = told.stream()
                    .map(MemberStatus::detail)
                    .filter(Objects::nonNull)
                    // Two answers may be of different moments; the longer one says more.
                    .max(Comparator.comparingInt(String::length))
                    .orElse("");
            Map<String, Object> evidence = new HashMap<>();
            evidence.put(
                    "members",
                    told.stream().map(MemberStatus::memberId).distinct().count());
            evidence.put("detail", cut(detail));
            if (code == StatusCode.MISSING_SOURCE_TOPICS.code()) {
                missingSources(detail, evidence);
            } else if (code == StatusCode.INCORRECTLY_PARTITIONED_TOPICS.code()) {
                notCopartitioned(detail, evidence);
            } else if (code == StatusCode.MISSING_INTERNAL_TOPICS.code()) {
                missingInternals(detail, evidence);
            } else if (code == StatusCode.SHUTDOWN_APPLICATION.code()) {
                shutdown(detail, evidence);
            } else if (code == StatusCode.ASSIGNMENT_DELAYED.code()) {
                shows(FindingCode.ASSIGNMENT_DELAYED, Subject.GROUP, evidence);
            } else if (code == StatusCode.STALE_TOPOLOGY.code()) {
                byProcess(FindingCode.STALE_TOPOLOGY, told);
            } else if (code == StatusCode.MISSING_CLIENT_TAGS.code()) {
                byProcess(FindingCode.CLIENT_TAGS_MISSING, told);
            } else {
                unknown.put(StatusCode.nameOf(code), cut(detail));
            }
        });
        if (!unknown.isEmpty()) {
            shows(FindingCode.STATUS_UNKNOWN, Subject.GROUP, Map.of("statuses", unknown));
        }
    }

    private void missingSources(String detail, Map<String, Object> evidence) {
        Matcher matcher = SOURCES.matcher(detail);
        if (!matcher.matches()) {
            shows(FindingCode.SOURCE_TOPIC_MISSING, Subject.GROUP, evidence);
            return;
        }
        for (String topic : names(matcher.group(1))) {
            shows(FindingCode.SOURCE_TOPIC_MISSING, new Subject(Kind.TOPIC, topic), evidence);
        }
    }

    private void notCopartitioned(String detail, Map<String, Object> evidence) {
        Map<String, Object> sizes = new TreeMap<>();
        Matcher matcher = SIZES.matcher(detail);
        while (matcher.find()) {
            sizes.put(matcher.group(1), Integer.valueOf(matcher.group(2)));
        }
        if (!sizes.isEmpty()) {
            evidence.put("partitions", sizes);
        }
        shows(FindingCode.TOPICS_NOT_COPARTITIONED, Subject.GROUP, evidence);
    }

    private void missingInternals(String detail, Map<String, Object> evidence) {
        Matcher matcher = INTERNALS.matcher(detail);
        if (!matcher.matches()) {
            shows(FindingCode.INTERNAL_TOPIC_MISSING, Subject.GROUP, evidence);
            return;
        }
        Map<String, String> errors = new HashMap<>();
        Matcher failed = FAILED.matcher(detail);
        if (failed.find()) {
            Matcher one = FAILURE.matcher(failed.group(1));
            while (one.find()) {
                errors.put(one.group(1), one.group(2));
            }
        }
        for (String topic : names(matcher.group(1))) {
            Map<String, Object> ofTopic = new HashMap<>(evidence);
            String error = errors.get(topic);
            if (error != null) {
                ofTopic.put("creationError", cut(error));
            }
            shows(FindingCode.INTERNAL_TOPIC_MISSING, new Subject(Kind.TOPIC, topic), ofTopic);
        }
    }

    private void shutdown(String detail, Map<String, Object> evidence) {
        Matcher matcher = REQUESTER.matcher(detail);
        if (matcher.find()) {
            evidence.put("requestedBy", matcher.group(1));
        }
        shows(FindingCode.SHUTDOWN_REQUESTED, Subject.GROUP, evidence);
    }

    /** Threads of a process share its topology and its tags. */
    private void byProcess(FindingCode code, List<MemberStatus> told) {
        Map<Subject, List<Member>> members = new LinkedHashMap<>();
        Map<Subject, String> details = new HashMap<>();
        for (MemberStatus status : told) {
            Member member = Objects.requireNonNull(group.member(status.memberId()));
            members.computeIfAbsent(process(member), p -> new ArrayList<>()).add(member);
            if (status.detail() != null) {
                details.put(process(member), status.detail());
            }
        }
        members.forEach((process, threads) -> {
            String detail = details.getOrDefault(process, "");
            Map<String, Object> evidence = new HashMap<>();
            evidence.put("memberIds", ids(threads));
            evidence.put("detail", cut(detail));
            if (code == FindingCode.STALE_TOPOLOGY) {
                put(evidence, "topologyEpoch", threads.get(0).topologyEpoch());
            } else {
                Matcher tags = TAGS.matcher(detail);
                if (tags.find()) {
                    evidence.put("tags", names(tags.group(1)));
                }
            }
            shows(code, process, evidence);
        });
    }

    private static Subject process(Member member) {
        return member.processId() == null
                ? new Subject(Kind.MEMBER, member.memberId())
                : new Subject(Kind.PROCESS, member.processId());
    }

    // The topology and what the group is called.

    private void topology() {
        Map<String, Object> epochs = new TreeMap<>();
        for (Member member : running) {
            if (member.topologyEpoch() != null) {
                epochs.merge(member.topologyEpoch().toString(), 1, (a, b) -> (Integer) a + (Integer) b);
            }
        }
        if (epochs.size() > 1) {
            Map<String, Object> evidence = new HashMap<>();
            evidence.put("membersByTopologyEpoch", epochs);
            put(evidence, "topologyEpoch", group.topologyEpoch());
            shows(FindingCode.MIXED_TOPOLOGY_EPOCHS, Subject.GROUP, evidence);
        }
        if (!fromHeartbeats && group.subtopologies() == null) {
            shows(FindingCode.TOPOLOGY_UNKNOWN, Subject.GROUP, Map.of());
        }
        Inconsistencies.outside(group)
                .forEach((id, outside) -> shows(
                        FindingCode.SUBTOPOLOGY_UNKNOWN,
                        new Subject(Kind.SUBTOPOLOGY, id),
                        Map.of(
                                "tasks",
                                first(outside.tasks()),
                                "count",
                                outside.tasks().size(),
                                "memberIds",
                                first(outside.memberIds()))));
        List<String> contradictions = Inconsistencies.ofState(group);
        if (!contradictions.isEmpty()) {
            shows(
                    FindingCode.DESCRIPTION_CONTRADICTORY,
                    Subject.GROUP,
                    Map.of(
                            "contradictions",
                            contradictions,
                            "state",
                            group.state().name()));
        } else if (group.state() == StreamsGroupState.NOT_READY && group.statuses() == null) {
            Map<String, Object> evidence = new HashMap<>();
            if (group.subtopologies() != null) {
                evidence.put(
                        "sourceTopics",
                        first(group.subtopologies().stream()
                                .map(Subtopology::sourceTopics)
                                .filter(Objects::nonNull)
                                .flatMap(List::stream)
                                .distinct()
                                .sorted()
                                .toList()));
            }
            shows(FindingCode.NOT_READY_WITHOUT_REASON, Subject.GROUP, evidence);
        }
    }

    // Members.

    private void members() {
        Integer mark = epochToReach();
        for (Member member : group.members()) {
            Subject subject = new Subject(Kind.MEMBER, member.memberId());
            if (member.away()) {
                Map<String, Object> evidence = new HashMap<>();
                evidence.put("memberId", member.memberId());
                parked(member, evidence);
                shows(
                        FindingCode.MEMBER_AWAY,
                        member.instanceId() == null ? subject : new Subject(Kind.INSTANCE, member.instanceId()),
                        evidence);
            } else if (member.fenced()) {
                Map<String, Object> evidence = new HashMap<>();
                put(evidence, "memberEpoch", member.memberEpoch());
                parked(member, evidence);
                shows(FindingCode.MEMBER_FENCED, subject, evidence);
            } else if (isBehind(member, mark)) {
                Map<String, Object> evidence = new HashMap<>();
                put(evidence, "memberEpoch", member.memberEpoch());
                put(evidence, "epochToReach", mark);
                notFollowed(member, evidence);
                shows(FindingCode.RECONCILIATION_STUCK, subject, evidence);
            } else {
                Map<String, Object> evidence = new HashMap<>();
                if (notFollowed(member, evidence)) {
                    put(evidence, "memberEpoch", member.memberEpoch());
                    put(evidence, "heartbeatIntervalMs", member.heartbeatIntervalMs());
                    shows(FindingCode.ASSIGNMENT_NOT_FOLLOWED, subject, evidence);
                }
            }
        }
    }

    /** The epoch that every member is to come to; null when none is known. */
    private @Nullable Integer epochToReach() {
        if (group.assignmentEpoch() != null) {
            return group.assignmentEpoch();
        }
        Integer highest = null;
        for (Member member : running) {
            Integer epoch = member.memberEpoch();
            highest = epoch == null || (highest != null && highest >= epoch) ? highest : epoch;
        }
        return highest;
    }

    private static boolean isBehind(Member member, @Nullable Integer mark) {
        return mark != null && member.memberEpoch() != null && member.memberEpoch() < mark;
    }

    private static void parked(Member member, Map<String, Object> evidence) {
        List<TaskId> active = member.assigned().active();
        if (active != null && !active.isEmpty()) {
            evidence.put("activeTasks", active.size());
            evidence.put("first", first(active));
        }
    }

    /** Whether a member runs other tasks than it is told to, in a role of which both are known. */
    private static boolean notFollowed(Member member, Map<String, Object> evidence) {
        Tasks owned = member.owned();
        Tasks assigned = member.assigned();
        if (!owned.differsFrom(assigned)) {
            return false;
        }
        List<TaskId> notRun = new ArrayList<>();
        List<TaskId> notGivenUp = new ArrayList<>();
        for (TaskRole role : TaskRole.values()) {
            List<TaskId> runs = owned.of(role);
            List<TaskId> told = assigned.of(role);
            if (runs != null && told != null && !runs.equals(told)) {
                addMissing(told, runs, notRun);
                addMissing(runs, told, notGivenUp);
            }
        }
        if (!notRun.isEmpty()) {
            evidence.put("notRun", first(notRun));
            evidence.put("notRunCount", notRun.size());
        }
        if (!notGivenUp.isEmpty()) {
            evidence.put("notGivenUp", first(notGivenUp));
            evidence.put("notGivenUpCount", notGivenUp.size());
        }
        return true;
    }

    private static void addMissing(List<TaskId> of, List<TaskId> in, List<TaskId> missing) {
        Set<TaskId> known = new HashSet<>(in);
        of.stream().filter(task -> !known.contains(task)).forEach(missing::add);
    }

    // Where queries go.

    private void endpoints() {
        Map<Endpoint, Set<String>> processes = new TreeMap<>();
        Map<Subject, List<Member>> without = new LinkedHashMap<>();
        Set<String> hosts = new HashSet<>();
        for (Member member : running) {
            if (member.clientHost() != null) {
                hosts.add(host(member.clientHost()));
            }
            if (member.endpoint() != null) {
                Set<String> behind = processes.computeIfAbsent(member.endpoint(), e -> new TreeSet<>());
                if (member.processId() != null) {
                    behind.add(member.processId());
                }
            } else if (member.processId() != null && !Boolean.TRUE.equals(member.classic())) {
                // A member whose join was not seen has told neither.
                without.computeIfAbsent(process(member), p -> new ArrayList<>()).add(member);
            }
        }
        if (processes.isEmpty()) {
            return;
        }
        without.forEach((process, members) -> shows(
                FindingCode.ENDPOINT_MISSING,
                process,
                Map.of("memberIds", ids(members), "membersWithEndpoint", membersWithEndpoint())));
        processes.forEach((endpoint, behind) -> {
            Subject subject = new Subject(Kind.ENDPOINT, endpoint.toString());
            if (behind.size() > 1) {
                shows(
                        FindingCode.ENDPOINT_SHARED,
                        subject,
                        Map.of("processIds", first(behind), "count", behind.size()));
            }
            if (isLoopback(endpoint.host()) && hosts.size() > 1) {
                shows(
                        FindingCode.ENDPOINT_ON_LOOPBACK,
                        subject,
                        Map.of("processIds", first(behind), "clientHosts", first(new TreeSet<>(hosts))));
            }
        });
        if (group.endpointMap() != null && group.endpointMap().source() == EndpointMap.Source.HEARTBEAT) {
            served(group.endpointMap());
        }
    }

    private long membersWithEndpoint() {
        return running.stream().filter(m -> m.endpoint() != null).count();
    }

    /** As brokers tell it, {@code /10.0.0.7}. */
    private static String host(String clientHost) {
        return clientHost.startsWith("/") ? clientHost.substring(1) : clientHost;
    }

    private static boolean isLoopback(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.startsWith("127.") || name.equals("::1") || name.equals("[::1]");
    }

    /** Whether the coordinator's map has each partition that a member with an endpoint runs, and has it once. */
    private void served(EndpointMap map) {
        Map<String, BitSet> active = new HashMap<>();
        Map<String, BitSet> twice = new TreeMap<>();
        for (EndpointPartitions entry : map.endpoints()) {
            if (entry.active() == null) {
                return;
            }
            for (TopicPartitions topic : entry.active()) {
                BitSet served = active.computeIfAbsent(topic.topic(), t -> new BitSet());
                for (int partition : topic.partitions()) {
                    if (partition > Slots.TABLE) {
                        continue;
                    }
                    if (served.get(partition)) {
                        twice.computeIfAbsent(topic.topic(), t -> new BitSet()).set(partition);
                    }
                    served.set(partition);
                }
            }
        }
        twice.forEach((topic, partitions) -> {
            List<String> endpoints = map.endpoints().stream()
                    .filter(e -> serves(e, topic, partitions))
                    .map(e -> e.endpoint().toString())
                    .toList();
            shows(
                    FindingCode.PARTITION_SERVED_TWICE,
                    new Subject(Kind.TOPIC, topic),
                    Map.of(
                            "partitions",
                            first(partitions),
                            "count",
                            partitions.cardinality(),
                            "endpoints",
                            first(endpoints)));
        });
        unserved(active);
    }

    private static boolean serves(EndpointPartitions entry, String topic, BitSet partitions) {
        return entry.active() != null
                && entry.active().stream()
                        .anyMatch(t -> t.topic().equals(topic)
                                && t.partitions().stream().anyMatch(partitions::get));
    }

    private void unserved(Map<String, BitSet> active) {
        if (group.subtopologies() == null) {
            return;
        }
        Map<String, List<String>> topics = new HashMap<>();
        for (Subtopology subtopology : group.subtopologies()) {
            topics.put(subtopology.subtopologyId(), subtopology.inputTopics());
        }
        Map<String, BitSet> missing = new TreeMap<>();
        for (Member member : running) {
            List<TaskId> runs =
                    member.endpoint() == null ? null : member.assigned().active();
            if (runs == null) {
                continue;
            }
            for (TaskId task : runs) {
                List<String> inputs = topics.getOrDefault(task.subtopologyId(), List.of());
                // Topics of one subtopology may differ in size: one that has the partition is enough.
                if (task.partition() <= Slots.TABLE
                        && !inputs.isEmpty()
                        && inputs.stream().noneMatch(topic -> has(active.get(topic), task.partition()))) {
                    missing.computeIfAbsent(inputs.get(0), t -> new BitSet()).set(task.partition());
                }
            }
        }
        missing.forEach((topic, partitions) -> shows(
                FindingCode.PARTITION_UNSERVED,
                new Subject(Kind.TOPIC, topic),
                Map.of("partitions", first(partitions), "count", partitions.cardinality())));
    }

    private static boolean has(@Nullable BitSet served, int partition) {
        return served != null && served.get(partition);
    }

    /** Who holds which task, in arrays by the tasks' numbers: there may be ten thousands of them. */
    private final class Placement {

        private static final int NOBODY = -1;

        private final List<Member> members = group.members();
        private final Slots slots = new Slots();
        private int[] owner = new int[64];
        private final Map<TaskId, List<String>> twice = new TreeMap<>();
        private boolean allKnown = true;

        void look() {
            Arrays.fill(owner, NOBODY);
            for (int i = 0; i < members.size(); i++) {
                Member member = members.get(i);
                List<TaskId> active = member.assigned().active();
                allKnown &= active != null;
                if (active != null && member.runs()) {
                    own(i, active, "assigned");
                }
            }
            boolean unowned = unowned();
            copies(unowned);
            uneven();
            targets();
            twice.forEach((task, holders) -> shows(
                    FindingCode.TASK_ACTIVE_TWICE,
                    new Subject(Kind.TASK, task.toString()),
                    Map.of("memberIds", holders.subList(1, holders.size()), "view", holders.get(0))));
        }

        private void own(int member, List<TaskId> active, String view) {
            for (TaskId task : active) {
                int slot = slots.of(task);
                if (slot >= owner.length) {
                    int before = owner.length;
                    owner = Arrays.copyOf(owner, Math.max(slot + 1, 2 * before));
                    Arrays.fill(owner, before, owner.length, NOBODY);
                }
                if (owner[slot] == NOBODY) {
                    owner[slot] = member;
                } else if (owner[slot] != member) {
                    List<String> holders = twice.computeIfAbsent(
                            task,
                            t -> new ArrayList<>(
                                    List.of(view, members.get(owner[slot]).memberId())));
                    if (!holders.contains(members.get(member).memberId())) {
                        holders.add(members.get(member).memberId());
                    }
                }
            }
        }

        private int owner(int slot) {
            return slot < 0 || slot >= owner.length ? NOBODY : owner[slot];
        }

        /** Tasks that run nowhere. While topics are missing nobody is assigned any, which is told of the topics. */
        private boolean unowned() {
            if (group.subtopologies() == null || !allKnown || group.state() == StreamsGroupState.NOT_READY) {
                return false;
            }
            List<TaskId> unowned = new ArrayList<>();
            for (Subtopology subtopology : group.subtopologies()) {
                if (subtopology.partitions() != null) {
                    for (int partition : subtopology.partitions()) {
                        if (owner(slots.find(subtopology.subtopologyId(), partition)) == NOBODY) {
                            unowned.add(new TaskId(subtopology.subtopologyId(), partition));
                        }
                    }
                }
            }
            if (!unowned.isEmpty()) {
                waiting(unowned);
            }
            return !unowned.isEmpty();
        }

        private void waiting(List<TaskId> unowned) {
            Set<TaskId> wanted = new HashSet<>(unowned);
            Map<TaskId, Map<String, Object>> waits = new HashMap<>();
            Map<TaskId, String> next = new HashMap<>();
            Integer mark = epochToReach();
            List<Member> behind = new ArrayList<>();
            for (Member member : members) {
                if (!member.runs()) {
                    each(
                            member.assigned().active(),
                            wanted,
                            task -> waits.put(task, waitsFor(member, member.away() ? "AWAY" : "FENCED", mark)));
                } else {
                    each(
                            member.owned().active(),
                            wanted,
                            task -> waits.putIfAbsent(task, waitsFor(member, "MUST_GIVE_IT_UP", mark)));
                }
                each(member.target().active(), wanted, task -> next.put(task, member.memberId()));
                if (member.runs() && isBehind(member, mark)) {
                    behind.add(member);
                }
            }
            for (TaskId task : unowned) {
                Map<String, Object> evidence = new HashMap<>(waits.getOrDefault(task, Map.of()));
                if (evidence.isEmpty() && !behind.isEmpty()) {
                    // Descriptions do not tell who still holds it; one of those that have not followed does.
                    evidence.putAll(waitsFor(behind.get(0), "BEHIND", mark));
                    evidence.put("waitsFor", ids(behind));
                }
                put(evidence, "goesTo", next.get(task));
                shows(FindingCode.TASK_UNOWNED, new Subject(Kind.TASK, task.toString()), evidence);
            }
        }

        private void each(
                @Nullable List<TaskId> tasks, Set<TaskId> wanted, java.util.function.Consumer<TaskId> consumer) {
            if (tasks != null) {
                tasks.stream().filter(wanted::contains).forEach(consumer);
            }
        }

        private Map<String, Object> waitsFor(Member member, String why, @Nullable Integer mark) {
            Map<String, Object> evidence = new HashMap<>();
            evidence.put("waitsFor", List.of(member.memberId()));
            evidence.put("why", why);
            put(evidence, "memberEpoch", member.memberEpoch());
            put(evidence, "epochToReach", mark);
            return evidence;
        }

        private void copies(boolean unowned) {
            int[] standbys = new int[owner.length];
            boolean known = true;
            Map<String, Integer> tagHolders = new HashMap<>();
            Map<String, Set<String>> tagValues = new HashMap<>();
            Set<String> racks = new HashSet<>();
            boolean anyStandby = false;
            for (Member member : running) {
                List<TaskId> copies = member.assigned().standby();
                known &= copies != null;
                anyStandby |= copies != null && !copies.isEmpty();
                if (member.rackId() != null) {
                    racks.add(member.rackId());
                }
                if (member.clientTags() != null) {
                    member.clientTags().forEach((key, value) -> {
                        tagHolders.merge(key, 1, Integer::sum);
                        tagValues.computeIfAbsent(key, k -> new HashSet<>()).add(value);
                    });
                }
                List<TaskId> warmups = member.assigned().warmup();
                if (warmups != null) {
                    for (TaskId task : warmups) {
                        Map<String, Object> evidence = new HashMap<>();
                        evidence.put("memberId", member.memberId());
                        put(evidence, "acceptableRecoveryLag", member.acceptableRecoveryLag());
                        shows(FindingCode.WARMUP_NOT_CATCHING_UP, new Subject(Kind.TASK, task.toString()), evidence);
                    }
                }
            }
            Predicate<String> everyoneHas =
                    key -> Integer.valueOf(running.size()).equals(tagHolders.get(key));
            List<String> tags = tagValues.entrySet().stream()
                    .filter(tag -> tag.getValue().size() > 1 && everyoneHas.test(tag.getKey()))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            if (anyStandby) {
                for (Member member : running) {
                    List<TaskId> copies = member.assigned().standby();
                    if (copies == null) {
                        continue;
                    }
                    for (TaskId task : copies) {
                        int slot = slots.find(task.subtopologyId(), task.partition());
                        int active = owner(slot);
                        if (active == NOBODY) {
                            continue;
                        }
                        standbys[slot]++;
                        together(task, members.get(active), member, tags, racks.size() > 1);
                    }
                }
            }
            if (known && !unowned && allKnown && group.state() == StreamsGroupState.STABLE) {
                missing(standbys);
            }
        }

        private void together(TaskId task, Member active, Member standby, List<String> tags, boolean racks) {
            Subject subject = new Subject(Kind.TASK, task.toString());
            if (active.processId() != null && active.processId().equals(standby.processId())) {
                shows(
                        FindingCode.STANDBY_ON_SAME_PROCESS,
                        subject,
                        Map.of(
                                "processId",
                                active.processId(),
                                "activeMemberId",
                                active.memberId(),
                                "standbyMemberId",
                                standby.memberId()));
                return;
            }
            Map<String, Object> same = new TreeMap<>();
            if (racks && active.rackId() != null && active.rackId().equals(standby.rackId())) {
                same.put("rack", active.rackId());
            }
            Map<String, String> here = active.clientTags();
            Map<String, String> there = standby.clientTags();
            if (here != null && there != null) {
                for (String tag : tags) {
                    if (Objects.equals(here.get(tag), there.get(tag))) {
                        same.put("tag " + tag, Objects.requireNonNull(here.get(tag)));
                    }
                }
            }
            if (!same.isEmpty()) {
                shows(
                        FindingCode.STANDBY_ON_SAME_RACK,
                        subject,
                        Map.of(
                                "same",
                                same,
                                "activeMemberId",
                                active.memberId(),
                                "standbyMemberId",
                                standby.memberId()));
            }
        }

        /**
         * Tasks with state that have the fewest copies. How many there are to be is not in the state, so that this is told of
         * groups that lack none too; where nobody can know it, that other tasks have more is all there is to go by.
         */
        private void missing(int[] standbys) {
            if (group.subtopologies() == null) {
                return;
            }
            int fewest = Integer.MAX_VALUE;
            int most = 0;
            int count = 0;
            List<TaskId> first = new ArrayList<>();
            for (Subtopology subtopology : group.subtopologies()) {
                List<String> changelogs = subtopology.changelogTopics();
                if (subtopology.partitions() == null || changelogs == null || changelogs.isEmpty()) {
                    continue;
                }
                for (int partition : subtopology.partitions()) {
                    int slot = slots.find(subtopology.subtopologyId(), partition);
                    int copies = slot < 0 ? 0 : standbys[slot];
                    most = Math.max(most, copies);
                    if (copies < fewest) {
                        fewest = copies;
                        count = 0;
                        first.clear();
                    }
                    if (copies == fewest && ++count <= NAMED) {
                        first.add(new TaskId(subtopology.subtopologyId(), partition));
                    }
                }
            }
            Integer processes = group.processCount();
            if (fewest == Integer.MAX_VALUE || processes == null || (fromHeartbeats && fewest == most)) {
                return;
            }
            shows(
                    FindingCode.STANDBY_MISSING,
                    Subject.GROUP,
                    Map.of(
                            "fewest",
                            fewest,
                            "most",
                            most,
                            "tasks",
                            first(first),
                            "count",
                            count,
                            "processes",
                            processes));
        }

        /** Active tasks of each process against its share by threads. */
        private void uneven() {
            if (group.state() != StreamsGroupState.STABLE || !allKnown) {
                return;
            }
            Map<String, int[]> loads = new TreeMap<>();
            int tasks = 0;
            for (Member member : running) {
                if (member.processId() == null) {
                    return;
                }
                int active = Objects.requireNonNull(member.assigned().active()).size();
                int[] load = loads.computeIfAbsent(member.processId(), p -> new int[2]);
                load[0] += active;
                load[1]++;
                tasks += active;
            }
            String worst = null;
            double worstRatio = 1.5;
            for (Map.Entry<String, int[]> load : loads.entrySet()) {
                double share = (double) tasks * load.getValue()[1] / running.size();
                int active = load.getValue()[0];
                if (active - Math.ceil(share) >= 2 && active >= worstRatio * share) {
                    worst = load.getKey();
                    worstRatio = active / share;
                }
            }
            if (worst == null) {
                return;
            }
            int[] load = Objects.requireNonNull(loads.get(worst));
            int least = loads.values().stream().mapToInt(l -> l[0]).min().orElse(0);
            shows(
                    FindingCode.TASKS_UNEVEN,
                    Subject.GROUP,
                    Map.of(
                            "processId",
                            worst,
                            "activeTasks",
                            load[0],
                            "threads",
                            load[1],
                            "fewestActiveTasks",
                            least,
                            "share",
                            String.format(Locale.ROOT, "%.1f", (double) tasks * load[1] / running.size()),
                            "processes",
                            loads.size()));
        }

        /** Targets are looked at behind all else, since they take the owners' places. */
        private void targets() {
            boolean any = false;
            for (int i = 0; i < members.size(); i++) {
                List<TaskId> target = members.get(i).target().active();
                if (target != null && !target.isEmpty()) {
                    if (!any) {
                        Arrays.fill(owner, NOBODY);
                        any = true;
                    }
                    own(i, target, "target");
                }
            }
        }
    }

    /** Gives tasks small numbers. */
    private static final class Slots {

        /** Partitions beyond this one are looked up one by one, so that no number makes a table large. */
        static final int TABLE = 65_535;

        private final Map<String, int[]> tables = new HashMap<>();
        private final Map<TaskId, Integer> others = new HashMap<>();
        private @Nullable String lastId;
        private int[] lastTable = {};
        private int count;

        int of(TaskId task) {
            if (task.partition() > TABLE) {
                return others.computeIfAbsent(task, t -> count++);
            }
            int[] table = table(task.subtopologyId());
            if (task.partition() >= table.length) {
                table = Arrays.copyOf(table, Math.max(task.partition() + 1, Math.min(TABLE + 1, 2 * table.length)));
                tables.put(task.subtopologyId(), table);
                lastTable = table;
            }
            if (table[task.partition()] == 0) {
                table[task.partition()] = ++count;
            }
            return table[task.partition()] - 1;
        }

        /** -1 when it has none. */
        int find(String subtopologyId, int partition) {
            if (partition > TABLE) {
                return others.getOrDefault(new TaskId(subtopologyId, partition), -1);
            }
            int[] table = table(subtopologyId);
            return partition < table.length ? table[partition] - 1 : -1;
        }

        private int[] table(String subtopologyId) {
            if (!subtopologyId.equals(lastId)) {
                lastTable = tables.computeIfAbsent(subtopologyId, id -> new int[16]);
                lastId = subtopologyId;
            }
            return lastTable;
        }
    }

    private static void put(Map<String, Object> evidence, String name, @Nullable Object value) {
        if (value != null) {
            evidence.put(name, value);
        }
    }

    private static List<String> names(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> ids(Collection<Member> members) {
        return members.stream().limit(NAMED).map(Member::memberId).toList();
    }

    private static List<String> first(Collection<?> all) {
        return all.stream().limit(NAMED).map(Object::toString).toList();
    }

    private static List<Integer> first(BitSet partitions) {
        return partitions.stream().limit(NAMED).boxed().toList();
    }

    private static String cut(String text) {
        return text.length() <= MAX_DETAIL ? text : text.substring(0, MAX_DETAIL) + "…";
    }
}
