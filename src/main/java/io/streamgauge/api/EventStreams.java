package io.streamgauge.api;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ClusterAdded;
import io.streamgauge.history.ClusterRemoved;
import io.streamgauge.history.Clusters;
import io.streamgauge.ingest.ClusterHealthChanged;
import io.streamgauge.ingest.SnapshotRecorded;
import io.streamgauge.replay.RecordingChanged;
import io.streamgauge.replay.RecordingRemoved;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells every connected client what happens. Who publishes only leaves word of it; one thread for all clients writes,
 * a few times a second and never more than a tenth of the time, whatever their number and whatever happens.
 */
@Component
@ConditionalOnWebApplication
class EventStreams {

    /** Within this only the latest of each group or recording is sent. */
    private static final Duration WINDOW = Duration.ofMillis(250);

    /** How many times as long as it wrote the writer rests. */
    private static final int REST = 9;

    /** How much clients are given to read before there is more, so that none falls behind that keeps up. */
    private static final int BYTES_TOGETHER = 64 << 10;

    private static final int MAX_EVENTS = 8_192;
    private static final long MAX_BYTES = 4 << 20;

    private static final Logger log = LoggerFactory.getLogger(EventStreams.class);

    private record GroupSubject(long clusterId, String groupId) {}

    private record ClusterSubject(long clusterId) {}

    private record HealthSubject(long clusterId) {}

    private record RecordingSubject(long id) {}

    private final Clusters clusters;
    private final JsonMapper json;
    private final Counter dropped;
    private final PendingEvents pending = new PendingEvents(MAX_EVENTS);
    private final EventLog events = new EventLog(UUID.randomUUID().toString().replace("-", ""), MAX_EVENTS, MAX_BYTES);
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor writer;
    private volatile long rested = System.nanoTime();
    private volatile boolean stopped;

    /** Names of clusters by their ids; of the writing thread alone. */
    private final Map<Long, String> names = new HashMap<>();

