package io.streamgauge.api;

import io.streamgauge.group.TaskId;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.NotFoundException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(
        path = "/api/v1/clusters/{cluster}/streams-groups/{groupId}",
        produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Streams groups")
class HistoryController {

    private final GroupQueries queries;

    HistoryController(GroupQueries queries) {
        this.queries = queries;
    }

    @GetMapping("/tasks/{taskId}/history")
    @Operation(
            operationId = "getTaskHistory",
            summary = "Get the life of a task",
            description = "Who held it, in which view and role, from when to when.")
    TaskHistory task(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @PathVariable String taskId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        TaskId task;
        try {
            task = TaskId.parse(taskId);
        } catch (IllegalArgumentException e) {
            throw new NotFoundException(NotFoundException.What.TASK, String.valueOf(e.getMessage()));
        }
        return new TaskHistory(
                task.toString(),
                queries.taskHistory(queries.group(cluster, groupId), task, Parameters.asOf(at, version)).stream()
                        .map(HistoryRepresentations::hold)
                        .toList());
    }

    @GetMapping("/members/{memberId}/history")
    @Operation(
            operationId = "getMemberHistory",
            summary = "Get the life of a member",
            description =
                    "When it was a member, with which epochs, endpoints and tasks, when it was away or fenced, and what it was told. A member that is gone has one, too.")
    MemberHistory member(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @PathVariable String memberId,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        return HistoryRepresentations.member(
                memberId,
                queries.memberHistory(queries.group(cluster, groupId), memberId, Parameters.asOf(at, version)));
    }

    @GetMapping("/diff")
    @Operation(
            operationId = "compareSnapshots",
            summary = "Compare two snapshots",
            description = "What differs between two versions or instants, in words and in data.")
    SnapshotDiff diff(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @Parameter(description = "A version number or an instant.", example = "41") @RequestParam String from,
            @Parameter(description = "A version number or an instant.", example = "42") @RequestParam String to) {
        return HistoryRepresentations.diff(
                queries.diff(cluster, groupId, Parameters.point("from", from), Parameters.point("to", to)));
    }
}
