package io.streamgauge.api;

import io.streamgauge.history.HistoryProperties;
import io.streamgauge.history.Slice;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.NotFoundException;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.replay.RecordingService.Submission;
import io.streamgauge.replay.RecordingService.Submitted;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
@RequestMapping(path = "/api/v1/recordings", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Recordings", description = "Files of recorded heartbeats, replayed into a cluster of their own.")
class RecordingController {

    /** Each is open during the replay. */
    private static final int MAX_FILES = 50;

    private final RecordingService recordings;
    private final GroupQueries queries;
    private final Path uploads;

    RecordingController(RecordingService recordings, GroupQueries queries, HistoryProperties history) {
        this.recordings = recordings;
        this.queries = queries;
        uploads = history.uploads();
    }

    @ApiResponse(responseCode = "202", description = "The recording, queued; Location is where to follow it.")
    @ApiResponse(
            responseCode = "200",
            description = "The recording that has the same content already, whatever its name; nothing was stored.")
    @PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @Operation(
            operationId = "uploadRecording",
            summary = "Upload a recording",
            description =
                    "Stores the file and queues its replay. Ask for the answered recording to follow it."
                            + " The same bytes with the same format, timeZone, date and sessionTimeout as those of a recording"
                            + " that neither failed nor was cancelled are not stored again: that recording is answered with 200.")
    ResponseEntity<Recording> upload(
            @Parameter(
                            description =
                                    "The log, gzip or zstd too. Several files, as one of each instance's, are merged by time;"
                                            + " empty ones among them are left out.")
                    @RequestPart
                    List<MultipartFile> file,
            @Parameter(description = "Name of the recording and its cluster; by default made from the file's name.")
                    @RequestParam(required = false)
                    @Nullable
                    String name,
            @Parameter(description = "auto, broker-request-log, client-debug-log or heartbeat-jsonl.")
                    @RequestParam(defaultValue = RecordingService.AUTO)
                    String format,
            @Parameter(description = "Of times in the file without an offset.", example = "Europe/Berlin")
                    @RequestParam(defaultValue = "UTC")
                    String timeZone,
            @Parameter(
                            description = "Day of the first line, for times that lack a date or a year.",
                            example = "2026-11-29")
                    @RequestParam(required = false)
                    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
                    @Nullable
                    LocalDate date,
            @Parameter(
                            description =
                                    "After how long a silent member counts as gone: the brokers' group.streams.session.timeout.ms,"
                                            + " as 45s, 1500ms or PT45S.",
                            example = "45s")
                    @RequestParam(defaultValue = "45s")
                    String sessionTimeout)
            throws IOException {
        if (!RecordingService.formats().contains(format)) {
            throw new InvalidParameterException(
                    "format=" + format + " is not one of " + String.join(", ", RecordingService.formats()));
        }
        ZoneId zone = Parameters.zone(timeZone);
        Duration session = Parameters.duration("sessionTimeout", sessionTimeout);
        // A broker that was never a group's coordinator leaves an empty log beside the others'.
        List<MultipartFile> files = file.stream().filter(one -> !one.isEmpty()).toList();
        if (files.size() > MAX_FILES) {
            throw new InvalidParameterException("There are more than " + MAX_FILES
                    + " files; join those of one broker or instance, the oldest first");
        }
        if (files.isEmpty()) {
            throw new InvalidParameterException("file is empty; choose a log that holds streams group heartbeats");
        }
        List<Path> kept = new ArrayList<>();
        try {
            Path whole = keep(files, kept);
            Submitted submitted = recordings.submit(new Submission(
                    whole,
                    fileName(files.get(0)),
                    true,
                    name == null || name.isBlank() ? null : name,
                    format,
                    zone,
                    date,
                    session));
            return ResponseEntity.status(submitted.added() ? HttpStatus.ACCEPTED : HttpStatus.OK)
                    .location(URI.create(
                            "/api/v1/recordings/" + submitted.recording().id()))
                    .body(represented(submitted.recording()));
        } catch (RuntimeException | IOException e) {
            for (int i = kept.size() - 1; i >= 0; i--) {
                Files.deleteIfExists(kept.get(i));
            }
            throw e;
        }
    }

    /** Keeps a file as it is, several in a directory of their own and in the order in which they came. */
    private Path keep(List<MultipartFile> files, List<Path> kept) throws IOException {
        Files.createDirectories(uploads);
        if (files.size() == 1) {
            kept.add(Files.createTempFile(uploads, "upload", ".log"));
            files.get(0).transferTo(kept.get(0).toFile());
            return kept.get(0);
        }
        Path directory = Files.createTempDirectory(uploads, "upload");
        kept.add(directory);
        for (int i = 0; i < files.size(); i++) {
            String named = fileName(files.get(i)).replaceAll("[^A-Za-z0-9._-]", "-");
            Path path =
                    directory.resolve("%02d-%s".formatted(i + 1, named.substring(Math.max(0, named.length() - 80))));
            kept.add(path);
            files.get(i).transferTo(path.toFile());
        }
        return directory;
    }

    private static String fileName(MultipartFile file) {
        return file.getOriginalFilename() == null ? "" : file.getOriginalFilename();
    }

    @GetMapping
    @Operation(
            operationId = "listRecordings",
            summary = "List recordings",
            description = "Newest first, with their progress as of now.")
    RecordingPage list(@RequestParam(defaultValue = "0") int page, @RequestParam(defaultValue = "25") int size) {
        Parameters.page(page, size);
        Slice<Recording> slice = recordings.list(page, size).map(this::represented);
        return new RecordingPage(slice.items(), slice.page(), slice.size(), slice.total());
    }

    @GetMapping("/{id}")
    @Operation(operationId = "getRecording", summary = "Get a recording", description = "With its progress as of now.")
    Recording get(@PathVariable long id) {
        return recordings.find(id).map(this::represented).orElseThrow(() -> unknown(id));
    }

    @PostMapping("/{id}/cancel")
    @Operation(
            operationId = "cancelRecording",
            summary = "Cancel a recording",
            description =
                    "Stops its replay, or takes it out of the queue. What is stored up to there stays, with its cluster."
                            + " Answers 409 when the replay is over.")
    Recording cancel(@PathVariable long id) {
        return recordings.cancel(id).map(this::represented).orElseThrow(() -> unknown(id));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            operationId = "deleteRecording",
            summary = "Delete a recording",
            description = "Stops its replay if it runs, and removes its cluster.")
    void delete(@PathVariable long id) {
        if (!recordings.delete(id)) {
            throw unknown(id);
        }
    }

    private Recording represented(io.streamgauge.replay.Recording recording) {
        return Representations.recording(
                recording, recording.clusterId() == null ? null : queries.groupCount(recording.clusterId()));
    }

    private static NotFoundException unknown(long id) {
        return new NotFoundException(
                NotFoundException.What.RECORDING,
                "There is no recording " + id + "; GET /api/v1/recordings lists them");
    }
}