    EventStreams(Clusters clusters, JsonMapper json, MeterRegistry meters, EventProperties properties) {
        this.clusters = clusters;
        this.json = json;
        dropped = Counter.builder("streamgauge.events.dropped")
                .description("Clients whose event stream was ended because they were too slow to read it")
                .register(meters);
        Gauge.builder("streamgauge.events.clients", streams, Set::size)
                .description("Clients that read the event stream now")
                .register(meters);
        // What happens after the end is told to nobody.
        writer = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, "events");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        writer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        long nanos = properties.keepAlive().toNanos();
        var unused = writer.scheduleAtFixedRate(this::keepAlive, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Makes a request's answer a stream of events.
     *
     * @param lastEventId where the client was, null for from now on
     */
    void open(AsyncContext context, LiveEvent.Filter filter, @Nullable String lastEventId) throws IOException {
        HttpServletResponse response = (HttpServletResponse) context.getResponse();
        context.setTimeout(0);
        long now = events.last();
        OptionalLong place = lastEventId == null ? OptionalLong.of(now) : events.resume(lastEventId);
        String start = "retry: 2000\n"
                + (place.isPresent()
                        ? "id: " + events.id(place.getAsLong()) + "\n\n"
                        : "id: " + events.id(now) + "\nevent: " + LiveEvent.RELOAD + "\ndata: {}\n\n");
        EventStream stream = new EventStream(
                context,
                response.getOutputStream(),
                ConnectionValve.abort(context.getRequest()),
                events,
                filter,
                place.orElse(now),
                start.getBytes(StandardCharsets.UTF_8),
                slow -> dropped.increment(),
                streams::remove);
        context.addListener(stream);
        streams.add(stream);
        response.getOutputStream().setWriteListener(stream);
        if (stopped) {
            stream.end();
        }
    }

    /** The head of an answer that is a stream of events. */
    static void head(HttpServletResponse response) {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        // Proxies of the nginx kind would hold events back to send more at once.
        response.setHeader("X-Accel-Buffering", "no");
    }

    @EventListener
    void on(SnapshotRecorded event) {
        tell(new GroupSubject(event.clusterId(), event.groupId()), event);
    }

    @EventListener
    void on(ClusterAdded event) {
        tell(new ClusterSubject(event.clusterId()), event);
    }

    @EventListener
    void on(ClusterRemoved event) {
        tell(new ClusterSubject(event.clusterId()), event);
    }

    @EventListener
    void on(ClusterHealthChanged event) {
        tell(new HealthSubject(event.clusterId()), event);
    }

    @EventListener
    void on(RecordingChanged event) {
        tell(new RecordingSubject(event.recording().id()), event);
    }

    @EventListener
    void on(RecordingRemoved event) {
        tell(new RecordingSubject(event.id()), event);
    }

    private void tell(Object subject, Object event) {
        pending.put(subject, event);
        if (scheduled.compareAndSet(false, true)) {
            var unused = writer.schedule(this::write, Math.max(0, rested - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    private void write() {
        scheduled.set(false);
        long begun = System.nanoTime();
        try {
            PendingEvents.Batch batch = pending.take();
            if (batch.overflown()) {
                events.append(LiveEvent.RELOAD, null, null, "{}");
            }
            int together = 0;
            for (Object event : batch.events()) {
                if (stopped) {
                    return;
                }
                together += append(event);
                if (together >= BYTES_TOGETHER) {
                    together = 0;
                    streams.forEach(EventStream::send);
                }
            }
        } catch (RuntimeException e) {
            log.warn("Live events could not be made; clients are told to ask for everything: {}", e.toString());
            events.append(LiveEvent.RELOAD, null, null, "{}");
        }
        streams.forEach(EventStream::send);
        long end = System.nanoTime();
        rested = end + Math.max(WINDOW.toNanos(), REST * (end - begun));
    }

    private void keepAlive() {
        streams.forEach(stream -> stream.keepAlive(
                position -> (":\nid: " + events.id(position) + "\n\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** How many bytes that makes on the wire. */
    private int append(Object event) {
        if (event instanceof SnapshotRecorded snapshot) {
            String cluster = name(snapshot.clusterId());
            return cluster == null
                    ? 0
                    : append(
                            "snapshot",
                            cluster,
                            snapshot.groupId(),
                            new SnapshotEvent(cluster, snapshot.groupId(), snapshot.version(), snapshot.at()));
        }
        if (event instanceof RecordingChanged changed) {
            RecordingEvent recording = Representations.recordingEvent(changed.recording());
            return append("recording", recording.cluster(), null, recording);
        }
        if (event instanceof RecordingRemoved removed) {
            RecordingRemovedEvent recording = new RecordingRemovedEvent(removed.id(), removed.name());
            return append("recording-removed", recording.cluster(), null, recording);
        }
        if (event instanceof ClusterAdded added) {
            names.put(added.clusterId(), added.name());
            return append("cluster-added", added.name());
        }
        if (event instanceof ClusterRemoved removed) {
            names.remove(removed.clusterId());
            return append("cluster-removed", removed.name());
        }
        if (event instanceof ClusterHealthChanged health) {
            String cluster = name(health.clusterId());
            return cluster == null ? 0 : append("cluster-health", cluster);
        }
        throw new IllegalArgumentException("Nothing is told of " + event);
    }

    private int append(String name, String cluster) {
        return append(name, cluster, null, new ClusterEvent(cluster));
    }

    private int append(String name, String cluster, @Nullable String groupId, Object data) {
        return events.append(name, cluster, groupId, json.writeValueAsString(data));
    }

    /** Null when the cluster is gone. */
    private @Nullable String name(long clusterId) {
        String known = names.get(clusterId);
        if (known == null) {
            known = clusters.find(clusterId).map(Cluster::name).orElse(null);
            if (known != null) {
                names.put(clusterId, known);
            }
        }
        return known;
    }

    /** Ends all streams before the server waits for its requests to end. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        stopped = true;
        // An interrupted thread would close the embedded database's file.
        writer.shutdown();
        streams.forEach(EventStream::end);
    }
}
