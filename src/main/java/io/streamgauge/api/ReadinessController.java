package io.streamgauge.api;

import io.streamgauge.analysis.Readiness.Requirement;
import io.streamgauge.query.AsOf;
import io.streamgauge.query.ReadinessQueries;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/api/v1/clusters/{cluster}/streams-groups", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Streams groups")
class ReadinessController {

    /** When somebody who waits should ask again, in seconds: brokers are polled every 5 seconds. */
    private static final String RETRY_AFTER = "5";

    private static final int OK = HttpStatus.OK.value();

    private static final int NOT_READY = HttpStatus.SERVICE_UNAVAILABLE.value();

    private final ReadinessQueries queries;

    ReadinessController(ReadinessQueries queries) {
        this.queries = queries;
    }

    @GetMapping("/{groupId}/readiness")
    @Operation(
            operationId = "getReadiness",
            summary = "Ask whether a group is ready",
            description =
                    "For programs that wait before they scale, deploy or restart: 200 when the group is known to meet every requirement, else 503, with the same body. docs/readiness.md says what the requirements are.")
    @ApiResponse(
            responseCode = "200",
            description = "Every requirement is met.",
            content = @Content(schema = @Schema(implementation = Readiness.class)))
    @ApiResponse(
            responseCode = "503",
            description =
                    "A requirement is not met, or not known to be met. A problem (application/problem+json) when the store does not answer.",
            content = @Content(schema = @Schema(implementation = Readiness.class)))
    ResponseEntity<Readiness> readiness(
            @PathVariable String cluster,
            @PathVariable String groupId,
            @Parameter(
                            description =
                                    "What the group has to be, of stable, standbys, caughtUp and balanced, with commas between.",
                            example = "stable,standbys")
                    @RequestParam(defaultValue = "stable")
                    String require,
            @Parameter(
                            description =
                                    "What an observation showed that is older than this is not known to hold any more.",
                            example = "20s")
                    @RequestParam(defaultValue = "60s")
                    String maxAge,
            @Parameter(
                            description =
                                    "For caughtUp: how many records a standby or warm-up copy may be behind. Without it the member's acceptableRecoveryLag, or 10000 where that is not told.",
                            example = "1000")
                    @RequestParam(required = false)
                    @Nullable
                    Long maxLag,
            @Parameter(
                            description =
                                    "The status of an answer that the group is not ready: 503, or 200 for who reads it anyway.")
                    @RequestParam(defaultValue = "503")
                    int notReady,
            @RequestParam(required = false) @Nullable @InstantParameter String at,
            @RequestParam(required = false) @Nullable Integer version) {
        if (maxLag != null && maxLag < 0) {
            throw new InvalidParameterException("maxLag=" + maxLag + " is negative; a lag is 0 or greater");
        }
        if (notReady != NOT_READY && notReady != OK) {
            throw new InvalidParameterException("notReady=" + notReady + " is neither " + NOT_READY + " nor " + OK);
        }
        AsOf asOf = Parameters.asOf(at, version);
        ReadinessQueries.Report report = queries.readiness(
                cluster, groupId, asOf, requirements(require), Parameters.duration("maxAge", maxAge), maxLag);
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(report.ready() ? OK : notReady);
        if (!report.ready() && notReady == NOT_READY && asOf.equals(AsOf.NOW)) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
        }
        return answer.body(Readiness.of(report));
    }

    private static Set<Requirement> requirements(String text) {
        Set<Requirement> requirements = EnumSet.noneOf(Requirement.class);
        for (String name : text.split(",", -1)) {
            requirements.add(Arrays.stream(Requirement.values())
                    .filter(requirement -> Readiness.name(requirement).equals(name.strip()))
                    .findAny()
                    .orElseThrow(() -> new InvalidParameterException("require=" + text + " is not made of "
                            + Arrays.stream(Requirement.values())
                                    .map(Readiness::name)
                                    .collect(Collectors.joining(", "))
                            + ", with commas between")));
        }
        return requirements;
    }
}
