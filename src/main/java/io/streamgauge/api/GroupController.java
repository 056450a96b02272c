package io.streamgauge.api;

import io.streamgauge.analysis.FindingCode;
import io.streamgauge.analysis.Stores;
import io.streamgauge.analysis.TaskTable;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.TaskId;
import io.streamgauge.history.GroupFilter;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.InputOffsets;
import io.streamgauge.history.ReadFailure;
import io.streamgauge.history.Slice;
import io.streamgauge.history.TopologyDescription;
import io.streamgauge.query.AsOf;
import io.streamgauge.query.EndpointQueries;
import io.streamgauge.query.FindingQueries;
import io.streamgauge.query.FindingQueries.GroupFindings;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.GroupView;
import io.streamgauge.query.NotFoundException;
import io.streamgauge.query.ReadingQueries;
import io.streamgauge.query.RebalanceQueries;
import io.streamgauge.transfer.ExportWriter;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
@RequestMapping(path = "/api/v1/clusters/{cluster}/streams-groups", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(
        name = "Streams groups",
        description =
                "States of streams groups. at=<instant> or version=<n> answers as of then; with neither, the latest.")
class GroupController {

    /** Which tasks of a group to list. */
    private enum RoleFilter {
        ACTIVE,
        STANDBY,
        WARMUP,
        UNASSIGNED
    }

    /** What else to tell of each group in a list. */
    private enum Include {
        MEMBERS,
        REBALANCES
    }

    private final GroupQueries queries;
    private final ReadingQueries readings;
    private final EndpointQueries endpoints;
    private final RebalanceQueries rebalances;
    private final FindingQueries findings;
    private final ExportWriter exports;

    GroupController(
            GroupQueries queries,
            ReadingQueries readings,
            EndpointQueries endpoints,
            RebalanceQueries rebalances,
            FindingQueries findings,
            ExportWriter exports) {
        this.queries = queries;
        this.readings = readings;
        this.endpoints = endpoints;
        this.rebalances = rebalances;
        this.findings = findings;
        this.exports = exports;
    }

    @GetMapping
    @Operation(
            operationId = "listStreamsGroups",
            summary = "List streams groups",
            description =
                    "Those that existed at an instant, or all that were ever observed. With include=members each has its members, streamed; an answer that ends before its last brace is incomplete.")
    GroupSummaryPage list(
            @PathVariable String cluster,
            @Parameter(description = "Part of the group id, in any case.", example = "orders")
                    @RequestParam(required = false)
                    @Nullable
                    String search,
            @Parameter(description = "Only groups in one of these states.") @RequestParam(required = false) @Nullable
                    List<String> state,
            @Parameter(description = "Only groups of which one of these codes is found.", example = "TASK_UNOWNED")
                    @RequestParam(required = false)
                    @Nullable
                    List<String> finding,
            @Parameter(
                            description = "Only groups with one of these statuses open, by name or number.",
                            example = "MISSING_SOURCE_TOPICS")
                    @RequestParam(required = false)
                    @Nullable
                    List<String> status,
            @Parameter(
                            description =
                                    "groupId, state, changedAt, observedAt, memberCount, activeTaskCount, openStatusCount or"
                                            + " findings, with ,asc or ,desc behind it.",
                            example = "changedAt,desc")
                    @RequestParam(defaultValue = "groupId")
                    String sort,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @Parameter(
                            description =
                                    "members: each group with its members and their views of tasks. rebalances: how many began in each hour of the last day. Both with a comma between them.")
                    @RequestParam(required = false)
                    @Nullable
                    String include,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Set<Include> included = include == null
                ? Set.of()
                : Arrays.stream(include.split(",", -1))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .map(part -> Parameters.constant("include", Include.class, part))
                        .collect(Collectors.toSet());
        Parameters.Order<GroupFilter.Sort> order = Parameters.groupOrder(sort);
        Set<StreamsGroupState> states = Parameters.constants("state", StreamsGroupState.class, state);
        GroupFilter filter = new GroupFilter(
                search == null || search.isEmpty() ? null : search,
                states,
                Parameters.statusCodes(status),
                Parameters.instant("at", at),
                order.by(),
                order.descending());
        io.streamgauge.history.Cluster found = queries.cluster(cluster);
        Map<String, ReadFailure> failing = filter.at() == null ? readings.failingGroups(found) : Map.of();
        Slice<GroupFindings> withFindings =
                findings.groups(found, filter, Parameters.constants("finding", FindingCode.class, finding), page, size);
        Slice<io.streamgauge.history.GroupSummary> slice = withFindings.map(GroupFindings::group);
        Map<Long, FindingCounts> counts = withFindings.items().stream()
                .collect(Collectors.toMap(
                        g -> g.group().header().groupKey(), g -> FindingRepresentations.counts(g.findings())));
        Map<Long, RebalancesByHour> byHour = included.contains(Include.REBALANCES)
                ? RebalanceRepresentations.byHour(rebalances.begunByHour(found, slice.items(), filter.at()))
                : Map.of();
        Iterable<GroupSummary> items = included.contains(Include.MEMBERS)
                ? () -> queries.members(found, slice.items(), filter.at())
                        .map(g -> summary(
                                found,
                                g.group(),
                                failing,
                                byHour,
                                counts,
                                Representations.members(g.members(), g.lastHeartbeatAt())))
                        .iterator()
                : slice.map(g -> summary(found, g, failing, byHour, counts, null))
                        .items();
        return new GroupSummaryPage(items, slice.page(), slice.size(), slice.total());
    }

    private static GroupSummary summary(
            io.streamgauge.history.Cluster cluster,
            io.streamgauge.history.GroupSummary group,
            Map<String, ReadFailure> failing,
            Map<Long, RebalancesByHour> byHour,
            Map<Long, FindingCounts> counts,
            @Nullable List<Member> members) {
        return Representations.summary(
                cluster.name(),
                group.header(),
                group.observedAt(),
                failing.get(group.header().groupId()),
                byHour.get(group.header().groupKey()),
                Objects.requireNonNull(counts.get(group.header().groupKey())),
                members);
    }

    @GetMapping("/{groupId}")
    @Operation(
            operationId = "getStreamsGroup",
            summary = "Get a streams group",
            description = "Its whole state: summary, members, subtopologies, open statuses.")
    GroupDetail get(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        AsOf asOf = Parameters.asOf(at, version);
        GroupView view = queries.view(cluster, groupId, asOf);
        ReadFailure failure =
                asOf.equals(AsOf.NOW) ? readings.failingGroups(view.cluster()).get(groupId) : null;
        return Representations.detail(view, queries.openStatuses(view), failure, counts(view, asOf));
    }

    @GetMapping("/{groupId}/members")
    @Operation(
            operationId = "listMembers",
            summary = "List members",
            description = "By member id, each with its views of tasks.")
    MemberPage members(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        GroupView view = queries.view(cluster, groupId, Parameters.asOf(at, version));
        Slice<Member> slice = Slice.of(view.snapshot().state().members(), page, size)
                .map(m -> Representations.member(
                        m, view.snapshot().lastHeartbeatAt().get(m.memberId())));
        return new MemberPage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    @GetMapping("/{groupId}/members/{memberId}")
    @Operation(operationId = "getMember", summary = "Get a member")
    Member member(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @PathVariable String memberId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        GroupView view = queries.view(cluster, groupId, Parameters.asOf(at, version));
        io.streamgauge.group.Member member = view.snapshot().state().member(memberId);
        if (member == null) {
            throw new NotFoundException(
                    NotFoundException.What.MEMBER,
                    "Group '" + groupId + "' has no member '" + memberId + "' in version "
                            + view.snapshot().header().version() + "; …/members lists those it has");
        }
        return Representations.member(member, view.snapshot().lastHeartbeatAt().get(memberId));
    }

    @GetMapping("/{groupId}/tasks")
    @Operation(
            operationId = "listTasks",
            summary = "List tasks",
            description = "One item a task, with every member that holds it and how far behind it is.")
    TaskPage tasks(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @Parameter(description = "active, standby, warmup, or unassigned for tasks that run nowhere.")
                    @RequestParam(required = false)
                    @Nullable
                    String role,
            @Parameter(description = "Only tasks that this member holds (in the role, if one is given).")
                    @RequestParam(required = false)
                    @Nullable
                    String member,
            @Parameter(description = "Part of the task id.", example = "1_") @RequestParam(required = false) @Nullable
                    String search,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        RoleFilter wanted = role == null || role.isBlank() ? null : Parameters.constant("role", RoleFilter.class, role);
        AsOf asOf = Parameters.asOf(at, version);
        GroupView view = queries.view(cluster, groupId, asOf);
        GroupState state = view.snapshot().state();
        List<TaskId> unassigned = state.unassignedTasks();
        List<TaskTable.Row> rows = TaskTable.of(state).stream()
                .filter(row -> wanted == RoleFilter.UNASSIGNED
                        ? member == null && unassigned != null && unassigned.contains(row.task())
                        : holds(row, wanted, member))
                .filter(row -> search == null || row.task().toString().contains(search))
                .toList();
        var offsets = queries.offsets(view);
        Stores stores = endpoints.stores(view, asOf);
        Slice<Task> slice = Slice.of(rows, page, size).map(row -> Representations.task(row, stores, offsets));
        return new TaskPage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    private static boolean holds(TaskTable.Row row, @Nullable RoleFilter role, @Nullable String member) {
        Stream<io.streamgauge.group.Member> active = Stream.ofNullable(row.active());
        Stream<io.streamgauge.group.Member> holders = role == null
                ? Stream.of(active, row.standbys().stream(), row.warmups().stream())
                        .flatMap(s -> s)
                : switch (role) {
                    case ACTIVE -> active;
                    case STANDBY -> row.standbys().stream();
                    case WARMUP -> row.warmups().stream();
                    case UNASSIGNED -> Stream.empty();
                };
        return (role == null && member == null)
                || holders.anyMatch(m -> member == null || m.memberId().equals(member));
    }

    @GetMapping("/{groupId}/offsets")
    @Operation(
            operationId = "getOffsets",
            summary = "Get lags",
            description =
                    "Committed offsets and ends of the topics that the group reads, by task, and how far standby and warm-up copies are restored. Brokers are asked for them at an interval of their own.")
    GroupOffsets offsets(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        AsOf asOf = Parameters.asOf(at, version);
        GroupView view = queries.view(cluster, groupId, asOf);
        return Representations.offsets(
                view,
                queries.offsets(view),
                readings.latest(InputOffsets.class, view, asOf).orElse(null),
                readings.failure(ReadFailure.Part.OFFSETS, view, asOf).orElse(null));
    }

    @GetMapping("/{groupId}/configs")
    @Operation(
            operationId = "getConfigs",
            summary = "Get configs",
            description =
                    "What the group is configured to on its brokers, such as its standby replicas and its session timeout. Brokers are asked for it at an interval of its own.")
    GroupConfigs configs(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        AsOf asOf = Parameters.asOf(at, version);
        GroupView view = queries.view(cluster, groupId, asOf);
        return Representations.configs(
                readings.configs(view, asOf).orElse(null),
                readings.failure(ReadFailure.Part.CONFIGS, view, asOf).orElse(null));
    }

    @GetMapping("/{groupId}/topology")
    @Operation(
            operationId = "getTopology",
            summary = "Get the topology",
            description = "The topics of the group's subtopologies, and their nodes where the brokers keep them.")
    Topology topology(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        AsOf asOf = Parameters.asOf(at, version);
        GroupView view = queries.view(cluster, groupId, asOf);
        return Representations.topology(
                view,
                readings.latest(TopologyDescription.class, view, asOf).orElse(null),
                readings.failure(ReadFailure.Part.TOPOLOGY, view, asOf).orElse(null));
    }

    @GetMapping("/{groupId}/statuses")
    @Operation(
            operationId = "listStatuses",
            summary = "List statuses",
            description = "Statuses of the group with their intervals, newest first.")
    StatusPage statuses(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to,
            @Parameter(description = "Only those that are (true) or are not (false) open now.")
                    @RequestParam(required = false)
                    @Nullable
                    Boolean open,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Instant start = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(start, end);
        GroupKey group = queries.group(cluster, groupId);
        Slice<Status> slice = Slice.of(
                        queries.statuses(group, Parameters.instant("at", at), start, end, open), page, size)
                .map(Representations::status);
        return new StatusPage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    @GetMapping("/{groupId}/errors")
    @Operation(
            operationId = "listHeartbeatErrors",
            summary = "List error answers",
            description = "Errors that heartbeats were answered with, newest first.")
    HeartbeatErrorPage errors(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Instant start = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(start, end);
        Slice<HeartbeatError> slice = queries.errors(
                        queries.group(cluster, groupId), Parameters.instant("at", at), start, end, page, size)
                .map(Representations::error);
        return new HeartbeatErrorPage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    @GetMapping("/{groupId}/snapshots")
    @Operation(
            operationId = "listSnapshots",
            summary = "List snapshots",
            description = "Those that began in a range, newest first.")
    SnapshotPage snapshots(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to,
            @Parameter(description = "version,asc or version,desc.") @RequestParam(defaultValue = "version,desc")
                    String sort,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        boolean newestFirst = Parameters.newestFirst(sort);
        Instant start = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(start, end);
        Slice<Snapshot> slice = queries.snapshots(
                        queries.group(cluster, groupId),
                        Parameters.instant("at", at),
                        start,
                        end,
                        newestFirst,
                        page,
                        size)
                .map(Representations::snapshot);
        return new SnapshotPage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    @GetMapping("/{groupId}/snapshots/{version}")
    @Operation(
            operationId = "getSnapshot",
            summary = "Get a snapshot",
            description = "The whole state of the group in that version.")
    GroupDetail snapshot(@PathVariable String cluster, @PathVariable String groupId, @PathVariable int version) {
        AsOf asOf = new AsOf(null, version);
        GroupView view = queries.view(cluster, groupId, asOf);
        return Representations.detail(view, queries.openStatuses(view), null, counts(view, asOf));
    }

    private FindingCounts counts(GroupView view, AsOf asOf) {
        return FindingRepresentations.counts(findings.of(view, asOf));
    }

    @GetMapping("/{groupId}/export")
    @ApiResponse(
            responseCode = "200",
            description = "The document; one that ends before its last brace is incomplete.",
            content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")))
    @Operation(
            operationId = "exportStreamsGroup",
            summary = "Export a streams group",
            description =
                    "One JSON document with every stored snapshot of the group in the range, streamed. docs/export.schema.json describes it, POST /api/v1/imports takes it back.")
    ResponseEntity<StreamingResponseBody> export(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to) {
        Instant start = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(start, end);
        io.streamgauge.history.Cluster found = queries.cluster(cluster);
        GroupKey group = queries.group(cluster, groupId);
        return ClusterController.attachment(
                cluster + "-" + groupId, out -> exports.write(found, List.of(group), start, end, out));
    }
}
