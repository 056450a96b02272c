package io.streamgauge.heartbeat;

import io.streamgauge.group.Departure;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.Tasks;
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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Folds the heartbeats of one group. */
final class GroupFold {

    /** How many expired members are remembered, in case a later heartbeat shows that one was never let go. */
    private static final int REMEMBERED = 1_000;

    /** The broker's words for the epoch it holds, in the message of FENCED_MEMBER_EPOCH (Kafka 4.1 to 4.4). */
    private static final Pattern KNOWN_EPOCH = Pattern.compile("known by the group coordinator \\((-?\\d{1,10})\\)");

    private final String groupId;
    private final Duration sessionTimeout;
    private final Map<String, MemberFold> members = new TreeMap<>();
    private final Map<TaskId, MemberFold> activeOwners = new HashMap<>();
    private final Map<String, MemberFold> expired = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, MemberFold> eldest) {
            return size() > REMEMBERED;
        }
    };
    private final Map<String, SortedSet<Integer>> partitionsSeen = new TreeMap<>(TaskId::compareSubtopologies);
    private HeartbeatRequest.@Nullable Topology topology;
    private @Nullable EndpointMap endpointMap;

    /** A map with a lower epoch is older than ours; null when any map is news. */
    private @Nullable Integer endpointMapFloor;

    /** Grows whenever the coordinator is seen to count the map's epochs anew: they live in its memory only. */
    private int endpointMapCount;

    private boolean memberSeen;

    private @Nullable GroupState built;

    /** Null when they must be built anew; an empty list when none are known. */
    private @Nullable List<Subtopology> builtSubtopologies;

    GroupFold(String groupId, Duration sessionTimeout) {
        this.groupId = groupId;
        this.sessionTimeout = sessionTimeout;
    }

    /** Applies one exchange at an instant; null when it says nothing of the group: an unanswered join or a stranger's request. */
    @Nullable
    FoldStep apply(HeartbeatExchange exchange, Instant now, BiConsumer<GroupFold, MemberFold> watch) {
        HeartbeatRequest request = exchange.request();
        HeartbeatResponse response = exchange.response();
        if (response != null && response.errorCode() != 0) {
            MemberError error = applyError(exchange, response, now);
            return new FoldStep(now, state(), null, null, error, null);
        }
        if (request == null && response == null) {
            return null;
        }
        int epoch = request != null
                ? request.memberEpoch()
                : Objects.requireNonNull(response).memberEpoch();
        if (epoch == HeartbeatRequest.LEAVE) {
            leave(exchange.memberId());
            return new FoldStep(now, state(), null, null, null, Departure.LEFT);
        }
        boolean joins = request != null && epoch == HeartbeatRequest.JOIN;
        if (response == null && (joins || !members.containsKey(exchange.memberId()))) {
            return null;
        }
        MemberFold member = joins ? join(exchange, now) : known(exchange, now);
        boolean goesAway = epoch == HeartbeatRequest.AWAY;
        boolean answered = response != null && !goesAway;
        member.isAt(exchange.clientId(), exchange.clientHost());
        if (request != null) {
            member.says(request);
            if (request.topology() != null) {
                takeTopology(request.topology());
            }
        }
        if (goesAway) {
            // Going away does not prolong the session: the broker expires a static member by its last real heartbeat.
            member.goesAway();
        } else if (response != null) {
            hear(member, now);
            member.isTold(response);
            takeEndpointMap(member, response);
        }
        if (member.changed()) {
            built = null;
            claim(member);
            see(member.owned());
            see(member.assigned());
        }
        if (!member.watched) {
            watch.accept(this, member);
        }
        return new FoldStep(
                now, state(), answered ? member.memberId : null, answered ? member.newTaskOffsets() : null, null, null);
    }

    /** Lets a member go whose session ended; null when it is no longer the group's. */
    @Nullable
    FoldStep expire(MemberFold member) {
        if (members.get(member.memberId) != member) {
            return null;
        }
        expired.put(member.memberId, member);
        dismiss(member);
        return new FoldStep(member.deadline, state(), null, null, null, Departure.EXPIRED);
    }

    private MemberError applyError(HeartbeatExchange exchange, HeartbeatResponse response, Instant now) {
        MemberFold member = members.get(exchange.memberId());
        HeartbeatRequest request = exchange.request();
        Integer known = knownEpoch(response.errorMessage());
        if (known == null && member != null) {
            known = member.memberEpoch();
        }
        if (HeartbeatError.isGap(response.errorCode())) {
            countEndpointMapsAnew();
            if (member != null && !member.away()) {
                hear(member, now);
            }
        } else if (response.errorCode() == HeartbeatError.UNKNOWN_MEMBER_ID) {
            leave(exchange.memberId());
        } else if (HeartbeatError.isFencing(response.errorCode()) && member != null) {
            member.isFenced();
            built = null;
        }
        return new MemberError(
                exchange.memberId().isEmpty() ? null : exchange.memberId(),
                request == null ? null : request.instanceId(),
                response.errorCode(),
                response.errorMessage(),
                request == null ? null : request.memberEpoch(),
                known);
    }

    private static @Nullable Integer knownEpoch(@Nullable String message) {
        if (message == null) {
            return null;
        }
        Matcher matcher = KNOWN_EPOCH.matcher(message);
        try {
            return matcher.find() ? Integer.valueOf(matcher.group(1)) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** A member that joins or rejoins starts anew: nothing of what it had before is its own any more. */
    private MemberFold join(HeartbeatExchange exchange, Instant now) {
        MemberFold before = members.get(exchange.memberId());
        if (before != null) {
            release(before);
        }
        expired.remove(exchange.memberId());
        MemberFold member = add(new MemberFold(exchange.memberId(), now.plus(sessionTimeout)));
        member.joins();
        String instanceId = Objects.requireNonNull(exchange.request()).instanceId();
        if (instanceId != null) {
            for (MemberFold other : List.copyOf(members.values())) {
                if (instanceId.equals(other.instanceId())) {
                    dismiss(other);
                }
            }
        }
        return member;
    }

    /** The member that the coordinator answered as one of the group's, whether we knew it or not. */
    private MemberFold known(HeartbeatExchange exchange, Instant now) {
        MemberFold member = members.get(exchange.memberId());
        if (member != null) {
            return member;
        }
        MemberFold remembered = expired.remove(exchange.memberId());
        HeartbeatResponse response = exchange.response();
        if (remembered != null
                && response != null
                && Objects.equals(remembered.memberEpoch(), response.memberEpoch())) {
            // Answered at the same epoch, so the coordinator never let it go and "unchanged" refers to what we had.
            remembered.deadline = now.plus(sessionTimeout);
            for (TaskId task : Objects.requireNonNullElse(remembered.assigned().active(), List.<TaskId>of())) {
                if (activeOwners.putIfAbsent(task, remembered) != null) {
                    remembered.losesActive(task);
                }
            }
            return add(remembered);
        }
        return add(new MemberFold(exchange.memberId(), now.plus(sessionTimeout)));
    }

    private MemberFold add(MemberFold member) {
        members.put(member.memberId, member);
        memberSeen = true;
        built = null;
        return member;
    }

    private void hear(MemberFold member, Instant now) {
        Instant deadline = now.plus(sessionTimeout);
        if (deadline.isAfter(member.deadline)) {
            member.deadline = deadline;
        }
    }

    private void leave(String memberId) {
        expired.remove(memberId);
        MemberFold member = members.get(memberId);
        if (member != null) {
            dismiss(member);
        }
    }

    private void dismiss(MemberFold member) {
        members.remove(member.memberId);
        release(member);
        built = null;
        if (members.isEmpty()) {
            // Nobody is left to serve a query or to be told another map.
            if (endpointMap != null) {
                endpointMap = new EndpointMap(null, EndpointMap.Source.HEARTBEAT, List.of());
            }
            countEndpointMapsAnew();
        }
    }

    private void release(MemberFold member) {
        activeOwners.values().removeIf(owner -> owner == member);
    }

    /** An active task has one owner: whoever is told last to run it. */
    private void claim(MemberFold member) {
        List<TaskId> active = member.assigned().active();
        if (active == null) {
            return;
        }
        for (TaskId task : active) {
            MemberFold owner = activeOwners.put(task, member);
            if (owner != null && owner != member) {
                owner.losesActive(task);
                built = null;
            }
        }
    }

    private void takeTopology(HeartbeatRequest.Topology told) {
        boolean groupWasEmpty = members.size() == 1;
        if (topology != null && told.epoch() < topology.epoch() && !groupWasEmpty) {
            return;
        }
        if (!told.equals(topology)) {
            if (topology != null) {
                // Tasks of a subtopology that is another now are no longer there to be missed.
                Set<Subtopology> same = new HashSet<>(topology.subtopologies());
                same.retainAll(told.subtopologies());
                partitionsSeen
                        .keySet()
                        .retainAll(same.stream().map(Subtopology::subtopologyId).collect(Collectors.toSet()));
                for (MemberFold member : members.values()) {
                    see(member.owned());
                    see(member.assigned());
                }
            }
            topology = told;
            builtSubtopologies = null;
            built = null;
        }
    }

    private void countEndpointMapsAnew() {
        endpointMapFloor = null;
        endpointMapCount++;
    }

    private void takeEndpointMap(MemberFold member, HeartbeatResponse response) {
        if (response.partitionsByUserEndpoint() == null) {
            return;
        }
        Integer epoch = response.endpointInformationEpoch();
        if (epoch != null) {
            // A coordinator that crashed refuses nobody: its successor's first answers are lower than the member's
            // last.
            if (member.wasToldHigherMapEpoch(epoch, endpointMapCount)) {
                countEndpointMapsAnew();
            }
            member.isToldMapEpoch(epoch, endpointMapCount);
        }
        if (epoch != null && endpointMapFloor != null && epoch < endpointMapFloor) {
            return;
        }
        endpointMapFloor = epoch;
        EndpointMap map = new EndpointMap(epoch, EndpointMap.Source.HEARTBEAT, response.partitionsByUserEndpoint());
        if (!map.equals(endpointMap)) {
            endpointMap = map;
            built = null;
        }
    }

    private void see(Tasks tasks) {
        for (TaskRole role : TaskRole.values()) {
            List<TaskId> list = tasks.of(role);
            if (list != null) {
                for (TaskId task : list) {
                    if (partitionsSeen
                            .computeIfAbsent(task.subtopologyId(), id -> new TreeSet<>())
                            .add(task.partition())) {
                        builtSubtopologies = null;
                        built = null;
                    }
                }
            }
        }
    }

    private GroupState state() {
        if (built != null) {
            return built;
        }
        List<Member> memberRecords = new ArrayList<>(members.size());
        List<MemberStatus> statuses = new ArrayList<>();
        for (MemberFold member : members.values()) {
            memberRecords.add(member.member());
            statuses.addAll(member.memberStatuses());
        }
        statuses.sort(null);
        GroupState next = new GroupState(
                groupId,
                StreamsGroupState.UNKNOWN,
                StateSource.DERIVED,
                null,
                null,
                null,
                null,
                null,
                memberRecords,
                statuses,
                endpointMap,
                subtopologies());
        built = next.withState(DerivedState.of(next, memberSeen));
        return built;
    }

    private @Nullable List<Subtopology> subtopologies() {
        if (builtSubtopologies == null) {
            Map<String, Subtopology> all = new TreeMap<>(TaskId::compareSubtopologies);
            if (topology != null) {
                topology.subtopologies().forEach(s -> all.put(s.subtopologyId(), s));
            }
            partitionsSeen.forEach((id, partitions) -> all.merge(
                    id,
                    Subtopology.ofTasks(id, List.copyOf(partitions)),
                    (known, seen) -> known.withPartitions(seen.partitions())));
            builtSubtopologies = List.copyOf(all.values());
        }
        return builtSubtopologies.isEmpty() ? null : builtSubtopologies;
    }
}
