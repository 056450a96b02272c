package io.streamgauge.query;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.ReadFailure;
import io.streamgauge.history.Slice;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Questions about how reading live clusters goes. */
@Service
public class ReadingQueries {

    private final LiveReadings readings;

    ReadingQueries(LiveReadings readings) {
        this.readings = readings;
    }

    /**
     * How reading a cluster goes.
     *
     * @param lastSuccessAt null before the first time
     * @param latest the latest spell in which it could not be read, over or not; null when there was none
     */
    public record Reading(
            @Nullable Instant lastSuccessAt, @Nullable ReadFailure latest) {}

    public Reading reading(Cluster cluster) {
        return new Reading(
                readings.lastSuccess(cluster.id()).orElse(null),
                readings.latest(cluster.id()).orElse(null));
    }

    /** The groups of a cluster that cannot be read now, by id. */
    public Map<String, ReadFailure> failingGroups(Cluster cluster) {
        return cluster.kind() == Cluster.Kind.LIVE ? readings.failingGroups(cluster.id()) : Map.of();
    }

    /** The spells in which a cluster or a group of it could not be read, newest first. */
    public Slice<ReadFailure> failures(Cluster cluster, int page, int size) {
        return readings.failures(cluster.id(), page, size);
    }
}
