package io.streamgauge.api;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One event as it is on the wire, and what the filters look at. */
final class LiveEvent {

    /** Tells a client to ask for everything again. It passes every filter. */
    static final String RELOAD = "reload";

    final long number;
    private final String name;
    private final @Nullable String cluster;
    private final @Nullable String groupId;
    private final byte[] bytes;

    /**
     * @param id of the event in its process
     * @param cluster that it is about, null for all
     * @param groupId that it is about, null when it is about more than one group
     * @param data without line ends
     */
    LiveEvent(long number, String id, String name, @Nullable String cluster, @Nullable String groupId, String data) {
        this.number = number;
        this.name = name;
        this.cluster = cluster;
        this.groupId = groupId;
        bytes = ("id: " + id + "\nevent: " + name + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** What a client asked to be told of; null is everything. */
    record Filter(@Nullable String cluster, @Nullable String groupId) {

        boolean takes(LiveEvent event) {
            return event.name.equals(RELOAD)
                    || ((cluster == null || cluster.equals(event.cluster))
                            && (groupId == null || groupId.equals(event.groupId)));
        }
    }

    /** Not to be changed. */
    byte[] bytes() {
        return bytes;
    }
}
