package io.streamgauge.api;

import io.streamgauge.history.ClusterExistsException;
import io.streamgauge.history.HistoryException;
import io.streamgauge.query.NotFoundException;
import io.streamgauge.query.UnknownPartitionsException;
import io.streamgauge.replay.RecordingBusyException;
import io.streamgauge.replay.RecordingLimits;
import io.streamgauge.replay.RecordingNameException;
import io.streamgauge.replay.RecordingOverException;
import io.streamgauge.replay.RecordingStoppedException;
import io.streamgauge.transfer.InvalidExportException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every error of the API as a problem (RFC 9457) with a stable type and a sentence that says what to do. */
@RestControllerAdvice
class ApiErrors extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiErrors.class);

    private final RecordingLimits limits;

    ApiErrors(RecordingLimits limits) {
        this.limits = limits;
    }

    /** A problem; its type is the title in small letters with dashes. */
    static ProblemDetail problem(HttpStatusCode status, String title, String detail, @Nullable String path) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(title);
        problem.setType(URI.create(
                "urn:streamgauge:problem:" + title.toLowerCase(Locale.ROOT).replace(' ', '-')));
        if (path != null) {
            try {
                problem.setInstance(URI.create(path));
            } catch (IllegalArgumentException e) {
                // A path that is no URI has no place in the answer.
                problem.setInstance(null);
            }
        }
        return problem;
    }

    private static ResponseEntity<Object> answer(
            HttpStatusCode status, String title, String detail, HttpServletRequest request) {
        return answer(problem(status, title, detail, request.getRequestURI()));
    }

    private static ResponseEntity<Object> answer(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    @ExceptionHandler
    ResponseEntity<Object> notFound(NotFoundException e, HttpServletRequest request) {
        String title = switch (e.what()) {
            case CLUSTER -> "Cluster not found";
            case GROUP -> "Group not found";
            case MEMBER -> "Member not found";
            case TASK -> "Task not found";
            case STORE -> "Store not found";
            case VERSION -> "Version not found";
            case RECORDING -> "Recording not found";
            case BEFORE_FIRST_SNAPSHOT -> "Before first snapshot";
        };
        return answer(HttpStatus.NOT_FOUND, title, String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler({InvalidParameterException.class, RecordingNameException.class})
    ResponseEntity<Object> invalid(RuntimeException e, HttpServletRequest request) {
        return answer(HttpStatus.BAD_REQUEST, "Invalid parameter", String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> unknown(UnknownPartitionsException e, HttpServletRequest request) {
        return answer(HttpStatus.CONFLICT, "Partitions unknown", String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> invalid(InvalidExportException e, HttpServletRequest request) {
        return answer(HttpStatus.BAD_REQUEST, "Invalid export", String.valueOf(e.getMessage()), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> stopped(RecordingStoppedException e, HttpServletRequest request) {
        return answer(
                HttpStatus.CONFLICT,
                "Import stopped",
                "'" + e.name()
                        + "' was deleted before its import was done, or the service stops; nothing of it was kept",
                request);
    }

    @ExceptionHandler
    ResponseEntity<Object> busy(RecordingBusyException e, HttpServletRequest request) {
        return answer(
                HttpStatus.CONFLICT,
                "Recording busy",
                "Recording '" + e.name() + "' is told to stop and still stores a batch; delete it again in a minute",
                request);
    }

    @ExceptionHandler
    ResponseEntity<Object> over(RecordingOverException e, HttpServletRequest request) {
        return answer(
                HttpStatus.CONFLICT,
                "Recording over",
                "The replay of recording '" + e.name() + "' is over ("
                        + e.status().name().toLowerCase(Locale.ROOT)
                        + "), there is nothing to cancel; delete it if you do not want it",
                request);
    }

    @ExceptionHandler
    ResponseEntity<Object> taken(ClusterExistsException e, HttpServletRequest request) {
        return answer(
                HttpStatus.CONFLICT,
                "Name taken",
                "There is a cluster called '" + e.name() + "' already; choose another name or delete that recording",
                request);
    }

    @ExceptionHandler
    ResponseEntity<Object> cutOff(MultipartException e, HttpServletRequest request) {
        if (isDiskFull(e)) {
            return diskFull(request);
        }
        return answer(
                HttpStatus.BAD_REQUEST,
                "Upload incomplete",
                "The upload ended early or is no multipart/form-data; nothing of it was kept. Send it again; when the file"
                        + " is still written to, copy it first and send the copy",
                request);
    }

    @ExceptionHandler
    ResponseEntity<Object> failedIo(IOException e, HttpServletRequest request) {
        if (isDiskFull(e)) {
            return diskFull(request);
        }
        return unexpected(e, request);
    }

    private static boolean isDiskFull(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("No space left on device")) {
                return true;
            }
        }
        return false;
    }

    private static ResponseEntity<Object> diskFull(HttpServletRequest request) {
        return answer(
                HttpStatus.INSUFFICIENT_STORAGE,
                "Disk full",
                "No space is left in streamgauge.data-dir; nothing of the upload was kept. Free some and send it again",
                request);
    }

    @ExceptionHandler
    ResponseEntity<Object> store(HistoryException e, HttpServletRequest request) {
        log.error("The store failed on {}", request.getRequestURI(), e);
        if (e.kind() == HistoryException.Kind.DISK_FULL) {
            return answer(HttpStatus.INSUFFICIENT_STORAGE, "Disk full", String.valueOf(e.getMessage()), request);
        }
        return answer(HttpStatus.SERVICE_UNAVAILABLE, "Store unavailable", String.valueOf(e.getMessage()), request);
    }

    private static boolean isFromDatabase(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                return true;
            }
        }
        return false;
    }

    @ExceptionHandler
    ResponseEntity<Object> unexpected(Exception e, HttpServletRequest request) {
        if (isFromDatabase(e)) {
            log.error("The database failed on {} {}", request.getMethod(), request.getRequestURI(), e);
            return answer(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Store unavailable",
                    "The database does not answer; what was stored in it is kept. See whether it runs and has space, and try"
                            + " again",
                    request);
        }
        log.error("Unexpected error on {} {}", request.getMethod(), request.getRequestURI(), e);
        return answer(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "Internal error",
                "The service failed on this request; its log says why",
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMaxUploadSizeExceededException(
            MaxUploadSizeExceededException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(
                HttpStatus.CONTENT_TOO_LARGE,
                "Upload too large",
                "The upload is larger than " + limits.maxSize().toMegabytes()
                        + " MB; split it, or raise streamgauge.recordings.max-size",
                ((ServletWebRequest) request).getRequest());
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        HttpServletRequest servletRequest = ((ServletWebRequest) request).getRequest();
        ProblemDetail problem = problem(status, title(status), detail(e, status), servletRequest.getRequestURI());
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    static String title(HttpStatusCode status) {
        return switch (status.value()) {
            case 400 -> "Invalid parameter";
            case 404 -> "Path not found";
            case 405 -> "Method not allowed";
            case 406 -> "Not acceptable";
            case 413 -> "Upload too large";
            case 415 -> "Unsupported media type";
            case 503 -> "Store unavailable";
            default -> status.is4xxClientError() ? "Bad request" : "Internal error";
        };
    }

    static String detail(HttpStatusCode status) {
        return switch (status.value()) {
            case 404 -> "Nothing is here; /v3/api-docs lists the paths that there are";
            case 405 -> "This path does not know the method; /v3/api-docs lists those it does";
            case 406 ->
                "This path does not answer in the form that was asked for; accept application/json, of events text/event-stream";
            case 415 -> "This path takes multipart/form-data";
            default ->
                status.is4xxClientError()
                        ? "The request cannot be read; check its path and parameters"
                        : "The service failed on this request; its log says why";
        };
    }

    private static String detail(Exception e, HttpStatusCode status) {
        if (e instanceof MethodArgumentTypeMismatchException mismatch) {
            return mismatch.getName() + "=" + mismatch.getValue() + " is no " + kind(mismatch.getRequiredType());
        }
        if (e instanceof TypeMismatchException mismatch) {
            return mismatch.getPropertyName() + "=" + mismatch.getValue() + " is no "
                    + kind(mismatch.getRequiredType());
        }
        if (e instanceof MissingServletRequestParameterException missing) {
            return "The parameter " + missing.getParameterName() + " is missing";
        }
        if (e instanceof MissingServletRequestPartException missing) {
            return "The part " + missing.getRequestPartName() + " is missing; send it as multipart/form-data";
        }
        return detail(status);
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == null) {
            return "usable value";
        }
        return type == Boolean.class || type == boolean.class ? "truth value (true or false)" : "whole number in range";
    }
}
