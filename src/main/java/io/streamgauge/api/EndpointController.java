package io.streamgauge.api;

import io.streamgauge.analysis.KeySerializer;
import io.streamgauge.query.AsOf;
import io.streamgauge.query.EndpointQueries;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.GroupView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(
        path = "/api/v1/clusters/{cluster}/streams-groups/{groupId}/endpoints",
        produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Streams groups")
class EndpointController {

    private final GroupQueries queries;
    private final EndpointQueries endpoints;

    EndpointController(GroupQueries queries, EndpointQueries endpoints) {
        this.queries = queries;
        this.endpoints = endpoints;
    }

    @GetMapping
    @Operation(operationId = "getEndpointMap", summary = "Get the Interactive Query endpoint map")
    EndpointMap endpoints(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        AsOf asOf = Parameters.asOf(at, version);
        GroupView view = queries.view(cluster, groupId, asOf);
        return EndpointRepresentations.endpoints(view.snapshot().state(), endpoints.stores(view, asOf));
    }

    @GetMapping("/lookup")
    @Operation(
            operationId = "lookUpEndpoint",
            summary = "Find where to ask",
            description =
                    "The endpoints that have a partition of a store or topic, active first, then standbys by how far behind they are. Give store or topic, and partition or key.")
    EndpointLookup lookup(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @Parameter(description = "A store of the group.", example = "counts")
                    @RequestParam(required = false)
                    @Nullable
                    String store,
            @Parameter(description = "A source or repartition topic of the group.", example = "orders")
                    @RequestParam(required = false)
                    @Nullable
                    String topic,
            @Parameter(example = "3") @RequestParam(required = false) @Nullable Integer partition,
            @Parameter(
                            description =
                                    "A record's key; its partition is the one that Kafka's default partitioner puts it into. Of a windowed store the key without its window.",
                            example = "alice")
                    @RequestParam(required = false)
                    @Nullable
                    String key,
            @Parameter(
                            description =
                                    "How the key is written and serialized: string, long, integer, uuid, hex or base64.")
                    @RequestParam(defaultValue = "string")
                    String serializer,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        AsOf asOf = Parameters.asOf(at, version);
        if ((store == null) == (topic == null)) {
            throw new InvalidParameterException(
                    store == null
                            ? "store or topic is missing; give one of them"
                            : "store and topic name two things; give one of them");
        }
        if ((partition == null) == (key == null)) {
            throw new InvalidParameterException(
                    key == null
                            ? "partition or key is missing; give one of them"
                            : "partition and key may name two partitions; give one of them");
        }
        if (partition != null && partition < 0) {
            throw new InvalidParameterException("partition=" + partition + " is negative; the first partition is 0");
        }
        GroupView view = queries.view(cluster, groupId, asOf);
        EndpointQueries.Target target =
                store == null ? endpoints.topic(view, String.valueOf(topic)) : endpoints.store(view, asOf, store);
        EndpointQueries.Lookup found = endpoints.lookUp(
                target,
                partition != null
                        ? partition
                        : endpoints.partition(target, bytes(Objects.requireNonNull(key), serializer)));
        Integer count = found.partitions();
        if (count != null && found.partition() >= count) {
            throw new InvalidParameterException("partition=" + partition + " is not there; the partitions of "
                    + (store == null ? topic : store) + " are 0 to " + (count - 1));
        }
        return EndpointRepresentations.lookup(found);
    }

    private static byte[] bytes(String key, String serializer) {
        try {
            return Parameters.constant("serializer", KeySerializer.class, serializer)
                    .serialize(key);
        } catch (IllegalArgumentException e) {
            throw new InvalidParameterException("key=" + key + " " + e.getMessage());
        }
    }
}
