package io.streamgauge.query;

import io.streamgauge.analysis.DefaultPartitioner;
import io.streamgauge.analysis.PartitionCounts;
import io.streamgauge.analysis.QueryLookup;
import io.streamgauge.analysis.Stores;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.GroupHistory;
import io.streamgauge.history.Snapshot;
import io.streamgauge.history.TopologyDescription;
import io.streamgauge.query.NotFoundException.What;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Questions about stores, and about where to ask for what is in them. */
@Service
public class EndpointQueries {

    /** How many names an answer that there is no such store tells. */
    private static final int NAMED = 8;

    /** How many versions are looked at together, at most, for when the endpoint map last changed. */
    private static final int LOOK_BACK = 50;

    private final GroupQueries groups;
    private final ReadingQueries readings;
    private final GroupHistory history;

    EndpointQueries(GroupQueries groups, ReadingQueries readings, GroupHistory history) {
        this.groups = groups;
        this.readings = readings;
        this.history = history;
    }

    /** What a lookup is about: a store or a topic of a group, and the subtopology that has it. */
    public static final class Target {

        private final GroupView view;
        private final @Nullable String store;
        private final @Nullable String topic;
        private final @Nullable Subtopology subtopology;

        private Target(
                GroupView view, @Nullable String store, @Nullable String topic, @Nullable Subtopology subtopology) {
            this.view = view;
            this.store = store;
            this.topic = topic;
            this.subtopology = subtopology;
        }

        private String name() {
            return store == null ? "topic '" + topic + "'" : "store '" + store + "'";
        }
    }

    /**
     * Where to ask.
     *
     * @param partitions how many there are; null when not known
     * @param task that has the partition; null when no subtopology is known to
     * @param mapOutdatedBy when tasks were last assigned otherwise, if the endpoint map is older; else null
     * @param places active first, then by lag; null when nothing was observed that could tell
     */
    public record Lookup(
            GroupView view,
            @Nullable String store,
            @Nullable String topic,
            int partition,
            @Nullable Integer partitions,
            @Nullable TaskId task,
            @Nullable Instant mapOutdatedBy,
            @Nullable List<Place> places) {}

    /**
     * An endpoint to ask.
     *
     * @param lag how far behind the copy is, of its members' the least; null when not known
     */
    public record Place(QueryLookup.Place place, @Nullable Long lag) {}

    /** The stores of a group: those of its topology's description, where that is at hand, else by changelog topics. */
    public Stores stores(GroupView view, AsOf asOf) {
        GroupState state = view.snapshot().state();
        Map<String, List<String>> described = new TreeMap<>();
        description(view, asOf)
                .subtopologies()
                .forEach(s -> described.put(
                        s.subtopologyId(),
                        s.nodes().stream().flatMap(n -> n.stores().stream()).toList()));
        return Stores.of(state, described);
    }

    /** Without content when none is at hand that is of the view's topology. */
    private TopologyDescription description(GroupView view, AsOf asOf) {
        Integer epoch = view.snapshot().state().topologyEpoch();
        return readings.latest(TopologyDescription.class, view, asOf)
                .filter(read -> epoch != null && epoch.equals(read.topologyEpoch()))
                .orElseGet(
                        () -> TopologyDescription.without(view.asOf(), TopologyDescription.Status.NOT_STORED, epoch));
    }

    /**
     * A store.
     *
     * @throws NotFoundException when the group has none of that name, as far as its stores are known
     */
    public Target store(GroupView view, AsOf asOf, String store) {
        Stores stores = stores(view, asOf);
        String id = stores.subtopologyOf(store);
        if (id == null) {
            boolean global = description(view, asOf).globalStores().stream()
                    .anyMatch(g -> g.processor().stores().contains(store));
            throw new NotFoundException(
                    What.STORE,
                    global
                            ? "'" + store + "' is a global store: every instance has all of it, so ask any; …/endpoints"
                                    + " lists them"
                            : noStore(view, store, stores));
        }
        return new Target(view, store, null, subtopology(view.snapshot().state(), id));
    }

    private static String noStore(GroupView view, String store, Stores stores) {
        List<String> known = stores.all();
        String some = known.isEmpty()
                ? "none is known"
                : "known are "
                        + String.join(", ", known.subList(0, Math.min(NAMED, known.size())))
                        + (known.size() > NAMED ? " and " + (known.size() - NAMED) + " more" : "");
        List<String> unknown = stores.unknownSubtopologies();
        return "Group '" + view.group().groupId() + "' has no store '" + store + "' in version "
                + view.snapshot().header().version() + ", as far as changelog topics or a description of its topology"
                + " name them: " + some
                + (unknown.isEmpty() ? "" : "; not those of subtopology " + String.join(", ", unknown))
                + ". …/tasks and …/endpoints list stores, …/topology what names them";
    }

    private static @Nullable Subtopology subtopology(GroupState state, String id) {
        return state.subtopologies() == null
                ? null
                : state.subtopologies().stream()
                        .filter(s -> s.subtopologyId().equals(id))
                        .findFirst()
                        .orElse(null);
    }

