package io.streamgauge.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How reading live clusters goes: who reads them, when that last succeeded, and the spells in which a cluster, or one of
 * its groups, could not be read. The reader's own news are answered at once and stored now and then.
 */
public interface LiveReadings {

    /**
     * Takes or keeps the right to read a cluster, which one process has at a time.
     *
     * @param reader names the process
     * @param expiredBefore leases that end before this are void
     * @return false while another has it
     */
    boolean lease(long clusterId, String reader, Instant expiredBefore, Instant until);

    /** Gives the right up, if the process has it, and stores what is not stored yet. */
    void release(long clusterId, String reader);

    /** The clusters that this process reads, by id. */
    Set<Long> readHere();

    /** Takes that a cluster was read without an error; whether that ends a spell. */
    boolean succeeded(long clusterId, Instant at);

    /** Takes that the state of a cluster or group could not be read; see the other. */
    default boolean failed(long clusterId, @Nullable String groupId, Instant at, String code, String message) {
        return failed(clusterId, groupId, ReadFailure.Part.STATE, at, code, message);
    }

    /**
     * Takes that a part of a cluster or a group could not be read. The same code again prolongs the part's spell; another
     * ends it and begins the next.
     *
     * @param groupId null for the cluster itself
     * @param code what kind of failure it is
     * @param message why, in a sentence
     * @return whether it begins a spell
     */
    boolean failed(
            long clusterId, @Nullable String groupId, ReadFailure.Part part, Instant at, String code, String message);

    /** Takes that the state of a group was read; whether that ends a spell. */
    default boolean recovered(long clusterId, String groupId, Instant at) {
        return recovered(clusterId, groupId, ReadFailure.Part.STATE, at);
    }

    /** Takes that a part of a group was read; whether that ends a spell. */
    boolean recovered(long clusterId, String groupId, ReadFailure.Part part, Instant at);

    /** When a cluster was last read without an error; empty before the first time. */
    Optional<Instant> lastSuccess(long clusterId);

    /** The latest spell of a cluster itself, over or not. */
    Optional<ReadFailure> latest(long clusterId);

    /** The groups of a cluster whose states cannot be read now, by id. */
    default Map<String, ReadFailure> failingGroups(long clusterId) {
        return failingGroups(clusterId, ReadFailure.Part.STATE);
    }

    /** The groups of a cluster of which a part cannot be read now, by id. */
    Map<String, ReadFailure> failingGroups(long clusterId, ReadFailure.Part part);

    /**
     * The spells in which states could not be read at some time in a range, by beginning.
     *
     * @param groupId of which group; null for those of the cluster itself and of all its groups
     * @param to inclusive
     */
    List<ReadFailure> stateFailures(long clusterId, @Nullable String groupId, Instant from, Instant to);

    /** The spells of a cluster and its groups, newest first. */
    Slice<ReadFailure> failures(long clusterId, int page, int size);
}
