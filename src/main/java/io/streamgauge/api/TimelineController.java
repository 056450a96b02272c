package io.streamgauge.api;

import io.streamgauge.group.TaskId;
import io.streamgauge.history.GroupKey;
import io.streamgauge.history.MemberSpan;
import io.streamgauge.history.Slice;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.Timeline.Bar;
import io.streamgauge.query.Timeline.By;
import io.streamgauge.query.Timeline.Lane;
import io.streamgauge.query.Timeline.Presence;
import io.streamgauge.query.TimelineQueries;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(
        path = "/api/v1/clusters/{cluster}/streams-groups/{groupId}/timeline",
        produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Streams groups")
class TimelineController {

    private final GroupQueries groups;
    private final TimelineQueries timelines;

    TimelineController(GroupQueries groups, TimelineQueries timelines) {
        this.groups = groups;
        this.timelines = timelines;
    }

    @GetMapping
    @Operation(
            operationId = "getTimeline",
            summary = "Get who ran what over a range",
            description =
                    "One lane a process, member or task, with a bar for each stretch in which the tasks of a role stayed the same. A long range of a large group is cut, and says so.")
    Timeline timeline(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @Parameter(description = "What has a lane: process, member or task.")
                    @RequestParam(defaultValue = "process")
                    String by,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to,
            @Parameter(description = "Part of the id of a lane, in any case.", example = "1_")
                    @RequestParam(required = false)
                    @Nullable
                    String search,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        By lanes = Parameters.constant("by", By.class, by);
        Instant start = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(start, end);
        String part = search == null ? "" : search.toLowerCase(Locale.ROOT);
        GroupKey group = groups.group(cluster, groupId);
        return timelines
                .timeline(group, start, end, lanes)
                .map(found -> {
                    Slice<Lane> slice = Slice.of(
                            found.lanes().stream()
                                    .filter(lane ->
                                            lane.id().toLowerCase(Locale.ROOT).contains(part))
                                    .toList(),
                            page,
                            size);
                    return new Timeline(
                            Representations.lower(lanes),
                            Representations.lower(found.view()),
                            found.from(),
                            found.to(),
                            found.cut(),
                            found.members().stream()
                                    .map(TimelineController::member)
                                    .toList(),
                            slice.map(TimelineController::lane).items(),
                            page,
                            size,
                            slice.total());
                })
                .orElseGet(() -> new Timeline(
                        Representations.lower(lanes), null, null, null, false, List.of(), List.of(), page, size, 0));
    }

    private static TimelineLane lane(Lane lane) {
        return new TimelineLane(
                lane.id(), lane.bars().stream().map(TimelineController::bar).toList());
    }

    private static TimelineBar bar(Bar bar) {
        return new TimelineBar(
                Representations.lower(bar.role()),
                bar.from(),
                bar.to(),
                bar.version(),
                bar.taskCount(),
                bar.tasks().stream().map(TaskId::toString).toList(),
                bar.memberId());
    }

    private static TimelineMember member(Presence presence) {
        MemberSpan last = presence.last();
        return new TimelineMember(
                last.memberId(),
                last.processId(),
                last.instanceId(),
                last.rackId(),
                last.clientId(),
                Representations.endpoint(last.endpoint()),
                presence.stretches().stream()
                        .map(s -> new TimelineStretch(s.from(), s.to(), s.away(), s.fenced()))
                        .toList());
    }
}