    /** A topic, whether the group is known to read it or not. */
    public Target topic(GroupView view, String topic) {
        return new Target(view, null, topic, QueryLookup.reader(view.snapshot().state(), topic));
    }

    /**
     * The partition that Kafka's default partitioner puts a key into.
     *
     * @param key as it is serialized
     * @throws UnknownPartitionsException when it is not known how many there are
     */
    public int partition(Target target, byte[] key) {
        Integer partitions = partitions(target);
        if (partitions == null) {
            throw new UnknownPartitionsException("How many partitions " + target.name()
                    + " has does not follow from what was observed of group '"
                    + target.view.group().groupId() + "' by version "
                    + target.view.snapshot().header().version()
                    + ": no state in which all tasks of its subtopology were handed out, or topics that are not of one"
                    + " size. Give partition instead of key");
        }
        return DefaultPartitioner.partition(key, partitions);
    }

    /** Of the state itself, or of the last stable one before it where nothing speaks against that since. */
    private @Nullable Integer partitions(Target target) {
        Subtopology now = target.subtopology;
        if (now == null) {
            return null;
        }
        GroupState state = target.view.snapshot().state();
        Integer partitions = PartitionCounts.of(state, now, topics(target, now));
        if (partitions != null) {
            return partitions;
        }
        long key = target.view.group().id();
        Integer stable =
                history.latestStable(key, target.view.snapshot().header().version());
        Snapshot then = stable == null
                ? null
                : history.snapshot(key, stable, target.view.asOf()).orElse(null);
        Subtopology was = then == null ? null : subtopology(then.state(), now.subtopologyId());
        if (then == null || was == null || !was.inputTopics().equals(now.inputTopics())) {
            return null;
        }
        boolean same = PartitionCounts.seen(state, now).equals(PartitionCounts.seen(then.state(), was));
        return same ? PartitionCounts.of(then.state(), was, topics(target, was)) : null;
    }

    private static List<String> topics(Target target, Subtopology subtopology) {
        return target.topic == null ? subtopology.inputTopics() : List.of(target.topic);
    }

    /** Where to ask for a partition of it. */
    public Lookup lookUp(Target target, int partition) {
        GroupState state = target.view.snapshot().state();
        Subtopology subtopology = target.subtopology;
        TaskId task = subtopology == null ? null : new TaskId(subtopology.subtopologyId(), partition);
        List<QueryLookup.Place> found = target.topic != null
                ? QueryLookup.ofTopic(state, target.topic, partition)
                : QueryLookup.ofStores(state, Objects.requireNonNull(subtopology), partition);
        Map<String, Map<TaskId, GroupQueries.ReportedOffset>> offsets =
                found == null || found.isEmpty() || task == null ? Map.of() : groups.offsets(target.view);
        return new Lookup(
                target.view,
                target.store,
                target.topic,
                partition,
                partitions(target),
                task,
                mapOutdatedBy(target.view),
                found == null
                        ? null
                        : found.stream()
                                .map(place -> new Place(place, task == null ? null : lag(place, task, offsets)))
                                .sorted(Comparator.comparing(
                                                (Place p) -> p.place().role())
                                        .thenComparing(Place::lag, Comparator.nullsLast(Comparator.naturalOrder())))
                                .toList());
    }

    private static @Nullable Long lag(
            QueryLookup.Place place, TaskId task, Map<String, Map<TaskId, GroupQueries.ReportedOffset>> offsets) {
        return place.holders().stream()
                .map(member -> offsets.getOrDefault(member, Map.of()).get(task))
                .filter(Objects::nonNull)
                .map(GroupQueries.ReportedOffset::offset)
                .map(TaskOffset::lag)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /**
     * When tasks were last assigned otherwise, if the endpoint map did not change with that or since: what it says may be
     * of before. A derived map follows its assignments and is never older.
     */
    private @Nullable Instant mapOutdatedBy(GroupView view) {
        EndpointMap map = view.snapshot().state().endpointMap();
        if (map == null || map.source() == EndpointMap.Source.DERIVED) {
            return null;
        }
        Snapshot later = view.snapshot();
        int first = groups.firstVersion(view.group());
        int size = 1;
        for (int last = later.header().version() - 1;
                last >= first;
                last -= size, size = Math.min(2 * size, LOOK_BACK)) {
            List<Snapshot> some = new ArrayList<>();
            history.forEachSnapshot(view.group().id(), Math.max(first, last - size + 1), last, view.asOf(), some::add);
            for (int i = some.size() - 1; i >= 0; i--) {
                GroupState before = some.get(i).state();
                if (!Objects.equals(before.endpointMap(), later.state().endpointMap())) {
                    return null;
                }
                if (QueryLookup.assignsOtherwise(before, later.state())) {
                    return later.header().at();
                }
                later = some.get(i);
            }
        }
        return null;
    }
}
