package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.Clusters;
import io.streamgauge.ingest.ClusterHealthChanged;
import io.streamgauge.ingest.SnapshotRecorded;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** The stream of events over HTTP. */
@IntegrationTest
@TestPropertySource(properties = "streamgauge.events.keep-alive=1s")
class EventsIT {

    private static final String ORDERS = "broker-request-4.4.0-orders.log";

    @LocalServerPort
    private int port;

    @Autowired
    private ApplicationEventPublisher publisher;

    @Autowired
    private Clusters clusters;

    @Autowired
    private MeterRegistry meters;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(port);
    }

    private EventReader open(String query) {
        return EventReader.open(port, query, null);
    }

    /** Uploads the recording with something in it that no other has. */
    private long upload(String name) {
        byte[] unlike = (new String(Recordings.bytes(ORDERS), StandardCharsets.UTF_8) + name + "\n")
                .getBytes(StandardCharsets.UTF_8);
        ApiClient.Answer answer = api.upload(unlike, ORDERS, Map.of("name", name, "sessionTimeout", "10s"));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
        return answer.body().get("id").asLong();
    }

    private Cluster newCluster() {
        return clusters.create("events-" + UUID.randomUUID(), Cluster.Kind.LIVE);
    }

    private void publish(Cluster cluster, String groupId, int version) {
        publisher.publishEvent(
                new SnapshotRecorded(cluster.id(), groupId, version, Instant.parse("2026-11-29T22:00:00Z")));
    }

    private static boolean isEnd(EventReader.Event event) {
        return event.name().equals("recording") && event.text("status").equals("COMPLETED");
    }

    private double clients() {
        return meters.get("streamgauge.events.clients").gauge().value();
    }

    private double dropped() {
        return meters.get("streamgauge.events.dropped").counter().count();
    }

    @Test
    void anUploadIsToldFromItsClusterToItsEndAndItsDeletion() {
        try (EventReader reader = open("")) {
            long id = upload("told");
            EventReader.Event end = reader.await(EventsIT::isEnd);

            JsonNode recording = api.ok("/api/v1/recordings/" + id);
            assertThat(end.data().get("id").asLong()).isEqualTo(id);
            assertThat(end.text("cluster")).isEqualTo("told");
            for (String field : List.of("bytesTotal", "bytesRead", "lines", "heartbeats", "snapshotCount")) {
                assertThat(end.data().get(field)).as(field).isEqualTo(recording.get(field));
            }
            assertThat(reader.told("cluster-added", "cluster")).containsExactly("told");
            for (JsonNode group :
                    api.ok("/api/v1/clusters/told/streams-groups?size=100").get("items")) {
                EventReader.Event latest = reader.events().stream()
                        .filter(event -> event.text("groupId")
                                .equals(group.get("groupId").asString()))
                        .reduce((earlier, later) -> later)
                        .orElseThrow();
                assertThat(latest.name()).isEqualTo("snapshot");
                assertThat(latest.data().get("version")).isEqualTo(group.get("version"));
                assertThat(latest.data().get("changedAt")).isEqualTo(group.get("changedAt"));
            }

            assertThat(api.delete("/api/v1/recordings/" + id).status()).isEqualTo(204);
            reader.await(event -> event.name().equals("recording-removed"));
            assertThat(reader.told("cluster-removed", "cluster")).containsExactly("told");
        }
    }

    @Test
    void aFilterLetsOnlyWhatItNamesThrough() {
        Cluster one = newCluster();
        Cluster other = newCluster();
        try (EventReader all = open("");
                EventReader ofCluster = open("?cluster=" + one.name());
                EventReader ofGroup = open("?groupId=b%2F%C3%A4");
                EventReader ofBoth = open("?cluster=" + one.name() + "&groupId=b%2F%C3%A4")) {
            publish(one, "a", 1);
            publish(one, "b/ä", 2);
            publish(other, "b/ä", 3);
            publisher.publishEvent(new ClusterHealthChanged(one.id()));
            publish(other, "end", 4);
            publish(one, "end", 5);
            all.await(event -> event.text("version").equals("5"));
            ofCluster.await(event -> event.text("version").equals("5"));
            ofGroup.await(event -> event.text("version").equals("3"));
            ofBoth.await(event -> event.text("version").equals("2"));

            assertThat(all.told("snapshot", "version")).containsExactly("1", "2", "3", "4", "5");
            assertThat(ofCluster.told("snapshot", "version")).containsExactly("1", "2", "5");
            assertThat(ofCluster.told("cluster-health", "cluster")).containsExactly(one.name());
            assertThat(ofGroup.told("snapshot", "version")).containsExactly("2", "3");
            assertThat(ofGroup.told("cluster-health", "cluster")).isEmpty();
            assertThat(ofBoth.told("snapshot", "version")).containsExactly("2");
        }
    }

    @Test
    void aFilterThatCannotBeMeantIsAProblem() throws Exception {
        for (Map.Entry<String, Integer> bad :
                Map.of("cluster=nowhere", 404, "cluster=", 404, "groupId=", 400).entrySet()) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + port + "/api/v1/events?" + bad.getKey()))
                                    .header("Accept", "text/event-stream")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(bad.getKey()).isEqualTo(bad.getValue());
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        }
    }

    @Test
    void aQuestionForTheHeadAloneEnds() throws Exception {
        HttpResponse<String> head = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/events"))
                                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                                .timeout(Duration.ofSeconds(60))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void aClientThatComesBackIsToldWhatItMissed() {
        Cluster cluster = newCluster();
        String before;
        List<EventReader.Event> told;
        try (EventReader reader = open("?cluster=" + cluster.name())) {
            before = reader.id();
            for (int version = 1; version <= 3; version++) {
                int published = version;
                publish(cluster, "g", version);
                reader.await(event -> event.text("version").equals(String.valueOf(published)));
            }
            // The cluster itself may be told of only now.
            told = reader.events().stream()
                    .filter(event -> event.name().equals("snapshot"))
                    .toList();
        }
        publish(cluster, "g", 4);
        try (EventReader again =
                EventReader.open(port, "?cluster=" + cluster.name(), told.get(0).id())) {
            again.await(event -> event.text("version").equals("4"));
            assertThat(again.told("snapshot", "version")).containsExactly("2", "3", "4");
            assertThat(again.events().subList(0, 2)).isEqualTo(told.subList(1, 3));
        }
        try (EventReader again = EventReader.open(port, "?cluster=" + cluster.name(), before)) {
            again.await(event -> event.text("version").equals("4"));
            assertThat(again.told("snapshot", "version")).containsExactly("1", "2", "3", "4");
        }
    }

    @Test
    void aClientWhosePlaceIsNotKnownIsToldToReload() {
        Cluster cluster = newCluster();
        String ours;
        try (EventReader reader = open("")) {
            ours = reader.id();
        }
        String token = ours.substring(0, ours.indexOf('-'));
        for (String unknown : List.of("0123456789abcdef-1", token + "-999999999", "7")) {
            try (EventReader reader = EventReader.open(port, "?cluster=" + cluster.name(), unknown)) {
                assertThat(reader.await(event -> true).name()).isEqualTo("reload");
                publish(cluster, unknown, 1);
                reader.await(event -> event.text("groupId").equals(unknown));
            }
        }
    }

    @Test
    void ofAGroupOnlyTheLatestOfAMomentIsTold() {
        Cluster cluster = newCluster();
        try (EventReader reader = open("?cluster=" + cluster.name())) {
            for (int version = 1; version <= 20_000; version++) {
                publish(cluster, "busy", version);
            }
            reader.await(event -> event.text("version").equals("20000"));
            assertThat(reader.events()).hasSizeLessThan(200);
        }
    }

    /** Of an event in its process, which counts what it tells. */
    private static long number(String id) {
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }

    @Test
    void aCommentKeepsTheConnectionAndThePlace() {
        Cluster quiet = newCluster();
        Cluster busy = newCluster();
        try (EventReader all = open("");
                EventReader reader = open("?cluster=" + quiet.name())) {
            publish(busy, "g", 1);
            long place = number(all.await(event -> event.text("groupId").equals("g")
                            && event.text("cluster").equals(busy.name()))
                    .id());
            Awaitility.await().until(() -> !reader.comments().isEmpty() && number(reader.id()) >= place);
            assertThat(reader.told("snapshot", "version")).isEmpty();
        }
    }

    @Test
    void aClientThatDoesNotReadIsDroppedAndNobodyWaitsForIt() throws IOException {
        Cluster cluster = newCluster();
        double before = dropped();
        List<Socket> stuck = new ArrayList<>();
        try (EventReader reader = open("?cluster=" + cluster.name())) {
            for (int i = 0; i < 5; i++) {
                stuck.add(neverReading());
            }
            Awaitility.await().until(() -> clients() >= 6);
            String large = "x".repeat(8_000);
            for (int sent = 0; dropped() - before < 5; sent += 50) {
                assertThat(sent)
                        .as("events that no socket and no memory can hold")
                        .isLessThan(20_000);
                for (int i = 0; i < 50; i++) {
                    publish(cluster, large + i, sent + i);
                }
                String last = String.valueOf(sent + 49);
                reader.await(event -> event.text("version").equals(last));
                assertThat(threadsThatWaitForAClient()).isEmpty();
            }
            assertThat(dropped() - before).isEqualTo(5);
            publish(cluster, "after", 7);
            reader.await(event -> event.text("groupId").equals("after"));
            assertThat(reader.told("reload", "")).isEmpty();
            assertThat(reader.ended()).isNotDone();
        } finally {
            for (Socket socket : stuck) {
                socket.close();
            }
        }
        Awaitility.await().until(() -> clients() == 0);
    }

    /** A client that asks for events and takes none. */
    private Socket neverReading() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.getOutputStream()
                .write("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private static List<String> threadsThatWaitForAClient() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> List.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                        .contains(thread.getKey().getState()))
                .filter(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().contains(".EventStream")))
                .map(thread -> thread.getKey() + Arrays.toString(thread.getValue()))
                .toList();
    }

    @Test
    void twoHundredClientsAreToldAndHoldNoThread() {
        Cluster cluster = newCluster();
        List<EventReader> readers = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                readers.add(open("?cluster=" + cluster.name()));
            }
            assertThat(clients()).isGreaterThanOrEqualTo(200);
            publish(cluster, "g", 42);
            for (EventReader reader : readers) {
                reader.await(event -> event.text("version").equals("42"));
            }
            Awaitility.await("all request threads to wait for requests")
                    .until(() -> Thread.getAllStackTraces().entrySet().stream()
                            .filter(thread -> thread.getKey().getName().contains("-exec-"))
                            .allMatch(thread -> Arrays.stream(thread.getValue())
                                    .anyMatch(frame -> frame.getMethodName().equals("getTask"))));
        } finally {
            readers.forEach(EventReader::close);
        }
        Awaitility.await("clients that are gone to be found").until(() -> {
            publish(cluster, "gone", 1);
            return clients() == 0;
        });
    }
}
