package io.streamgauge.replay;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streamgauge.heartbeat.SkipReason;
import io.streamgauge.replay.Recording.Progress;
import io.streamgauge.replay.Recording.Status;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Counts what this process replays. */
@Component
class ReplayMetrics {

    private final Counter lines;
    private final Counter heartbeats;
    private final Map<String, Counter> skipped = new HashMap<>();
    private final Map<Status, Counter> ended = new EnumMap<>(Status.class);

    /** By recording under way: what of it is counted. */
    private final Map<Long, Progress> counted = new HashMap<>();

    ReplayMetrics(MeterRegistry registry) {
        lines = Counter.builder("streamgauge.replay.lines")
                .description("Lines read of recordings")
                .register(registry);
        heartbeats = Counter.builder("streamgauge.replay.heartbeats")
                .description("Heartbeats taken from recordings")
                .register(registry);
        for (SkipReason reason : SkipReason.values()) {
            skipped.put(
                    reason.key(),
                    Counter.builder("streamgauge.replay.skipped.lines")
                            .description("Lines of recordings passed over")
                            .tag("reason", reason.key())
                            .register(registry));
        }
        for (Status status : Status.values()) {
            if (status.isOver()) {
                ended.put(
                        status,
                        Counter.builder("streamgauge.replays")
                                .description("Replays that ended")
                                .tag("outcome", status.name().toLowerCase(Locale.ROOT))
                                .register(registry));
            }
        }
    }

    @EventListener
    synchronized void changed(RecordingChanged event) {
        Recording recording = event.recording();
        Progress now = recording.progress();
        if (recording.status() == Status.RUNNING) {
            count(counted.put(recording.id(), now), now);
        } else if (recording.status().isOver() && counted.containsKey(recording.id())) {
            count(counted.remove(recording.id()), now);
            Objects.requireNonNull(ended.get(recording.status())).increment();
        }
    }

    private void count(@Nullable Progress before, Progress now) {
        Progress from = before == null ? Progress.none(null) : before;
        lines.increment((double) (now.lines() - from.lines()));
        heartbeats.increment((double) (now.heartbeats() - from.heartbeats()));
        now.skipped()
                .forEach((reason, count) -> Objects.requireNonNull(skipped.get(reason))
                        .increment((double) (count - from.skipped().getOrDefault(reason, 0L))));
    }
}
