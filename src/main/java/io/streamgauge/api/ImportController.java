package io.streamgauge.api;

import io.streamgauge.history.HistoryProperties;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.transfer.Imports;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
@RequestMapping(path = "/api/v1/imports", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Imports", description = "The way back of an export.")
class ImportController {

    private final Imports imports;
    private final RecordingService recordings;
    private final Path uploads;

    ImportController(Imports imports, RecordingService recordings, HistoryProperties history) {
        this.imports = imports;
        this.recordings = recordings;
        uploads = history.uploads();
    }

    @ApiResponse(responseCode = "201", description = "The cluster, whole; Location is where it is.")
    @PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @Operation(
            operationId = "importCluster",
            summary = "Import an export",
            description = "Stores the groups of an exported document as a cluster of its own, which answers as the"
                    + " exported one does. A document that is not as docs/export.schema.json says changes nothing. The"
                    + " cluster is deleted with the recording that it names.")
    ResponseEntity<Cluster> run(
            @Parameter(description = "The exported document, gzip or zstd too.") @RequestPart MultipartFile file,
            @Parameter(description = "Name of the new cluster.", example = "tuesday") @RequestParam String name)
            throws IOException {
        if (file.isEmpty()) {
            throw new InvalidParameterException("file is empty; choose an export");
        }
        Path kept = Files.createTempFile(Files.createDirectories(uploads), "import", ".json");
        try {
            file.transferTo(kept.toFile());
            io.streamgauge.history.Cluster cluster = imports.run(name, kept);
            return ResponseEntity.created(UriComponentsBuilder.fromPath("/api/v1/clusters/{name}")
                            .encode()
                            .buildAndExpand(cluster.name())
                            .toUri())
                    .body(Representations.cluster(
                            cluster, recordings.findByCluster(cluster.id()).orElse(null), null));
        } finally {
            Files.deleteIfExists(kept);
        }
    }
}
