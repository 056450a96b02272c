package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a stream of events as a browser does. */
final class EventReader implements Flow.Subscriber<String>, AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** An event; its id is that of the last that had one. */
    record Event(String id, String name, JsonNode data) {

        String text(String field) {
            return data.path(field).asString("");
        }
    }

    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final List<String> comments = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    private volatile String id = "";
    private String name = "message";
    private String data = "";

    /** Opens a stream and waits until it is one. */
    static EventReader open(int port, String query, @Nullable String lastEventId) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/api/v1/events" + query))
                .header("Accept", "text/event-stream");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        EventReader reader = new EventReader();
        CompletableFuture<HttpResponse.ResponseInfo> head = new CompletableFuture<>();
        var unused = HTTP.sendAsync(request.build(), info -> {
            head.complete(info);
            return HttpResponse.BodySubscribers.fromLineSubscriber(reader);
        });
        HttpResponse.ResponseInfo info =
                head.orTimeout(60, java.util.concurrent.TimeUnit.SECONDS).join();
        assertThat(info.statusCode()).isEqualTo(200);
        assertThat(info.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        Awaitility.await("its place").until(() -> !reader.id.isEmpty());
        return reader;
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    /** Of the events of a name what a field of their data says. */
    List<String> told(String eventName, String field) {
        return events.stream()
                .filter(event -> event.name().equals(eventName))
                .map(event -> event.text(field))
                .toList();
    }

    List<String> comments() {
        return List.copyOf(comments);
    }

    /** Where it is. */
    String id() {
        return id;
    }

    Event await(Predicate<Event> wanted) {
        Awaitility.await("an event")
                .pollInterval(Duration.ofMillis(20))
                .until(() -> events.stream().anyMatch(wanted));
        return events.stream().filter(wanted).findFirst().orElseThrow();
    }

    /** Completes when the stream ends, however it does. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    @Override
    public void close() {
        var unused = subscription.thenAccept(Flow.Subscription::cancel);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
        subscribed.request(Long.MAX_VALUE);
        subscription.complete(subscribed);
    }

    @Override
    public void onNext(String line) {
        if (line.isEmpty()) {
            if (!data.isEmpty()) {
                events.add(new Event(id, name, JSON.readTree(data)));
            }
            name = "message";
            data = "";
        } else if (line.startsWith("id: ")) {
            id = line.substring(4);
        } else if (line.startsWith("event: ")) {
            name = line.substring(7);
        } else if (line.startsWith("data: ")) {
            data += line.substring(6);
        } else if (line.startsWith(":")) {
            comments.add(line);
        }
    }

    @Override
    public void onError(Throwable failure) {
        ended.complete(null);
    }

    @Override
    public void onComplete() {
        ended.complete(null);
    }
}
