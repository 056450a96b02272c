package io.streamgauge.api;

import io.streamgauge.query.GroupQueries;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@ConditionalOnWebApplication
@Tag(name = "Events", description = "What happens, as it happens.")
class EventController {

    private final EventStreams streams;
    private final GroupQueries queries;

    EventController(EventStreams streams, GroupQueries queries) {
        this.streams = streams;
        this.queries = queries;
    }

    @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @ApiResponse(
            responseCode = "200",
            description = "Events without an end; the schema is that of their data, one of these as JSON.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema =
                                    @Schema(
                                            oneOf = {
                                                SnapshotEvent.class,
                                                RecordingEvent.class,
                                                RecordingRemovedEvent.class,
                                                ClusterEvent.class
                                            })))
    @Operation(
            operationId = "streamEvents",
            summary = "Follow what happens",
            description =
                    "Server-sent events: snapshot, recording, recording-removed, cluster-added, cluster-removed and"
                            + " cluster-health say what to ask for again. A few times a second at most, of each group and recording"
                            + " only the latest. A client that comes back with Last-Event-ID is told what it missed; when that is"
                            + " not known any more, or the id is of another start of the service, the event reload says to ask for"
                            + " everything again. A comment comes every 15 seconds. A client that does not keep up is disconnected."
                            + " What another instance on the same database does is not told, nor the groups of an import before it"
                            + " is done.")
    void events(
            @Parameter(description = "Only what happens to this cluster.", example = "sample")
                    @RequestParam(required = false)
                    @Nullable
                    String cluster,
            @Parameter(
                            description = "Only what happens to groups of this id, which are snapshots.",
                            example = "orders-app")
                    @RequestParam(required = false)
                    @Nullable
                    String groupId,
            @Parameter(description = "The id of the last event that the client was told, to go on from there.")
                    @RequestHeader(name = "Last-Event-ID", required = false)
                    @Nullable
                    String lastEventId,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (groupId != null && groupId.isEmpty()) {
            throw new InvalidParameterException("groupId is empty; name a group, or leave it out to be told of all");
        }
        if (cluster != null) {
            queries.cluster(cluster);
        }
        EventStreams.head(response);
        // A question for the head alone has no answer to go on with.
        if (!request.getMethod().equals(HttpMethod.HEAD.name())) {
            streams.open(request.startAsync(), new LiveEvent.Filter(cluster, groupId), lastEventId);
        }
    }
}
