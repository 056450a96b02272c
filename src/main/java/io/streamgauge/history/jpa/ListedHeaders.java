package io.streamgauge.history.jpa;

import io.streamgauge.history.SnapshotHeader;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Headers of the snapshots that lists had last, by the id of their row, which never changes: most of what a list costs is to
 * read their JSON. Holds no more than so many causes, conditions and changes, however many headers they are of.
 */
final class ListedHeaders {

    private final int limit;
    private final Map<Long, SnapshotHeader> headers = new LinkedHashMap<>(16, 0.75f, true);
    private int held;

    /** @param limit how much is held; what a group of twenty members had at its start is some forty */
    ListedHeaders(int limit) {
        this.limit = limit;
    }

    /** The header of a row; null when it is not held. */
    synchronized @Nullable SnapshotHeader find(long id) {
        return headers.get(id);
    }

    synchronized void take(long id, SnapshotHeader header) {
        if (headers.put(id, header) == null) {
            held += weight(header);
        }
        Iterator<SnapshotHeader> eldest = headers.values().iterator();
        while (held > limit) {
            held -= weight(eldest.next());
            eldest.remove();
        }
    }

    private static int weight(SnapshotHeader header) {
        return 1
                + header.insight().conditions().size()
                + header.insight().rebalances().causes().size()
                + header.changes().size();
    }
}
