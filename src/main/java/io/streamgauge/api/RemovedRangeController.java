package io.streamgauge.api;

import io.streamgauge.history.Slice;
import io.streamgauge.query.GroupQueries;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(
        path = "/api/v1/clusters/{cluster}/streams-groups/{groupId}/removed-ranges",
        produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Streams groups")
class RemovedRangeController {

    private final GroupQueries queries;

    RemovedRangeController(GroupQueries queries) {
        this.queries = queries;
    }

    @GetMapping
    @Operation(
            operationId = "listRemovedRanges",
            summary = "List what is left of removed snapshots",
            description =
                    "The snapshots, rebalances and findings of ranges that retention removed, in short, oldest first.")
    RemovedRangePage list(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Slice<RemovedRange> slice = queries.removed(queries.group(cluster, groupId), page, size)
                .map(range -> new RemovedRange(
                        Representations.lower(range.kind()),
                        range.fromVersion(),
                        range.toVersion(),
                        range.from(),
                        range.to(),
                        range.count(),
                        range.entries()));
        return new RemovedRangePage(slice.items(), slice.page(), slice.size(), slice.total());
    }
}
