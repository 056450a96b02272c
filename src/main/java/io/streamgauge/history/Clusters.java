package io.streamgauge.history;

import java.util.Optional;

/** The clusters whose groups are stored. Names are unique. */
public interface Clusters {

    /**
     * Adds a cluster.
     *
     * @throws ClusterExistsException when the name is taken
     */
    Cluster create(String name, Cluster.Kind kind);

    Optional<Cluster> find(String name);

    Optional<Cluster> find(long id);

    /** Clusters by name. */
    Slice<Cluster> list(int page, int size);

    /**
     * Deletes a cluster with everything stored of it. It is gone at once and its name free; its rows are removed in the
     * background, after a restart too. Nothing happens when there is none.
     */
    void delete(long id);
}
