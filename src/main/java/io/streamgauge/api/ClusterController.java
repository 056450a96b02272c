package io.streamgauge.api;

import io.streamgauge.history.Slice;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.ReadingQueries;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.transfer.ExportWriter;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
@RequestMapping(path = "/api/v1/clusters", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Clusters", description = "Named sets of streams groups: polled brokers, or one replayed recording each.")
class ClusterController {

    private final GroupQueries queries;
    private final ReadingQueries readings;
    private final RecordingService recordings;
    private final ExportWriter exports;

    ClusterController(
            GroupQueries queries, ReadingQueries readings, RecordingService recordings, ExportWriter exports) {
        this.queries = queries;
        this.readings = readings;
        this.recordings = recordings;
        this.exports = exports;
    }

    @GetMapping
    @Operation(operationId = "listClusters", summary = "List clusters", description = "By name.")
    ClusterPage list(@RequestParam(defaultValue = "0") int page, @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Slice<Cluster> slice = queries.clusters(page, size).map(this::represented);
        return new ClusterPage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    @GetMapping("/{cluster}")
    @Operation(operationId = "getCluster", summary = "Get a cluster")
    Cluster get(@PathVariable String cluster) {
        return represented(queries.cluster(cluster));
    }

    @GetMapping("/{cluster}/groups-of-other-types")
    @Operation(
            operationId = "listGroupsOfOtherTypes",
            summary = "List groups that are no streams groups",
            description =
                    "Of a polled cluster, by id: consumer, classic and share groups, which have nothing to show here.")
    OtherGroupPage otherGroups(
            @PathVariable String cluster,
            @Parameter(description = "Part of the group id, in any case.", example = "payments")
                    @RequestParam(required = false)
                    @Nullable
                    String search,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        io.streamgauge.history.Cluster found = queries.cluster(cluster);
        Slice<OtherGroup> slice = readings.otherGroups(
                        found, search == null || search.isEmpty() ? null : search, page, size)
                .map(g -> new OtherGroup(g.groupId(), g.type(), g.protocol(), g.since()));
        return new OtherGroupPage(
                slice.items(),
                slice.page(),
                slice.size(),
                slice.total(),
                readings.reading(found).lastSuccessAt());
    }

    @GetMapping("/{cluster}/read-failures")
    @Operation(
            operationId = "listReadFailures",
            summary = "List what could not be read",
            description =
                    "The spells in which a polled cluster, or a group of it, could not be read, newest first: the gaps in its history.")
    ReadFailurePage readFailures(
            @PathVariable String cluster,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Slice<ReadFailure> slice =
                readings.failures(queries.cluster(cluster), page, size).map(Representations::failure);
        return new ReadFailurePage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    @GetMapping("/{cluster}/export")
    @ApiResponse(
            responseCode = "200",
            description = "The document; one that ends before its last brace is incomplete.",
            content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")))
    @Operation(
            operationId = "exportCluster",
            summary = "Export a cluster",
            description =
                    "One JSON document with every stored snapshot of every group in the range, streamed. docs/export.schema.json describes it, POST /api/v1/imports takes it back.")
    ResponseEntity<StreamingResponseBody> export(
            @PathVariable String cluster,
            @RequestParam(required = false) @Nullable @InstantParameter String from,
            @RequestParam(required = false) @Nullable @InstantParameter String to) {
        Instant start = Parameters.instant("from", from);
        Instant end = Parameters.instant("to", to);
        Parameters.range(start, end);
        io.streamgauge.history.Cluster found = queries.cluster(cluster);
        return attachment(cluster, out -> exports.write(found, queries.groups(found), start, end, out));
    }

    static ResponseEntity<StreamingResponseBody> attachment(String name, StreamingResponseBody body) {
        ContentDisposition disposition = ContentDisposition.attachment()
                .filename(fileName(name) + ".streamgauge.json", StandardCharsets.UTF_8)
                .build();
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.CONTENT_DISPOSITION, disposition.toString())
                .body(body);
    }

    private static String fileName(String name) {
        String plain = name.replaceAll("[^\\p{L}\\p{N}._-]+", "-");
        return plain.substring(0, Math.min(plain.length(), 80));
    }

    private Cluster represented(io.streamgauge.history.Cluster cluster) {
        return cluster.kind() == io.streamgauge.history.Cluster.Kind.LIVE
                ? Representations.cluster(cluster, null, readings.reading(cluster))
                : Representations.cluster(
                        cluster, recordings.findByCluster(cluster.id()).orElse(null), null);
    }
}
