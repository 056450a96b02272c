package io.streamgauge.api;

import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.Severity;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.Slice;
import io.streamgauge.query.AsOf;
import io.streamgauge.query.FindingPeriod;
import io.streamgauge.query.FindingQueries;
import io.streamgauge.query.FindingQueries.GroupFindings;
import io.streamgauge.query.GroupQueries;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/api/v1/clusters/{cluster}", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(
        name = "Findings",
        description = "What is wrong with groups, at risk or worth knowing; docs/findings.md explains each code.")
class FindingController {

    private final GroupQueries groups;
    private final FindingQueries findings;

    FindingController(GroupQueries groups, FindingQueries findings) {
        this.groups = groups;
        this.findings = findings;
    }

    @GetMapping("/streams-groups/{groupId}/findings")
    @Operation(
            operationId = "listGroupFindings",
            summary = "List what is found of a group",
            description =
                    "Now, or as of an instant or a version: the worst first. With from or to, those that were open at some time in between, newest first, each with its end and what it had come to by then; how far warm-ups are, and silence that ended before its session did, is only in answers about an instant.")
    FindingPage ofGroup(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to,
            @Parameter(description = "Only those of one of these severities: ERROR, WARNING, INFO.")
                    @RequestParam(required = false)
                    @Nullable
                    List<String> severity,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        AsOf asOf = Parameters.asOf(at, version);
        Instant start = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(start, end);
        Set<Severity> severities = Parameters.constants("severity", Severity.class, severity);
        Predicate<io.streamgauge.analysis.Finding> wanted =
                finding -> severities.isEmpty() || severities.contains(finding.severity());
        if (start == null && end == null) {
            List<io.streamgauge.analysis.Finding> all = findings.of(groups.view(cluster, groupId, asOf), asOf);
            return page(Slice.of(all.stream().filter(wanted).toList(), page, size)
                    .map(finding -> FindingRepresentations.finding(groupId, finding, null)));
        }
        if (!asOf.equals(AsOf.NOW)) {
            throw new InvalidParameterException(
                    "from and to ask for a range, at and version for one state; give either of them");
        }
        GroupKey group = groups.group(cluster, groupId);
        List<FindingPeriod> periods = groups.range(group, start, end)
                .map(range -> findings.history(range, end))
                .orElse(List.of());
        return page(Slice.of(
                        periods.stream()
                                .filter(period -> wanted.test(period.finding()))
                                .toList(),
                        page,
                        size)
                .map(period -> FindingRepresentations.finding(groupId, period.finding(), period.closedAt())));
    }

    @GetMapping("/findings")
    @Operation(
            operationId = "listClusterFindings",
            summary = "List what is found in a cluster",
            description = "Of all its groups, and of the cluster itself, now or as of an instant: the worst first.")
    FindingPage ofCluster(
            @PathVariable String cluster,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @Parameter(description = "Only those of one of these severities: ERROR, WARNING, INFO.")
                    @RequestParam(required = false)
                    @Nullable
                    List<String> severity,
            @Parameter(description = "Only those of one of these codes.", example = "TASK_UNOWNED")
                    @RequestParam(required = false)
                    @Nullable
                    List<String> code,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Instant instant = Parameters.instant("at", at);
        Set<Severity> severities = Parameters.constants("severity", Severity.class, severity);
        Set<FindingCode> codes = Parameters.constants("code", FindingCode.class, code);
        io.streamgauge.history.Cluster found = groups.cluster(cluster);
        List<Finding> all = new ArrayList<>();
        for (GroupFindings group : findings.of(found, instant)) {
            for (io.streamgauge.analysis.Finding finding : group.findings()) {
                all.add(FindingRepresentations.finding(group.group().header().groupId(), finding, null));
            }
        }
        io.streamgauge.analysis.Finding ofCluster = findings.ofCluster(found, instant);
        if (ofCluster != null) {
            all.add(FindingRepresentations.finding(null, ofCluster, null));
        }
        return page(Slice.of(
                all.stream()
                        .filter(finding -> severities.isEmpty() || severities.contains(finding.severity()))
                        .filter(finding -> codes.isEmpty() || codes.contains(finding.code()))
                        .sorted(Comparator.comparing(Finding::severity)
                                .thenComparing(Finding::since, Comparator.reverseOrder())
                                .thenComparing(Finding::groupId, Comparator.nullsFirst(Comparator.naturalOrder())))
                        .toList(),
                page,
                size));
    }

    private static FindingPage page(Slice<Finding> slice) {
        return new FindingPage(slice.items(), slice.page(), slice.size(), slice.total());
    }
}
