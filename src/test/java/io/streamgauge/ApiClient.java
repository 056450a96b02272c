package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a running service over HTTP, as a program of its users would. */
public final class ApiClient {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BOUNDARY = "streamgauge-test-boundary";

    private final HttpClient http = HttpClient.newHttpClient();
    private final String base;

    public ApiClient(int port) {
        base = "http://127.0.0.1:" + port;
    }

    /** An answer, its body read as JSON where it has one; location is empty where there is none. */
    public record Answer(int status, String contentType, String location, JsonNode body) {}

    /** Percent-encodes one segment of a path, once. */
    public static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public Answer get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
    }

    /** Gets what must be there. */
    public JsonNode ok(String path) {
        Answer answer = get(path);
        assertThat(answer.status()).as("%s answered %s", path, answer.body()).isEqualTo(200);
        return answer.body();
    }

    public Answer post(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    /** Gets what must be there, byte by byte. */
    public byte[] bytes(String path) {
        try {
            HttpResponse<byte[]> response = http.send(
                    HttpRequest.newBuilder(URI.create(base + path))
                            .timeout(Duration.ofSeconds(60))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Answer delete(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).DELETE());
    }

    /** Uploads a recording. */
    public Answer upload(byte[] content, String fileName, Map<String, String> fields) {
        return upload(Map.of(fileName, content), fields);
    }

    /** Uploads a recording of several files, by their names. */
    public Answer upload(Map<String, byte[]> files, Map<String, String> fields) {
        return post("/api/v1/recordings", files, fields);
    }

    /** Imports an export as a cluster of that name. */
    public Answer importExport(byte[] content, String name) {
        return post("/api/v1/imports", Map.of("export.json", content), Map.of("name", name));
    }

    private Answer post(String path, Map<String, byte[]> files, Map<String, String> fields) {
        List<byte[]> parts = new ArrayList<>();
        fields.forEach((name, value) -> parts.add(
                ("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n")
                        .getBytes(StandardCharsets.UTF_8)));
        files.forEach((fileName, content) -> {
            parts.add(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + fileName
                            + "\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            parts.add(content);
            parts.add("\r\n".getBytes(StandardCharsets.UTF_8));
        });
        parts.add(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(HttpRequest.BodyPublishers.ofByteArrays(parts)));
    }

    /** Uploads a recording, unless the service has it from another test, and waits until its replay is over. */
    public JsonNode replay(byte[] content, String fileName, Map<String, String> fields) {
        return replay(Map.of(fileName, content), fields);
    }

    /** Uploads a recording of several files, unless the service has it, and waits until its replay is over. */
    public JsonNode replay(Map<String, byte[]> files, Map<String, String> fields) {
        Answer accepted = upload(files, fields);
        assertThat(accepted.status()).as("%s", accepted.body()).isIn(200, 202);
        return awaitEnd(accepted.body().get("id").asLong());
    }

    /** Waits until a recording's replay is over. */
    public JsonNode awaitEnd(long recordingId) {
        long until = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (true) {
            JsonNode recording = ok("/api/v1/recordings/" + recordingId);
            if (!List.of("QUEUED", "RUNNING").contains(recording.get("status").asString())) {
                return recording;
            }
            assertThat(System.nanoTime()).as("%s is not over", recording).isLessThan(until);
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response =
                    http.send(request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofByteArray());
            String type = response.headers().firstValue("Content-Type").orElse("");
            JsonNode body = type.contains("json") && response.body().length > 0
                    ? JSON.readTree(response.body())
                    : JSON.missingNode();
            String location = response.headers().firstValue("Location").orElse("");
            return new Answer(response.statusCode(), type, location, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
