package io.streamgauge.api;

import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.RebalanceQueries;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/api/v1/clusters/{cluster}/streams-groups", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Streams groups")
class RebalanceController {

    private final GroupQueries groups;
    private final RebalanceQueries rebalances;

    RebalanceController(GroupQueries groups, RebalanceQueries rebalances) {
        this.groups = groups;
        this.rebalances = rebalances;
    }

    @GetMapping("/{groupId}/rebalances")
    @Operation(
            operationId = "listRebalances",
            summary = "List rebalances",
            description =
                    "Those that went on at some time in a range, newest first: when, why, what moved, which tasks ran nowhere and who was behind; and what they come to. A group that merely stops, or whose static member comes back, does not rebalance.")
    RebalancePage list(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Instant begin = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(begin, end);
        return RebalanceRepresentations.page(
                rebalances.rebalances(groups.group(cluster, groupId), begin, end, page, size));
    }
}
