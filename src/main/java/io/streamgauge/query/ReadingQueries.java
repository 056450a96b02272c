package io.streamgauge.query;

import io.streamgauge.history.Cluster;
import io.streamgauge.history.ConfigHistory;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.GroupReading;
import io.streamgauge.history.LatestReadings;
import io.streamgauge.history.LiveReadings;
import io.streamgauge.history.OtherGroup;
import io.streamgauge.history.OtherGroups;
import io.streamgauge.history.ReadFailure;
import io.streamgauge.history.Slice;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Questions about how reading live clusters goes. */
@Service
public class ReadingQueries {

    private final LiveReadings readings;
    private final OtherGroups others;
    private final LatestReadings latest;
    private final ConfigHistory configs;

    ReadingQueries(LiveReadings readings, OtherGroups others, LatestReadings latest, ConfigHistory configs) {
        this.readings = readings;
        this.others = others;
        this.latest = latest;
        this.configs = configs;
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

    /**
     * The groups of a cluster that are no streams groups, by id.
     *
     * @param search part of the id in any case; null for all
     */
    public Slice<OtherGroup> otherGroups(Cluster cluster, @Nullable String search, int page, int size) {
        return others.list(cluster.id(), search, page, size);
    }

    /** What was last read of a group; empty when no reading is at hand, or only one of later than was asked for. */
    public <R extends GroupReading> Optional<R> latest(Class<R> kind, GroupView view, AsOf asOf) {
        return latest.latest(kind, view.cluster().id(), view.group().groupId())
                .filter(read -> isNow(view, asOf) || !read.readAt().isAfter(view.asOf()));
    }

    /** What a group was configured to, as far as it had been read by then; empty when it had not been. */
    public Optional<GroupConfigs> configs(GroupView view, AsOf asOf) {
        return latest(GroupConfigs.class, view, asOf)
                .or(() -> configs.at(view.group().id(), isNow(view, asOf) ? null : view.asOf()));
    }

    /** Why that cannot be read now; empty when it can, and where the past is asked for. */
    public Optional<ReadFailure> failure(ReadFailure.Part part, GroupView view, AsOf asOf) {
        return isNow(view, asOf) && view.cluster().kind() == Cluster.Kind.LIVE
                ? Optional.ofNullable(readings.failingGroups(view.cluster().id(), part)
                        .get(view.group().groupId()))
                : Optional.empty();
    }

    /** Why the state of a group or of its cluster cannot be read now; empty as {@link #failure} is. */
    public Optional<ReadFailure> stateFailure(GroupView view, AsOf asOf) {
        Optional<ReadFailure> ofGroup = failure(ReadFailure.Part.STATE, view, asOf);
        if (ofGroup.isPresent() || !isNow(view, asOf) || view.cluster().kind() != Cluster.Kind.LIVE) {
            return ofGroup;
        }
        return readings.latest(view.cluster().id()).filter(spell -> spell.until() == null);
    }

    /** Whether the latest state is asked for. */
    static boolean isNow(GroupView view, AsOf asOf) {
        return asOf.at() == null
                && (asOf.version() == null || asOf.version() == view.group().version());
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
