package io.streamgauge.history;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The groups of live clusters that are no streams groups, as their latest whole listing had them. */
public interface OtherGroups {

    /** Every one of a cluster. */
    List<OtherGroup> all(long clusterId);

    /** Removes some by their ids, then adds some. */
    void change(long clusterId, Collection<String> removed, Collection<OtherGroup> added);

    Optional<OtherGroup> find(long clusterId, String groupId);

    /**
     * Those of a cluster by id.
     *
     * @param search part of the id in any case; null for all
     */
    Slice<OtherGroup> list(long clusterId, @Nullable String search, int page, int size);
}
