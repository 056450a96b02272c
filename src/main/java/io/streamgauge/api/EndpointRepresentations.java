package io.streamgauge.api;

import io.streamgauge.analysis.QueryEndpoints;
import io.streamgauge.analysis.QueryLookup;
import io.streamgauge.analysis.Stores;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.TopicPartitions;
import io.streamgauge.query.EndpointQueries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns endpoint maps and lookups into what the API shows. */
final class EndpointRepresentations {

    private EndpointRepresentations() {}

    static EndpointMap endpoints(GroupState state, Stores stores) {
        io.streamgauge.group.EndpointMap map = state.endpointMap();
        List<QueryEndpoints.Host> hosts = QueryEndpoints.of(state);
        return new EndpointMap(
                map == null ? null : map.informationEpoch(),
                map == null ? null : map.source().name(),
                hosts == null
                        ? null
                        : hosts.stream().map(host -> host(state, stores, host)).toList());
    }

    private static EndpointHost host(GroupState state, Stores stores, QueryEndpoints.Host host) {
        return new EndpointHost(
                host.entry().endpoint().host(),
                host.entry().endpoint().port(),
                host.memberIds(),
                host.processIds(),
                known(host.entry().active()),
                known(host.entry().standby()),
                Representations.topics(host.entry().partitions()),
                stores(state, stores, host));
    }

    private static @Nullable List<io.streamgauge.api.TopicPartitions> known(@Nullable List<TopicPartitions> topics) {
        return topics == null ? null : Representations.topics(topics);
    }

    /** Null when there is a topic on the host of which it is not known what stores are filled from it. */
    private static @Nullable List<StorePartitions> stores(GroupState state, Stores stores, QueryEndpoints.Host host) {
        Set<io.streamgauge.group.Subtopology> subtopologies = new LinkedHashSet<>();
        for (TopicPartitions of : host.entry().partitions()) {
            io.streamgauge.group.Subtopology reader = QueryLookup.reader(state, of.topic());
            if (reader == null || stores.of(reader.subtopologyId()) == null) {
                return null;
            }
            subtopologies.add(reader);
        }
        List<StorePartitions> found = new ArrayList<>();
        for (io.streamgauge.group.Subtopology subtopology : subtopologies) {
            for (String store : Objects.requireNonNull(stores.of(subtopology.subtopologyId()))) {
                List<String> inputs = subtopology.inputTopics();
                found.add(new StorePartitions(
                        store,
                        subtopology.subtopologyId(),
                        partitions(host.entry().active(), inputs),
                        partitions(host.entry().standby(), inputs),
                        Objects.requireNonNull(partitions(host.entry().partitions(), inputs))));
            }
        }
        found.sort(Comparator.comparing(StorePartitions::store));
        return found;
    }

    private static @Nullable List<Integer> partitions(@Nullable List<TopicPartitions> topics, List<String> inputs) {
        if (topics == null) {
            return null;
        }
        Set<Integer> partitions = new TreeSet<>();
        topics.stream().filter(t -> inputs.contains(t.topic())).forEach(t -> partitions.addAll(t.partitions()));
        return List.copyOf(partitions);
    }

    static EndpointLookup lookup(EndpointQueries.Lookup lookup) {
        io.streamgauge.group.EndpointMap map = lookup.view().snapshot().state().endpointMap();
        List<EndpointQueries.Place> places = lookup.places();
        return new EndpointLookup(
                lookup.store(),
                lookup.topic(),
                lookup.partition(),
                lookup.partitions(),
                lookup.task() == null ? null : lookup.task().toString(),
                map == null ? null : map.informationEpoch(),
                lookup.mapOutdatedBy(),
                places == null
                        ? null
                        : places.stream().map(EndpointRepresentations::place).toList());
    }

    private static EndpointPlace place(EndpointQueries.Place found) {
        QueryLookup.Place place = found.place();
        QueryEndpoints.Host host = place.host();
        return new EndpointPlace(
                place.role().name(),
                place.source().name(),
                host.entry().endpoint().host(),
                host.entry().endpoint().port(),
                host.memberIds(),
                host.processIds(),
                place.holders(),
                found.lag());
    }
}
